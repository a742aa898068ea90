/// What was said against what was heard, as a table whose cells are shaded by their share of a row.
struct HeatMap: Sendable {
  /// What was said and what was heard in its place; nil is nothing.
  struct Pair: Hashable, Sendable {
    let said: String?
    let heard: String?
  }

  /// The most things of a kind that are shown.
  static let mostLabels = 20

  /// How often each pair of things occurred, over all conditions.
  let counts: [Pair: Int]
  /// What is shown, in the report's order.
  let labels: [String]
  /// How many things were said or heard at all.
  let labelCount: Int

  /// Pools one kind of confusion over some conditions.
  init(_ conditions: [ConditionReport], _ kind: KeyPath<Confusions, ConfusionMatrix>) {
    var counts: [Pair: Int] = [:]
    for report in conditions {
      for (cell, count) in report.confusions[keyPath: kind].counts {
        counts[Pair(said: cell.said, heard: cell.heard), default: 0] += count
      }
    }
    self.counts = counts
    // The labels that occur in most confusions matter; then those that occur most.
    var weights: [String: (wrong: Int, all: Int)] = [:]
    for (pair, count) in counts {
      for label in Set([pair.said, pair.heard].compactMap { $0 }) {
        let weight = weights[label, default: (0, 0)]
        weights[label] = (
          weight.wrong + (pair.said == pair.heard ? 0 : count), weight.all + count
        )
      }
    }
    labelCount = weights.count
    labels = weights.sorted {
      ($1.value.wrong, $1.value.all, $0.key) < ($0.value.wrong, $0.value.all, $1.key)
    }.prefix(HeatMap.mostLabels).map(\.key)
      .sorted { (Int($0) ?? .max, $0) < (Int($1) ?? .max, $1) }
  }

  /// Every confusion, the most frequent first, then in alphabetical order.
  var errors: [(pair: Pair, count: Int)] {
    counts.filter { $0.key.said != $0.key.heard }.map { (pair: $0.key, count: $0.value) }.sorted {
      ($1.count, $0.pair.said ?? "", $0.pair.heard ?? "")
        < ($0.count, $1.pair.said ?? "", $1.pair.heard ?? "")
    }
  }

  /// The table, with what was said in rows; nil where nothing was said or heard.
  func table(id: String, caption: String) -> Markup? {
    guard !labels.isEmpty else { return nil }
    let places: [String?] = labels + [nil]
    let isUpright = labels.contains { $0.count > 3 }
    let heads = places.map { label -> Markup in
      #"<th scope="col"><span>\#(HeatMap.name(label))</span></th>"#
    }
    let rows = places.map { said -> Markup in
      let row = places.map { heard in counts[Pair(said: said, heard: heard)] ?? 0 }
      let all = counts.reduce(0) { $0 + ($1.key.said == said ? $1.value : 0) }
      let cells = zip(places, row).map { heard, count -> Markup in
        guard count > 0 else { return "<td></td>" }
        // By the square root, since even a small share of errors matters.
        let depth = (Double(count) / Double(all)).squareRoot()
        let shade = min(Int(depth * Double(Palette.shades)), Palette.shades - 1)
        return #"<td class="\#(said == heard ? "r" : "w")\#(shade)">\#(count)</td>"#
      }
      return #"<tr><th scope="row">\#(HeatMap.name(said))</th>\#(cells)</tr>\#n"#
    }
    let note =
      labelCount > labels.count
      ? "The \(labels.count) of \(labelCount) that were confused most. " : ""
    return """
      <div class="scroll" role="region" tabindex="0" aria-labelledby="\(id)">
      <table class="heat\(isUpright ? " upright" : "")"><caption id="\(id)"><div>\(caption) \
      <span class="note">\(note)Rows were said, columns heard.</span></div></caption>
      <thead><tr><td class="corner">said ↓ heard →</td>\(heads)</tr></thead>
      <tbody>
      \(rows)</tbody></table></div>

      """
  }

  private static func name(_ label: String?) -> Markup {
    label.map { "<bdi>\($0)</bdi>" } ?? "<em>nothing</em>"
  }
}

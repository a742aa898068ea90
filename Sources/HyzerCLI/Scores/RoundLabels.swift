internal import Golf

/// The beginnings of rounds' identifiers that are enough to name them.
struct RoundLabels {
  /// Shorter ones would soon be those of several rounds.
  static let shortest = 8

  private let sorted: [String]

  /// Takes all rounds of a log.
  init(_ rounds: [RoundSummary]) { sorted = rounds.map(\.id.rawValue).sorted() }

  /// Returns a beginning that no other round's identifier has.
  func label(_ id: RoundID) -> String {
    let text = id.rawValue
    let neighbours = sorted.firstIndex(of: text).map { index in
      [index - 1, index + 1].filter(sorted.indices.contains).map { sorted[$0] }
    }
    let shared = (neighbours ?? []).map { zip($0, text).prefix { $0 == $1 }.count }.max() ?? 0
    return String(text.prefix(max(shared + 1, RoundLabels.shortest)))
  }
}

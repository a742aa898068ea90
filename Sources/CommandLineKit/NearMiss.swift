/// Finds what a mistyped word was meant to be.
enum NearMiss {
  /// The candidate nearest to a word, the first of equals; `nil` if none is near.
  static func suggestion(for word: String, among candidates: [String]) -> String? {
    let word = word.lowercased()
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let folded = candidate.lowercased()
      let distance = distance(word, folded)
      // One slip is allowed in every three letters, but a word is not guessed out of one letter.
      let allowance = min(3, max(word.count, folded.count) / 3)
      if distance <= allowance, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    if let best { return best.candidate }
    let longer = candidates.filter { $0.lowercased().hasPrefix(word) }
    return word.count >= 2 && longer.count == 1 ? longer.first : nil
  }

  /// The fewest insertions, deletions, replacements and swaps of neighbours from one to the other.
  static func distance(_ first: String, _ second: String) -> Int {
    let first = Array(first)
    let second = Array(second)
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (i, character) in first.enumerated() {
      var row = [i + 1]
      for (j, other) in second.enumerated() {
        var cost = min(row[j], last[j + 1]) + 1
        cost = min(cost, last[j] + (character == other ? 0 : 1))
        if i > 0, j > 0, character == second[j - 1], first[i - 1] == other {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[second.count]
  }
}

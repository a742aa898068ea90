// What words say of where they belong: to a hole that they name, or to what was said before them.

extension Classification {
  /// Whether a word of correction comes before all scores: "no, Jake had a five".
  ///
  /// Words count, whether a form explains them or not: what is not understood must not go elsewhere.
  var correctsEarlier: Bool {
    let corrections: [FunctionWord] = [.fix, .denial, .instead, .scratch, .startOver]
    var end = 0
    for (place, here) in readings.enumerated() where place >= end {
      // "No score" denies nothing.
      if let score = here.filter({ $0.isOf(.score) && !$0.isHomophone })
        .max(by: { $0.tokens.count < $1.tokens.count })
      {
        guard score.label == .meaning(.noScore, .golf) else { return false }
        end = score.tokens.upperBound
        continue
      }
      if here.contains(where: { reading in corrections.contains { reading.isOf(.function($0)) } })
        || Vocabulary.changeWords.contains(tokens[place].word) && !talk.contains(place)
      {
        return true
      }
    }
    return false
  }

  /// The hole that a cover of the words names; nil where it names none, names two, or has scores on both sides
  /// of the name, so that nobody knows which of them are of it.
  func hole(namedIn assembly: Assembly) -> Int? {
    let named = assembly.clauses.filter { $0.announcedHole != nil }
    guard let first = named.first, let last = named.last,
      Set(named.map(\.announcedHole)).count == 1
    else { return nil }
    let giving = assembly.clauses.filter {
      ![.announcement, .aside, .address, .closing, .fix].contains($0.kind)
    }
    let isBefore = giving.contains { $0.tokens.upperBound <= first.tokens.lowerBound }
    let isAfter = giving.contains { $0.tokens.lowerBound >= last.tokens.upperBound }
    // "Mike three, Jake four on hole two" may be of two holes.
    return isBefore && (isAfter || giving.count > 1) ? nil : first.announcedHole
  }
}

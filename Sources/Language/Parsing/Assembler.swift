/// Finds the clauses of an utterance: the cheapest cover of its tokens by forms of the language.
public struct Assembler: Sendable {
  private enum Cost {
    static let unexplainedToken = 1000

    /// Of two readings that explain the same words, the one that people use more often.
    static func clause(_ likelihood: Likelihood) -> Int {
      switch likelihood {
      case .usual: 2
      case .occasional, .mistakable: 5
      case .rare: 7
      }
    }
  }

  /// More equally good covers than this do not make an utterance any more ambiguous.
  private static let mostCovers = 8

  private let forms: [Form]

  /// Makes an assembler for all forms of a language.
  public init(language: LanguageDescription) { forms = language.forms }

  /// Returns every cover that leaves out the fewest tokens and reads the others most plainly.
  ///
  /// A shortest path over the token positions; there is always at least one. Several mean that the
  /// words can be taken in several ways.
  public func assemble(_ classification: Classification) -> [Assembly] {
    let count = classification.tokens.count
    var best: [(cost: Int, covers: [Assembly])?] = Array(repeating: nil, count: count + 1)
    best[0] = (0, [Assembly(clauses: [], unexplained: [])])

    func offer(_ covers: [Assembly], cost: Int, at end: Int) {
      if let known = best[end] {
        if known.cost < cost { return }
        if known.cost == cost {
          let new = covers.filter { !known.covers.contains($0) }
          best[end] = (cost, Array((known.covers + new).prefix(Assembler.mostCovers)))
          return
        }
      }
      best[end] = (cost, covers)
    }

    let matcher = PatternMatcher(classification: classification, mostPaths: Assembler.mostCovers)
    for start in 0..<count {
      guard let here = best[start] else { continue }
      offer(
        here.covers.map {
          Assembly(clauses: $0.clauses, unexplained: $0.unexplained + [start])
        }, cost: here.cost + Cost.unexplainedToken, at: start + 1)
      for form in forms {
        for path in matcher.paths(of: form.pattern, from: start)
        where path.end > start {
          let clause = Clause(kind: form.kind, readings: path.readings, tokens: start..<path.end)
          offer(
            here.covers.map {
              Assembly(clauses: $0.clauses + [clause], unexplained: $0.unexplained)
            }, cost: here.cost + path.cost + Cost.clause(form.likelihood), at: path.end)
        }
      }
    }
    return best[count]?.covers ?? []
  }
}

/// Draws random sentences from the forms that the recogniser listens for.
package struct SentenceGenerator: Sendable {
  private let language: LanguageDescription
  private let names: [String]

  /// Makes a generator for a roster's `names`, of which there is at least one.
  package init(language: LanguageDescription = .english, names: [String]) {
    self.language = language
    self.names = names
  }

  /// Returns a sentence of `formCount` forms, its words separated by spaces, with what may stand before and behind
  /// them.
  ///
  /// `weight` is how often a form is drawn beside others, 0 or more; by default all alike.
  package func sentence(
    formCount: Int, weight: (Likelihood) -> Int = { _ in 1 },
    using random: inout some RandomNumberGenerator
  ) -> String {
    let (statements, edges) = (language.spokenStatements, language.spokenEdges)
    func draw(_ forms: [Form<FormKind>], beside others: [Form<FormKind>] = []) -> [String] {
      let weighted = (forms.map { ($0, true) } + others.map { ($0, false) }).flatMap {
        Array(repeating: $0, count: weight($0.0.likelihood))
      }
      guard let (form, isTaken) = weighted.randomElement(using: &random), isTaken else { return [] }
      return words(of: form.pattern, using: &random)
    }
    let drawn =
      draw(edges.openings, beside: statements) + (0..<formCount).flatMap { _ in draw(statements) }
      + draw(edges.endings, beside: statements)
    return drawn.joined(separator: " ")
  }

  private func words(of pattern: Pattern, using random: inout some RandomNumberGenerator)
    -> [String]
  {
    switch pattern {
    case .terminal(let terminal):
      let phrases =
        switch terminal {
        case .name, .stranger: names
        case .number: Vocabulary.numberWords
        case .literal(let word): [word]
        default: language.vocabulary.phrases(of: terminal).map(\.phrase)
        }
      return phrases.randomElement(using: &random).map { [$0] } ?? []
    case .sequence(let parts): return parts.flatMap { words(of: $0, using: &random) }
    case .choice(let choices):
      return choices.randomElement(using: &random).map { words(of: $0, using: &random) } ?? []
    case .optional(let inner):
      return Bool.random(using: &random) ? words(of: inner, using: &random) : []
    case .unlikely(let inner): return words(of: inner, using: &random)
    case .repeated(let inner):
      return (0...Int.random(in: 0...2, using: &random)).flatMap { _ in
        words(of: inner, using: &random)
      }
    }
  }
}

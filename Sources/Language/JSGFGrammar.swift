/// The recogniser's grammar for one roster, in the Java Speech Grammar Format.
public struct JSGFGrammar: Hashable, Sendable {
  /// The grammar's text.
  public let text: String
  /// The text of a grammar of the usual forms alone.
  public let usual: String
  /// Every word in it but the names, in alphabetical order.
  public let words: [String]

  /// Writes the grammar of a language's spoken forms.
  ///
  /// - Parameters:
  ///   - language: The description to write down.
  ///   - names: The dictionary words for the players' names and aliases; at least one.
  ///   - weights: How far less likely the rarer forms are.
  public init(language: LanguageDescription, names: [String], weights: GrammarWeights) {
    func text(of forms: [Form], _ weights: GrammarWeights) -> String {
      var writer = JSGFWriter(vocabulary: language.vocabulary, names: names, weights: weights)
      let texts = forms.map { form in
        writer.text(
          of: form.pattern, exponent: weights.exponent(of: form.likelihood),
          onEveryWord: form.likelihood == .mistakable)
      }
      var lines = [
        "#JSGF V1.0;", "grammar scores;", "public <sentence> = <form>+;",
        "<form> = " + texts.joined(separator: "\n  | ") + ";",
      ]
      lines += writer.rules.sorted { $0.key < $1.key }.map { "<\($0.key)> = \($0.value);" }
      return lines.joined(separator: "\n") + "\n"
    }
    self.text = text(of: language.spokenForms, weights)
    var usualWeights = weights
    usualWeights.golfWord = weights.usualGolfWord
    usual = text(of: language.spokenForms.filter { $0.likelihood == .usual }, usualWeights)
    words = Set(
      language.vocabulary.entries.filter(\.isSpoken).flatMap(\.words)
        + JSGFWriter.holeNumberWords.flatMap { $0.split(separator: " ").map(String.init) }
    ).sorted()
  }
}

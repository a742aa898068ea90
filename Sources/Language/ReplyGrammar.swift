/// The recogniser's grammar of replies for one roster, in the Java Speech Grammar Format.
public struct ReplyGrammar: Hashable, Sendable {
  /// The grammar's text.
  public let text: String
  /// Every word in it but the names, in alphabetical order.
  public let words: [String]

  /// Writes the grammar of all replies.
  ///
  /// - Parameters:
  ///   - replies: The description to write down.
  ///   - names: The dictionary words for the players' names and aliases; at least one.
  ///   - weights: How far less likely golf words are; the forms are all alike.
  public init(replies: ReplyDescription, names: [String], weights: GrammarWeights) {
    var own = GrammarWeights.equal
    own.golfWord = weights.usualGolfWord
    var writer = JSGFWriter(vocabulary: replies.vocabulary, names: names, weights: own)
    let texts = replies.forms.map {
      writer.text(of: $0.pattern, exponent: 0, onEveryWord: false)
    }
    var lines = [
      "#JSGF V1.0;", "grammar replies;",
      "public <reply> = " + texts.joined(separator: "\n  | ") + ";",
    ]
    lines += writer.rules.sorted { $0.key < $1.key }.map { "<\($0.key)> = \($0.value);" }
    text = lines.joined(separator: "\n") + "\n"
    words = Set(replies.vocabulary.entries.filter(\.isSpoken).flatMap(\.words)).sorted()
  }
}

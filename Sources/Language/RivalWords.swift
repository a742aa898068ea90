/// For each word that says who or how many, the words that would make another score of the sentence
/// if they had been said in its place.
public struct RivalWords: Hashable, Sendable {
  /// The rivals of a word as an expression of the Java Speech Grammar Format; none for a word that is
  /// not in here.
  public let expressions: [String: String]

  /// Finds the rivals among a language's spoken words and the players' names.
  ///
  /// Names of other players are rivals, and so are "everyone" and a name. Phrases for scores are
  /// rivals where one word is different, and the score is as well: "three" and "five", "double bogey"
  /// and "triple bogey".
  ///
  /// - Parameters:
  ///   - language: The words.
  ///   - names: The dictionary words for each player's name and aliases.
  ///   - weights: How far less likely golf words are.
  public init(language: LanguageDescription, names: [[String]], weights: GrammarWeights) {
    let spoken = language.vocabulary.entries.filter(\.isSpoken)
    let everyone = spoken.filter { $0.meaning == .function(.everyone) && $0.words.count == 1 }
      .flatMap(\.words)
    var rivals: [String: [String: Int]] = [:]
    // Of a player alone, everyone says the same.
    for (player, own) in names.enumerated() where names.count > 1 {
      let others = names.enumerated().flatMap { $0.offset == player ? [] : $0.element } + everyone
      for name in own {
        for other in others where !own.contains(other) { rivals[name, default: [:]][other] = 0 }
        for word in everyone { rivals[word, default: [:]][name] = 0 }
      }
    }
    let scores = spoken.filter(\.meaning.isScore)
    for one in scores {
      for other in scores where !RivalWords.areEqual(one.meaning, other.meaning) {
        guard let (word, rival) = RivalWords.onlyDifference(one.words, other.words) else {
          continue
        }
        let exponent = if case .number = other.meaning { 0 } else { weights.rivalGolfWord }
        let known = rivals[word]?[rival] ?? exponent
        rivals[word, default: [:]][rival] = min(known, exponent)
      }
    }
    expressions = rivals.mapValues { words in
      let choices = words.sorted { $0.key < $1.key }.map {
        JSGFWriter.weighted($0.key, exponent: $0.value)
      }
      return "(" + choices.joined(separator: " | ") + ")"
    }
  }

  /// Returns whether two meanings are the same score on every hole, as an ace and one stroke are.
  private static func areEqual(_ one: Meaning, _ other: Meaning) -> Bool {
    func plain(_ meaning: Meaning) -> Meaning { meaning == .ace ? .number(1) : meaning }
    return plain(one) == plain(other)
  }

  /// The words at the only place where two phrases of the same length differ; nil where there is no
  /// such place.
  private static func onlyDifference(_ one: [String], _ other: [String]) -> (String, String)? {
    let differences = zip(one, other).filter { $0 != $1 }
    guard one.count == other.count, differences.count == 1 else { return nil }
    return differences.first
  }
}

public import Golf
public import Language
internal import Randomness

/// A sentence for somebody to say, and what it means.
public struct Prompt: Hashable, Sendable {
  /// The place in the list, counted from 1.
  public let number: Int
  /// The words to say, in lower case.
  public let sentence: String
  /// The scores that they give.
  public let scores: Set<HoleScore>

  /// Makes a prompt.
  public init(number: Int, sentence: String, scores: Set<HoleScore>) {
    self.number = number
    self.sentence = sentence
    self.scores = scores
  }
}

extension Prompt {
  /// The most statements in a sentence.
  private static let mostForms = 4
  /// The most words that somebody says without a slip after one look at them.
  private static let mostWords = 16

  /// Draws sentences from the spoken language of a round.
  ///
  /// Only sentences that the parser takes for a success count, typed and spoken alike, so that its
  /// reading is their label; no sentence comes twice. A longer list begins with the shorter one of
  /// the same seed.
  ///
  /// - Parameters:
  ///   - count: How many to draw, 0 or more.
  ///   - seed: The list's number: one seed, one list.
  ///   - round: Who plays, and the hole.
  ///   - parser: A parser for the same round.
  ///   - maximumDraws: The draws without a new sentence after which there are no more, 1 or more.
  /// - Returns: `count` prompts, or fewer where the round has no more sentences.
  public static func draw(
    count: Int, seed: UInt64, round: Round, parser: UtteranceParser, maximumDraws: Int = 2000
  ) -> [Prompt] {
    let generator = SentenceGenerator(
      language: .english,
      names: round.roster.players.flatMap(\.spellings).map { $0.lowercased() })
    var random = SeededGenerator(seed: seed)
    var known: Set<String> = []
    var prompts: [Prompt] = []
    var draws = 0
    while prompts.count < count, draws < maximumDraws {
      draws += 1
      let sentence = generator.sentence(
        formCount: Int.random(in: 1...mostForms, using: &random), weight: \.drawWeight,
        using: &random)
      guard sentence.split(separator: " ").count <= mostWords, !known.contains(sentence),
        let scores = label(of: sentence, parser: parser)
      else { continue }
      known.insert(sentence)
      prompts.append(Prompt(number: prompts.count + 1, sentence: sentence, scores: scores))
      draws = 0
    }
    return prompts
  }

  private static func label(of sentence: String, parser: UtteranceParser) -> Set<HoleScore>? {
    let results = [InputKind.typed, .spoken].map { parser.parse(sentence, input: $0) }
    let labels = results.map(\.scorePairs)
    guard results.allSatisfy({ $0.status == .success }), labels[0] == labels[1] else { return nil }
    return labels[0]
  }
}

extension ParseResult {
  /// Who has which score.
  var scorePairs: Set<HoleScore> {
    Set(scores.map { HoleScore(player: $0.player, strokes: $0.strokes) })
  }
}

extension Likelihood {
  /// How often a form is drawn beside others.
  fileprivate var drawWeight: Int {
    switch self {
    case .usual: 10
    case .occasional: 3
    case .rare, .mistakable: 1
    }
  }
}

package import Evaluation
package import Golf
package import Language
internal import Randomness

/// A sentence for somebody to say, and what it means.
package struct Prompt: Hashable, Sendable {
  /// The most statements in a sentence.
  private static let mostForms = 4
  /// The most words that somebody says without a slip after one look at them.
  private static let mostWords = 16

  /// The place in the list, counted from 1.
  package let number: Int
  /// The words to say, in lower case.
  package let sentence: String
  /// The scores that they give.
  let scores: Set<HoleScore>

  /// Draws sentences from the spoken language of a round.
  ///
  /// - Throws: ``FileFailure`` where the round has not so many.
  package static func draw(count: Int, seed: UInt64, round: Round, parser: UtteranceParser)
    throws(FileFailure) -> [Prompt]
  {
    let prompts = drawAtMost(count, seed: seed, round: round, parser: parser)
    guard prompts.count == count else {
      throw FileFailure(
        .badData,
        "the round has only \(prompts.count) different sentences; ask for at most so many "
          + "with --count")
    }
    return prompts
  }

  /// Draws sentences until there are so many, or until so many draws gave none that is new.
  ///
  /// Only sentences that the parser takes for a success count, typed and spoken alike, so that its
  /// reading is their label; no sentence comes twice. A longer list begins with the shorter one of
  /// the same seed.
  static func drawAtMost(
    _ count: Int, seed: UInt64, round: Round, parser: UtteranceParser, maximumDraws: Int = 2000
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

extension ManifestEntry {
  /// Makes the entry of a prompt, its scores in the order of the roster.
  package init(_ prompt: Prompt, round: Round, audio: String? = nil, tags: [String: String]) {
    self.init(
      audio: audio, transcript: prompt.sentence, round: round,
      scores: prompt.scores.sorted { $0.player < $1.player }.map {
        ScorePair(player: round.roster[$0.player].name, strokes: $0.strokes.count)
      }, tags: tags)
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

internal import Golf
internal import Randomness

/// A sentence to be put together from recordings of its words: a name, a score, a name, a score.
public struct SplicedSentence: Hashable, Sendable {
  /// A word of the sentence.
  public struct Part: Hashable, Sendable {
    /// The recording that says it.
    public let clip: IndexedClip
    /// The silence after it, in milliseconds.
    public let pauseMilliseconds: Int

    /// Makes a part.
    public init(clip: IndexedClip, pauseMilliseconds: Int) {
      self.clip = clip
      self.pauseMilliseconds = pauseMilliseconds
    }
  }

  /// How many players a sentence has, as long as there are so many names.
  public static let playerCounts = 1...6
  /// The silence between a name and its score, in milliseconds.
  public static let pauseAfterName = 30...120
  /// The silence after a score, in milliseconds.
  public static let pauseAfterScore = 30...300

  /// How often each score is drawn beside the others: most often a par of 3 or 4.
  private static let weights = [2, 12, 24, 18, 10, 6, 4, 3, 3, 2]

  /// The place in the corpus, counted from 1.
  public let number: Int
  /// The words and the pauses after them.
  public let parts: [Part]
  /// The words in lower case.
  public let transcript: String
  /// The scores in the order in which they are said.
  public let scores: [CorpusLine.Score]

  /// Draws the sentence of a number.
  ///
  /// Players, all that many equally likely, are drawn without replacement, and each gets a score
  /// and a recording of both. The draw depends on the seed, the number and the bank alone.
  ///
  /// - Parameters:
  ///   - number: The place in the corpus, from 1.
  ///   - seed: The corpus's number: one seed, one corpus.
  ///   - bank: The recordings, with at least one of each of `names` and of each of its scores, of
  ///     which there is one or more.
  ///   - names: Who may be named: one or more names of the bank, each once.
  public init(number: Int, seed: UInt64, bank: WordBank, names: [String]) {
    precondition(!names.isEmpty && !bank.scores.isEmpty, "a sentence has a name and a score")
    var random = SeededGenerator(seed: seed, name: "sentence \(number)")
    let count = min(Int.random(in: Self.playerCounts, using: &random), names.count)
    var parts: [Part] = []
    var words: [String] = []
    var scores: [CorpusLine.Score] = []
    for name in names.shuffled(using: &random).prefix(count) {
      let score = Self.score(among: bank.scores, using: &random)
      scores.append(CorpusLine.Score(player: name, strokes: score.count))
      for (word, pause) in [
        (name, Self.pauseAfterName), (WordBank.word(for: score), Self.pauseAfterScore),
      ] {
        guard let clip = bank.clips(saying: word).randomElement(using: &random) else {
          preconditionFailure("no clip says \"\(word)\"")
        }
        words.append(word)
        parts.append(Part(clip: clip, pauseMilliseconds: .random(in: pause, using: &random)))
      }
    }
    self.number = number
    self.parts = parts
    self.scores = scores
    transcript = words.joined(separator: " ")
  }

  /// Who is heard and known, in the order of the first word.
  public var speakers: [String] {
    var seen: Set<String> = []
    return parts.compactMap(\.clip.speaker).filter { seen.insert($0).inserted }
  }

  private static func score(
    among scores: [Strokes], using random: inout some RandomNumberGenerator
  ) -> Strokes {
    let weights = scores.map { Self.weights[$0.count - 1] }
    var place = Int.random(in: 0..<weights.reduce(0, +), using: &random)
    for (score, weight) in zip(scores, weights) {
      if place < weight { return score }
      place -= weight
    }
    preconditionFailure("the place is below the sum of all weights")
  }
}

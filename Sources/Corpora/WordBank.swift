public import Golf
internal import Language

/// Recordings of single words, by what they say: the words for 1 to 10 are scores, "zero" is left
/// out, and all other words are names.
public struct WordBank: Hashable, Sendable {
  private static let zero = "zero"

  /// The names in alphabetical order and in lower case, each once.
  public let names: [String]
  /// The scores that are said, each once, the lowest first.
  public let scores: [Strokes]

  private let clips: [String: [IndexedClip]]

  /// Keeps the clips of which it is known what they say, in their order.
  public init(_ clips: [IndexedClip]) {
    var byWord: [String: [IndexedClip]] = [:]
    for clip in clips {
      guard let word = clip.transcript?.lowercased(), word != Self.zero else { continue }
      byWord[word, default: []].append(clip)
    }
    let words = Set(byWord.keys)
    self.init(
      names: words.subtracting(Vocabulary.numberWords).sorted(),
      scores: Vocabulary.numberWords.indices.map { $0 + 1 }.compactMap(Strokes.init)
        .filter { words.contains(Self.word(for: $0)) }, clips: byWord)
  }

  private init(names: [String], scores: [Strokes], clips: [String: [IndexedClip]]) {
    self.names = names
    self.scores = scores
    self.clips = clips
  }

  /// Returns a bank of the same names and scores, with some of the clips only.
  ///
  /// - Throws: What `isKept` throws.
  public func filter<Failure>(
    _ isKept: (IndexedClip) throws(Failure) -> Bool
  ) throws(Failure) -> WordBank {
    var kept: [String: [IndexedClip]] = [:]
    for (word, clips) in clips {
      for clip in clips where try isKept(clip) { kept[word, default: []].append(clip) }
    }
    return WordBank(names: names, scores: scores, clips: kept)
  }

  /// Returns the clips that say a word, in the order in which they came.
  public func clips(saying word: String) -> [IndexedClip] { clips[word] ?? [] }

  /// Returns those of some names, and of all scores, that no clip says.
  public func missingWords(names: [String]) -> [String] {
    (names + scores.map(Self.word)).filter { clips(saying: $0).isEmpty }
  }

  /// Returns the word for a score.
  public static func word(for score: Strokes) -> String {
    Vocabulary.numberWords[score.count - 1]
  }
}

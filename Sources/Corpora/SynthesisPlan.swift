internal import Randomness

/// Which voice says which sentence at which speed.
public struct SynthesisPlan: Hashable, Sendable {
  /// One clip to be made.
  public struct Item: Hashable, Sendable {
    /// The sentence's place in the list, counted from 0.
    public let sentence: Int
    /// Who says it.
    public let voice: Voice
    /// How fast, 1 for the voice's own speed, 2 for twice as fast.
    public let speed: Double

    /// Makes an item.
    public init(sentence: Int, voice: Voice, speed: Double) {
      self.sentence = sentence
      self.voice = voice
      self.speed = speed
    }
  }

  /// The clips: sentence after sentence, each voice after voice, each speed after speed.
  public let items: [Item]

  /// Plans every sentence with every voice at every speed, or a seeded draw of those.
  ///
  /// - Parameters:
  ///   - sentences: How many sentences there are, 0 or more.
  ///   - voices: The voices; one that comes twice counts once.
  ///   - speeds: The speeds; one that comes twice counts once.
  ///   - limit: The most items, 0 or more; nil for all. A higher limit keeps what a lower one drew.
  ///   - seed: What is drawn where there are more.
  public init(
    sentences: Int, voices: [Voice], speeds: [Double], limit: Int? = nil, seed: UInt64 = 0
  ) {
    var product: [Item] = []
    for sentence in 0..<sentences {
      for voice in Self.distinct(voices) {
        for speed in Self.distinct(speeds) {
          product.append(Item(sentence: sentence, voice: voice, speed: speed))
        }
      }
    }
    guard let limit, limit < product.count else {
      items = product
      return
    }
    var random = SeededGenerator(seed: seed)
    items = product.indices.shuffled(using: &random).prefix(limit).sorted().map { product[$0] }
  }

  private static func distinct<Value: Hashable>(_ values: [Value]) -> [Value] {
    var seen: Set<Value> = []
    return values.filter { seen.insert($0).inserted }
  }
}

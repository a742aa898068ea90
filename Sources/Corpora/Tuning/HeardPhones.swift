public import Language

/// How a name sounded, time after time, as a phone recogniser wrote it down.
///
/// Such a transcription is right in about half of its phones, so that no single one is trusted.
public struct HeardPhones: Hashable, Sendable {
  /// One time that the name was said.
  public struct Mention: Hashable, Sendable {
    /// The line of the corpus.
    public let line: Int
    /// The phones that were heard.
    public let phones: Pronunciation
    /// Whether the recogniser missed the name there.
    public let isMissed: Bool

    /// Makes a mention.
    public init(line: Int, phones: Pronunciation, isMissed: Bool) {
      self.line = line
      self.phones = phones
      self.isMissed = isMissed
    }
  }

  /// Fewer mentions than this say nothing.
  public static let fewestMentions = 2

  /// Every time the name was said.
  public var mentions: [Mention]

  /// Makes a collection.
  public init(mentions: [Mention] = []) { self.mentions = mentions }

  /// Finds pronunciations that fit what was heard on some lines:
  /// the medoid of all mentions and of those that were missed, what a known pronunciation becomes
  /// when it is brought as near as it goes to all of them, and those one phone away from a known one
  /// by which the mentions come nearer most.
  ///
  /// - Parameters:
  ///   - lines: The lines that may be looked at.
  ///   - known: How the name is said so far; at least one way.
  ///   - neighbours: How many of those one phone away are returned at most.
  /// - Returns: The pronunciations that are not known, each with where it comes from.
  public func pronunciations(on lines: Set<Int>, known: [Pronunciation], neighbours: Int)
    -> [(pronunciation: Pronunciation, detail: String)]
  {
    let mentions = mentions.filter { lines.contains($0.line) }
    guard mentions.count >= HeardPhones.fewestMentions else { return [] }
    var found: [(pronunciation: Pronunciation, detail: String)] = []
    let missed = mentions.filter(\.isMissed)
    if missed.count >= HeardPhones.fewestMentions,
      let medoid = Pronunciation.medoid(of: missed.map(\.phones))
    {
      found.append((medoid, "most like what was missed"))
    }
    if let medoid = Pronunciation.medoid(of: mentions.map(\.phones)) {
      found.append((medoid, "most like what was said"))
    }
    found += known.map {
      (HeardPhones.consensus(from: $0, mentions: mentions), "fitted to what was said")
    }
    found += HeardPhones.neighbours(of: known, mentions: mentions).prefix(neighbours)
      .map { ($0, "one phone from a known one") }
    return found.filter { !known.contains($0.pronunciation) && $0.pronunciation.phones.count > 1 }
  }

  /// Returns what a pronunciation becomes by one change after another, each the one by which the sum
  /// of its likeness to the mentions grows most, until none makes it grow.
  ///
  /// Errors of the transcription differ from time to time, and so cancel out.
  private static func consensus(from start: Pronunciation, mentions: [Mention]) -> Pronunciation {
    let counts = Dictionary(mentions.map { ($0.phones, 1) }, uniquingKeysWith: +)
      .sorted { $0.key.description < $1.key.description }
    func likeness(_ pronunciation: Pronunciation) -> Double {
      counts.reduce(0.0) { $0 + pronunciation.similarity(to: $1.key) * Double($1.value) }
    }
    var (best, reached) = (start, likeness(start))
    while true {
      var next: (pronunciation: Pronunciation, likeness: Double)?
      for variant in variants(of: best) {
        let likeness = likeness(variant)
        if likeness > (next?.likeness ?? reached) + 1e-9 { next = (variant, likeness) }
      }
      guard let next else { return best }
      (best, reached) = next
    }
  }

  /// Returns how much nearer a pronunciation comes than the known ones do to what was heard on some
  /// lines, as the sum of the likeness that it adds to each mention.
  public func nearness(
    of pronunciation: Pronunciation, beside known: [Pronunciation], on lines: Set<Int>
  )
    -> Double
  {
    HeardPhones.nearness(
      of: pronunciation, beside: known, mentions: mentions.filter { lines.contains($0.line) })
  }

  private static func nearness(
    of pronunciation: Pronunciation, beside known: [Pronunciation], mentions: [Mention]
  ) -> Double {
    mentions.reduce(0.0) { sum, mention in
      let reached = known.map { $0.similarity(to: mention.phones) }.max() ?? 0
      return sum + max(0, pronunciation.similarity(to: mention.phones) - reached)
    }
  }

  /// Returns what is one phone away from a known pronunciation, the one first by which the mentions
  /// come nearest in sum; only those that bring any nearer.
  private static func neighbours(of known: [Pronunciation], mentions: [Mention])
    -> [Pronunciation]
  {
    var seen = Set(known)
    var rated: [(pronunciation: Pronunciation, nearer: Double)] = []
    for variant in known.flatMap(variants(of:)) where seen.insert(variant).inserted {
      let nearer = nearness(of: variant, beside: known, mentions: mentions)
      if nearer > 1e-9 { rated.append((variant, nearer)) }
    }
    return rated.enumerated()
      .sorted { ($1.element.nearer, $0.offset) < ($0.element.nearer, $1.offset) }
      .map(\.element.pronunciation)
  }

  /// Every pronunciation with one phone confused or left out, or a vowel replaced by another.
  private static func variants(of pronunciation: Pronunciation) -> [Pronunciation] {
    let phones = pronunciation.phones
    return phones.indices.flatMap { index -> [Pronunciation] in
      let others =
        phones[index].isVowel ? Phone.allCases.filter(\.isVowel) : phones[index].confusables
      var changed: [[Phone]] = others.filter { $0 != phones[index] }.map { other in
        var copy = phones
        copy[index] = other
        return copy
      }
      if phones.count > 2 {
        var copy = phones
        copy.remove(at: index)
        changed.append(copy)
      }
      return changed.compactMap(Pronunciation.init)
    }
  }
}

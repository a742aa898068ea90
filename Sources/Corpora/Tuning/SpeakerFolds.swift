internal import Randomness

/// A partition of a corpus' lines into folds that never splits a speaker: who is judged was never
/// fitted to.
public struct SpeakerFolds: Hashable, Sendable {
  /// The fold of each line, from 0.
  public let foldOfLine: [Int]
  /// The number of folds, each with a line in it; 1 for a single speaker.
  public let count: Int

  /// Makes at most `most` folds of about equal size, by a seeded draw.
  ///
  /// Speakers are shuffled and then each goes, the one with most lines first, to the fold with the
  /// fewest lines. There are never more folds than speakers.
  ///
  /// - Parameters:
  ///   - speakers: The speaker of each line.
  ///   - most: The number of folds wanted; at least 1.
  ///   - seed: Chooses another partition.
  public init(speakers: [String], most: Int, seed: UInt64) {
    precondition(most >= 1, "there is at least one fold")
    var lines: [String: Int] = [:]
    for speaker in speakers { lines[speaker, default: 0] += 1 }
    var random = SeededGenerator(seed: seed, name: "folds")
    let shuffled = lines.keys.sorted().shuffled(using: &random).enumerated()
      .sorted { (-(lines[$0.element] ?? 0), $0.offset) < (-(lines[$1.element] ?? 0), $1.offset) }
      .map(\.element)
    let count = max(1, min(most, lines.count))
    var sizes = Array(repeating: 0, count: count)
    var folds: [String: Int] = [:]
    for speaker in shuffled {
      let fold = sizes.indices.min { (sizes[$0], $0) < (sizes[$1], $1) } ?? 0
      folds[speaker] = fold
      sizes[fold] += lines[speaker] ?? 0
    }
    foldOfLine = speakers.map { folds[$0] ?? 0 }
    self.count = count
  }

  /// Returns the lines of a fold, which it judges.
  public func heldOut(_ fold: Int) -> [Int] {
    foldOfLine.indices.filter { foldOfLine[$0] == fold }
  }

  /// Returns the lines of all other folds, to which a fold's choice is fitted.
  public func training(_ fold: Int) -> [Int] {
    foldOfLine.indices.filter { foldOfLine[$0] != fold }
  }
}

internal import HyzerBase

/// A partition of a corpus' lines into folds that never splits a speaker: so that nobody is judged
/// by what was fitted to them.
struct SpeakerFolds: Hashable, Sendable {
  /// The fold of each line, from 0.
  let foldOfLine: [Int]
  /// The number of folds, each with a line in it; 1 for a single speaker.
  let count: Int

  /// Returns who speaks in each line, and what is to be said about it beside the figures.
  ///
  /// What has no tag "speaker" is a speaker of its own, and so is each recording where all are of
  /// one speaker.
  static func speakers(of lines: [CorpusUtterance]) -> (names: [String], notes: [String]) {
    let tagged = lines.map { line in line.tags["speaker"].map { "speaker \($0)" } }
    let untagged = tagged.count { $0 == nil }
    let alone = lines.map { "line \($0.corpus):\($0.line)" }
    if untagged == 0, Set(tagged).count == 1 {
      let note =
        "all lines are of one speaker: each recording counts as a speaker of its own, and the "
        + "figures hold for this speaker"
      return (alone, [note])
    }
    let note =
      "\(untagged) of \(lines.count) lines have no tag \"speaker\": each of these counts as a "
      + "speaker of its own"
    return (zip(tagged, alone).map { $0 ?? $1 }, untagged > 0 ? [note] : [])
  }

  /// Makes at most `most` folds of about equal size, by a seeded draw.
  ///
  /// Speakers are shuffled and then each goes, the one with most lines first, to the fold with the
  /// fewest lines. There are never more folds than speakers.
  init(speakers: [String], most: Int, seed: UInt64) {
    precondition(most >= 1, "there is at least one fold")
    var lines: [String: Int] = [:]
    for speaker in speakers { lines[speaker, default: 0] += 1 }
    var random = SeededGenerator(seed: seed, name: "folds")
    let shuffled = lines.keys.sorted().shuffled(using: &random).enumerated()
      .sorted { (-(lines[$0.element] ?? 0), $0.offset) < (-(lines[$1.element] ?? 0), $1.offset) }
      .map(\.element)
    count = max(1, min(most, lines.count))
    var sizes = Array(repeating: 0, count: count)
    var folds: [String: Int] = [:]
    for speaker in shuffled {
      let fold = sizes.indices.min { (sizes[$0], $0) < (sizes[$1], $1) } ?? 0
      folds[speaker] = fold
      sizes[fold] += lines[speaker] ?? 0
    }
    foldOfLine = speakers.map { folds[$0] ?? 0 }
  }

  /// Returns the lines of a fold, which it judges.
  func heldOut(_ fold: Int) -> [Int] {
    foldOfLine.indices.filter { foldOfLine[$0] == fold }
  }

  /// Returns the lines of all other folds, to which a fold's choice is fitted; all lines for a fold
  /// that is ``count``.
  func training(_ fold: Int) -> [Int] {
    foldOfLine.indices.filter { foldOfLine[$0] != fold }
  }
}

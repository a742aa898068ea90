internal import Corpora
internal import Evaluation
internal import Golf

/// The lines to tune on, all of them in the round that is tuned.
struct TuningCorpus {
  /// The lines: those of the manifests, those without a score, then those of the score log.
  var lines: [CorpusUtterance] = []
  /// Where the score log's lines begin.
  private(set) var firstLogged = 0
  /// What is to be said about the corpus beside the figures.
  private(set) var notes: [String] = []

  private let round: Round

  /// Reads the manifests, and the log's utterances as texts.
  ///
  /// - Throws: ``Failure`` where a line is wrong, names somebody who is not of the round, or a
  ///   corpus of negatives has a score.
  init(
    round: Round, manifests: [String], negatives: [String], recordings: [String],
    log: [LoggedUtterance]
  ) throws {
    self.round = round
    for path in manifests { try add(path, corpus: lines.count, isNegative: false) }
    for path in negatives { try add(path, corpus: lines.count, isNegative: true) }
    for path in recordings {
      lines.append(
        CorpusUtterance(
          corpus: lines.count, line: 1, id: path, audio: path, transcript: nil, round: round,
          scores: [], isStream: true, tags: [:]))
    }
    firstLogged = lines.count
    for (index, utterance) in log.enumerated() {
      lines.append(
        CorpusUtterance(
          corpus: firstLogged, line: index + 1, id: utterance.transcript, audio: nil,
          transcript: utterance.transcript,
          round: try Round(
            course: round.course, hole: round.hole, par: round.par, roster: round.roster),
          scores: utterance.scores.map {
            ScorePair(player: round.roster[$0.player].name, strokes: $0.strokes)
          }, tags: utterance.speaker.map { ["speaker": $0] } ?? [:]))
    }
  }

  private mutating func add(_ path: String, corpus: Int, isNegative: Bool) throws {
    var reader = try ManifestReader(path: path, corpus: corpus)
    let before = lines.count
    while let line = try reader.next() {
      let place = "\"\(path)\" line \(line.line)"
      if isNegative, !line.scores.isEmpty {
        throw Failure(
          .badData,
          "\(place): has scores; --negatives takes corpora in which nothing is to be heard")
      }
      lines.append(try line.moved(to: round, place: place))
    }
    guard lines.count > before else {
      throw Failure(.badData, "\"\(path)\" has no lines; give one JSON object an utterance")
    }
  }

  /// Returns who speaks in each line; what has no tag is a speaker of its own, and so is each
  /// recording where all are of one speaker.
  mutating func speakers() -> [String] {
    let tagged = lines.map { line in line.tags["speaker"].map { "speaker \($0)" } }
    let known = Set(tagged.compactMap { $0 })
    let untagged = tagged.count { $0 == nil }
    let alone = lines.map { "line \($0.corpus):\($0.line)" }
    if known.count == 1, untagged == 0 {
      notes.append(
        "all lines are of one speaker: each recording counts as a speaker of its own, and the "
          + "figures hold for this speaker")
      return alone
    }
    if untagged > 0 {
      notes.append(
        "\(untagged) of \(lines.count) lines have no tag \"speaker\": each of these counts as a "
          + "speaker of its own")
    }
    return zip(tagged, alone).map { $0 ?? $1 }
  }

  mutating func remove(at indices: Set<Int>) {
    let kept = lines.indices.filter { !indices.contains($0) }
    firstLogged = kept.count { $0 < firstLogged }
    lines = kept.map { lines[$0] }
  }
}

package import ScoreLog
package import DiscGolf
internal import HyzerBase

/// The lines to tune on, all of them in the round that is tuned.
package struct TuningCorpus: Sendable {
  /// The given lines, then what was said in the score log, as texts.
  package private(set) var lines: [CorpusUtterance]
  /// Where the score log's lines begin.
  package private(set) var firstLogged: Int

  /// Adds to some lines what a score log has of the round's players.
  package init(_ lines: [CorpusUtterance], log: [ScoreEvent], round: Round) {
    firstLogged = lines.count
    self.lines = lines + TuningCorpus.lines(of: log, round: round, corpus: lines.count)
  }

  package mutating func remove(at indices: Set<Int>) {
    let kept = lines.indices.filter { !indices.contains($0) }
    firstLogged = kept.count { $0 < firstLogged }
    lines = kept.map { lines[$0] }
  }

  /// Returns who speaks in each line, and what is to be said about it beside the figures.
  ///
  /// What has no tag "speaker" is a speaker of its own, and so is each recording where all are of
  /// one speaker.
  package func speakers() -> (names: [String], notes: [String]) {
    let tagged = lines.map { line in line.tags["speaker"].map { "speaker \($0)" } }
    let untagged = tagged.count { $0 == nil }
    let alone = lines.map { "line \($0.corpus):\($0.line)" }
    if untagged == 0, Set(tagged).count == 1 {
      return (
        alone,
        [
          "all lines are of one speaker: each recording counts as a speaker of its own, and the "
            + "figures hold for this speaker"
        ]
      )
    }
    let note =
      "\(untagged) of \(lines.count) lines have no tag \"speaker\": each of these counts as a "
      + "speaker of its own"
    return (zip(tagged, alone).map { $0 ?? $1 }, untagged > 0 ? [note] : [])
  }

  /// Returns what was said in a score log, in its order, with what its events were corrected to.
  ///
  /// Events of one transcript, round, hole, device and time are one line. An event takes the player
  /// and strokes of the last event that supersedes it. Corrections by hand and undoings say nothing
  /// themselves. A line of which a score was taken back, or turned into no score, is left out, since
  /// nobody knows what it meant, and so is one that names somebody who is not of the roster.
  static func lines(of events: [ScoreEvent], round: Round, corpus: Int) -> [CorpusUtterance] {
    struct Key: Hashable {
      let round: RoundID
      let hole: Int
      let device: String
      let at: String
      let transcript: String
    }
    let successors = Dictionary(
      events.flatMap { event in event.supersedes.map { ($0, event) } },
      uniquingKeysWith: { _, last in last })
    func final(_ event: ScoreEvent) -> ScoreEvent {
      var (event, seen) = (event, Set([event.id]))
      // A log that goes in circles ends where the circle closes.
      while let next = successors[event.id], seen.insert(next.id).inserted { event = next }
      return event
    }
    let takenBack = Set(
      events.compactMap(\.takesBack)
        + events.filter { $0.result?.strokes == nil }.flatMap(\.supersedes))
    var order: [Key] = []
    var members: [Key: [ScoreEvent]] = [:]
    for event in events where event.takesBack == nil && event.result?.strokes != nil {
      guard let transcript = event.transcript, transcript.contains(where: \.isLetter) else {
        continue
      }
      let key = Key(
        round: event.round, hole: event.hole, device: event.deviceName, at: event.at,
        transcript: transcript)
      if members[key] == nil { order.append(key) }
      members[key, default: []].append(event)
    }
    func scores(_ events: [ScoreEvent]) -> [ScorePair]? {
      var scores: [ScorePair] = []
      for event in events.map(final) {
        guard let player = round.roster.player(named: event.player),
          let strokes = event.result?.strokes
        else { return nil }
        let name = round.roster[player].name
        scores.removeAll { $0.player == name }
        scores.append(ScorePair(player: name, strokes: strokes.count))
      }
      return scores
    }
    var lines: [CorpusUtterance] = []
    for key in order {
      let events = members[key] ?? []
      guard !events.contains(where: { takenBack.contains($0.id) }), let scores = scores(events)
      else { continue }
      let reporter = events.first?.reportedBy ?? ""
      let speaker = reporter.isEmpty ? key.device : reporter
      lines.append(
        CorpusUtterance(
          corpus: corpus, line: lines.count + 1, id: key.transcript, audio: nil,
          transcript: key.transcript, round: round, scores: scores,
          tags: speaker.isEmpty ? [:] : ["speaker": speaker]))
    }
    return lines
  }
}

/// A partition of a corpus' lines into folds that never splits a speaker: who is judged was never
/// fitted to.
package struct SpeakerFolds: Hashable, Sendable {
  /// The fold of each line, from 0.
  package let foldOfLine: [Int]
  /// The number of folds, each with a line in it; 1 for a single speaker.
  package let count: Int

  /// Makes at most `most` folds of about equal size, by a seeded draw.
  ///
  /// Speakers are shuffled and then each goes, the one with most lines first, to the fold with the
  /// fewest lines. There are never more folds than speakers.
  package init(speakers: [String], most: Int, seed: UInt64) {
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
  package func heldOut(_ fold: Int) -> [Int] {
    foldOfLine.indices.filter { foldOfLine[$0] == fold }
  }

  /// Returns the lines of all other folds, to which a fold's choice is fitted; all lines for a fold
  /// that is ``count``.
  package func training(_ fold: Int) -> [Int] {
    foldOfLine.indices.filter { foldOfLine[$0] != fold }
  }
}

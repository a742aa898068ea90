internal import HyzerBase
internal import Measuring
internal import ScoreLog

/// What a score log says of names: the utterances of which its scores were made.
enum TuneLog {
  /// Reads the scores of a log, as `hyzer export` writes it.
  static func events(in path: String) throws -> [ScoreEvent] {
    try LineReader.filledLines(of: path).compactMap { line in
      let read = try JSONFile.decode(
        EventLine.self, from: line.data, place: "\"\(path)\" line \(line.number)")
      return if case .score(let event) = read.event { event } else { nil }
    }
  }

  /// Returns what was said in a score log, in its order, with what its events were corrected to.
  ///
  /// Events of one transcript, round, hole, device and time are one line. An event takes the player
  /// and strokes of the last event that supersedes it. Corrections by hand and undoings say nothing
  /// themselves. A line of which a score was taken back, or turned into no score, is left out, since
  /// nobody knows what it meant, and so is one that names somebody who is not of the roster.
  static func utterances(of events: [ScoreEvent], round: Round, corpus: Int)
    -> [CorpusUtterance]
  {
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
          corpus: corpus, line: lines.count + 1, id: key.transcript, transcript: key.transcript,
          round: round, scores: scores, tags: speaker.isEmpty ? [:] : ["speaker": speaker],
          isLogged: true))
    }
    return lines
  }
}

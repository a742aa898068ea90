internal import Digests
public import Evaluation
internal import Golf
internal import Parsing
public import Pronunciation
public import Recognition
internal import Recordings
internal import Scoring

/// Runs the toolkit on the lines of a corpus, one after another, and judges what it makes of them.
///
/// Keeps the recognisers of the last few rosters. Belongs to one thread at a time.
public final class UtteranceJudge {
  /// A longer recording is heard as a stream, and as it was recorded only.
  public static let longestUtteranceSeconds = 120
  /// A recogniser takes some 20 MB, and a corpus seldom goes back and forth between more rosters.
  private static let mostScorers = 3

  /// A recogniser, in a box since it cannot be copied.
  private final class RosterScorer {
    let roster: Roster
    var live: LiveScorer

    init(round: Round, lexicon: PronunciationLexicon, settings: DecoderSettings) throws {
      roster = round.roster
      live = LiveScorer(
        scorer: try UtteranceScorer(round: round, lexicon: lexicon, settings: settings))
    }
  }

  /// What was heard in a recording, whether as one utterance or as several.
  private struct Hearing {
    var accepted: [ScorePair] = []
    var result = UtteranceOutcome.Result.failed
    var heard: [String] = []
    var unweighed: [ScorePair] = []
    var confidence: Double?
    var acceptedUtterances = 0
    var latencySeconds = 0.0
  }

  private let experiment: Experiment
  private let lexicon: PronunciationLexicon
  private let settings: DecoderSettings
  private let hashesAudio: Bool
  /// The one that was used last comes last.
  private var scorers: [RosterScorer] = []
  private var typed: (round: Round, parser: UtteranceParser)?

  /// Makes a judge; recognisers are loaded when a line first needs them.
  public init(
    experiment: Experiment, lexicon: PronunciationLexicon, settings: DecoderSettings,
    hashesAudio: Bool = true
  ) {
    self.experiment = experiment
    self.lexicon = lexicon
    self.settings = settings
    self.hashesAudio = hashesAudio
  }

  /// Returns what becomes of a line in every condition of the experiment; texts, and recordings
  /// too long for one utterance, are judged as they are and nothing else.
  ///
  /// - Throws: ``RecordingError`` where the recording cannot be read, ``LexiconError`` or
  ///   ``RecognizerError`` where the line's names or the engine are at fault.
  public func judge(_ line: CorpusUtterance) throws -> [UtteranceOutcome] {
    guard let path = line.audio else { return [try judgeText(line)] }
    let reader = try RecordingReader(path: path)
    let scorer = try scorer(for: line.round)
    let digest = hashesAudio ? try SHA256Hasher.hex(ofFile: path) : nil
    if !line.isStream, let samples = try UtteranceJudge.utterance(from: reader) {
      return try experiment.conditions.indices.map { condition in
        let heard = experiment.samples(samples, id: line.id, condition: condition)
        return try judge(line, heard, condition: condition, scorer, digest)
      }
    }
    do {
      return [try judgeStream(line, path: path, scorer, digest)]
    } catch {
      // It stands in the middle of a stream, which no other recording may go on with.
      scorers.removeAll { $0 === scorer }
      throw error
    }
  }

  // MARK: - Hearing

  /// Returns the samples of a recording, or nil where it is too long for one utterance.
  private static func utterance(from reader: consuming RecordingReader) throws -> [Int16]? {
    let limit = longestUtteranceSeconds * Recording.sampleRateHz
    var samples: [Int16] = []
    while true {
      let block = try reader.read(maximumFrames: Recording.sampleRateHz)
      if block.isEmpty { return samples }
      samples += block
      if samples.count > limit { return nil }
    }
  }

  private func judge(
    _ line: CorpusUtterance, _ samples: [Int16], condition: Int, _ scorer: RosterScorer,
    _ digest: String?
  ) throws -> UtteranceOutcome {
    var hearing: Hearing
    if experiment.isEndpointed {
      hearing = Hearing()
      let clock = ContinuousClock()
      let start = clock.now
      let events = try scorer.live.feed(samples) + scorer.live.finish()
      hearing.latencySeconds = (clock.now - start) / .seconds(1)
      for event in events { add(event, to: &hearing, line.round.roster, scorer) }
    } else {
      hearing = try hear(samples, line.round.roster, scorer)
    }
    var outcome = outcome(
      of: line, hearing, condition: condition, sampleCount: samples.count, digest: digest)
    if !outcome.isExact {
      let isRightWhole =
        experiment.isEndpointed
        ? try hear(samples, line.round.roster, scorer).accepted.sorted() == outcome.reference
        : false
      outcome.stage =
        isRightWhole ? .endpointing : stage(of: outcome, line: line, hearing, scorer)
    }
    return outcome
  }

  private func judgeStream(
    _ line: CorpusUtterance, path: String, _ scorer: RosterScorer, _ digest: String?
  ) throws -> UtteranceOutcome {
    var reader = try RecordingReader(path: path)
    var hearing = Hearing()
    var count = 0
    while true {
      let block = try reader.read(maximumFrames: Recording.sampleRateHz)
      let clock = ContinuousClock()
      let start = clock.now
      let events = block.isEmpty ? try scorer.live.finish() : try scorer.live.feed(block)
      hearing.latencySeconds += (clock.now - start) / .seconds(1)
      for event in events { add(event, to: &hearing, line.round.roster, scorer) }
      if block.isEmpty { break }
      count += block.count
    }
    var outcome = outcome(of: line, hearing, condition: 0, sampleCount: count, digest: digest)
    if !outcome.isExact { outcome.stage = stage(of: outcome, line: line, hearing, scorer) }
    return outcome
  }

  private func hear(_ samples: [Int16], _ roster: Roster, _ scorer: RosterScorer) throws -> Hearing
  {
    let clock = ContinuousClock()
    let start = clock.now
    let utterance = try scorer.live.score(samples)
    var hearing = Hearing()
    hearing.latencySeconds = (clock.now - start) / .seconds(1)
    add(utterance, to: &hearing, roster, scorer)
    return hearing
  }

  private func add(
    _ event: LiveEvent, to hearing: inout Hearing, _ roster: Roster, _ scorer: RosterScorer
  ) {
    guard case .heard(let utterance, _) = event else { return }
    add(utterance, to: &hearing, roster, scorer)
  }

  /// Adds an utterance to what was heard before in the same recording: as in a round, a player's
  /// later score replaces the earlier one.
  private func add(
    _ utterance: ScoredUtterance, to hearing: inout Hearing, _ roster: Roster,
    _ scorer: RosterScorer
  ) {
    let accepted = UtteranceJudge.pairs(utterance.result, roster)
    hearing.accepted = UtteranceJudge.replacing(hearing.accepted, by: accepted)
    hearing.unweighed = UtteranceJudge.replacing(
      hearing.unweighed,
      by: UtteranceJudge.pairs(
        scorer.live.parse(spoken: utterance.hypothesis.transcript), roster))
    switch (hearing.result, utterance.result.status) {
    case (.partial, _), (_, .partial): hearing.result = .partial
    case (.success, _), (_, .success): hearing.result = .success
    case (.failed, .failed): break
    }
    hearing.heard += utterance.hypothesis.words.flatMap { NameKey.words(of: $0.text) }
    if utterance.isAcceptable {
      hearing.confidence = max(hearing.confidence ?? 0, utterance.hypothesis.confidence)
    }
    hearing.acceptedUtterances += accepted.isEmpty ? 0 : 1
  }

  private func judgeText(_ line: CorpusUtterance) throws -> UtteranceOutcome {
    let parser = try parser(for: line.round)
    let text = line.transcript ?? ""
    let clock = ContinuousClock()
    let start = clock.now
    let result = parser.parse(text)
    var hearing = Hearing()
    hearing.latencySeconds = (clock.now - start) / .seconds(1)
    hearing.accepted = UtteranceJudge.pairs(result, line.round.roster)
    hearing.result = UtteranceJudge.result(result.status)
    hearing.heard = NameKey.words(of: text)
    hearing.confidence = hearing.accepted.isEmpty ? nil : 1
    hearing.acceptedUtterances = hearing.accepted.isEmpty ? 0 : 1
    var outcome = outcome(of: line, hearing, condition: 0, sampleCount: 0, digest: nil)
    if !outcome.isExact {
      outcome.stage = UtteranceJudge.parserStage(
        result, accepted: outcome.accepted, reference: outcome.reference)
    }
    return outcome
  }

  private func outcome(
    of line: CorpusUtterance, _ hearing: Hearing, condition: Int, sampleCount: Int, digest: String?
  ) -> UtteranceOutcome {
    UtteranceOutcome(
      corpus: line.corpus, line: line.line, id: line.id, condition: condition,
      reference: line.scores, accepted: hearing.accepted, result: hearing.result,
      // Words are compared as names are: case, accents and punctuation do not count.
      said: line.transcript.map { NameKey.words(of: $0) }, heard: hearing.heard,
      confidence: hearing.confidence, acceptedUtterances: hearing.acceptedUtterances,
      tags: line.tags, audioSeconds: Double(sampleCount) / Double(Recording.sampleRateHz),
      latencySeconds: hearing.latencySeconds, audioSHA256: condition == 0 ? digest : nil)
  }

  // MARK: - Blame

  /// Puts a failure down to the first stage that went wrong, as far as the corpus tells.
  private func stage(
    of outcome: UtteranceOutcome, line: CorpusUtterance, _ hearing: Hearing, _ scorer: RosterScorer
  ) -> FailureStage {
    if let transcript = line.transcript {
      let result = scorer.live.parse(spoken: transcript)
      let pairs = UtteranceJudge.pairs(result, line.round.roster).sorted()
      if pairs != outcome.reference {
        return UtteranceJudge.parserStage(result, accepted: pairs, reference: outcome.reference)
      }
    }
    // The recogniser always hears some sentence; to turn it away is up to the confidence.
    if outcome.isNegative { return .confirmation }
    return hearing.unweighed.sorted() == outcome.reference ? .confirmation : .recognition
  }

  private static func parserStage(
    _ result: ParseResult, accepted: [ScorePair], reference: [ScorePair]
  ) -> FailureStage {
    let hasNameProblem = result.problems.contains { problem in
      switch problem.kind {
      case .unknownName, .uncertainName, .ambiguousName: true
      default: false
      }
    }
    let isOtherPlayer = reference.contains { pair in
      !accepted.contains { $0.player == pair.player }
        && accepted.contains { $0.strokes == pair.strokes && !reference.contains($0) }
    }
    return hasNameProblem || isOtherPlayer ? .matching : .classification
  }

  // MARK: - Parts

  private func scorer(for round: Round) throws -> RosterScorer {
    if let index = scorers.firstIndex(where: { $0.roster == round.roster }) {
      scorers.append(scorers.remove(at: index))
    } else {
      if scorers.count == UtteranceJudge.mostScorers { scorers.removeFirst() }
      scorers.append(try RosterScorer(round: round, lexicon: lexicon, settings: settings))
    }
    let scorer = scorers[scorers.count - 1]
    scorer.live.move(to: round)
    return scorer
  }

  private func parser(for round: Round) throws -> UtteranceParser {
    if let typed, typed.round == round { return typed.parser }
    let parser = try UtteranceParser(typedIn: round, lexicon: lexicon)
    typed = (round, parser)
    return parser
  }

  private static func pairs(_ result: ParseResult, _ roster: Roster) -> [ScorePair] {
    result.scores.map {
      ScorePair(player: roster[$0.player].name, strokes: $0.strokes.count)
    }
  }

  private static func replacing(_ old: [ScorePair], by new: [ScorePair]) -> [ScorePair] {
    old.filter { pair in !new.contains { $0.player == pair.player } } + new
  }

  private static func result(_ status: ParseResult.Status) -> UtteranceOutcome.Result {
    switch status {
    case .success: .success
    case .partial: .partial
    case .failed: .failed
    }
  }
}

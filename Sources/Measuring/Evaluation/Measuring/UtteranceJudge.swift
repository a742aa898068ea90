package import HyzerVoice
internal import ScoreLog

/// Runs the toolkit on the lines of a corpus, one after another, and judges what it makes of them.
///
/// Keeps the recognisers of the last few rosters. Belongs to one thread at a time.
package final class UtteranceJudge {
  /// A longer recording is heard as a stream, and as it was recorded only.
  package static let longestUtteranceSeconds = 120
  /// A stream comes in blocks of 100 ms.
  private static let samplesPerBlock = 1600
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

  private let experiment: Experiment
  private let lexicon: PronunciationLexicon
  private let settings: DecoderSettings
  /// The one that was used last comes last.
  private var scorers: [RosterScorer] = []
  private var typed: (round: Round, parser: UtteranceParser)?

  /// Makes a judge; recognisers are loaded when a line first needs them.
  package init(experiment: Experiment, lexicon: PronunciationLexicon, settings: DecoderSettings) {
    self.experiment = experiment
    self.lexicon = lexicon
    self.settings = settings
  }

  /// Returns what becomes of a line in every condition of the experiment; texts, and recordings
  /// too long for one utterance, are judged as they are and nothing else.
  ///
  /// - Throws: ``RecordingError`` where the recording cannot be read, ``LexiconError`` or
  ///   ``RecognizerError`` where the line's names or the engine are at fault.
  package func judge(_ line: CorpusUtterance) throws -> [UtteranceOutcome] {
    guard let path = line.audio else { return [try judgeText(line)] }
    let reader = try RecordingReader(path: path)
    let scorer = try scorer(for: line.round)
    let digest = try Digest.sha256(ofFile: path)
    var outcomes: [UtteranceOutcome]
    if !line.isStream, let samples = try UtteranceJudge.utterance(from: reader) {
      // Over silence no level of noise makes a ratio.
      let isSilent = ActiveSpeechLevel.rms(of: samples) == nil
      outcomes = try (0..<(isSilent ? 1 : experiment.conditionCount)).map { condition in
        let heard = experiment.samples(samples, id: line.id, condition: condition)
        var outcome = try judge(line, heard, scorer)
        outcome.condition = condition
        outcome.audioSeconds = Double(samples.count) / Double(Recording.sampleRateHz)
        return outcome
      }
    } else {
      outcomes = [try judgeStream(line, path: path, scorer)]
    }
    outcomes[0].audioSHA256 = digest
    return outcomes
  }

  /// Returns the samples of a recording, or nil where it is too long for one utterance.
  private static func utterance(from reader: consuming RecordingReader) throws -> [Int16]? {
    let limit = longestUtteranceSeconds * Recording.sampleRateHz
    var samples: [Int16] = []
    while samples.count <= limit {
      let block = try reader.read(maximumFrames: Recording.sampleRateHz)
      if block.isEmpty { return samples }
      samples += block
    }
    return nil
  }

  private func judge(
    _ line: CorpusUtterance, _ samples: [Int16], _ scorer: RosterScorer
  ) throws -> UtteranceOutcome {
    func whole() throws -> HeardRecording {
      var heard = HeardRecording(line)
      try heard.time { heard in heard.add(try scorer.live.scorer.score(samples)) }
      return heard
    }
    guard experiment.isEndpointed else { return outcome(of: line, try whole(), scorer) }
    var rest = samples[...]
    let heard = try hearStream(line, scorer) {
      defer { rest = rest.dropFirst(UtteranceJudge.samplesPerBlock) }
      return Array(rest.prefix(UtteranceJudge.samplesPerBlock))
    }
    var result = outcome(of: line, heard, scorer)
    if !result.isExact, try whole().accepted.sorted() == result.reference {
      result.stage = .endpointing
    }
    return result
  }

  private func judgeStream(_ line: CorpusUtterance, path: String, _ scorer: RosterScorer) throws
    -> UtteranceOutcome
  {
    var reader = try RecordingReader(path: path)
    var count = 0
    let heard = try hearStream(line, scorer) {
      let block = try reader.read(maximumFrames: UtteranceJudge.samplesPerBlock)
      count += block.count
      return block
    }
    var outcome = outcome(of: line, heard, scorer)
    outcome.audioSeconds = Double(count) / Double(Recording.sampleRateHz)
    return outcome
  }

  private func hearStream(
    _ line: CorpusUtterance, _ scorer: RosterScorer, _ next: () throws -> [Int16]
  ) throws -> HeardRecording {
    var heard = HeardRecording(line)
    do {
      while true {
        let block = try next()
        try heard.time { heard in
          let events = block.isEmpty ? try scorer.live.finish() : try scorer.live.feed(block)
          for case .heard(let utterance, _) in events { heard.add(utterance) }
        }
        if block.isEmpty { return heard }
      }
    } catch {
      // It stands in the middle of a stream, which no other recording may go on with.
      scorers.removeAll { $0 === scorer }
      throw error
    }
  }

  private func judgeText(_ line: CorpusUtterance) throws -> UtteranceOutcome {
    let parser = try parser(for: line.round)
    let text = line.transcript ?? ""
    let start = ContinuousClock.now
    let result = parser.parse(text)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let words = NameKey.words(of: text)
    let accepted = HeardRecording.pairs(result, line.round.roster).sorted()
    let reference = line.scores.sorted()
    let isExact = accepted == reference
    return UtteranceOutcome(
      corpus: line.corpus, line: line.line, id: line.id, reference: reference, accepted: accepted,
      result: result.status, said: words, heard: words, confidence: accepted.isEmpty ? nil : 1,
      acceptedUtterances: accepted.isEmpty ? 0 : 1,
      isWrongCommit: result.status == .success && !isExact,
      stage: isExact
        ? nil : UtteranceJudge.parserStage(result, accepted: accepted, reference: reference),
      tags: line.tags, processingSeconds: seconds)
  }

  private func outcome(
    of line: CorpusUtterance, _ heard: HeardRecording, _ scorer: RosterScorer
  ) -> UtteranceOutcome {
    var outcome = heard.outcome(of: line)
    if !outcome.isExact { outcome.stage = stage(of: outcome, line: line, heard, scorer) }
    return outcome
  }

  /// Puts a failure down to the first stage that went wrong, as far as the corpus shows it.
  private func stage(
    of outcome: UtteranceOutcome, line: CorpusUtterance, _ heard: HeardRecording,
    _ scorer: RosterScorer
  ) -> FailureStage {
    if let transcript = line.transcript {
      let result = scorer.live.scorer.parse(spoken: transcript)
      let pairs = HeardRecording.pairs(result, line.round.roster).sorted()
      if pairs != outcome.reference {
        return UtteranceJudge.parserStage(result, accepted: pairs, reference: outcome.reference)
      }
    }
    // The recogniser always hears some sentence; to turn it away is up to the confidence.
    if outcome.isNegative { return .confirmation }
    let unweighed = heard.acceptedUnweighed { scorer.live.scorer.parse(spoken: $0) }
    return unweighed.sorted() == outcome.reference ? .confirmation : .recognition
  }

  private static func parserStage(
    _ result: ParseResult, accepted: [ScorePair], reference: [ScorePair]
  ) -> FailureStage {
    let isOtherPlayer = reference.contains { pair in
      !accepted.contains { $0.player == pair.player }
        && accepted.contains { $0.strokes == pair.strokes && !reference.contains($0) }
    }
    return isOtherPlayer || result.problems.contains(where: \.isOpenName)
      ? .matching : .classification
  }

  private func scorer(for round: Round) throws -> RosterScorer {
    if let index = scorers.firstIndex(where: { $0.roster == round.roster }) {
      scorers.append(scorers.remove(at: index))
    } else {
      if scorers.count == UtteranceJudge.mostScorers { scorers.removeFirst() }
      scorers.append(try RosterScorer(round: round, lexicon: lexicon, settings: settings))
    }
    let scorer = scorers[scorers.count - 1]
    try scorer.live.move(to: round)
    return scorer
  }

  private func parser(for round: Round) throws -> UtteranceParser {
    if let typed, typed.round == round { return typed.parser }
    let parser = try UtteranceParser(typedIn: round, lexicon: lexicon)
    typed = (round, parser)
    return parser
  }
}

/// What was heard in a recording, whether in one utterance or in several after another.
private struct HeardRecording {
  /// The pairs that were accepted: as in a round, a player's later score replaces the earlier one.
  private(set) var accepted: [ScorePair] = []
  /// Success where something would have saved itself and nobody would be asked.
  private var result = ParseStatus.failed
  private var words: [String] = []
  /// How clear the clearest utterance was in which something would be accepted; nil for none.
  private var confidence: Double?
  private var acceptedUtterances = 0
  /// How long each block was worked on, in seconds: the speaker waits for the block in which an
  /// utterance ends.
  private var latencies: [Double] = []

  private var hypotheses: [Hypothesis] = []
  private var savedWrongPair = false
  private let reference: Set<ScorePair>
  private let roster: Roster

  init(_ line: CorpusUtterance) {
    reference = Set(line.scores)
    roster = line.round.roster
  }

  mutating func time(_ work: (inout Self) throws -> Void) rethrows {
    let start = ContinuousClock.now
    try work(&self)
    latencies.append((ContinuousClock.now - start) / .seconds(1))
  }

  mutating func add(_ utterance: ScoredUtterance) {
    let pairs = HeardRecording.pairs(utterance.result, roster)
    accepted = HeardRecording.replacing(accepted, by: pairs)
    switch (result, utterance.result.status) {
    case (.partial, _), (_, .partial): result = .partial
    case (.success, _), (_, .success): result = .success
    case (.failed, .failed): break
    }
    if utterance.result.status == .success, !reference.isSuperset(of: pairs) {
      savedWrongPair = true
    }
    words += utterance.hypothesis.words.flatMap { NameKey.words(of: $0.text) }
    hypotheses.append(utterance.hypothesis)
    if utterance.isAcceptable {
      confidence = max(confidence ?? 0, utterance.hypothesis.confidence)
    }
    acceptedUtterances += pairs.isEmpty ? 0 : 1
  }

  /// What becomes of the line, as it was recorded, but for the stage of a failure.
  func outcome(of line: CorpusUtterance) -> UtteranceOutcome {
    UtteranceOutcome(
      corpus: line.corpus, line: line.line, id: line.id, reference: line.scores.sorted(),
      accepted: accepted.sorted(), result: result,
      // Words are compared as names are: case, accents and punctuation do not count.
      said: line.transcript.map { NameKey.words(of: $0) }, heard: words, confidence: confidence,
      acceptedUtterances: acceptedUtterances,
      isWrongCommit: savedWrongPair || result == .success && Set(accepted) != reference,
      tags: line.tags, latencySeconds: latencies.max(), processingSeconds: latencies.reduce(0, +),
      hypotheses: hypotheses)
  }

  /// Returns what would have been accepted if every word had been clear.
  func acceptedUnweighed(parse: (String) -> ParseResult) -> [ScorePair] {
    hypotheses.reduce([]) {
      HeardRecording.replacing($0, by: HeardRecording.pairs(parse($1.transcript), roster))
    }
  }

  static func pairs(_ result: ParseResult, _ roster: Roster) -> [ScorePair] {
    result.scores.map { ScorePair(player: roster[$0.player].name, strokes: $0.strokes.count) }
  }

  private static func replacing(_ old: [ScorePair], by new: [ScorePair]) -> [ScorePair] {
    old.filter { pair in !new.contains { $0.player == pair.player } } + new
  }
}

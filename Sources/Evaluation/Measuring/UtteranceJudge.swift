internal import Audio
internal import Golf
internal import Language
public import Pronunciation
public import Recognition
internal import Understanding

/// Runs the toolkit on the lines of a corpus, one after another, and judges what it makes of them.
///
/// Keeps the recognisers of the last few rosters. Belongs to one thread at a time.
public final class UtteranceJudge {
  /// A longer recording is heard as a stream, and as it was recorded only.
  public static let longestUtteranceSeconds = 120
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
  public init(
    experiment: Experiment, lexicon: PronunciationLexicon, settings: DecoderSettings
  ) {
    self.experiment = experiment
    self.lexicon = lexicon
    self.settings = settings
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
    let digest = try SHA256Hasher.hex(ofFile: path)
    if !line.isStream, let samples = try UtteranceJudge.utterance(from: reader) {
      // Over silence no level of noise makes a ratio.
      let isSilent = ActiveSpeechLevel.rms(of: samples) == nil
      return try experiment.conditions.indices.prefix(isSilent ? 1 : .max).map { condition in
        let heard = experiment.samples(samples, id: line.id, condition: condition)
        var outcome = try judge(line, heard, condition: condition, scorer)
        outcome.audioSeconds = Double(samples.count) / Double(Recording.sampleRateHz)
        outcome.audioSHA256 = condition == 0 ? digest : nil
        return outcome
      }
    }
    do {
      var outcome = try judgeStream(line, path: path, scorer)
      outcome.audioSHA256 = digest
      return [outcome]
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
    _ line: CorpusUtterance, _ samples: [Int16], condition: Int, _ scorer: RosterScorer
  ) throws -> UtteranceOutcome {
    guard experiment.isEndpointed else {
      let (heard, seconds) = try hear(samples, line, scorer)
      return outcome(
        of: line, heard, condition: condition, latencies: [seconds], scorer)
    }
    var blocks = samples.chunks(of: UtteranceJudge.samplesPerBlock).makeIterator()
    let (heard, latencies) = try hearStream(line, scorer) { blocks.next() ?? [] }
    var result = outcome(of: line, heard, condition: condition, latencies: latencies, scorer)
    if !result.isExact, try hear(samples, line, scorer).heard.accepted.sorted() == result.reference
    {
      result.stage = .endpointing
    }
    return result
  }

  private func judgeStream(_ line: CorpusUtterance, path: String, _ scorer: RosterScorer) throws
    -> UtteranceOutcome
  {
    var reader = try RecordingReader(path: path)
    var count = 0
    let (heard, latencies) = try hearStream(line, scorer) {
      let block = try reader.read(maximumFrames: UtteranceJudge.samplesPerBlock)
      count += block.count
      return block
    }
    var outcome = outcome(of: line, heard, condition: 0, latencies: latencies, scorer)
    outcome.audioSeconds = Double(count) / Double(Recording.sampleRateHz)
    return outcome
  }

  private func hear(_ samples: [Int16], _ line: CorpusUtterance, _ scorer: RosterScorer) throws
    -> (heard: HeardRecording, seconds: Double)
  {
    var heard = HeardRecording(reference: line.scores)
    let (utterance, seconds) = try UtteranceJudge.timed { try scorer.live.scorer.score(samples) }
    heard.add(utterance, line.round.roster)
    return (heard, seconds)
  }

  /// Hears blocks until there are no more, and tells how long each was worked on: whoever speaks
  /// waits for the block in which an utterance ends.
  private func hearStream(
    _ line: CorpusUtterance, _ scorer: RosterScorer, _ next: () throws -> [Int16]
  ) throws -> (heard: HeardRecording, latencies: [Double]) {
    var heard = HeardRecording(reference: line.scores)
    var latencies: [Double] = []
    while true {
      let block = try next()
      let (events, seconds) = try UtteranceJudge.timed {
        block.isEmpty ? try scorer.live.finish() : try scorer.live.feed(block)
      }
      latencies.append(seconds)
      for case .heard(let utterance, _) in events { heard.add(utterance, line.round.roster) }
      if block.isEmpty { return (heard, latencies) }
    }
  }

  private func judgeText(_ line: CorpusUtterance) throws -> UtteranceOutcome {
    let parser = try parser(for: line.round)
    let text = line.transcript ?? ""
    let (result, seconds) = UtteranceJudge.timed { parser.parse(text) }
    let words = NameKey.words(of: text)
    let accepted = HeardRecording.pairs(result, line.round.roster)
    var outcome = UtteranceOutcome(
      corpus: line.corpus, line: line.line, id: line.id, reference: line.scores,
      accepted: accepted, result: UtteranceOutcome.Result(result.status), said: words,
      heard: words, confidence: accepted.isEmpty ? nil : 1, tags: line.tags,
      processingSeconds: seconds)
    if !outcome.isExact {
      outcome.stage = UtteranceJudge.parserStage(
        result, accepted: outcome.accepted, reference: outcome.reference)
    }
    return outcome
  }

  private func outcome(
    of line: CorpusUtterance, _ heard: HeardRecording, condition: Int, latencies: [Double],
    _ scorer: RosterScorer
  ) -> UtteranceOutcome {
    var outcome = UtteranceOutcome(line, heard, audioSeconds: 0)
    outcome.condition = condition
    outcome.latencySeconds = latencies.max()
    outcome.processingSeconds = latencies.reduce(0, +)
    if !outcome.isExact { outcome.stage = stage(of: outcome, line: line, heard, scorer) }
    return outcome
  }

  private static func timed<Value>(_ work: () throws -> Value) rethrows -> (Value, Double) {
    let start = ContinuousClock.now
    let value = try work()
    return (value, (ContinuousClock.now - start) / .seconds(1))
  }

  // MARK: - Blame

  /// Puts a failure down to the first stage that went wrong, as far as the corpus tells.
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
    let unweighed = heard.acceptedUnweighed(line.round.roster) {
      scorer.live.scorer.parse(spoken: $0)
    }
    return unweighed.sorted() == outcome.reference ? .confirmation : .recognition
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
}

extension UtteranceOutcome {
  /// Makes the outcome of a line in which something was heard, as it was recorded.
  init(_ line: CorpusUtterance, _ heard: HeardRecording, audioSeconds: Double) {
    self.init(
      corpus: line.corpus, line: line.line, id: line.id, reference: line.scores,
      accepted: heard.accepted, result: heard.result,
      // Words are compared as names are: case, accents and punctuation do not count.
      said: line.transcript.map { NameKey.words(of: $0) }, heard: heard.words,
      confidence: heard.confidence, acceptedUtterances: heard.acceptedUtterances,
      isWrongCommit: heard.isWrongCommit, tags: line.tags, audioSeconds: audioSeconds)
  }
}

extension UtteranceOutcome.Result {
  fileprivate init(_ status: ParseResult.Status) {
    switch status {
    case .success: self = .success
    case .partial: self = .partial
    case .failed: self = .failed
    }
  }
}

extension [Int16] {
  /// The samples in blocks of so many, the last of which may be shorter.
  fileprivate func chunks(of size: Int) -> [[Int16]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}

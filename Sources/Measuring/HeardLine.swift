public import Evaluation
internal import Golf
internal import Parsing
public import Pronunciation
public import Recognition
internal import Recordings
public import Scoring

/// A line of a corpus with everything that was heard in it, to be judged with any thresholds.
public struct HeardLine: Sendable {
  /// The line.
  public let line: CorpusLine
  /// The utterances that were found in the recording, in order.
  public let utterances: [UnweighedUtterance]
  /// The length of the recording in seconds.
  public let audioSeconds: Double

  /// Returns what becomes of the line with the thresholds of `confidence`: the same that
  /// ``UtteranceJudge`` finds, but for the stage of a failure and the time it took.
  public func outcome(confidence: DecoderSettings.Confidence) -> UtteranceOutcome {
    var accepted: [ScorePair] = []
    var result = UtteranceOutcome.Result.failed
    for utterance in utterances {
      let weighed = utterance.weighed(by: confidence).result
      let pairs = weighed.scores.map { score in
        ScorePair(
          player: utterance.round.roster[score.player].name, strokes: score.strokes.count)
      }
      accepted = accepted.filter { old in !pairs.contains { $0.player == old.player } } + pairs
      switch (result, weighed.status) {
      case (.partial, _), (_, .partial): result = .partial
      case (.success, _), (_, .success): result = .success
      case (.failed, .failed): break
      }
    }
    return UtteranceOutcome(
      corpus: line.corpus, line: line.line, id: line.id, reference: line.scores,
      accepted: accepted, result: result,
      said: line.transcript.map { NameKey.words(of: $0) },
      heard: utterances.flatMap { utterance in
        utterance.hypothesis.words.flatMap { NameKey.words(of: $0.text) }
      }, tags: line.tags, audioSeconds: audioSeconds)
  }
}

/// Hears the recordings of corpus lines of one roster.
///
/// Belongs to one thread at a time.
public final class LineListener {
  private let lexicon: PronunciationLexicon
  private let settings: DecoderSettings
  private var scorers: [(line: CorpusLine, live: Box)] = []

  private final class Box {
    var live: LiveScorer

    init(_ scorer: consuming UtteranceScorer) { live = LiveScorer(scorer: scorer) }
  }

  /// Makes a listener; the recogniser is loaded when a line first needs it.
  public init(lexicon: PronunciationLexicon, settings: DecoderSettings) {
    self.lexicon = lexicon
    self.settings = settings
  }

  /// Returns what is heard in a line that has audio; a line without any holds nothing.
  ///
  /// - Throws: ``RecordingError``, ``LexiconError`` or ``RecognizerError``.
  public func hear(_ line: CorpusLine) throws -> HeardLine {
    guard let path = line.audio else {
      return HeardLine(line: line, utterances: [], audioSeconds: 0)
    }
    let box = try box(for: line)
    var reader = try RecordingReader(path: path)
    var whole: [Int16] = []
    var hypotheses: [Hypothesis] = []
    var count = 0
    var isStream = line.isStream
    while true {
      let block = try reader.read(maximumFrames: Recording.sampleRateHz)
      if block.isEmpty { break }
      count += block.count
      if isStream {
        hypotheses += LineListener.hypotheses(try box.live.feed(block))
      } else {
        whole += block
        if whole.count > UtteranceJudge.longestUtteranceSeconds * Recording.sampleRateHz {
          isStream = true
          hypotheses += LineListener.hypotheses(try box.live.feed(whole))
        }
      }
    }
    if isStream {
      hypotheses += LineListener.hypotheses(try box.live.finish())
    } else {
      hypotheses.append(try box.live.score(whole).hypothesis)
    }
    return HeardLine(
      line: line, utterances: hypotheses.map { box.live.understand($0) },
      audioSeconds: Double(count) / Double(Recording.sampleRateHz))
  }

  private func box(for line: CorpusLine) throws -> Box {
    if let (_, box) = scorers.first(where: { $0.line.round.roster == line.round.roster }) {
      box.live.move(to: line.round)
      return box
    }
    let box = Box(
      try UtteranceScorer(round: line.round, lexicon: lexicon, settings: settings))
    scorers = [(line, box)]
    return box
  }

  private static func hypotheses(_ events: [LiveEvent]) -> [Hypothesis] {
    events.compactMap { event in
      guard case .heard(let utterance, _) = event else { return nil }
      return utterance.hypothesis
    }
  }
}

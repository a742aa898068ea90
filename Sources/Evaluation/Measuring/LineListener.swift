internal import Audio
internal import Golf
public import Pronunciation
public import Recognition
internal import Understanding

/// Hears the recordings of corpus lines, and keeps the recogniser of the last roster.
///
/// Belongs to one thread at a time.
public final class LineListener {
  private let lexicon: PronunciationLexicon
  private let settings: DecoderSettings
  private var current: (roster: Roster, box: Box)?

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
  public func hear(_ line: CorpusUtterance) throws -> HeardLine {
    guard let path = line.audio else {
      return HeardLine(line: line, utterances: [], audioSeconds: 0)
    }
    let box = try box(for: line)
    var reader = try RecordingReader(path: path)
    var whole: [Int16] = []
    var utterances: [ScoredUtterance] = []
    var count = 0
    var isStream = line.isStream
    while true {
      let block = try reader.read(maximumFrames: Recording.sampleRateHz)
      if block.isEmpty { break }
      count += block.count
      if isStream {
        utterances += LineListener.utterances(try box.live.feed(block))
      } else {
        whole += block
        if whole.count > UtteranceJudge.longestUtteranceSeconds * Recording.sampleRateHz {
          isStream = true
          utterances += LineListener.utterances(try box.live.feed(whole))
        }
      }
    }
    if isStream {
      utterances += LineListener.utterances(try box.live.finish())
    } else {
      utterances.append(try box.live.scorer.score(whole))
    }
    return HeardLine(
      line: line, utterances: utterances,
      audioSeconds: Double(count) / Double(Recording.sampleRateHz))
  }

  private func box(for line: CorpusUtterance) throws -> Box {
    if let current, current.roster == line.round.roster {
      current.box.live.move(to: line.round)
      return current.box
    }
    let box = Box(
      try UtteranceScorer(round: line.round, lexicon: lexicon, settings: settings))
    current = (line.round.roster, box)
    return box
  }

  private static func utterances(_ events: [LiveEvent]) -> [ScoredUtterance] {
    events.compactMap { event in
      guard case .heard(let utterance, _) = event else { return nil }
      return utterance
    }
  }
}

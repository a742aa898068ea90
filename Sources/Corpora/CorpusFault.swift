internal import Golf

/// What can be wrong with a line of a corpus.
public enum CorpusFault: Hashable, Sendable {
  /// The manifest has no line.
  case noLines
  /// The line cannot be read; the reason says what is wrong where.
  case unusableLine(String)
  /// There is neither audio nor a transcript.
  case nothingToJudge
  /// The label names somebody who does not play.
  case unknownPlayer(String)
  /// The label gives a player two scores.
  case playerTwice(String)
  /// The label gives a score that cannot be kept.
  case strokesOutOfRange(String, Int)
  /// The transcript is empty though there are scores.
  case emptyTranscript
  /// The parser makes something else of the transcript than the label says.
  case readOtherwise(label: String, typed: String, spoken: String)
  /// There is no such recording.
  case missingAudio(String)
  /// The recording cannot be read, for a reason that says what to do.
  case unreadableAudio(String)
  /// The recording is longer than an utterance may be, in seconds.
  case overlongAudio(String, seconds: Int, limit: Int)
  /// The recording's rate is below the recogniser's, in hertz.
  case lowRate(String, Int)
  /// The recording's rate is above the recogniser's, in hertz.
  case highRate(String, Int)
  /// Another line has the same recording.
  case samePath(String, first: CorpusPlace)
  /// Another line has a recording of the same samples.
  case sameSamples(String, first: CorpusPlace)
  /// Another line has the same recording, or one of the same samples, with another transcript.
  case contradiction(String, first: CorpusPlace)
  /// So many samples are at full scale.
  case clippedAudio(String, samples: Int)
  /// Nothing can be heard, though the label has scores.
  case silentAudio(String)
  /// Nothing can be heard, though there is a transcript.
  case silentNegative(String)
}

extension CorpusFault {
  /// A word for machines.
  public var name: String {
    switch self {
    case .noLines: "noLines"
    case .unusableLine: "unusableLine"
    case .nothingToJudge: "nothingToJudge"
    case .unknownPlayer: "unknownPlayer"
    case .playerTwice: "playerTwice"
    case .strokesOutOfRange: "strokesOutOfRange"
    case .emptyTranscript: "emptyTranscript"
    case .readOtherwise: "readOtherwise"
    case .missingAudio: "missingAudio"
    case .unreadableAudio: "unreadableAudio"
    case .overlongAudio: "overlongAudio"
    case .lowRate: "lowRate"
    case .highRate: "highRate"
    case .samePath: "samePath"
    case .sameSamples: "sameSamples"
    case .contradiction: "contradiction"
    case .clippedAudio: "clippedAudio"
    case .silentAudio: "silentAudio"
    case .silentNegative: "silentNegative"
    }
  }

  /// How bad it is.
  public var severity: CorpusFinding.Severity {
    switch self {
    case .noLines, .unusableLine, .nothingToJudge, .unknownPlayer, .playerTwice,
      .strokesOutOfRange, .emptyTranscript, .missingAudio, .unreadableAudio, .overlongAudio,
      .contradiction, .silentAudio:
      .error
    case .readOtherwise, .lowRate, .samePath, .sameSamples, .clippedAudio, .silentNegative:
      .warning
    case .highRate: .note
    }
  }

  /// What is wrong, on one line.
  public var message: String {
    switch self {
    case .noLines: "there are no lines"
    case .unusableLine(let reason): reason
    case .nothingToJudge: "neither \"audio\" nor \"transcript\""
    case .unknownPlayer(let name): "\"\(name)\" is not among the line's \"players\""
    case .playerTwice(let name): "the label gives \"\(name)\" two scores"
    case .strokesOutOfRange(let name, let count):
      "\"\(name)\" has \(count) strokes; scores go from \(Strokes.range.lowerBound) to "
        + "\(Strokes.range.upperBound)"
    case .emptyTranscript: "the transcript is empty, but there are scores"
    case .readOtherwise(let label, let typed, let spoken):
      typed == spoken
        ? "the label says \(label), the parser reads \(typed)"
        : "the label says \(label), the parser reads \(typed) as typed text and \(spoken) as speech"
    case .missingAudio(let path): "there is no recording \"\(path)\""
    case .unreadableAudio(let reason): reason
    case .overlongAudio(let path, let seconds, let limit):
      "\"\(path)\" is \(seconds) s long, and an utterance at most \(limit) s"
    case .lowRate(let path, let rate): "\"\(path)\" has \(rate) Hz and so no highs"
    case .highRate(let path, let rate):
      "\"\(path)\" has \(rate) Hz, and is converted to 16000 Hz whenever it is read"
    case .samePath(let path, let first): "\"\(path)\" is also the recording of \(first)"
    case .sameSamples(let path, let first): "\"\(path)\" has the same samples as that of \(first)"
    case .contradiction(let path, let first):
      "\"\(path)\" is the same clip as that of \(first), with another transcript"
    case .clippedAudio(let path, let samples):
      "\"\(path)\" is clipped: \(samples) samples at full scale"
    case .silentAudio(let path): "\"\(path)\" is silent, but there are scores"
    case .silentNegative(let path): "\"\(path)\" is silent, but there is a transcript"
    }
  }

  /// What to do; empty where the message says that already.
  public var advice: String {
    switch self {
    case .noLines: "give one JSON object an utterance"
    case .unusableLine, .unreadableAudio: ""
    case .nothingToJudge: "give one of them"
    case .unknownPlayer: "add the player, or correct the label"
    case .playerTwice: "keep the one that counts"
    case .strokesOutOfRange: "correct the label"
    case .emptyTranscript: "write down what was said, or null"
    case .readOtherwise: "correct the label or the transcript; if both are right, the parser errs"
    case .missingAudio: "restore it, or take the line out"
    case .overlongAudio: "split it"
    case .lowRate: "keep such recordings in a corpus of their own"
    case .highRate: "nothing needs to be done"
    case .samePath, .sameSamples: "take one of the lines out"
    case .contradiction: "take out the line that is wrong"
    case .clippedAudio: "record it again with less gain"
    case .silentAudio, .silentNegative: "record it again, or take the line out"
    }
  }
}

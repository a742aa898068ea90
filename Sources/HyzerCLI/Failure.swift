internal import CommandLineKit
internal import HyzerBase
internal import HyzerVoice
internal import Measuring
internal import PhonePage
internal import ScoreLog
internal import ScoreScreen
internal import ScoreSnap
internal import Scoreboards
internal import Scorekeeping

/// The exit codes of the program, after `sysexits.h`.
enum ExitCode: Int32, CaseIterable {
  case done = 0
  case usage = 64
  case badData = 65
  case inputMissing = 66
  case unavailable = 69
  case internalFault = 70
  case inputOutput = 74

  var meaning: String {
    switch self {
    case .done: "Done."
    case .usage: "The command line is wrong."
    case .badData: "The input is wrong."
    case .inputMissing: "The input is missing."
    case .unavailable: "A library, model or device is not available."
    case .internalFault: "The program itself is at fault."
    case .inputOutput: "Reading or writing failed."
    }
  }
}

/// Why a command ends early: an exit code, and one line that says what, where and what to do.
struct Failure: Error, Hashable, CustomStringConvertible {
  let code: ExitCode
  let message: String

  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }

  init(_ error: any Error) {
    code = ExitCode(of: error) ?? .internalFault
    message = ExitCode(of: error) == nil ? "unexpected error: \(error)" : "\(error)"
  }

  var description: String { message }
}

/// Ends a command with an exit code after the reason has been printed.
struct Reported: Error {
  let code: ExitCode
}

// MARK: - The exit code of each error

extension ExitCode {
  /// The exit code of an error of the libraries, whose description is one line for people; nil for what no
  /// command should meet.
  init?(of error: any Error) {
    switch error {
    case let error as Failure: self = error.code
    case is UsageError: self = .usage
    case is CourseError, is PhotoError, is RosterError, is RoundError, is RoundFileError,
      is RemoteReaderFault, is RoundRecordError, is ScoreLogRefusal, is SnapRefusal:
      self = .badData
    case is CaptureError, is DigitNetworkError, is ImageError, is RemoteReaderError,
      is TerminalError, is WebClientError,
      is WebServerError:
      self = .unavailable
    case let error as CertificateError:
      self =
        switch error.category {
        case .badData: .badData
        case .inputOutput: .inputOutput
        case .internalFault: .internalFault
        }
    case let error as FileFailure:
      self =
        switch error.kind {
        case .badData: .badData
        case .missing: .inputMissing
        case .inputOutput: .inputOutput
        }
    case let error as HostError:
      self =
        switch error {
        case .badAddress: .usage
        case .notAdmitted, .refused: .badData
        case .unreachable, .noHost: .unavailable
        case .lost: .inputOutput
        }
    case let error as LexiconError:
      self =
        switch error {
        case .dictionaryMissing: .unavailable
        case .dictionaryUnreadable: .inputOutput
        case .badPronunciation, .unpronounceable: .badData
        case .speechFailed: .internalFault
        }
    case let error as QRCodeError:
      self =
        switch error {
        case .tooLong, .unreadableText: .badData
        case .failed: .internalFault
        }
    case let error as RecognizerError:
      self =
        switch error {
        case .modelMissing, .modelIncomplete, .modelRejected, .networkMissing, .networkRejected,
          .networkOfOtherModel, .unknownOption:
          .unavailable
        case .noRoomForScores: .inputOutput
        case .wordRejected, .grammarRejected, .decodingFailed, .badSettings, .outOfMemory:
          .internalFault
        }
    case let error as RecordingError:
      self =
        switch error {
        case .missing: .inputMissing
        case .unrecognised, .emptyFile, .noSamples, .truncated, .damaged, .isDirectory,
          .resampleFailed:
          .badData
        case .notReadable, .readFailed, .writeFailed: .inputOutput
        case .outOfMemory, .compressionFailed: .internalFault
        }
    case let error as ScoreStoreError:
      self =
        switch error.category {
        case .badData, .refusal: .badData
        case .missing: .inputMissing
        case .inputOutput: .inputOutput
        case .internalFault: .internalFault
        }
    case let error as SpeechError:
      self =
        switch error {
        case .badText: .badData
        case .unavailable: .unavailable
        }
    default: return nil
    }
  }
}

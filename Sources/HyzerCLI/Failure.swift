internal import CommandLineKit
internal import DiscGolf
internal import HyzerBase
internal import HyzerVoice
internal import Measuring
internal import PhonePage
internal import ScoreLog
internal import ScoreScreen
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
struct Failure: Error, Hashable {
  let code: ExitCode
  let message: String

  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Makes a failure of any error of the toolkit.
  init(_ error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as ReverberationError:
      self.init(.badData, "the echo's impulse response: \(error)")
    case let error as any ExitCoded: self.init(error.exitCode, "\(error)")
    default: self.init(.internalFault, "unexpected error: \(error)")
    }
  }
}

/// Ends a command with an exit code after the reason has been printed.
struct Reported: Error {
  let code: ExitCode
}

// MARK: - The exit code of each error

/// An error of the toolkit, whose description is one line for people.
protocol ExitCoded: Error, CustomStringConvertible {
  var exitCode: ExitCode { get }
}

extension HubError: ExitCoded {
  var exitCode: ExitCode {
    switch self {
    case .badAddress: .usage
    case .notAHub, .newerSchema, .denied, .readOnly, .refused, .badAnswer: .badData
    case .unreachable, .loginRefused, .encryptionFailed, .noDatabase: .unavailable
    case .diskFull, .connectionLost, .busy, .stopped: .inputOutput
    }
  }
}

extension CertificateError: ExitCoded {
  var exitCode: ExitCode {
    switch category {
    case .badData: .badData
    case .inputOutput: .inputOutput
    case .internalFault: .internalFault
    }
  }
}

extension QRCodeError: ExitCoded {
  var exitCode: ExitCode {
    switch self {
    case .tooLong, .unreadableText: .badData
    case .failed: .internalFault
    }
  }
}

extension WebServerError: ExitCoded { var exitCode: ExitCode { .unavailable } }

extension UsageError: ExitCoded { var exitCode: ExitCode { .usage } }

extension CaptureError: ExitCoded { var exitCode: ExitCode { .unavailable } }

extension ImageError: ExitCoded { var exitCode: ExitCode { .unavailable } }

extension TerminalError: ExitCoded { var exitCode: ExitCode { .unavailable } }

extension SpeechError: ExitCoded {
  var exitCode: ExitCode {
    switch self {
    case .badText: .badData
    case .unavailable: .unavailable
    }
  }
}

extension CourseError: ExitCoded { var exitCode: ExitCode { .badData } }
extension RosterError: ExitCoded { var exitCode: ExitCode { .badData } }
extension RoundError: ExitCoded { var exitCode: ExitCode { .badData } }
extension RoundFileError: ExitCoded { var exitCode: ExitCode { .badData } }
extension RoundRecordError: ExitCoded { var exitCode: ExitCode { .badData } }
extension ScoreLogRefusal: ExitCoded { var exitCode: ExitCode { .badData } }

extension FileFailure: ExitCoded {
  var exitCode: ExitCode {
    switch kind {
    case .badData: .badData
    case .missing: .inputMissing
    case .inputOutput: .inputOutput
    }
  }
}

extension RecordingError: ExitCoded {
  var exitCode: ExitCode {
    switch self {
    case .missing: .inputMissing
    case .unrecognised, .emptyFile, .noSamples, .truncated, .damaged, .isDirectory, .resampleFailed:
      .badData
    case .notReadable, .readFailed, .writeFailed: .inputOutput
    case .outOfMemory, .compressionFailed: .internalFault
    }
  }
}

extension LexiconError: ExitCoded {
  var exitCode: ExitCode {
    switch self {
    case .dictionaryMissing: .unavailable
    case .dictionaryUnreadable: .inputOutput
    case .badPronunciation, .unpronounceable: .badData
    case .speechFailed: .internalFault
    }
  }
}

extension RecognizerError: ExitCoded {
  var exitCode: ExitCode {
    switch self {
    case .modelMissing, .modelIncomplete, .modelRejected, .networkMissing, .networkRejected,
      .networkOfOtherModel, .unknownOption:
      .unavailable
    case .noRoomForScores: .inputOutput
    case .wordRejected, .grammarRejected, .decodingFailed, .badSettings, .outOfMemory:
      .internalFault
    }
  }
}

extension ScoreStoreError: ExitCoded {
  var exitCode: ExitCode {
    switch category {
    case .badData, .refusal: .badData
    case .inputOutput: .inputOutput
    case .internalFault: .internalFault
    }
  }
}

internal import Audio
internal import CommandLineKit
internal import Evaluation
internal import Foundation
internal import Golf
internal import Pronunciation
internal import Recognition
internal import ScoreStore
internal import Scorekeeping
internal import Screen

/// Why a command ends early: an exit code, and one line that says what, where and what to do.
struct Failure: Error, Hashable {
  let code: ExitCode
  let message: String

  init(_ code: ExitCode, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Finds the exit code that belongs to any error of the toolkit.
  init(_ error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as UsageError: self.init(.usage, error.description)
    case let error as FileFailure: self.init(Failure.code(of: error.kind), error.description)
    case let error as RecordingError: self.init(Failure.code(of: error), error.description)
    case let error as LexiconError: self.init(Failure.code(of: error), error.description)
    case let error as CaptureError: self.init(.unavailable, error.description)
    case let error as RecognizerError: self.init(Failure.code(of: error), error.description)
    case let error as DigestError: self.init(Failure.code(of: error), error.description)
    case let error as ReverberationError:
      self.init(Failure.code(of: error), "the echo's impulse response: \(error)")
    case let error as ScoreStoreError: self.init(Failure.code(of: error), error.description)
    case let error as RoundFileError: self.init(.badData, error.description)
    case let error as TerminalError: self.init(.unavailable, error.description)
    case let error as RoundRecordError: self.init(.badData, error.description)
    case let error as CourseError: self.init(.badData, error.description)
    case let error as RosterError: self.init(.badData, error.description)
    case let error as RoundError: self.init(.badData, error.description)
    default: self.init(.internalFault, "unexpected error: \(error)")
    }
  }

  private static func code(of kind: FileFailure.Kind) -> ExitCode {
    switch kind {
    case .badData: .badData
    case .missing: .inputMissing
    case .inputOutput: .inputOutput
    }
  }

  private static func code(of error: RecordingError) -> ExitCode {
    switch error {
    case .missing: .inputMissing
    case .unrecognised, .emptyFile, .noSamples, .truncated, .isDirectory, .resampleFailed: .badData
    case .notReadable, .readFailed, .writeFailed: .inputOutput
    case .outOfMemory, .compressionFailed: .internalFault
    }
  }

  private static func code(of error: LexiconError) -> ExitCode {
    switch error {
    case .dictionaryMissing: .unavailable
    case .dictionaryUnreadable: .inputOutput
    case .badPronunciation, .unpronounceable: .badData
    case .speechFailed: .internalFault
    }
  }

  private static func code(of error: RecognizerError) -> ExitCode {
    switch error {
    case .modelMissing, .modelIncomplete, .modelRejected, .unknownOption: .unavailable
    case .noRoomForScores: .inputOutput
    case .wordRejected, .grammarRejected, .decodingFailed, .badSettings, .outOfMemory:
      .internalFault
    }
  }

  private static func code(of error: ScoreStoreError) -> ExitCode {
    switch error.category {
    case .badData, .refusal: .badData
    case .inputOutput: .inputOutput
    case .internalFault: .internalFault
    }
  }

  private static func code(of error: DigestError) -> ExitCode {
    switch error {
    case .missing: .inputMissing
    case .readFailed: .inputOutput
    case .libraryFailed: .internalFault
    }
  }

  private static func code(of error: ReverberationError) -> ExitCode {
    switch error {
    case .emptyResponse, .silentResponse: .badData
    case .planFailed: .internalFault
    }
  }
}

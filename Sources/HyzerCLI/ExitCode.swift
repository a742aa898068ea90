/// The exit codes of the program, after `sysexits.h`.
public enum ExitCode: Int32, Sendable {
  /// It is done.
  case done = 0
  /// The command line is wrong.
  case usage = 64
  /// The input's content is wrong.
  case badData = 65
  /// The input is not there.
  case inputMissing = 66
  /// A library, model or device is not to be had.
  case unavailable = 69
  /// The program itself is at fault.
  case internalFault = 70
  /// Reading or writing failed.
  case inputOutput = 74
}

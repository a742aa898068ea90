internal import Foundation

/// Where a command's text goes and comes from; tests put their own in place of the terminal.
public struct Console: Sendable {
  /// Writes to standard output.
  let write: @Sendable (String) throws -> Void
  /// Writes to standard error.
  let writeError: @Sendable (String) -> Void
  /// Reads the next bytes of standard input, at most so many; none at its end.
  let readInput: @Sendable (Int) throws -> [UInt8]
  /// Whether standard error is a terminal, on which progress is worth showing.
  let showsProgress: Bool
  /// Whether somebody can see a screen and press keys: standard input and output are a terminal.
  let isTerminal: Bool
  /// The environment's variables.
  let environment: [String: String]

  /// Makes a console from its parts.
  public init(
    write: @escaping @Sendable (String) throws -> Void,
    writeError: @escaping @Sendable (String) -> Void,
    readInput: @escaping @Sendable (Int) throws -> [UInt8] = { _ in [] },
    showsProgress: Bool = false, isTerminal: Bool = false, environment: [String: String] = [:]
  ) {
    self.write = write
    self.writeError = writeError
    self.readInput = readInput
    self.showsProgress = showsProgress
    self.isTerminal = isTerminal
    self.environment = environment
  }

  /// The process's own standard streams and environment.
  public static let standard = Console(
    write: { try FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
    // Where standard error is closed there is nobody to tell.
    writeError: { try? FileHandle.standardError.write(contentsOf: Data($0.utf8)) },
    readInput: { try FileHandle.standardInput.read(upToCount: $0).map { Array($0) } ?? [] },
    showsProgress: isatty(STDERR_FILENO) == 1,
    isTerminal: isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1,
    environment: ProcessInfo.processInfo.environment)

  func line(_ text: String) throws { try piece(text + "\n") }

  /// Writes a part of a line.
  func piece(_ text: String) throws {
    do {
      try write(text)
    } catch {
      throw Failure(
        .inputOutput, "cannot write to standard output: \(error.localizedDescription)")
    }
  }

  func errorLine(_ text: String) {
    writeError(text.replacing("\n", with: " ") + "\n")
  }
}

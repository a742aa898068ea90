internal import Foundation

/// Another program on this machine, run without a shell.
struct ExternalProgram: Sendable {
  private static let defaultPath = "/usr/local/bin:/usr/bin:/bin"

  /// What a program wrote while it ran.
  struct Output {
    /// Standard output.
    let text: String
    /// Standard error on one line, after a colon; empty for nothing.
    let complaint: String
  }

  /// The name by which it was looked for.
  let name: String
  private let url: URL

  /// Looks for a program in the folders of `PATH`; nil where none has it.
  init?(_ name: String, environment: [String: String]) {
    let folders = (environment["PATH"] ?? Self.defaultPath).split(separator: ":")
    let found = folders.lazy.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { return nil }
    self.name = name
    url = URL(fileURLWithPath: found)
  }

  /// Runs the program and returns what it wrote.
  ///
  /// - Throws: A failure with the program's own complaint, where it does not exit with 0.
  func run(_ arguments: [String], in work: WorkFolder) throws -> Output {
    let output = work.newFile("out")
    let errors = work.newFile("err")
    defer {
      work.remove(output)
      work.remove(errors)
    }
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    // Files and no pipes: nobody has to read while the program runs.
    process.standardOutput = try work.handle(output)
    process.standardError = try work.handle(errors)
    do {
      try process.run()
    } catch {
      throw Failure(.unavailable, "cannot run \(name): \(error.localizedDescription)")
    }
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      let how = process.terminationReason == .exit ? "exit status" : "signal"
      throw Failure(
        .unavailable,
        "\(name) failed with \(how) \(process.terminationStatus)\(work.complaint(errors))")
    }
    return Output(text: try work.text(output), complaint: work.complaint(errors))
  }
}

internal import CommandLineKit

/// Where the score log is, and who writes into it.
struct ScoreLogPlace: Equatable {
  /// The file of the log.
  let path: String
  /// Whether its folder is the program's own, to be made if need be.
  let isDefault: Bool
  /// Who reports scores.
  let reporter: String
  /// The device on which they are reported.
  let device: String

  /// Finds them by the options `--db` and `--as`, the environment, and the XDG base directories.
  ///
  /// - Throws: ``Failure`` where the environment has no home folder either.
  init(_ arguments: ParsedArguments, environment: [String: String], device: String)
    throws(Failure)
  {
    func variable(_ name: String) -> String? {
      environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
    self.device = variable("HYZER_DEVICE") ?? device
    // Commands that report nothing have no such option.
    let isReporting = arguments.command.options.contains(.reporter)
    reporter =
      (isReporting ? arguments.value(.reporter) : nil) ?? variable("HYZER_USER") ?? variable("USER")
      ?? variable("LOGNAME")
      ?? "somebody"
    if let named = arguments.value(.database) ?? variable("HYZER_DB") {
      path = named
      isDefault = false
      return
    }
    isDefault = true
    // A relative path in the variable is to be ignored, the specification says.
    if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") {
      path = data + "/hyzer/scores.db"
    } else if let home = variable("HOME") {
      path = home + "/.local/share/hyzer/scores.db"
    } else {
      throw Failure(
        .usage, "\(arguments.location): there is no home folder for the score log; give --db FILE")
    }
  }
}

internal import FoundationEssentials
internal import HyzerBase
package import ScoreLog

// Backups, by PostgreSQL's own programs.
extension PostgreSQLOwner {
  /// Writes all groups to a file of `pg_dump`, as of one moment.
  package func backUp(to file: String) throws(ScoreStoreError) {
    // Nobody else may read what lets devices in.
    guard
      FileManager.default.createFile(
        atPath: file, contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw .cannotOpen(path: file, reason: "it cannot be made") }
    do throws(ScoreStoreError) {
      try call("pg_dump", ["--format=custom", "--schema=hyzer", "--file=\(file)"])
    } catch {
      try? FileManager.default.removeItem(atPath: file)
      throw error
    }
  }

  /// Makes the tables of a backup with all that they hold, to be served by who logs in with a role, which is made if
  /// need be; all of it or nothing.
  ///
  /// Each log is another device then, so that devices compare what they hold with what is there.
  package func restore(from file: String, forHost role: String) throws(ScoreStoreError) {
    try requireEmpty()
    try make(role)
    try call("pg_restore", ["--exit-on-error", "--single-transaction", "--no-owner", file])
    try renewDevices()
  }

  /// Runs a program of PostgreSQL's to its end.
  private func call(_ program: String, _ arguments: [String]) throws(ScoreStoreError) {
    let run: ProgramRun
    do throws(SystemFault) {
      // A password on the command line could be read by others of the machine.
      run = try ProgramRun(
        "/usr/bin/env",
        [program, "--no-password", "--dbname=\(address.withoutPassword)"] + arguments,
        environment: address.password.map { ["PGPASSWORD": $0] } ?? [:])
    } catch {
      throw .internalFault(path: path, reason: "cannot run \(program): \(error)")
    }
    guard run.end == .exit(0) else {
      let reason = run.errors.split(whereSeparator: \.isNewline).joined(separator: "; ")
      throw .inputOutputFailed(
        path: path, reason: "\(program), which postgresql-client installs: \(reason)")
    }
  }
}

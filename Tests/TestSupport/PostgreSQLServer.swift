package import Foundation
private import Synchronization

/// A PostgreSQL server on a socket of its own, in a folder of its own; both end with the value.
///
/// The server also ends with the program, however that ends: a shell waits for the end of its input, and
/// stops it then.
@safe
package final class PostgreSQLServer: Sendable {
  /// The server did not start, or a tool of it failed.
  package struct Failed: Error {
    package let output: String
  }

  /// The folder of Debian's newest version, or nil where there is none.
  package static let programs: String? = {
    let versions = "/usr/lib/postgresql"
    let found = (try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? []
    return found.compactMap(Int.init).sorted().map { "\(versions)/\($0)/bin" }
      .last { Tool.exists($0 + "/initdb") && Tool.exists($0 + "/postgres") }
  }()

  package static var isInstalled: Bool { programs != nil }

  private let folder: Folder
  private let settings: [String: String]
  private let life = Mutex<Life?>(nil)

  /// Starts a server with the values of settings.
  package init(_ settings: [String: String] = [:]) throws {
    folder = try Folder()
    self.settings = settings
    _ = try Folder.shell(
      "\(Self.programs ?? "")/initdb -D \(folder.path)/data -U owner -E UTF8 "
        + "--locale C --auth trust --no-sync --no-instructions --wal-segsize=1", asOwner: true)
    guard unsafe mkfifo(folder.path + "/log", 0o666) == 0,
      unsafe chmod(folder.path + "/log", 0o666) == 0
    else { throw Failed(output: "no pipe for the log") }
    try start()
  }

  // Before its folder goes.
  deinit { stop() }

  package var path: String { folder.path }

  /// Returns the address of a database on the server's socket.
  package func address(_ database: String, user: String = "owner") -> String {
    "postgresql://\(user)@/\(database)?host=\(folder.path)"
  }

  /// Runs statements by PostgreSQL's own client, and returns what they give.
  package func run(
    _ sql: String, in database: String, user: String = "owner"
  ) throws -> String {
    let quoted = sql.replacing("'", with: #"'\''"#)
    let place = "-h \(folder.path) -U \(user) -d \(database)"
    return try Folder.shell(
      "psql -X -q -A -t -v ON_ERROR_STOP=1 \(place) -c '\(quoted)'", asOwner: false)
  }

  // MARK: - Life

  package func start() throws {
    let options = settings.merging(["listen_addresses": ""]) { own, _ in own }.sorted {
      $0.key < $1.key
    }.map { "-c \($0.key)='\($0.value)'" }
      .joined(separator: " ")
    let command = Folder.asOwner(
      "\(Self.programs ?? "")/postgres -D \(folder.path)/data -k \(folder.path) "
        + "-c fsync=off -c shared_buffers=16MB -c max_connections=200 -c max_locks_per_transaction=256 -c autovacuum=off -c log_min_messages=log \(options)"
    )
    try life.withLock { life in
      let started = try Life(command, log: folder.path + "/log")
      try started.awaitReady()
      life = started
    }
  }

  /// Stops it without letting anybody finish.
  package func stop() { life.withLock { $0 = nil } }

  /// Kills its first process, on whose end the others end.
  package func kill() throws {
    guard Foundation.kill(try process, SIGKILL) == 0 else { throw Failed(output: "not killed") }
    stop()
  }

  package var process: pid_t {
    get throws {
      let file = try String(contentsOfFile: folder.path + "/data/postmaster.pid", encoding: .utf8)
      guard let process = file.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
        throw Failed(output: file)
      }
      return process
    }
  }

  @safe
  private final class Life {
    private let input: UnsafeMutablePointer<FILE>
    private let log: Int32
    private var lines = ""

    init(_ command: String, log path: String) throws {
      // Opened before somebody writes, or opening waits. All processes of the server hold the other
      // end, so it ends with the last.
      log = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      // A shell's "wait" would not do: the threads of tests block the signal that it needs.
      let script =
        "exec 3<&0; (read end <&3; kill -QUIT $$) 2>/dev/null & "
        + "exec \(command) <&- 3<&- >\(path) 2>&1"
      guard log >= 0, let input = unsafe popen(script, "we") else {
        throw Failed(output: "no shell")
      }
      unsafe self.input = input
    }

    deinit {
      // The status is that of a server that was told to go.
      _ = unsafe pclose(input)
      while read() {}
      _ = close(log)
    }

    /// Waits until the server takes connections.
    func awaitReady() throws {
      while !lines.contains("ready to accept connections") {
        guard read() else { throw Failed(output: lines) }
      }
    }

    /// Reads more of the log; false after its end, and where it does not come within a minute.
    private func read() -> Bool {
      var polled = pollfd(fd: log, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&polled, 1, 60_000) > 0 else { return false }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = unsafe Glibc.read(log, &bytes, bytes.count)
      guard count > 0 else { return false }
      lines += String(decoding: bytes.prefix(count), as: UTF8.self)
      return true
    }
  }

  /// A folder that belongs to whom the server runs as, with a path short enough for sockets.
  ///
  /// The server refuses to run as root, so its owner is another user then.
  final class Folder: Sendable {
    let path: String

    /// The user and the group, where this program runs as root.
    private static let owner: (user: uid_t, group: gid_t)? = {
      guard getuid() == 0, let entry = unsafe getpwnam("nobody") else { return nil }
      return unsafe (entry.pointee.pw_uid, entry.pointee.pw_gid)
    }()

    init() throws {
      path = try Self.shell("mktemp -d /tmp/hyzer-XXXXXX", asOwner: false)
      guard let owner = Self.owner else { return }
      guard unsafe chown(path, owner.user, owner.group) == 0 else { throw Failed(output: path) }
    }

    deinit { remove() }

    /// Removes the folder; one left behind does not make a test wrong.
    func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// Returns a command that runs as the owner.
    static func asOwner(_ command: String) -> String {
      guard let owner else { return command }
      return "setpriv --reuid \(owner.user) --regid \(owner.group) --clear-groups \(command)"
    }

    /// Runs a command to its end, and returns what it prints, without the last newline.
    static func shell(_ command: String, asOwner isOwners: Bool) throws -> String {
      let line = "cd / && exec \(isOwners ? Self.asOwner(command) : command) 2>&1"
      let outcome = try Tool.shell(line)
      guard outcome.status == 0 else { throw Failed(output: outcome.output) }
      return outcome.output.hasSuffix("\n") ? String(outcome.output.dropLast()) : outcome.output
    }
  }
}

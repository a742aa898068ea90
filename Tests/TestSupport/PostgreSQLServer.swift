package import Foundation
private import Synchronization
package import Testing

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

  /// An initialised data folder, to be copied.
  @TaskLocal fileprivate static var template: Folder?
  /// The server that a suite with the trait `.postgreSQL` has for all tests that leave it as it is.
  @TaskLocal package static var shared: PostgreSQLServer?

  private let folder: Folder
  private let settings: [String: String]
  private let life = Mutex<Life?>(nil)
  private let databases = Mutex(0)

  /// Starts a server with the values of settings, and with files of its own in its data folder.
  package init(_ settings: [String: String] = [:], files: [String: String] = [:]) throws {
    folder = try Folder()
    self.settings = settings
    guard let template = Self.template else { throw Failed(output: "needs the trait .postgreSQL") }
    _ = try Folder.shell("cp -a \(template.path)/data \(folder.path)/data", asOwner: true)
    for (name, text) in files {
      // Made before it is filled, so that it belongs to the server, which reads no key that others may.
      let file = "\(folder.path)/data/\(name)"
      _ = try Folder.shell("install -m 600 /dev/null \(file)", asOwner: true)
      try text.write(toFile: file, atomically: false, encoding: .utf8)
    }
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

  /// Makes an empty database, and returns its name.
  package func makeDatabase() throws -> String {
    let name = databases.withLock { count in
      count += 1
      return "hub\(count)"
    }
    _ = try run("CREATE DATABASE \(name)", in: "postgres")
    return name
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
        + "-c fsync=off -c shared_buffers=4MB -c autovacuum=off -c log_min_messages=log \(options)")
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

  /// Limits the size of the files that one of its processes, and those that it starts, may write.
  package func limitFiles(of process: pid_t, to bytes: Int) throws {
    _ = try Folder.shell("prlimit --pid \(process) --fsize=\(bytes):", asOwner: true)
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

  // MARK: - Encrypted

  /// A port of this machine that nobody uses at the moment.
  package static func freePort() throws -> Int {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { _ = close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(socket, $0, size) == 0 && getsockname(socket, $0, &size) == 0
      }
    }
    guard status else { throw Failed(output: "no port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}

extension Trait where Self == PostgreSQLTrait {
  /// Lets a suite start servers; skips it where PostgreSQL is not installed.
  package static var postgreSQL: Self { Self() }
}

/// Starts a server for a suite, and initialises a data folder once for others that its tests start.
package struct PostgreSQLTrait: SuiteTrait, TestScoping {
  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let template = try PostgreSQLServer.Folder()
    _ = try PostgreSQLServer.Folder.shell(
      "\(PostgreSQLServer.programs ?? "")/initdb -D \(template.path)/data -U owner -E UTF8 "
        + "--locale C --auth trust --no-sync --no-instructions --wal-segsize=1", asOwner: true)
    // Who is called so needs a password.
    _ = try PostgreSQLServer.Folder.shell(
      "sed -i '1i local all guarded scram-sha-256' \(template.path)/data/pg_hba.conf", asOwner: true
    )
    // Not left to the last owner of a task's value, who may outlive the program's end.
    defer { template.remove() }
    try await PostgreSQLServer.$template.withValue(template) {
      let server = try PostgreSQLServer()
      defer { server.stop() }
      try await PostgreSQLServer.$shared.withValue(server) { try await function() }
    }
  }
}

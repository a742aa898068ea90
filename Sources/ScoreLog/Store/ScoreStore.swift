internal import Glibc
internal import HyzerBase
internal import Synchronization

/// The score log in an SQLite file, or among those of other groups in a database of PostgreSQL: the one owner of it in
/// a process, which all threads share.
///
/// What a call that returned has saved survives a crash of the program or the machine; what a call
/// that threw was to save is not there at all. Calls block while they read and write: one thread does so
/// at a time, and waits for other programs that use the file, up to the busy timeout. A
/// `LogFollower` learns what other threads and programs write.
///
/// Unchecked, since the compiler does not see that `database` and `state` are used only by the thread
/// that holds `lock`; all that uses them goes through `once`, `read` and `write`.
public final class ScoreStore: @unchecked Sendable {
  /// What is saved belongs to one of these.
  package enum Purpose {
    /// Somebody's wish, of which the group's host is told as well.
    case saving
    /// What came from other logs and from phones.
    case receiving
    /// What the log notes for itself, of which nobody is told.
    case bookkeeping
  }

  private struct State {
    var hasSaved = false
    /// `PRAGMA data_version` when it was last looked at.
    var dataVersion = 0
  }

  let database: Database
  /// Nil where the log is in no file.
  private let identity: DeviceIdentity?
  /// A thread that holds it may go on to calls that need it as well: ``together(_:)`` does.
  private let lock = RecursiveLock()
  private var state = State()
  private let signals = Mutex<[ObjectIdentifier: NewsSignal]>([:])

  /// Opens the file, and makes it where it does not exist: with three courses and no rounds.
  ///
  /// A file that is no score log, is damaged, or was made by another version is left as it is.
  /// One that cannot be written can be read, as long as its folder can be written. The folder, and
  /// those above it, are made if need be where `makingFolder`. `busyTimeout` is how long to wait for
  /// another program to let go of the file.
  public convenience init(
    path: String, makingFolder: Bool = false, busyTimeout: Duration = .seconds(2)
  ) throws(ScoreStoreError) {
    try self.init(
      path: path, makingFolder: makingFolder, busyTimeout: busyTimeout,
      newDevice: DeviceID.random)
  }

  /// Opens the file; `newDevice` makes the identifier of the device that a new file is, and that a copy
  /// or an earlier state of a file becomes, also where it learns only later that it is one.
  package init(
    path: String, makingFolder: Bool = false, busyTimeout: Duration = .seconds(2),
    newDevice: @escaping () -> DeviceID
  ) throws(ScoreStoreError) {
    (database, identity, state.dataVersion) = try Self.typed(path) {
      if makingFolder { try Self.makeFolder(ofFile: path) }
      let database = try Database(path: path, busyTimeout: busyTimeout)
      database.newDevice = newDevice
      try Schema.prepare(database)
      let identity = try DeviceIdentity(of: database)
      return (database, identity, try database.engine.dataVersion())
    }
  }

  /// Keeps a log where an engine finds its tables.
  package init(_ engine: any SQLEngine) { (database, identity) = (Database(engine), nil) }

  /// Opens a file that exists, to read it also where nothing can be written, as in a read-only folder or on
  /// a full disk.
  ///
  /// Where it can be written, it is the log as any other. Elsewhere what other programs write meanwhile may
  /// be missed.
  ///
  /// - Throws: ``ScoreStoreError``, with `.missing` where there is no file, which is not made.
  public init(existing path: String, busyTimeout: Duration = .seconds(2)) throws(ScoreStoreError) {
    (database, identity, state.dataVersion) = try Self.typed(path) {
      do {
        return try Self.open(path, .existing, busyTimeout)
      } catch let error as ScoreStoreError where error.isOfWriting {
        // The first reason is the one that says what is to be done.
        do {
          return try Self.open(path, .reading, busyTimeout)
        } catch let later as ScoreStoreError where later.isOfWriting {
          do { return try Self.open(path, .readingAlone, busyTimeout) } catch { throw error }
        }
      }
    }
  }

  private static func open(
    _ path: String, _ access: SQLiteConnection.Access, _ busyTimeout: Duration
  ) throws -> (Database, DeviceIdentity, dataVersion: Int) {
    let database = try Database(path: path, access, busyTimeout: busyTimeout)
    try Schema.prepare(database, making: access == .making)
    let identity = try DeviceIdentity(of: database)
    return (database, identity, try database.engine.dataVersion())
  }

  /// The file.
  public var path: String { database.path }
  package var isReadOnly: Bool { database.isReadOnly }
  package var isFile: Bool { identity != nil }
  /// Whether something was saved by somebody's wish since the file was opened.
  package var hasSaved: Bool { lock.withLock { state.hasSaved } }

  /// Makes the folders above a file, from the uppermost down.
  private static func makeFolder(ofFile path: String) throws {
    for end in path.indices.dropFirst() where path[end] == "/" {
      let folder = String(path[..<end])
      if unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST { continue }
      throw ScoreStoreError.folderFailed(
        path: folder, reason: "\(SystemFault.latest)")
    }
  }

  /// Does all that `body` does with this value, or nothing where it throws; other threads wait meanwhile.
  package func together(_ body: () throws -> Void) throws(ScoreStoreError) {
    try write { _ in try body() }
  }

  // MARK: - Followers

  /// Looks whether another program has changed the file since the last look, and tells all followers if so.
  ///
  /// It takes some microseconds, so that every loop that waits for news may call it, 10 to 20 times a
  /// second; what this process writes is told without.
  ///
  /// - Throws: ``ScoreStoreError``, with `.moved` where the file was removed or replaced.
  package func lookForOtherPrograms() throws(ScoreStoreError) {
    let isNew = try once { database in
      try database.engine.requireFile()
      let version = try database.engine.dataVersion()
      defer { state.dataVersion = version }
      return version != state.dataVersion
    }
    if isNew { announce() }
  }

  func add(_ signal: NewsSignal) { signals.withLock { $0[ObjectIdentifier(signal)] = signal } }

  func remove(_ signal: NewsSignal) { signals.withLock { $0[ObjectIdentifier(signal)] = nil } }

  /// Tells all followers that something was written.
  package func announce() {
    for signal in signals.withLock({ Array($0.values) }) { signal.give() }
  }

  // MARK: - The edge, at which errors have a type

  /// Reads with one statement.
  func once<Value>(_ body: (Database) throws -> Value) throws(ScoreStoreError) -> Value {
    try Self.typed(path) { try lock.withLock { try body(database) } }
  }

  /// Lets all of `body` see one state of the file.
  package func read<Value>(_ body: (Database) throws -> Value) throws(ScoreStoreError) -> Value {
    try once { database in try database.read { try body(database) } }
  }

  /// Does all of `body`, or nothing where it throws, and tells the followers of it.
  package func write<Value>(
    for purpose: Purpose = .saving, _ body: (Database) throws -> Value
  ) throws(ScoreStoreError) -> Value {
    let (value, isPart) = try once { database in
      let isPart = database.isInTransaction
      let isOther = try becomesOther(for: purpose)
      let value = try database.write { try body(database) }
      if purpose == .saving { state.hasSaved = true }
      if try purpose == .saving || isOther() { identity?.note(database) }
      return (value, isPart)
    }
    // Within another one nothing is saved yet.
    if purpose != .bookkeeping, !isPart { announce() }
    return value
  }

  /// Returns what says whether the file has become another device since, as it may by what it receives.
  private func becomesOther(for purpose: Purpose) throws -> () throws -> Bool {
    guard isFile, purpose == .receiving else { return { false } }
    let device = try database.thisDevice()
    return { [database] in try database.thisDevice() != device }
  }

  package static func typed<Value>(
    _ path: String, _ body: () throws -> Value
  ) throws(ScoreStoreError) -> Value {
    do {
      return try body()
    } catch let error as ScoreStoreError {
      throw error
    } catch let refusal as ScoreLogRefusal {
      throw .refused(refusal)
    } catch {
      throw .internalFault(path: path, reason: "\(error)")
    }
  }
}

/// What is wrong with a score log's file.
public struct StoreAudit: Hashable, Sendable {
  /// What is wrong with the file, its tables and its rules, and then with the scores, a line each.
  public let faults: [String]
  /// Which devices wrote as two, a line each: nothing is wrong with what they wrote, but somebody should know.
  public let forks: [String]
  /// Which devices that this host knows had events brought by others, as where they lost them or never made them: a
  /// line for each two of them.
  public let carried: [String]

  /// Whether nothing is wrong.
  public var isClean: Bool { faults.isEmpty }
}

extension ScoreStore {
  /// Checks the whole file: its pages, its references, its rules, and every score's history.
  ///
  /// Takes time in proportion to the file.
  public func audit() throws(ScoreStoreError) -> StoreAudit { try audit(besides: nil) }

  /// Checks the whole file but for tables whose names begin with a prefix: those are another product's, which checks
  /// them itself.
  package func audit(besides prefix: String?) throws(ScoreStoreError) -> StoreAudit {
    // A transaction that meets damage cannot be ended well, so this goes before.
    let damage = isFile ? try once { try $0.damage() } : []
    // What cannot be read right says nothing about the scores.
    guard damage.isEmpty else { return StoreAudit(faults: damage, forks: [], carried: []) }
    return try read { database in
      var faults: [String] = []
      // PostgreSQL keeps references and rules by itself.
      if isFile {
        let changes = try database.changedRules(besides: prefix)
        guard changes.isEmpty else { return StoreAudit(faults: changes, forks: [], carried: []) }
        faults = try database.rows("PRAGMA foreign_key_check") { row in
          "a row of \(try row[0] as String) refers to none of \(try row[2] as String)"
        }
      }
      let others = try database.loggedEvents("ORDER BY round_id, clock, device, number, id", [])
        .filter { (try? EventLine(json: $0.line).event) != $0.event }
        .map { "event \"\($0.id)\" goes to other logs as another than it is" }
      let ids: [RoundID] = try database.rows("SELECT id FROM rounds ORDER BY id") { try $0[0] }
      let digests = try database.wrongDigests().map {
        "the digest of round \"\($0)\" is not that of its events"
      }
      return StoreAudit(
        faults: faults + others + digests
          + ScoreLogAudit.findings(
            rounds: try ids.map(database.round),
            events: try database.scoreEvents(
              "WHERE hole IS NOT NULL ORDER BY round_id, clock, device, number, id")
          ), forks: try database.forks().map(\.description),
        carried: try database.carried())
    }
  }
}

extension Database {
  /// Returns what is wrong with the file's pages.
  fileprivate func damage() throws -> [String] {
    var faults: [String] = []
    do {
      _ = try rows("PRAGMA integrity_check") { row in
        faults += (try row[0] as String).split(separator: "\n").map { String($0) }
      }
    } catch ScoreStoreError.corrupt(_, let reason) {
      // The check itself may give up where it meets damage, after it has reported some.
      faults.append(reason)
    }
    return faults.filter { $0 != "ok" && !$0.hasPrefix("***") }
  }

  /// Compares tables, indexes and triggers with those of a new file, but for tables of a prefix.
  fileprivate func changedRules(besides prefix: String?) throws -> [String] {
    let fresh = try Database()
    try fresh.execute(Schema.script)
    let expected = try fresh.rules()
    let found = try rules(besides: prefix)
    return expected.keys.sorted().filter { found[$0] != expected[$0] }
      .map { "the \($0) is missing or changed" }
      + found.keys.sorted().filter { expected[$0] == nil }.map { "the \($0) is not ours" }
  }

  /// Returns what made each table, index and trigger, but for those of tables of a prefix.
  package func rules(besides prefix: String? = nil) throws -> [String: String] {
    let rules: [(table: String, name: String, sql: String)] = try rows(
      """
      SELECT tbl_name, type || ' ' || name, sql FROM sqlite_schema
        WHERE name NOT LIKE 'sqlite_%' AND sql IS NOT NULL
      """
    ) { (try $0[0], try $0[1], try $0[2]) }
    return Dictionary(
      rules.filter { rule in prefix.map { !rule.table.hasPrefix($0) } ?? true }
        .map { ($0.name, $0.sql) }, uniquingKeysWith: { first, _ in first })
  }
}

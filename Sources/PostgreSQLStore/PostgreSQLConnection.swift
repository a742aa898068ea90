internal import CPQ
internal import Glibc
internal import HyzerBase
internal import ScoreLog

/// A connection to a PostgreSQL server with its prepared statements; every call's status is checked here, and each
/// call ends in bounded time.
///
/// After ``ScoreStoreError/inputOutputFailed(path:reason:)`` it is of no more use. Unchecked, since it is used only by
/// the thread to which the pool has lent it.
@safe
final class PostgreSQLConnection: @unchecked Sendable {
  /// Where the database is, as errors name it: without user and password.
  let path: String
  private let pointer: OpaquePointer
  private let timeout: Duration
  private var statements: [String: String] = [:]
  /// Whether it is of no more use, whatever libpq says: an answer was not awaited, or statements no longer fit.
  private var isBroken = false
  /// What differs where the server was started again, or another database, or another state of it, took its place:
  /// then nothing that is remembered of it need be so.
  private(set) var incarnation = ""
  /// The group whose rows the connection sees.
  private var group = ""

  /// Connects to a database, and waits for that as long as for each later call.
  ///
  /// A server on another machine has to show a certificate with its name, unless the address or the environment says
  /// otherwise (`sslmode`).
  init(
    _ address: PostgreSQLAddress, as role: String? = nil, timeout: Duration = .seconds(15)
  ) throws {
    (path, self.timeout) = (address.shown, timeout)
    let opened = unsafe withCStrings(address.keywords.map(\.0)) { keywords in
      unsafe withCStrings(address.keywords.map(\.1)) {
        unsafe PQconnectStartParams(keywords, $0, 1)
      }
    }
    guard let pointer = unsafe opened else { throw ScoreStoreError.outOfMemory(path: path) }
    unsafe self.pointer = pointer
    // Notices are for people at a prompt; libpq would print them.
    _ = unsafe PQsetNoticeProcessor(pointer, { _, _ in }, nil)
    // Gives the SQLSTATE of what goes wrong before there is a result to ask for it.
    _ = unsafe PQsetErrorVerbosity(pointer, PQERRORS_VERBOSE)
    try connect()
    // One thread serves all groups: nobody waits long for who holds one's log, and tries again. A transaction that is
    // left open holds up its group for so long at most. To plan a statement for all parts of a table takes longer than
    // to run it, and no plan is better for one group than for another. What is acknowledged is on the disk, whatever
    // the server's settings say.
    let found = try execute(
      """
      SET search_path = hyzer, pg_catalog; SET statement_timeout = '10s'; SET lock_timeout = '300ms';
      SET idle_in_transaction_session_timeout = '10s'; SET plan_cache_mode = force_generic_plan;
      SELECT set_config('synchronous_commit', 'on', false)
        WHERE current_setting('synchronous_commit') IN ('off', 'local');
      SELECT concat_ws(' ', pg_postmaster_start_time(), to_regnamespace('hyzer')::oid, oid)
        FROM pg_database WHERE datname = current_database()
      """)
    if case .text(let incarnation)? = found.first?.first { self.incarnation = incarnation }
    if let role { try rows("SELECT set_config('role', ?, false)", [.text(role)]) { _ in } }
  }

  deinit { unsafe PQfinish(pointer) }

  private func connect() throws {
    let deadline = ContinuousClock.now + timeout
    // "If you have yet to call PQconnectPoll, behave as if it last returned PGRES_POLLING_WRITING."
    var wanted = PGRES_POLLING_WRITING
    while wanted != PGRES_POLLING_OK {
      guard wanted != PGRES_POLLING_FAILED, unsafe PQstatus(pointer) != CONNECTION_BAD else {
        throw connectionFailure
      }
      try wait(for: wanted == PGRES_POLLING_READING ? POLLIN : POLLOUT, until: deadline)
      wanted = unsafe PQconnectPoll(pointer)
    }
    guard unsafe PQsetnonblocking(pointer, 1) == 0 else { throw lost }
  }

  private var connectionFailure: ScoreStoreError {
    // Verbose: "FATAL:  28P01: password authentication failed for user "mike"; LOCATION:  …".
    if let found = message.firstMatch(of: /:  ([0-9A-Z]{5}): ([^;]*)/) {
      return .cannotOpen(path: path, reason: String(found.2))
    }
    return .cannotOpen(path: path, reason: message)
  }

  /// Waits until the socket is ready.
  private func wait(for events: Int32, until deadline: ContinuousClock.Instant) throws {
    while true {
      // It changes while libpq tries one host after the other.
      let socket = unsafe PQsocket(pointer)
      guard socket >= 0 else { throw lost }
      var polled = pollfd(fd: socket, events: Int16(events), revents: 0)
      // Rounded up: else the last part of a millisecond would be a busy loop.
      let left = max(.zero, deadline - .now) / .milliseconds(1)
      let count = unsafe poll(&polled, 1, Int32(min(left.rounded(.up), Double(Int32.max))))
      guard count >= 0 || errno == EINTR else {
        throw failed("\(SystemFault.latest)")
      }
      if count > 0 { return }
      if count == 0 {
        isBroken = true
        throw failed("no answer within \(timeout)")
      }
    }
  }

  // MARK: - Statements

  /// Whether it still stands, as far as is known without asking.
  var isAlive: Bool {
    guard !isBroken, takeInput() else { return false }
    return unsafe PQstatus(pointer) == CONNECTION_OK
  }

  var isInTransaction: Bool {
    switch unsafe PQtransactionStatus(pointer) {
    case PQTRANS_ACTIVE, PQTRANS_INTRANS, PQTRANS_INERROR: !isBroken
    default: false
    }
  }

  /// Lets it see and write the rows of a group alone.
  func use(_ group: GroupID) throws {
    guard group.rawValue != self.group else { return }
    self.group = ""
    try rows("SELECT set_config('hyzer.group', ?, false)", [.text(group.rawValue)]) { _ in }
    self.group = group.rawValue
  }

  /// Runs statements without parameters, of which all or none are done, and returns the rows of the last.
  @discardableResult
  func execute(_ script: String) throws -> [[SQLValue]] {
    let answer = try answer { unsafe PQsendQuery(pointer, script) }
    return (0..<(answer?.rowCount ?? 0)).map { row in
      (0..<(answer?.columnCount ?? 0)).map { answer?.value(row, $0) ?? .null }
    }
  }

  func rows(_ sql: String, _ values: [SQLValue], _ read: (any SQLRow) throws -> Void) throws {
    let texts = values.map(\.text)
    guard !texts.contains(where: { $0?.utf8.contains(0) == true }) else {
      // As the server would say, did C not end the text there.
      throw ScoreStoreError.ruleBroken(path: path, reason: "a text holds a NUL")
    }
    let name = try prepared(sql)
    let answer = try answer {
      unsafe withCStrings(texts) {
        unsafe PQsendQueryPrepared(pointer, name, Int32(values.count), $0, nil, nil, 0)
      }
    }
    guard let answer else { return }
    for row in 0..<answer.rowCount { try read(AnsweredRow(answer: answer, row: row)) }
  }

  /// Returns the name by which the server knows a statement.
  private func prepared(_ sql: String) throws -> String {
    if let known = statements[sql] { return known }
    let name = "s\(statements.count)"
    _ = try answer { unsafe PQsendPrepare(pointer, name, Self.numbered(sql), 0, nil) }
    statements[sql] = name
    return name
  }

  /// Returns a statement of the tables' SQL as PostgreSQL reads it: with numbered parameters, and each key within its
  /// group.
  static func numbered(_ sql: String) -> String {
    var (result, count, isQuoted) = ("", 0, false)
    for place in sql.indices {
      if sql[place] == "'" { isQuoted.toggle() }
      guard sql[place] == "?", !isQuoted else {
        result.append(sql[place])
        continue
      }
      // "?1" says itself which it is.
      let next = sql.index(after: place)
      let isNumbered = next < sql.endIndex && sql[next].isNumber
      count += 1
      result += isNumbered ? "$" : "$\(count)"
    }
    return result.replacing("ON CONFLICT (", with: "ON CONFLICT (group_id, ")
  }

  /// Sends something, and returns the last result; the first failure is the one to report.
  private func answer(_ send: () -> Int32) throws -> Answer? {
    let deadline = ContinuousClock.now + timeout
    guard send() == 1 else { throw lost }
    while true {
      let status = unsafe PQflush(pointer)
      if status == 0 { break }
      // "Wait for the socket to become read- or write-ready": the server may wait for us to read.
      try wait(for: POLLIN | POLLOUT, until: deadline)
      // Where it failed the reason is there to be read, as the last result.
      if status < 0 || !takeInput() { break }
    }
    var (last, failure): (Answer?, ScoreStoreError?)
    while true {
      while unsafe PQisBusy(pointer) == 1 {
        try wait(for: POLLIN, until: deadline)
        if !takeInput() { break }
      }
      guard let result = unsafe PQgetResult(pointer) else { break }
      last = unsafe Answer(taking: result)
      if let answer = last, !answer.isDone { failure = failure ?? error(of: answer) }
    }
    if let failure { throw failure }
    return last
  }

  /// Reads what has come, and returns whether the connection stands.
  private func takeInput() -> Bool { unsafe PQconsumeInput(pointer) == 1 }

  /// Makes the error of a message from the server, by its SQLSTATE (PostgreSQL's manual, appendix A).
  private func error(of answer: Answer) -> ScoreStoreError {
    guard let state = answer.field(cpq_diag_sqlstate) else { return lost }
    let reason = oneLine(answer.field(cpq_diag_message) ?? "")
    switch state {
    case "53100": return .diskFull(path: path)
    case "25006": return .readOnly(path: path)
    case "42501": return .cannotOpen(path: path, reason: reason)
    case "3F000", "42P01", "42883", "42703":
      isBroken = true
      return .corrupt(
        path: path, reason: "\(reason); its owner makes the tables by hyzer store init")
    // A lock or a statement that took the server too long.
    case "55P03", "57014": return .busy(path: path)
    case "P0001": return .ruleBroken(path: path, reason: reason)
    default:
      switch state.prefix(2) {
      // What was to be written is none, or contradicts what is there.
      case "22", "23": return .ruleBroken(path: path, reason: reason)
      case "40", "53": return .busy(path: path)
      case "08", "25", "57": return failed(reason)
      default:
        // As where tables were made anew under statements that are prepared.
        isBroken = true
        return .internalFault(path: path, reason: "\(reason) (SQLSTATE \(state))")
      }
    }
  }

  private var lost: ScoreStoreError { failed(message) }

  private func failed(_ reason: String) -> ScoreStoreError {
    .inputOutputFailed(path: path, reason: reason)
  }

  /// What libpq says last, on one line.
  private var message: String { oneLine(unsafe text(PQerrorMessage(pointer))) }
}

/// A result of the server's.
@safe
private final class Answer {
  private let pointer: OpaquePointer
  let rowCount, columnCount: Int32

  init(taking pointer: OpaquePointer) {
    unsafe self.pointer = pointer
    (rowCount, columnCount) = unsafe (PQntuples(pointer), PQnfields(pointer))
  }

  deinit { unsafe PQclear(pointer) }

  var isDone: Bool {
    let status = unsafe PQresultStatus(pointer)
    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK
  }

  func value(_ row: Int32, _ column: Int32) -> SQLValue {
    guard unsafe PQgetisnull(pointer, row, column) == 0 else { return .null }
    let text = unsafe String(cString: PQgetvalue(pointer, row, column))
    // The numbers of types of PostgreSQL's catalogue, which never change.
    switch unsafe PQftype(pointer, column) {
    case 16: return .integer(text == "t" ? 1 : 0)
    case 20, 21, 23: return Int(text).map(SQLValue.integer) ?? .text(text)
    case 700, 701, 1700: return Double(text).map(SQLValue.real) ?? .text(text)
    default: return .text(text)
    }
  }

  func name(of column: Int32) -> String? {
    unsafe PQfname(pointer, column).map { unsafe String(cString: $0) }
  }

  /// Returns a part of an error's message.
  func field(_ code: Int32) -> String? {
    unsafe PQresultErrorField(pointer, code).map { unsafe String(cString: $0) }
  }
}

private struct AnsweredRow: SQLRow {
  let answer: Answer
  let row: Int32

  var count: Int32 { answer.columnCount }
  subscript(column: Int32) -> SQLValue { answer.value(row, column) }
  func name(of column: Int32) -> String? { answer.name(of: column) }
}

extension SQLValue {
  /// As PostgreSQL reads it.
  fileprivate var text: String? {
    switch self {
    case .null: nil
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    }
  }
}

// MARK: - Texts of C

/// Returns a text of libpq's, which is empty where there is none.
func text(_ pointer: UnsafePointer<CChar>?) -> String {
  unsafe pointer.map { unsafe String(cString: $0) } ?? ""
}

private func oneLine(_ message: String) -> String {
  message.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(/\s+/) }
    .joined(separator: "; ")
}

/// Lends texts as C has them, with a null pointer for nil and after the last.
private func withCStrings<Value>(
  _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
) -> Value {
  let copies = unsafe texts.map { unsafe $0.flatMap { unsafe strdup($0) } }
  defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
  let pointers = unsafe copies.map { unsafe UnsafePointer($0) } + [nil]
  return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
}

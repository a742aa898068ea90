internal import CPQ
internal import Glibc

/// A connection to a PostgreSQL server, whose calls each end in bounded time.
///
/// After a call that failed with ``HubError/connectionLost(_:reason:)`` or ``HubError/stopped(_:)`` the
/// connection is of no more use: make another. It belongs to one thread.
@safe
package final class HubConnection {
  /// Where the hub is, as errors name it.
  package let place: HubPlace
  private let pointer: OpaquePointer
  private let timeout: Duration
  private let waker: HubWaker
  private var hasNotice = false

  /// Connects to a database.
  ///
  /// Blocks the thread until that is done, or for as long as `timeout`. The system's resolution of the
  /// host's name is not counted: libpq has it done within one call, which nothing can wake.
  ///
  /// - Parameters:
  ///   - address: A URL or `keyword=value` pairs, as libpq reads them; what is missing there it takes from
  ///     the environment, service files and `~/.pgpass`.
  ///   - timeout: How long each call may take, this one and the later ones.
  ///   - waker: Ends calls from another thread.
  /// - Throws: ``HubError``, also where the address leads to no database.
  package init(address: String, timeout: Duration, waker: HubWaker) throws(HubError) {
    guard Self.canBeRead(address) else { throw .badAddress }
    let keywords = ["dbname", "client_encoding", "fallback_application_name"]
    let values = [address, "UTF8", "hyzer"]
    let opened = unsafe withCStrings(keywords) { keywords in
      unsafe withCStrings(values) { unsafe PQconnectStartParams(keywords, $0, 1) }
    }
    guard let pointer = unsafe opened else {
      let nowhere = HubPlace(host: "", port: "", database: "")
      throw .unreachable(nowhere, reason: "out of memory")
    }
    unsafe self.pointer = pointer
    place = HubPlace(
      host: unsafe text(PQhost(pointer)), port: unsafe text(PQport(pointer)),
      database: unsafe text(PQdb(pointer)))
    (self.timeout, self.waker) = (timeout, waker)
    // A password with "@" or "/" in it that was not escaped ends up in the place.
    guard !place.host.contains("@"), !place.database.contains("@"),
      place.port.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { throw .badAddress }
    // Notices are for people at a prompt; libpq would print them over the screen.
    _ = unsafe PQsetNoticeProcessor(pointer, { _, _ in }, nil)
    // Gives the SQLSTATE of what goes wrong before there is a result to ask for it.
    _ = unsafe PQsetErrorVerbosity(pointer, PQERRORS_VERBOSE)
    try connect()
  }

  deinit { unsafe PQfinish(pointer) }

  /// Returns whether libpq makes sense of an address, its reason not to being one that may hold a
  /// password.
  private static func canBeRead(_ address: String) -> Bool {
    // No address at all is one to libpq: that of a database here with the user's name.
    guard !address.isEmpty, !address.utf8.contains(0) else { return false }
    return options(of: address) != nil
  }

  /// What an address says, by keyword; nil where libpq makes no sense of it.
  private static func options(of address: String) -> [String: (value: String, isSecret: Bool)]? {
    var reason: UnsafeMutablePointer<CChar>?
    let first = unsafe PQconninfoParse(address, &reason)
    unsafe PQfreemem(reason)
    defer { unsafe PQconninfoFree(first) }
    guard var option = unsafe first else { return nil }
    var options: [String: (value: String, isSecret: Bool)] = [:]
    while let keyword = unsafe option.pointee.keyword {
      if let value = unsafe option.pointee.val {
        // "Values are: "" Display entered value as is, "*" Password field - hide value".
        let isSecret = unsafe text(option.pointee.dispchar) == "*"
        unsafe options[text(keyword)] = (text(value), isSecret)
      }
      unsafe option += 1
    }
    return options
  }

  /// Whether an address holds a password.
  package static func hasPassword(_ address: String) -> Bool {
    options(of: address)?.values.contains(where: \.isSecret) ?? false
  }

  /// Returns an address without the passwords in it, to be shown to people; of one that cannot be read,
  /// nothing.
  package static func shown(_ address: String) -> String {
    let unreadable = "an address that cannot be read"
    guard canBeRead(address), let options = options(of: address) else { return unreadable }
    func value(_ keyword: String) -> String { options[keyword]?.value ?? "" }
    // What was not escaped ends up there.
    guard !["host", "port", "dbname"].contains(where: { value($0).contains("@") }) else {
      return unreadable
    }
    guard options.values.contains(where: \.isSecret) else { return address }
    let user = value("user").isEmpty ? "" : value("user") + "@"
    let isFolder = value("host").hasPrefix("/")
    let port = value("port").isEmpty ? "" : ":" + value("port")
    return isFolder
      ? "postgresql://\(user)/\(value("dbname"))?host=\(value("host"))"
        + (port.isEmpty ? "" : "&port=\(value("port"))")
      : "postgresql://\(user)\(value("host"))\(port)/\(value("dbname"))"
  }

  // MARK: - Connecting

  private func connect() throws(HubError) {
    let deadline = ContinuousClock.now + timeout
    var isEncrypting = false
    // "If you have yet to call PQconnectPoll, behave as if it last returned PGRES_POLLING_WRITING."
    var wanted = PGRES_POLLING_WRITING
    while wanted != PGRES_POLLING_OK {
      guard wanted != PGRES_POLLING_FAILED, unsafe PQstatus(pointer) != CONNECTION_BAD else {
        throw connectionFailure(isEncrypting: isEncrypting)
      }
      let events = wanted == PGRES_POLLING_READING ? POLLIN : POLLOUT
      guard case .ready = try wait(for: events, until: deadline) else {
        throw .unreachable(place, reason: "no answer within \(timeout)")
      }
      isEncrypting = unsafe PQstatus(pointer) == CONNECTION_SSL_STARTUP
      wanted = unsafe PQconnectPoll(pointer)
    }
    guard unsafe PQsetnonblocking(pointer, 1) == 0 else { throw lost() }
  }

  private func connectionFailure(isEncrypting: Bool) -> HubError {
    let message = self.message
    if unsafe PQconnectionNeedsPassword(pointer) == 1 {
      return .loginRefused(place, reason: "it asks for a password, and there is none")
    }
    // Verbose: "FATAL:  28P01: password authentication failed for user "mike"; LOCATION:  …".
    if let found = message.firstMatch(of: /:  ([0-9A-Z]{5}): ([^;]*)/) {
      let error = HubError(state: String(found.1), reason: String(found.2), place: place)
      // What does not take us in yet was not lost.
      if case .connectionLost(_, let reason) = error { return .unreachable(place, reason: reason) }
      return error
    }
    // A network that fails in the middle of it says nothing about whom to trust.
    let isCut = message.contains("SYSCALL") || message.contains("closed the connection")
    return isEncrypting && !isCut
      ? .encryptionFailed(place, reason: message) : .unreachable(place, reason: message)
  }

  private enum Waited { case ready, woken, timeOver }

  /// Waits until the socket is ready, the time over or, where that is asked for, the waker has woken it.
  private func wait(
    for events: Int32, until deadline: ContinuousClock.Instant, orWoken: Bool = false
  ) throws(HubError) -> Waited {
    while true {
      if waker.isStopped { throw .stopped(place) }
      if orWoken, waker.receiveWakeUp() { return .woken }
      // It changes while libpq tries one host after the other.
      let socket = unsafe PQsocket(pointer)
      guard socket >= 0 else { throw lost() }
      var polled = [
        pollfd(fd: socket, events: Int16(events), revents: 0),
        pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      // Rounded up: else the last part of a millisecond would be a busy loop.
      let left = max(.zero, deadline - .now) / .milliseconds(1)
      let milliseconds = Int32(min(left.rounded(.up), Double(Int32.max)))
      let count = unsafe poll(&polled, 2, milliseconds)
      guard count >= 0 || errno == EINTR else {
        throw .connectionLost(place, reason: unsafe String(cString: strerror(errno)))
      }
      if count < 0 { continue }
      if polled[0].revents != 0 { return .ready }
      if polled[1].revents != 0 { waker.drain() }
      if count == 0 { return .timeOver }
    }
  }

  // MARK: - Statements

  /// Runs a statement, and returns its rows.
  ///
  /// Without values it may be several statements, of which all or none are done; the rows are then those
  /// of the last.
  func rows(_ sql: String, _ values: [String] = []) throws(HubError) -> [[String]] {
    guard !values.contains(where: { $0.utf8.contains(0) }) else {
      // As the server would say, did C not end the text there.
      throw .refused(place, state: "22021", reason: "a text holds a NUL")
    }
    let deadline = ContinuousClock.now + timeout
    let isSent = unsafe withCStrings(values) {
      // Only what has no parameters may be several statements.
      values.isEmpty
        ? unsafe PQsendQuery(pointer, sql)
        : unsafe PQsendQueryParams(pointer, sql, Int32(values.count), nil, $0, nil, nil, 0)
    }
    guard isSent == 1 else { throw lost() }
    while true {
      let status = unsafe PQflush(pointer)
      if status == 0 { break }
      // "Wait for the socket to become read- or write-ready": the server may wait for us to read.
      try awaitSocket(POLLIN | POLLOUT, until: deadline)
      // Where it failed the reason is there to be read, as the last result.
      if status < 0 || !takeInput() { break }
    }
    var rows: [[String]] = []
    var failure: HubError?
    while let answer = try answer(until: deadline) {
      if let error = error(of: answer) { failure = failure ?? error } else { rows = answer.rows }
    }
    if let failure { throw failure }
    return rows
  }

  private func awaitSocket(
    _ events: Int32, until deadline: ContinuousClock.Instant
  ) throws(HubError) {
    guard case .ready = try wait(for: events, until: deadline) else {
      throw .connectionLost(place, reason: "no answer within \(timeout)")
    }
  }

  /// Returns the next result; nil after the last.
  private func answer(until deadline: ContinuousClock.Instant) throws(HubError) -> Answer? {
    while unsafe PQisBusy(pointer) == 1 {
      try awaitSocket(POLLIN, until: deadline)
      if !takeInput() { break }
    }
    return unsafe PQgetResult(pointer).map { unsafe Answer(taking: $0) }
  }

  /// Reads what has come, and returns whether the connection stands.
  private func takeInput() -> Bool {
    let stands = unsafe PQconsumeInput(pointer) == 1
    while let notice = unsafe PQnotifies(pointer) {
      // One's own appends are no news.
      if unsafe PQbackendPID(pointer) != notice.pointee.be_pid { hasNotice = true }
      unsafe PQfreemem(notice)
    }
    return stands
  }

  private func error(of answer: Answer) -> HubError? {
    guard !answer.isDone else { return nil }
    if let state = answer.field(cpq_diag_sqlstate), let reason = answer.field(cpq_diag_message) {
      return HubError(state: state, reason: oneLine(reason), place: place)
    }
    return unsafe PQstatus(pointer) == CONNECTION_BAD
      ? lost() : .badAnswer(place, reason: "no rows, and no reason")
  }

  // MARK: - News

  /// How a wait for news ended.
  package enum Wake: Hashable, Sendable { case notice, woken, timeOver }

  /// Asks the server to report appends of others.
  ///
  /// - Returns: False where the server refuses, as a standby does. Through a pool of connections it may
  ///   succeed and nothing ever come. Either way reading now and then suffices.
  package func listen() throws(HubError) -> Bool {
    do {
      _ = try rows("LISTEN hyzer")
      return true
    } catch {
      if case .connectionLost = error { throw error }
      if case .stopped = error { throw error }
      return false
    }
  }

  /// Waits until others appended something, it is woken, or so much time is over.
  package func waitForNotice(_ time: Duration) throws(HubError) -> Wake {
    let deadline = ContinuousClock.now + time
    while true {
      if hasNotice {
        hasNotice = false
        return .notice
      }
      switch try wait(for: POLLIN, until: deadline, orWoken: true) {
      case .ready: guard takeInput() else { throw lost() }
      case .woken: return .woken
      case .timeOver: return .timeOver
      }
    }
  }

  // MARK: - Texts of libpq

  private func lost() -> HubError { .connectionLost(place, reason: message) }

  /// What libpq says last, on one line.
  private var message: String { oneLine(unsafe text(PQerrorMessage(pointer))) }
}

@available(*, unavailable)
extension HubConnection: Sendable {}

/// A result of the server's.
@safe
private final class Answer {
  private let pointer: OpaquePointer

  init(taking pointer: OpaquePointer) { unsafe self.pointer = pointer }

  deinit { unsafe PQclear(pointer) }

  var isDone: Bool {
    let status = unsafe PQresultStatus(pointer)
    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK
  }

  /// The rows as texts; NULL is an empty one.
  var rows: [[String]] {
    let columns = unsafe PQnfields(pointer)
    let count = unsafe PQntuples(pointer)
    return (0..<count).map { row in
      (0..<columns).map { unsafe text(PQgetvalue(pointer, row, $0)) }
    }
  }

  /// Returns a part of an error's message.
  func field(_ code: Int32) -> String? {
    unsafe PQresultErrorField(pointer, code).map { unsafe String(cString: $0) }
  }
}

/// Returns a text of libpq's, which is empty where there is none.
private func text(_ pointer: UnsafePointer<CChar>?) -> String {
  unsafe pointer.map { unsafe String(cString: $0) } ?? ""
}

private func oneLine(_ message: String) -> String {
  message.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(/\s+/) }
    .joined(separator: "; ")
}

/// Lends texts as C has them, with a null pointer after the last.
private func withCStrings<Value>(
  _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
) -> Value {
  let copies = unsafe texts.map { unsafe strdup($0) }
  defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
  let pointers = unsafe copies.map { unsafe UnsafePointer($0) } + [nil]
  return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
}

internal import FoundationEssentials
internal import Glibc
internal import HyzerBase
internal import PhonePage
internal import ScoreLog
internal import Synchronization

/// What commands take from the world beside their streams: the time, new identifiers, the device.
package struct Surroundings: Sendable {
  /// Returns the time of day in ISO 8601: UTC, with milliseconds.
  let timestamp: @Sendable () -> String
  /// Returns an identifier that nothing else has.
  var newIdentifier: @Sendable () -> String
  /// Returns the time since a moment that stays the same, to measure with.
  let uptime: @Sendable () -> Duration
  /// Waits, and returns whether to go on with what is repeated until somebody ends it.
  var wait: @Sendable (Duration) -> Bool = { _ in false }
  /// Returns whether a signal asks for the end; once asked, a signal no longer ends the process.
  var isInterrupted: @Sendable () -> Bool = { false }
  /// Returns whether that is a signal after which nobody may read what is printed: the terminal is
  /// gone, or the system ends its programs.
  var isAbandoned: @Sendable () -> Bool = { false }
  /// Returns how often a service manager asked to read files anew, since it was asked last.
  var takeReloads: @Sendable () -> Int = { 0 }
  /// Returns a time of `timestamp` as people here write it: `2026-05-01 11:30`.
  var localTime: @Sendable (String) -> String = { Surroundings.shortTime($0) { _ in 0 } }
  /// How long to wait for another program that holds the score log.
  var busyTimeout = Duration.zero
  /// How long to wait for the host of the log's group: in passing, and where that is asked for.
  ///
  /// Chosen: a command is not held up for longer, once in a while, by a host that does not answer.
  var hostTimeouts = (passing: Duration.seconds(1.5), asked: Duration.seconds(10))
  /// Returns the first address of IPv4 by which others reach this machine; nil where it has none.
  var address: @Sendable () -> String? = { nil }
  let device: String

  /// The machine's own.
  package static let standard = {
    let start = ContinuousClock.now
    return Surroundings(
      timestamp: { ScoreEvent.timeNow },
      newIdentifier: { UUID().uuidString.lowercased() },
      uptime: { ContinuousClock.now - start },
      wait: {
        sleep(for: $0)
        return true
      },
      isInterrupted: { Interruption.isRequested }, isAbandoned: { Interruption.isAbandoned },
      takeReloads: { Interruption.takeReloads() },
      localTime: { shortTime($0, offset: localOffset) }, busyTimeout: .seconds(2),
      address: { HostName.firstAddress }, device: ProcessInfo.processInfo.hostName)
  }()

  /// Returns a time in a zone that is `offset` seconds ahead of UTC then, or as it stands where it is none.
  static func shortTime(_ timestamp: String, offset: (Date) -> Int) -> String {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    guard let date = try? style.parse(timestamp) else { return timestamp }
    let local = Date.ISO8601FormatStyle(dateTimeSeparator: .space)
      .year().month().day().time(includingFractionalSeconds: false)
    return String((date + TimeInterval(offset(date))).formatted(local).prefix(16))
  }

  /// By how many seconds this machine's clock is ahead of UTC at a time.
  ///
  /// Wraps `localtime_r`, since FoundationEssentials has no zones.
  private static func localOffset(_ date: Date) -> Int {
    var (seconds, local) = unsafe (time_t(date.timeIntervalSince1970), tm())
    return unsafe localtime_r(&seconds, &local) == nil ? 0 : unsafe Int(local.tm_gmtoff)
  }
}

/// The signals that ask the program to end, for a command that has something to report first.
enum Interruption {
  private typealias Handler = @convention(c) (Int32) -> Void

  /// How `signal(2)` shows a signal that is ignored, as under nohup.
  private static let ignored = 1
  /// The first that came; 0 before that.
  private static let first = Atomic<Int32>(0)
  /// How often Ctrl-C has come.
  private static let presses = Atomic<Int32>(0)
  /// What was done about Ctrl-C before; written only by whoever puts the handler there that reads it.
  nonisolated(unsafe) private static var before: Handler?

  /// Whether the first of them has come; Ctrl-C for the third time ends the process at once.
  ///
  /// Not the second time, since people press it again while the last try to save scores takes a
  /// moment; and a terminal that is closed may send its signal by more than one way.
  ///
  /// They are waited for from the first look on: what handles them otherwise, such as a screen that
  /// gives its terminal back, has to be there by then.
  static var isRequested: Bool { isWatching && first.load(ordering: .relaxed) != 0 }

  /// Whether the first of them was another than Ctrl-C.
  static var isAbandoned: Bool { isRequested && first.load(ordering: .relaxed) != SIGINT }

  /// How often a service manager asked to read anew what is in files, since this was asked last.
  ///
  /// From the first time on SIGHUP asks for that and not for the end: a service has no terminal that closes.
  static func takeReloads() -> Int {
    if isRequested { return 0 }
    if !isReloading { return 0 }
    return reloads.exchange(0, ordering: .relaxed)
  }

  private static let reloads = Atomic<Int>(0)
  private static let isReloading = {
    reloads.store(0, ordering: .relaxed)
    // Also where whoever started the program had it ignored.
    _ = signal(SIGHUP) { _ in Interruption.reloads.wrappingAdd(1, ordering: .relaxed) }
    return true
  }()

  /// Whether a handler waits for the signals, which it does from the first time that this is read.
  ///
  /// Not a thread that waits for them: libraries have threads of their own that do not block them.
  private static let isWatching = watch()

  private static func watch() -> Bool {
    // The handler must not be the first to use it.
    first.store(0, ordering: .relaxed)
    presses.store(0, ordering: .relaxed)
    // `signal` and not `sigaction`, whose structure Swift imports without its last member.
    unsafe before = watch(SIGINT)
    for number in [SIGTERM, SIGHUP] { _ = watch(number) }
    // Whoever started the program may have had them blocked. These fail only for what is no signal.
    var set = sigset_t()
    _ = unsafe sigemptyset(&set)
    for number in [SIGINT, SIGTERM, SIGHUP] { _ = unsafe sigaddset(&set, number) }
    return unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil) == 0
  }

  /// Has a signal noted, unless it is ignored, and returns what was done about it before.
  private static func watch(_ number: Int32) -> Handler? {
    let old = signal(number, note)
    if unsafe unsafeBitCast(old, to: Int.self) == ignored { _ = signal(number, old) }
    return old
  }

  /// Uses nothing but what signal-safety(7) allows.
  private static let note: Handler = { number in
    _ = first.compareExchange(expected: 0, desired: number, ordering: .relaxed)
    // The next does what it did before.
    guard number == SIGINT, presses.wrappingAdd(1, ordering: .relaxed).oldValue == 1 else { return }
    _ = unsafe signal(SIGINT, before)
  }
}

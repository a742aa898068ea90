internal import Foundation
internal import Synchronization

/// What commands take from the world beside their streams: the time, new identifiers, the device.
package struct Surroundings: Sendable {
  /// Returns the time of day in ISO 8601: UTC, with milliseconds.
  let timestamp: @Sendable () -> String
  /// Returns an identifier that nothing else has.
  let newIdentifier: @Sendable () -> String
  /// Returns the time since a moment that stays the same, to measure with.
  let uptime: @Sendable () -> Duration
  /// Waits, and returns whether to go on with what is repeated until somebody ends it.
  var wait: @Sendable (Duration) -> Bool = { _ in false }
  /// Returns whether a signal asks for the end; once asked, a signal no longer ends the process.
  var isInterrupted: @Sendable () -> Bool = { false }
  /// Returns whether that is a signal after which nobody may read what is printed: the terminal is
  /// gone, or the system ends its programs.
  var isAbandoned: @Sendable () -> Bool = { false }
  /// Returns a time of `timestamp` as people here write it: `2026-05-01 11:30`.
  var localTime: @Sendable (String) -> String = { Surroundings.shortTime($0, in: .gmt) }
  /// How long to wait for another program that holds the score log.
  var busyTimeout = Duration.zero
  /// The name of this machine.
  let device: String

  /// The machine's own.
  package static let standard = {
    let start = ContinuousClock.now
    return Surroundings(
      timestamp: { Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) },
      newIdentifier: { UUID().uuidString.lowercased() },
      uptime: { ContinuousClock.now - start },
      wait: {
        Thread.sleep(forTimeInterval: $0 / .seconds(1))
        return true
      },
      isInterrupted: { Interruption.isRequested }, isAbandoned: { Interruption.isAbandoned },
      localTime: { shortTime($0, in: .current) }, busyTimeout: .seconds(2),
      device: ProcessInfo.processInfo.hostName)
  }()

  /// Returns a time in a zone, or as it stands where it is none.
  static func shortTime(_ timestamp: String, in zone: TimeZone) -> String {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    guard let date = try? style.parse(timestamp) else { return timestamp }
    let local = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: zone)
      .year().month().day().time(includingFractionalSeconds: false)
    return String(date.formatted(local).prefix(16))
  }
}

/// The signals that ask the program to end, for a command that has something to report first.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// How `signal(2)` shows a signal that is ignored, as under nohup.
  private static let ignored = 1
  /// The first that came; 0 before that.
  private static let first = Atomic<Int32>(0)

  /// Whether the first of them has come; the second ends the process.
  ///
  /// From the first look on they are waited for, so that look before other threads are started.
  static var isRequested: Bool {
    isWatching && first.load(ordering: .relaxed) != 0
  }

  /// Whether the first of them was another than Ctrl-C.
  static var isAbandoned: Bool { isRequested && first.load(ordering: .relaxed) != SIGINT }

  /// Whether a thread waits for the signals, which it does from the first time that this is read.
  ///
  /// A thread of its own, since next to nothing is allowed in a handler. For it to get the signals,
  /// all others have to block them, which those do that are started later.
  private static let isWatching = watch()

  private static func watch() -> Bool {
    var set = sigset_t()
    // These fail only for numbers that are no signals.
    _ = unsafe sigemptyset(&set)
    for number in signals where !isIgnored(number) { _ = unsafe sigaddset(&set, number) }
    guard unsafe pthread_sigmask(SIG_BLOCK, &set, nil) == 0 else { return false }
    let waited = set
    Thread.detachNewThread {
      var set = waited
      var number: Int32 = 0
      guard unsafe sigwait(&set, &number) == 0 else { return }
      first.store(number, ordering: .relaxed)
      guard unsafe sigwait(&set, &number) == 0 else { return }
      // It ends as it would have without anybody to wait for it.
      _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
      _ = raise(number)
    }
    return true
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == ignored
  }
}

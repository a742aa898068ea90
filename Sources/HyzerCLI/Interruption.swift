internal import Foundation
internal import Synchronization

/// The signals that ask the program to end, for a command that has something to tell first.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// What `signal(2)` tells of a signal that is ignored, as under nohup.
  private static let ignored = 1
  private static let hasCome = Atomic(false)

  /// Whether the first of them has come; the second ends the process.
  ///
  /// From the first look on they are waited for, so that look before other threads are started.
  static var isRequested: Bool {
    isWatching && hasCome.load(ordering: .relaxed)
  }

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
      hasCome.store(true, ordering: .relaxed)
      guard unsafe sigwait(&set, &number) == 0 else { return }
      // It ends as it would have without anybody to wait for it.
      _ = signal(number, SIG_DFL)
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

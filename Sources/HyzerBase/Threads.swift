internal import CGNU
internal import Glibc
internal import Synchronization

/// A thread, which goes on by itself where nobody waits for its end.
@safe package final class StartedThread: Sendable {
  /// Nil once it has ended.
  private let thread: Mutex<pthread_t?>

  fileprivate init(_ thread: pthread_t) { self.thread = Mutex(thread) }

  deinit {
    if let thread = thread.withLock({ $0 }) { pthread_detach(thread) }
  }

  /// Returns once the thread has ended.
  ///
  /// That is after its last line: then libraries let go of what they keep for a thread. OpenSSL loses this where the
  /// process ends between the two.
  ///
  /// - Parameter time: How long to wait at most; for ever where nil.
  /// - Returns: Whether it has ended.
  @discardableResult
  package func waitForEnd(atMost time: Duration? = nil) -> Bool {
    thread.withLock { thread in
      guard let running = thread else { return true }
      var status: CInt
      if let time {
        var end = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &end)
        let (seconds, attoseconds) = time.components
        let nanoseconds = end.tv_nsec + Int(attoseconds / 1_000_000_000)
        end.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
        end.tv_nsec = nanoseconds % 1_000_000_000
        status = unsafe pthread_clockjoin_np(running, nil, CLOCK_MONOTONIC, &end)
      } else {
        status = pthread_join(running, nil)
      }
      if status == ETIMEDOUT { return false }
      precondition(status == 0, "a thread cannot be waited for: \(SystemFault(status))")
      thread = nil
      return true
    }
  }
}

/// Does something on a thread of its own.
///
/// - Parameters:
///   - name: What `top -H` shows, of which the system keeps 15 bytes.
///   - body: What is done; the thread ends with it.
/// - Returns: By what to wait for its end; it goes on where that is dropped.
@discardableResult
package func startThread(
  _ name: String, _ body: @escaping @Sendable () -> Void
) -> StartedThread {
  final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let work = unsafe Unmanaged.passRetained(Work(body)).toOpaque()
  let status = unsafe pthread_create(
    &thread, nil,
    { work in
      guard let work = unsafe work else { return nil }
      unsafe Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
      return nil
    }, work)
  precondition(status == 0, "no thread can be made: \(SystemFault(status))")
  _ = unsafe pthread_setname_np(thread, String(name.prefix(15)))
  return StartedThread(thread)
}

/// Waits, whatever signals come meanwhile.
package func sleep(for time: Duration) {
  guard time > .zero else { return }
  let (seconds, attoseconds) = time.components
  var (asked, left) = (timespec(), timespec())
  (asked.tv_sec, asked.tv_nsec) = (Int(seconds), Int(attoseconds / 1_000_000_000))
  while unsafe nanosleep(&asked, &left) != 0, errno == EINTR { asked = left }
}

/// A lock that the thread that holds it may take again.
@safe package final class RecursiveLock: Sendable {
  private nonisolated(unsafe) let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(
    capacity: 1)

  package init() {
    var attributes = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&attributes)
    unsafe pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_RECURSIVE))
    unsafe pthread_mutex_init(mutex, &attributes)
    unsafe pthread_mutexattr_destroy(&attributes)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Does something that no other thread does meanwhile.
  package func withLock<Value>(_ body: () throws -> Value) rethrows -> Value {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body()
  }
}

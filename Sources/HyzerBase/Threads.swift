internal import CGNU
internal import Glibc

/// Does something on a thread of its own.
///
/// - Parameters:
///   - name: What `top -H` shows, of which the system keeps 15 bytes.
///   - body: What is done; the thread ends with it.
package func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
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
  pthread_detach(thread)
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

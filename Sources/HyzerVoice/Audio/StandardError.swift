internal import Glibc
private import Synchronization

private let silence = Mutex(())

/// Runs what may call libmpg123 or libjack, which print on standard error and cannot be told not to,
/// and drops what is printed.
///
/// Standard error is the whole process's: what anybody prints there meanwhile is dropped too. Where
/// it cannot be turned away, it stays what it is. Wraps `dup2`.
package func silencingStandardError<Value>(_ body: () -> Value) -> Value {
  silence.withLock { _ in
    let kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
    let nowhere = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { for descriptor in [kept, nowhere] where descriptor >= 0 { _ = close(descriptor) } }
    let isSilent = kept >= 0 && nowhere >= 0 && dup2(nowhere, STDERR_FILENO) >= 0
    defer { if isSilent { _ = dup2(kept, STDERR_FILENO) } }
    return body()
  }
}

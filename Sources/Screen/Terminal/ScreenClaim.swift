internal import Synchronization

/// The right to the process's only screen, returned with the value's end.
struct ScreenClaim: ~Copyable {
  private static let isTaken = Mutex(false)

  init() throws(TerminalError) {
    let wasTaken = ScreenClaim.isTaken.withLock { isTaken in
      defer { isTaken = true }
      return isTaken
    }
    // Thrown out here, where no value exists yet that would return somebody else's claim.
    guard !wasTaken else { throw .alreadyOpen }
  }

  deinit { ScreenClaim.isTaken.withLock { $0 = false } }
}

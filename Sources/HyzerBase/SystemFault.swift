internal import FoundationEssentials
internal import Glibc

/// What the system says of a call that failed.
package struct SystemFault: Error, Hashable, CustomStringConvertible {
  /// As `errno` has it.
  package let number: CInt

  package init(_ number: CInt) { self.number = number }

  /// What made a call of the file manager fail.
  package init(_ error: any Error) {
    let underlying = (error as? CocoaError)?.underlying as? POSIXError
    self.init(underlying?.code.rawValue ?? EIO)
  }

  /// Of the call that failed just now.
  package static var latest: SystemFault { SystemFault(errno) }

  package var description: String { unsafe String(cString: strerror(number)) }
}

internal import Glibc
internal import HyzerBase

/// What started this program as a service and wants to know how it does, as sd_notify(3) describes it.
struct ServiceManager {
  private let address: String

  /// Finds the service manager by what it puts into the environment; nil where there is none.
  init?(environment: [String: String]) {
    guard let address = environment["NOTIFY_SOCKET"], !address.isEmpty else { return nil }
    self.address = address
  }

  /// Says something, as `READY=1`.
  func say(_ state: String) throws(SystemFault) {
    var place = sockaddr_un()
    // One that begins with @ is no file, but a name of Linux's own, which begins with a zero.
    let bytes = Array(address.utf8).enumerated().map { index, byte in
      index == 0 && byte == UInt8(ascii: "@") ? 0 : byte
    }
    let header = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? MemoryLayout<sa_family_t>.size
    guard bytes.count < MemoryLayout.size(ofValue: place.sun_path) else {
      throw SystemFault(ENAMETOOLONG)
    }
    place.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &place.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let socket = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { throw .latest }
    defer { _ = close(socket) }  // What was sent is sent.
    let text = Array(state.utf8)
    let size = socklen_t(header + bytes.count)
    let count = unsafe withUnsafePointer(to: &place) { place in
      unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
        unsafe sendto(socket, text, text.count, CInt(MSG_NOSIGNAL), place, size)
      }
    }
    guard count == text.count else { throw .latest }
  }
}

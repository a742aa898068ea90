internal import Glibc

/// Returns the addresses by which others reach this machine, in the order of its network interfaces.
///
/// Wraps `getifaddrs`; those of interfaces that are down, and of the machine itself, are left out.
func networkAddresses() -> [String] {
  var first: UnsafeMutablePointer<ifaddrs>?
  guard unsafe getifaddrs(&first) == 0 else { return [] }
  defer { unsafe freeifaddrs(first) }
  var addresses: [String] = []
  var next = unsafe first
  while let interface = unsafe next?.pointee {
    unsafe next = interface.ifa_next
    let flags = unsafe CInt(bitPattern: interface.ifa_flags)
    guard let address = unsafe interface.ifa_addr, flags & CInt(IFF_UP) != 0,
      flags & CInt(IFF_LOOPBACK) == 0
    else { continue }
    let size: Int
    switch unsafe CInt(address.pointee.sa_family) {
    case AF_INET: size = MemoryLayout<sockaddr_in>.size
    case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
    default: continue
    }
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let status = unsafe getnameinfo(
      address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
    if status == 0 {
      addresses.append(
        String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
  }
  return addresses
}

internal import Glibc

/// A name or an address by which a browser opens a page.
package struct HostName: Hashable, Sendable, CustomStringConvertible {
  enum Kind: Hashable { case name, ipv4, ipv6 }

  let kind: Kind
  /// In lower case; an address in its shortest form.
  package let description: String

  /// Reads one; letters of other languages have to be written as DNS has them.
  package init(_ text: String) throws(CertificateError) {
    if let address = Self.address(text, AF_INET) {
      (kind, description) = (.ipv4, address)
    } else if let address = Self.address(text, AF_INET6) {
      (kind, description) = (.ipv6, address)
    } else {
      let name = text.lowercased()
      let labels = name.split(separator: ".", omittingEmptySubsequences: false)
      // What consists of digits and dots was to be an address.
      guard name.utf8.count <= 253, labels.allSatisfy(Self.isLabel),
        labels.last?.allSatisfy(\.isNumber) == false
      else { throw .badName(text) }
      (kind, description) = (.name, name)
    }
  }

  private static func isLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
      && label.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
      }
  }

  /// Returns an address in its shortest form; nil for what is none of the family.
  private static func address(_ text: String, _ family: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 16)
    var shortest = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard !text.utf8.contains(0), unsafe inet_pton(family, text, &bytes) == 1,
      unsafe inet_ntop(family, bytes, &shortest, socklen_t(shortest.count)) != nil
    else { return nil }
    return String(
      decoding: shortest.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  var alternative: String { kind == .name ? "DNS:\(description)" : "IP:\(description)" }

  /// As a constraint of an authority says it: this alone, and names within it.
  var constraint: String {
    switch kind {
    case .name: "permitted;DNS:\(description)"
    case .ipv4: "permitted;IP:\(description)/255.255.255.255"
    case .ipv6: "permitted;IP:\(description)/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"
    }
  }

  /// What an authority of ours may speak for whatever it was made for: what no public one speaks for.
  static let privateConstraints =
    ["localhost", "local", "lan", "home.arpa", "internal"].map { "permitted;DNS:\($0)" }
    + [
      "10.0.0.0/255.0.0.0", "172.16.0.0/255.240.0.0", "192.168.0.0/255.255.0.0",
      // Link-local, shared by carriers and private networks between hosts, and the machine itself.
      "169.254.0.0/255.255.0.0", "100.64.0.0/255.192.0.0", "127.0.0.0/255.0.0.0",
      "fc00::/fe00::", "fe80::/ffc0::", "::1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    ].map { "permitted;IP:\($0)" }

  /// Whether it is an address that means something only within one network, and that a browser can open.
  private var isPrivateAddress: Bool {
    switch kind {
    case .name: return false
    case .ipv6:
      return description == "::1" || description.hasPrefix("fc") || description.hasPrefix("fd")
    case .ipv4:
      let parts = description.split(separator: ".").compactMap { Int($0) }
      return switch (parts[0], parts[1]) {
      case (10, _), (127, _), (172, 16...31), (192, 168), (100, 64...127): true
      default: false
      }
    }
  }

  /// Returns the names and private addresses that this machine has now, for its own `host` name.
  package static func ofThisMachine(called host: String) -> [HostName] {
    let own = host.lowercased().split(separator: ".").first.map { "\($0).local" }
    var names: [HostName] = []
    for text in [own, "localhost", "127.0.0.1", "::1"].compactMap(\.self) + networkAddresses() {
      // One that DNS cannot have is nothing to open a page by.
      if let name = try? HostName(text), name.kind == .name || name.isPrivateAddress,
        !names.contains(name)
      {
        names.append(name)
      }
    }
    return names
  }

  /// The first address of IPv4 by which others reach this machine; nil where it has none.
  package static var firstAddress: String? {
    networkAddresses().first { !$0.contains(":") }
  }
}

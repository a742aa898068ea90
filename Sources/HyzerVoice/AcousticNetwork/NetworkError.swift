/// What keeps a file from being used as an acoustic network.
package enum NetworkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file cannot be read.
  case unreadable(String, reason: String)
  /// The file is something else.
  case foreign(String)
  /// The file has fewer bytes than it says, or more.
  case wrongSize(String, bytes: Int, expected: Int)
  /// The checksum is another one.
  case damaged(String)
  /// The file is whole, but what it says makes no network.
  case inconsistent(String, reason: String)

  /// One line: what failed, on what, and what to do.
  package var description: String {
    switch self {
    case .unreadable(let name, let reason):
      "the acoustic network \"\(name)\" cannot be read: \(reason)"
    case .foreign(let name):
      "\"\(name)\" is no acoustic network: it does not begin with \(NetworkFile.magic); name another file"
    case .wrongSize(let name, let bytes, let expected):
      "the acoustic network \"\(name)\" has \(bytes) bytes in place of \(expected); copy it again"
    case .damaged(let name):
      "the acoustic network \"\(name)\" is damaged: its checksum (CRC-32) is another one; copy it again"
    case .inconsistent(let name, let reason):
      "the acoustic network \"\(name)\" makes no sense: \(reason); write it again"
    }
  }
}

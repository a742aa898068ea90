/// What kept a digest from being computed.
public enum DigestError: Error, Hashable, Sendable {
  /// No file has this path.
  case missing(path: String)
  /// The file cannot be opened or read; `reason` is the system's own message.
  case readFailed(path: String, reason: String)
  /// The cryptography library failed; `reason` is its own message.
  case libraryFailed(reason: String)
}

extension DigestError: CustomStringConvertible {
  /// One line that says what failed, on which file, and what to do.
  public var description: String {
    switch self {
    case .missing(let path):
      "cannot compute the digest of '\(path)': there is no such file; check the path"
    case .readFailed(let path, let reason):
      "cannot compute the digest of '\(path)': \(reason); check the file and its permissions"
    case .libraryFailed(let reason):
      "cannot compute a digest: \(reason); check the installation of OpenSSL"
    }
  }
}

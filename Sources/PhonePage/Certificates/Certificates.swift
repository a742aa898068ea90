internal import CCrypto
internal import Glibc
internal import HyzerBase

/// A certificate authority of one's own and a server's certificate by it, in a folder.
package struct Certificates: Hashable, Sendable {
  package struct Outcome: Hashable, Sendable {
    package let names: [HostName]
    /// Whether the authority is new, and has to be trusted yet.
    package let isNew: Bool
    /// The authority's SHA-256, as settings of phones show it.
    package let fingerprint: String
    /// When the server's certificate ends, in seconds since 1970.
    package let until: Int
  }

  private static let day = 86_400
  /// Safari takes nothing of a server that is valid for longer.
  private static let serverDays = 397
  private static let authorityDays = 3652
  /// Chosen: an authority that ends sooner is not worth a new certificate.
  private static let shortestDays = 30
  /// A clock of a phone may be behind by less than this.
  private static let slack = 3600

  package let folder: String

  package init(folder: String) { self.folder = folder }

  package var authorityFile: String { folder + "/ca.crt" }
  private var authorityKeyFile: String { folder + "/ca.key" }
  package var serverFile: String { folder + "/server.crt" }
  package var serverKeyFile: String { folder + "/server.key" }

  /// Makes a new certificate of a server that is reached by names, and the authority where there is none.
  ///
  /// The authority is bound to names and addresses within private networks, and to those for which it is
  /// made, so that a thief of its key cannot pretend to be a bank to those who trust it. That is no critical part
  /// of it, since old programs would refuse what they do not know. `owner` says whose it is; `now` is
  /// in seconds since 1970.
  package func issue(
    for names: [HostName], owner: String, at now: Int,
    using generator: inout some RandomNumberGenerator
  ) throws(CertificateError) -> Outcome {
    guard !names.isEmpty else { throw .noNames }
    try makeFolder()
    let isNew = try makeAuthority(for: names, owner: owner, at: now, using: &generator)
    guard let key = PrivateKey(pem: try read(authorityKeyFile)) else {
      throw .unreadable(path: authorityKeyFile)
    }
    guard let authority = Certificate(pem: try read(authorityFile)) else {
      throw .unreadable(path: authorityFile)
    }
    guard authority.isOf(key) else { throw .mismatch(folder: folder) }
    let end = try authority.end()
    guard end - now > Self.shortestDays * Self.day else { throw .authorityEnds(folder: folder) }
    let until = min(now - Self.slack + Self.serverDays * Self.day, end)
    let serverKey = try PrivateKey()
    func server(
      _ names: [HostName], _ serial: UInt64
    ) throws(CertificateError) -> Certificate {
      try Certificate.ofServer(
        .init(
          subject: "Hyzer Voice", from: now - Self.slack, until: until, serial: serial,
          extensions: [
            (NID_basic_constraints, "critical,CA:FALSE"),
            (NID_key_usage, "critical,digitalSignature"), (NID_ext_key_usage, "serverAuth"),
            (NID_subject_alt_name, names.map(\.alternative).joined(separator: ",")),
            (NID_subject_key_identifier, "hash"), (NID_authority_key_identifier, "keyid:always"),
          ]), of: serverKey, by: authority, key)
    }
    let certificate = try server(names, .random(in: 1 ... .max, using: &generator))
    guard try certificate.isTrusted(by: authority, at: now) else {
      var others: [String] = []
      for name in names where try !server([name], 1).isTrusted(by: authority, at: now) {
        others.append(name.description)
      }
      throw .notPermitted(others, folder: folder)
    }
    try write(serverKey.pem(), to: serverKeyFile, mode: 0o600)
    try write(certificate.pem(), to: serverFile, mode: 0o644)
    return Outcome(
      names: names, isNew: isNew, fingerprint: try authority.fingerprint(), until: until)
  }

  private func makeAuthority(
    for names: [HostName], owner: String, at now: Int,
    using generator: inout some RandomNumberGenerator
  ) throws(CertificateError) -> Bool {
    switch (exists(authorityFile), exists(authorityKeyFile)) {
    case (true, true): return false
    case (false, true): throw .incomplete(folder: folder, file: "ca.crt")
    case (true, false): throw .incomplete(folder: folder, file: "ca.key")
    case (false, false): break
    }
    let key = try PrivateKey()
    let constraints = HostName.privateConstraints + names.map(\.constraint)
    let authority = try Certificate.ofAuthority(
      .init(
        subject: String("Hyzer Voice of \(owner)".unicodeScalars.prefix(64).map { Character($0) }),
        from: now - Self.slack, until: now + Self.authorityDays * Self.day,
        serial: .random(in: 1 ... .max, using: &generator),
        extensions: [
          (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
          (NID_key_usage, "critical,keyCertSign,cRLSign"),
          (NID_name_constraints, constraints.joined(separator: ",")),
          (NID_subject_key_identifier, "hash"),
        ]), of: key)
    try write(key.pem(), to: authorityKeyFile, mode: 0o600)
    try write(authority.pem(), to: authorityFile, mode: 0o644)
    return true
  }

  /// Returns the authority, in PEM, that others have to trust to trust a server's certificate in a file; nil
  /// where none of ours made it.
  package static func caPEM(ofServerFile path: String) throws(CertificateError) -> String? {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let place = Certificates(folder: folder)
    guard place.exists(place.authorityFile) else { return nil }
    guard let authority = Certificate(pem: try place.read(place.authorityFile)),
      let server = Certificate(pem: try place.read(path)),
      try server.isTrusted(by: authority, at: server.end() - 1)
    else { return nil }
    // Made anew, so that nothing else that the file may hold is given away.
    return String(decoding: try authority.pem(), as: UTF8.self)
  }

  /// Returns the SHA-256 (32 bytes) of the public key, as a SubjectPublicKeyInfo in DER, of the first certificate in a
  /// text in PEM; nil where it has none.
  package static func keySHA256(ofPEM text: [UInt8]) throws(CertificateError) -> [UInt8]? {
    guard let certificate = Certificate(pem: text) else { return nil }
    return try certificate.keySHA256()
  }

  /// Returns the SHA-256 (32 bytes) of the public key, as a SubjectPublicKeyInfo in DER, of the first certificate in a
  /// file in PEM.
  ///
  /// - Throws: `inputOutput` where the file cannot be read, `unreadable` where it has no certificate.
  package static func keySHA256(ofFile path: String) throws(CertificateError) -> [UInt8] {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    guard let digest = try keySHA256(ofPEM: Certificates(folder: folder).read(path)) else {
      throw .unreadable(path: path)
    }
    return digest
  }

  // MARK: - Files

  private func makeFolder() throws(CertificateError) {
    for end in folder.indices.dropFirst() where folder[end] == "/" {
      let above = String(folder[..<end])
      guard unsafe mkdir(above, 0o777) == 0 || errno == EEXIST else { throw failure(above) }
    }
    guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw failure(folder) }
  }

  private func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Reads a file that is not longer than any that is made here, or one that says less.
  private func read(_ path: String) throws(CertificateError) -> [UInt8] {
    do throws(SystemFault) {
      return try OpenFile(path).read(atMost: 1 << 16)
    } catch {
      throw .inputOutput(path: path, reason: "\(error)")
    }
  }

  /// Puts a file in its place when all of it is on the disk; nobody else can read it at any time where
  /// its mode says so.
  private func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(CertificateError) {
    var name = Array((path + "-XXXXXX").utf8CString)
    // For its owner only.
    let descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw failure(path) }
    let other = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let count = unsafe Glibc.write(descriptor, bytes, bytes.count)
    let isWritten = count == bytes.count && fchmod(descriptor, mode) == 0 && fsync(descriptor) == 0
    let reason = errno
    guard close(descriptor) == 0, isWritten, unsafe rename(other, path) == 0 else {
      let reason = isWritten ? errno : reason
      _ = unsafe unlink(other)
      throw .inputOutput(path: path, reason: "\(SystemFault(reason))")
    }
  }

  private func failure(_ path: String) -> CertificateError {
    .inputOutput(path: path, reason: "\(SystemFault.latest)")
  }
}

package enum CertificateError: Error, Hashable, Sendable, CustomStringConvertible {
  case badName(String)
  case noNames
  /// `file` is missing though what belongs to it is there.
  case incomplete(folder: String, file: String)
  case unreadable(path: String)
  case mismatch(folder: String)
  case authorityEnds(folder: String)
  case notPermitted([String], folder: String)
  case inputOutput(path: String, reason: String)
  case library(String)

  package enum Category: Hashable, Sendable { case badData, inputOutput, internalFault }

  package var category: Category {
    switch self {
    case .badName, .noNames, .incomplete, .unreadable, .mismatch, .authorityEnds, .notPermitted:
      .badData
    case .inputOutput: .inputOutput
    case .library: .internalFault
    }
  }

  package var description: String {
    switch self {
    case .badName(let name):
      "\"\(name)\" is neither the name of a computer nor an address; give one such as \"laptop.local\" or \"192.168.1.10\""
    case .noNames: "no name is given for which the certificate is to be; give one with --name"
    case .incomplete(let folder, let file):
      "\"\(folder)\" has a part of a certificate authority, but no \(file); put it back, or name another folder with --folder"
    case .unreadable(let path):
      "\"\(path)\" is not what it is called: a certificate or key in PEM; put it back, or name another folder with --folder"
    case .mismatch(let folder):
      "the key and the certificate of the authority in \"\(folder)\" do not belong together; put the right ones back, or name another folder with --folder"
    case .authorityEnds(let folder):
      "the certificate authority in \"\(folder)\" is over, or nearly; make a new one in another folder with --folder, and trust that"
    case .notPermitted(let names, let folder):
      "the certificate authority in \"\(folder)\" may not speak for \(names.map { "\"\($0)\"" }.joined(separator: ", ")), since it was not made for it; make another one in another folder with --folder, and trust that"
    case .inputOutput(let path, let reason):
      "cannot read or write \"\(path)\": \(reason); check its folder and the disk"
    case .library(let what):
      "cannot make \(what); check the installation of OpenSSL"
    }
  }
}

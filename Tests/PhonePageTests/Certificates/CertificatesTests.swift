import Foundation
import HyzerBase
import PhonePage
import TestSupport
import Testing

/// A folder with an authority and certificates, looked at with openssl(1).
private final class Place {
  static let openssl = "/usr/bin/openssl"
  /// 2026-05-01 at noon.
  static let now = 1_777_636_800
  static let day = 86_400

  let directory: Tool.Directory
  let certificates: Certificates

  init() throws {
    directory = try Tool.Directory()
    certificates = Certificates(folder: directory.url.appending(path: "made").path)
  }

  @discardableResult
  func issue(
    _ names: [String] = ["laptop.local", "192.168.1.10", "fd00::1"], at time: Int = now,
    seed: UInt64 = 1
  ) throws -> Certificates.Outcome {
    var generator = SeededGenerator(seed: seed)
    return try certificates.issue(
      for: try names.map { try HostName($0) }, owner: "laptop", at: time, using: &generator)
  }

  func openssl(_ arguments: String) throws -> Tool.Outcome {
    try Tool.run(
      "/bin/bash", ["-c", "cd made && \(Self.openssl) \(arguments)"], in: directory)
  }

  /// Whether openssl(1) trusts a file for a server at a time.
  func isTrusted(_ file: String = "server.crt", _ more: String = "", at time: Int = now) throws
    -> Bool
  {
    try openssl(
      "verify -x509_strict -purpose sslserver -attime \(time) \(more) -CAfile ca.crt \(file)"
    ).status == 0
  }

  func text(_ file: String) throws -> String {
    try openssl("x509 -in \(file) -noout -text").output
  }

  private func url(_ file: String) -> URL { directory.url.appending(path: "made/" + file) }

  func bytes(_ file: String) throws -> Data { try Data(contentsOf: url(file)) }

  func write(_ text: String, _ file: String) throws { try Data(text.utf8).write(to: url(file)) }

  func remove(_ file: String) throws { try FileManager.default.removeItem(at: url(file)) }

  func mode(_ file: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url(file).path)[.posixPermissions] as? Int
  }
}

@Suite(.enabled(if: Tool.exists(Place.openssl), "openssl is not installed"))
struct CertificatesTests {
  private let place: Place
  private let outcome: Certificates.Outcome

  init() throws {
    place = try Place()
    outcome = try place.issue()
  }

  // MARK: - What is made

  @Test func `another program trusts the server for its names, as long as it is valid`() throws {
    #expect(outcome.isNew)
    #expect(outcome.names.map(\.description) == ["laptop.local", "192.168.1.10", "fd00::1"])
    for name in ["-verify_hostname laptop.local", "-verify_ip 192.168.1.10", "-verify_ip fd00::1"] {
      #expect(try place.isTrusted("server.crt", name), "\(name)")
    }
    for name in ["-verify_hostname other.local", "-verify_ip 192.168.1.11"] {
      #expect(try !place.isTrusted("server.crt", name), "\(name)")
    }
    #expect(outcome.until == Place.now - 3600 + 397 * Place.day)
    #expect(try place.isTrusted(at: outcome.until - 1))
    #expect(try !place.isTrusted(at: outcome.until + 1))
    // A phone's clock may be behind a little.
    #expect(try place.isTrusted(at: Place.now - 3599))
  }

  @Test func `the certificates say what browsers ask for`() throws {
    let server = try place.text("server.crt")
    for part in [
      "Version: 3", "Signature Algorithm: ecdsa-with-SHA256", "NIST CURVE: P-256", "CA:FALSE",
      "TLS Web Server Authentication",
      "DNS:laptop.local, IP Address:192.168.1.10, IP Address:FD00:0:0:0:0:0:0:1",
    ] { #expect(server.contains(part), "\(part)") }
    let authority = try place.text("ca.crt")
    for part in [
      "CN = Hyzer Voice of laptop", "NIST CURVE: P-256", "CA:TRUE, pathlen:0",
      "Certificate Sign, CRL Sign", "X509v3 Name Constraints: \n", "DNS:local\n",
      "IP:192.168.0.0/255.255.0.0",
      "Not After : Apr 30 12:00:00 2036 GMT",
    ] { #expect(authority.contains(part), "\(part)") }
    let print = try place.openssl("x509 -in ca.crt -noout -fingerprint -sha256").output
    #expect(print.hasSuffix("=\(outcome.fingerprint)\n"))
  }

  @Test func `nobody else reads a key`() throws {
    let modes = ["ca.key": 0o600, "server.key": 0o600, "ca.crt": 0o644, "server.crt": 0o644]
    for (file, mode) in modes { #expect(try place.mode(file) == mode, "\(file)") }
    #expect(try place.mode("") == 0o700)
    let files = try FileManager.default.contentsOfDirectory(atPath: place.certificates.folder)
    #expect(Set(files) == Set(modes.keys))
  }

  // MARK: - Again

  @Test func `a new certificate keeps the authority that people trust`() throws {
    let before = (try place.bytes("ca.crt"), try place.bytes("ca.key"))
    let (server, key) = (try place.bytes("server.crt"), try place.bytes("server.key"))
    let later = Place.now + 300 * Place.day
    let second = try place.issue(["laptop.lan", "10.1.2.3"], at: later, seed: 2)
    #expect(!second.isNew)
    #expect(second.fingerprint == outcome.fingerprint)
    #expect(try (place.bytes("ca.crt"), place.bytes("ca.key")) == before)
    #expect(try place.bytes("server.crt") != server)
    #expect(try place.bytes("server.key") != key)
    #expect(try place.isTrusted("server.crt", "-verify_ip 10.1.2.3", at: later))
  }

  @Test func `a certificate never outlives its authority, and one that nearly ends makes none`()
    throws
  {
    let end = Place.now + 3652 * Place.day
    #expect(try place.issue(at: end - 31 * Place.day).until == end)
    #expect(throws: CertificateError.authorityEnds(folder: place.certificates.folder)) {
      try place.issue(at: end - 30 * Place.day)
    }
  }

  // MARK: - What the authority may say

  @Test func `the authority speaks for private names, and for those for which it was made`() throws
  {
    let place = try Place()
    try place.issue(["golf.example", "203.0.113.7", "2001:db8::1"])
    try place.issue(["www.golf.example", "203.0.113.7", "2001:db8::1"], seed: 2)
    try place.issue(
      [
        "localhost", "a.b.local", "x.lan", "pi.home.arpa", "pi.internal", "127.0.0.1", "::1",
        "10.255.0.1", "172.31.0.1", "192.168.0.1", "169.254.1.1", "100.127.0.1", "fd12::1",
        "fe80::1",
      ], seed: 3)
    #expect(try place.isTrusted())
    let before = try place.bytes("server.crt")
    let others = [
      "bank.example", "notlocal", "evil.localhost.example", "203.0.113.8", "172.32.0.1",
      "100.128.0.1", "2001:db8::2",
    ]
    let folder = place.certificates.folder
    #expect(throws: CertificateError.notPermitted(others, folder: folder)) {
      try place.issue(["laptop.local"] + others)
    }
    #expect(try place.bytes("server.crt") == before)
  }

  @Test func `others do not believe what somebody makes with a stolen key`() throws {
    try place.write("subjectAltName=DNS:bank.example", "forged.ext")
    let forged = try place.openssl(
      """
      req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout forged.key -subj /CN=x \
      -out forged.csr && openssl x509 -req -in forged.csr -CA ca.crt -CAkey ca.key -set_serial 7 \
      -extfile forged.ext -out forged.crt
      """)
    #expect(forged.status == 0, "\(forged.output)")
    let now = Int(Date.now.timeIntervalSince1970)
    let verified = try place.openssl("verify -attime \(now) -CAfile ca.crt forged.crt")
    #expect(verified.output.contains("permitted subtree violation"))
  }

  // MARK: - What is wrong

  @Test func `an authority that is not whole is said to be, and stays`() throws {
    let folder = place.certificates.folder
    let (key, certificate) = (try place.bytes("ca.key"), try place.bytes("ca.crt"))
    try place.remove("ca.key")
    #expect(throws: CertificateError.incomplete(folder: folder, file: "ca.key")) {
      try place.issue()
    }
    try place.write("nothing", "ca.key")
    #expect(throws: CertificateError.unreadable(path: folder + "/ca.key")) { try place.issue() }
    try place.write(String(decoding: try place.bytes("server.key"), as: UTF8.self), "ca.key")
    #expect(throws: CertificateError.mismatch(folder: folder)) { try place.issue() }
    try place.write(String(decoding: key, as: UTF8.self), "ca.key")
    try place.remove("ca.crt")
    #expect(throws: CertificateError.incomplete(folder: folder, file: "ca.crt")) {
      try place.issue()
    }
    try place.write("", "ca.crt")
    #expect(throws: CertificateError.unreadable(path: folder + "/ca.crt")) { try place.issue() }
    try place.write(String(decoding: certificate, as: UTF8.self), "ca.crt")
    #expect(try !place.issue().isNew)
  }

  @Test func `a folder that cannot be made is named`() throws {
    let place = Certificates(folder: "/proc/nothing")
    var generator = SeededGenerator(seed: 1)
    let error = #expect(throws: CertificateError.self) {
      try place.issue(for: [HostName("a.local")], owner: "a", at: Place.now, using: &generator)
    }
    #expect(error?.category == .inputOutput)
    #expect(error?.description.contains("/proc/nothing") == true)
    #expect(throws: CertificateError.noNames) {
      try place.issue(for: [], owner: "a", at: Place.now, using: &generator)
    }
  }

  // MARK: - The authority for others

  @Test func `the authority is given to others, and nothing else of its file`() throws {
    let file = place.certificates.serverFile
    let authority = String(decoding: try place.bytes("ca.crt"), as: UTF8.self)
    #expect(try Certificates.caPEM(ofServerFile: file) == authority)
    let key = String(decoding: try place.bytes("ca.key"), as: UTF8.self)
    try place.write(authority + key, "ca.crt")
    #expect(try Certificates.caPEM(ofServerFile: file) == authority)
    // One that did not make the certificate is no use to anybody.
    let other = try Place()
    try other.issue()
    try place.write(String(decoding: try other.bytes("ca.crt"), as: UTF8.self), "ca.crt")
    #expect(try Certificates.caPEM(ofServerFile: file) == nil)
    try place.remove("ca.crt")
    #expect(try Certificates.caPEM(ofServerFile: file) == nil)
  }
}

@Suite struct HostNameTests {
  @Test(arguments: [
    ("Laptop.LOCAL", "laptop.local"), ("localhost", "localhost"), ("a-1.b2", "a-1.b2"),
    ("192.168.1.10", "192.168.1.10"), ("FD00:0:0::1", "fd00::1"), ("::1", "::1"),
    ("xn--hhle-5qa.example", "xn--hhle-5qa.example"),
  ])
  func `a name or an address is one`(text: String, said: String) throws {
    #expect(try HostName(text).description == said)
  }

  @Test(arguments: [
    "", ".", "a..b", "-a.local", "a-.local", "höhle.local", "a b", "a,DNS:b", "a\0b", "*.local",
    "192.168.1", "1.2.3.4.5", "999.1.1.1", "fd00::1%eth0", "[::1]", "a:8080", "http://a",
    String(repeating: "a", count: 64), String(repeating: "a.", count: 127) + "a",
  ])
  func `what is neither is refused`(text: String) {
    #expect(throws: CertificateError.badName(text)) { try HostName(text) }
  }

  @Test func `this machine has its name and private addresses, each once`() throws {
    let names = HostName.ofThisMachine(called: "Laptop.example.com").map(\.description)
    #expect(names.starts(with: ["laptop.local", "localhost"]))
    #expect(names.contains("127.0.0.1"))
    #expect(Set(names).count == names.count)
    #expect(HostName.ofThisMachine(called: "höhle").map(\.description).first == "localhost")
  }
}

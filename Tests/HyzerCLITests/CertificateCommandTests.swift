import Foundation
import Testing

@testable import HyzerCLI

/// What `hyzer certificate --json` prints.
private struct ShownCertificate: Decodable {
  let certificate: String
  let key: String
  let authority: String
  let isNewAuthority: Bool
  let fingerprint: String
  let names: [String]
  let until: String
}

@Suite struct `hyzer certificate` {
  private let log = ScoreLogFile()

  private func report(_ outcome: Outcome) throws -> ShownCertificate {
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(ShownCertificate.self, from: Data(outcome.output.utf8))
  }

  @Test func `makes an authority beside the score log once, and a certificate each time`() throws {
    let first = try report(log("certificate", "--json"))
    let folder = log.folder.path("certificate")
    #expect(first.certificate == folder + "/server.crt")
    #expect(first.key == folder + "/server.key")
    #expect(first.authority == folder + "/ca.crt")
    #expect(first.isNewAuthority)
    #expect(first.names.starts(with: ["phone.local", "localhost"]))
    #expect(first.until == "2027-12-23T09:00:01.000Z")
    for path in [first.certificate, first.key, first.authority] {
      #expect(FileManager.default.fileExists(atPath: path))
    }
    // Nobody needs a score log for it.
    #expect(!FileManager.default.fileExists(atPath: log.path))
    let second = try report(log("certificate", "--json"))
    #expect(!second.isNewAuthority)
    #expect(second.fingerprint == first.fingerprint)
  }

  @Test func `says how to serve with it, and how to trust the authority while it is new`() throws {
    let outcome = log("certificate")
    #expect(outcome.code == 0)
    let folder = log.folder.path("certificate")
    #expect(outcome.outputLines[0].hasPrefix("certificate until 2027-12-23 for phone.local, loc"))
    #expect(
      outcome.output.contains(
        "--certificate \(folder)/server.crt --key \(folder)/server.key\n"))
    for word in ["iPhone", "Android", "Firefox", "SHA-256", "\(folder)/ca.crt"] {
      #expect(outcome.output.contains(word), "\(word)")
    }
    let again = log("certificate").output
    #expect(again.contains("The authority is the same as before"))
    #expect(!again.contains("iPhone"))
  }

  @Test func `warns where it is not for the address that the page says of itself`() {
    var surroundings = Surroundings.counted()
    surroundings.address = { "203.0.113.7" }
    let without = log.run(["certificate"], surroundings: surroundings)
    #expect(without.code == 0)
    #expect(without.errorLines.map { $0.contains("give --name 203.0.113.7") } == [true])
    let with = log.run(
      ["certificate", "--folder", log.folder.path("other"), "--name", "203.0.113.7"],
      surroundings: surroundings)
    #expect(with.isDone)
  }

  @Test func `is for names that are given, in a folder that is given`() throws {
    let folder = log.folder.path("a/it's mine")
    let made = try report(
      log(
        "certificate", "--name", "golf.example", "-n", "LOCALHOST", "--folder", folder, "--json"))
    #expect(made.names.starts(with: ["golf.example", "localhost", "phone.local"]))
    #expect(made.names.filter { $0 == "localhost" }.count == 1)
    #expect(made.key == folder + "/server.key")
    #expect(
      log("certificate", "--folder", folder).output.contains(
        "--key '\(log.folder.path)/a/it'\\''s mine/server.key'"))
    #expect(
      log("certificate", "--name", "other.example", "--folder", folder)
        == .refused(
          65,
          "hyzer: the certificate authority in \"\(folder)\" may not speak for \"other.example\", since it was not made for it; make another one in another folder with --folder, and trust that"
        ))
    #expect(
      log("certificate", "--name", "höhle.local")
        == .refused(
          65,
          "hyzer: \"höhle.local\" is neither the name of a computer nor an address; give one such as \"laptop.local\" or \"192.168.1.10\""
        ))
    #expect(log("certificate", "--folder", "/proc/nothing").code == 74)
  }
}

import PhonePage
import Testing

@Suite struct JoinGuardTests {
  /// Something that somebody tries: after so many seconds, from an address.
  struct Try {
    let seconds: Int
    let address: String
    var pass = JoinGuard.Pass.code
    var isRight = false
    /// Whether it is to enter.
    var enters = false
    /// How many seconds the address is to wait after it.
    var wait: Int?
  }

  /// Wrong codes from addresses at once; whoever sends the fifth is to wait.
  private static func wrong(_ addresses: [String], pass: JoinGuard.Pass = .code) -> [Try] {
    addresses.enumerated().map { place, address in
      let wait = place + 1 < JoinGuard.triesOfAddress ? nil : 600
      return Try(seconds: 0, address: address, pass: pass, wait: wait)
    }
  }

  private static func wrong(_ count: Int, pass: JoinGuard.Pass = .code) -> [Try] {
    wrong(Array(repeating: "192.168.1.2", count: count), pass: pass)
  }

  private static func right(
    _ seconds: Int, _ address: String = "192.168.1.2", _ pass: JoinGuard.Pass = .code,
    enters: Bool = true, wait: Int? = nil
  ) -> Try {
    Try(
      seconds: seconds, address: address, pass: pass, isRight: true, enters: enters, wait: wait)
  }

  private static let afterSome: [Try] = wrong(4) + [right(1)]

  private static let afterTenMinutes: [Try] =
    wrong(5) + [
      right(1, enters: false, wait: 599), right(599, enters: false, wait: 1), right(600),
    ]

  /// Nobody is kept out for ever by trying on.
  private static let unseenDoesNotCount: [Try] =
    wrong(5) + [Try(seconds: 300, address: "192.168.1.2", wait: 300), right(600)]

  private static let othersEnter: [Try] =
    wrong(5) + [right(1, "192.168.1.3"), right(1, "192.168.1.2", .secret, wait: 599)]

  private static let wrongSecretCounts: [Try] =
    wrong(5, pass: .secret) + [right(1, enters: false, wait: 599)]

  private static let twentyInAll: [Try] =
    (1...20).map { Try(seconds: $0, address: "10.0.0.\($0)", wait: $0 < 20 ? nil : 581) } + [
      right(21, "10.0.1.1", enters: false, wait: 580),
      right(21, "10.0.1.1", .secret, wait: 580),
      right(600, "10.0.1.1", enters: false, wait: 1), right(601, "10.0.1.1"),
    ]

  private static let networkIsOneSource: [Try] =
    wrong((1...5).map { "2001:db8:1:2::\($0)" }) + [
      right(0, "2001:db8:1:2:ffff::1%eth0", enters: false, wait: 600),
      right(0, "2001:db8:1:3::1"),
    ]

  private static let eitherKindOfSocket: [Try] =
    wrong(4) + [
      Try(seconds: 0, address: "::ffff:192.168.1.2", wait: 600),
      right(0, "::ffff:192.168.1.3"), right(0, "::1"),
    ]

  private static let noAddressIsOneSource: [Try] = wrong([
    "", "unknown", "%", "1.2.3", "1.2.3.4.5",
  ])

  @Test(arguments: [
    afterSome, afterTenMinutes, unseenDoesNotCount, othersEnter, wrongSecretCounts, twentyInAll,
    networkIsOneSource, eitherKindOfSocket, noAddressIsOneSource,
  ])
  func `so many wrong tries, and none is looked at for a while`(tries: [Try]) {
    var door = JoinGuard()
    for (number, one) in tries.enumerated() {
      let now = Duration.seconds(one.seconds)
      let enters = door.admits(one.pass, isRight: one.isRight, from: one.address, at: now)
      #expect(enters == one.enters, "try \(number + 1)")
      #expect(
        door.waitingTime(of: one.address, at: now) == one.wait.map { .seconds($0) },
        "try \(number + 1)")
    }
  }

  @Test func `a flood of wrong tries takes no memory`() {
    var door = JoinGuard()
    for number in 0..<100_000 {
      _ = door.admits(
        .secret, isRight: false, from: "2001:db8:0:\(String(number & 0xFFFF, radix: 16))::1",
        at: .milliseconds(number))
    }
    let count = Mirror(reflecting: door).descendant("tries").flatMap { $0 as? [Any] }?.count
    #expect(count == JoinGuard.triesInAll)
  }
}

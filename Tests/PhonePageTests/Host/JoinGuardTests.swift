import Testing

@testable import PhonePage

@Suite struct JoinGuardTests {
  /// A try on each line: after how many seconds, from which address, by a code or a secret, wrong or right;
  /// whether it enters; and for how many seconds the address then waits.
  @Test(
    "so many wrong tries, and none is looked at for a while",
    arguments: [
      wrong(4) + "1 10.0.0.2 code right enters 0",
      wrong(5) + """
        1 10.0.0.2 code right refused 599
        599 10.0.0.2 code right refused 1
        600 10.0.0.2 code right enters 0
        """,
      // Nobody is kept out for ever by trying on.
      wrong(5) + """
        300 10.0.0.2 code wrong refused 300
        600 10.0.0.2 code right enters 0
        """,
      // Others enter, and so does a secret.
      wrong(5) + """
        1 10.0.0.3 code right enters 0
        1 10.0.0.2 secret right enters 599
        """,
      wrong(5, "secret") + "1 10.0.0.2 code right refused 599",
      // Twenty in all, from wherever.
      (1...20).map { "\($0) 10.0.1.\($0) code wrong refused \($0 < 20 ? 0 : 581)\n" }.joined()
        + """
        21 10.0.2.1 code right refused 580
        21 10.0.2.1 secret right enters 580
        600 10.0.2.1 code right refused 1
        601 10.0.2.1 code right enters 0
        """,
      // A network of IPv6 is one source.
      """
      0 2001:db8:1:2::1 code wrong refused 0
      0 2001:db8:1:2::2 code wrong refused 0
      0 2001:db8:1:2::3 code wrong refused 0
      0 2001:db8:1:2::4 code wrong refused 0
      0 2001:db8:1:2::5 code wrong refused 600
      0 2001:db8:1:2:ffff::1%eth0 code right refused 600
      0 2001:db8:1:3::1 code right enters 0
      """,
      // Either kind of socket gives the same address.
      wrong(4) + """
        0 ::ffff:10.0.0.2 code wrong refused 600
        0 ::ffff:10.0.0.3 code right enters 0
        0 ::1 code right enters 0
        """,
      // What is no address is one source.
      """
      0 - code wrong refused 0
      0 unknown code wrong refused 0
      0 % code wrong refused 0
      0 1.2.3 code wrong refused 0
      0 1.2.3.4.5 code wrong refused 600
      """,
    ])
  func tries(timeline: String) throws {
    var door = JoinGuard()
    for line in timeline.split(separator: "\n") {
      let words = line.split(separator: " ")
      let now = Duration.seconds(try #require(Int(words[0])))
      let address = words[1] == "-" ? "" : String(words[1])
      let enters = door.admits(
        words[2] == "code" ? .code : .secret, isRight: words[3] == "right", from: address, at: now)
      #expect(enters == (words[4] == "enters"), "\(line)")
      let wait = door.waitingTime(of: address, at: now) ?? .zero
      #expect(wait == .seconds(try #require(Int(words[5]))), "\(line)")
    }
  }

  /// Wrong tries from an address at once, the fifth of which makes it wait.
  private static func wrong(_ count: Int, _ pass: String = "code") -> String {
    (1...count).map { "0 10.0.0.2 \(pass) wrong refused \($0 < 5 ? 0 : 600)\n" }.joined()
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

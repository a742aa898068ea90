import DiscGolf
import HyzerBase
import ScoreLog
import Testing

@testable import PhonePage

@Suite struct AccessTokenTests {
  @Test func `a token has 256 bits, and is read back`() throws {
    var generator = SeededGenerator(seed: 1)
    let made = (0..<200).map { _ in AccessToken(using: &generator) }
    #expect(Set(made).count == 200)
    for place in 0..<64 { #expect(Set(made.map { Array($0.text)[place] }).count == 16) }
    for token in made { #expect(AccessToken(token.text) == token) }
  }

  @Test(arguments: ["", "0", String(repeating: "0", count: 65), String(repeating: "A", count: 64)])
  func `what is no token is none`(text: String) { #expect(AccessToken(text) == nil) }

  @Test func `a log keeps its SHA-256`() throws {
    let token = try #require(AccessToken(String(repeating: "0", count: 64)))
    #expect(
      try token.hash() == "60e05bd1b195af2f94112fa7197a5c88289058840ce7c6df9693756bc6250f55")
  }
}

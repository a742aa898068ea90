internal import DiscGolf
package import ScoreLog

/// What a phone shows with each request to say who it is: 256 bits that nobody can guess.
package struct AccessToken: Hashable, Sendable {
  /// 64 hexadecimal digits.
  package let text: String

  /// Makes a new one; the generator has to be one that nobody can foresee.
  package init(using generator: inout some RandomNumberGenerator) {
    text = (0..<32).map { _ in
      let byte = UInt8.random(in: .min ... .max, using: &generator)
      return String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }

  /// Reads one that somebody shows; nil where it is none.
  package init?(_ text: String) {
    guard text.utf8.count == 64,
      text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.text = text
  }

  /// What a log keeps of it: looking that up tells nobody by its time how much of a token is right.
  package func hash() throws -> TokenHash { TokenHash(try SHA256.digest(of: text)) }
}

/// What lets somebody join a round from a phone: a code to read out and type, and a secret to scan.
package struct Invitation: Hashable, Sendable {
  package let code: JoinCode
  package let secret: JoinSecret

  package init(code: JoinCode, secret: JoinSecret) { (self.code, self.secret) = (code, secret) }

  /// Makes a new one; the generator has to be one that nobody can foresee.
  package init(using generator: inout some RandomNumberGenerator) {
    self.init(
      code: JoinCode(bits: UInt64.random(in: 0..<1 << 40, using: &generator)),
      secret: JoinSecret(bits: UInt128.random(in: .min ... .max, using: &generator)))
  }

  /// Makes a new one, of the system's randomness, which nobody can foresee.
  package static func new() -> Invitation {
    var generator = SystemRandomNumberGenerator()
    return Invitation(using: &generator)
  }
}

/// 40 bits in eight characters, as people type them: ABCD-EFGH.
package struct JoinCode: Hashable, Sendable, CustomStringConvertible {
  /// The characters, without the hyphen.
  package let text: String

  fileprivate init(bits: UInt64) { text = Crockford.text(UInt128(bits), count: 8) }

  /// Reads what somebody typed: case, hyphens and spaces do not count; nil where it is no code.
  package init?(_ typed: String) {
    guard let text = Crockford.canonical(typed, count: 8) else { return nil }
    self.text = text
  }

  package var description: String { "\(text.prefix(4))-\(text.suffix(4))" }
}

/// 128 bits that nobody can guess, in 26 characters that stand in an address as they are.
package struct JoinSecret: Hashable, Sendable {
  package let text: String

  fileprivate init(bits: UInt128) { text = Crockford.text(bits, count: 26) }

  /// Makes a new one, of the system's randomness, which nobody can foresee.
  package static func new() -> JoinSecret { JoinSecret(bits: .random(in: .min ... .max)) }

  package init?(_ text: String) {
    guard let text = Crockford.canonical(text, count: 26) else { return nil }
    self.text = text
  }
}

/// Numbers to the base 32 in digits that people do not confuse.
///
/// The digits are those of D. Crockford, "Base 32", 2002.
private enum Crockford {
  private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

  static func text(_ number: UInt128, count: Int) -> String {
    String((0..<count).reversed().map { digits[Int(number >> (5 * $0) & 31)] })
  }

  /// Returns what was typed in the digits that stand for it; nil where it is not `count` of them.
  static func canonical(_ typed: String, count: Int) -> String? {
    let characters = typed.uppercased().filter { $0 != "-" && !$0.isWhitespace }
    guard characters.count == count else { return nil }
    let canonical = characters.map { character -> Character in
      switch character {
      case "I", "L": "1"
      case "O": "0"
      default: character
      }
    }
    return canonical.allSatisfy(digits.contains) ? String(canonical) : nil
  }
}

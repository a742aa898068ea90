import HyzerBase
import ScoreLog
import Testing

@Suite struct InvitationTests {
  @Test(arguments: [
    ("ABCD-EFGH", "ABCDEFGH"), ("abcdefgh", "ABCDEFGH"), (" ab-cd ef gh\n", "ABCDEFGH"),
    ("0123-4567", "01234567"), ("Oil0-o1lI", "01100111"), ("stvw-xyz9", "STVWXYZ9"),
  ])
  func `a code is read however it is typed`(typed: String, text: String) throws {
    let code = try #require(JoinCode(typed))
    #expect(code.text == text)
    #expect(code.description == "\(text.prefix(4))-\(text.suffix(4))")
    #expect(JoinCode(code.description) == code)
  }

  @Test(arguments: [
    "", "ABCD-EFG", "ABCD-EFGHJ", "ABCD-EFGU", "ABCD_EFGH", "ABCD-EFGÉ", "🥏BCDEFGH",
  ])
  func `what is no code is none`(typed: String) { #expect(JoinCode(typed) == nil) }

  @Test func `a new one has 40 bits to type and 128 to scan, and is read back`() throws {
    var generator = SeededGenerator(seed: 1)
    let made = (0..<500).map { _ in Invitation(using: &generator) }
    #expect(Set(made.map(\.code)).count == 500)
    #expect(Set(made.map(\.secret)).count == 500)
    for invitation in made {
      #expect(JoinCode(invitation.code.text) == invitation.code)
      #expect(JoinSecret(invitation.secret.text.lowercased()) == invitation.secret)
      #expect(invitation.code.text.count == 8)
      #expect(invitation.secret.text.count == 26)
    }
    // Every place takes every digit, but for the first of the secret, which has three bits.
    for place in 0..<8 {
      #expect(Set(made.map { Array($0.code.text)[place] }).count == 32)
    }
    for place in 0..<26 {
      let digits = Set(made.map { Array($0.secret.text)[place] })
      #expect(digits.count == (place == 0 ? 8 : 32))
    }
    #expect(JoinSecret("ABCDEFGH") == nil)
  }
}

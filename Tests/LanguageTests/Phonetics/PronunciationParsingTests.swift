import Language
import Testing

@Suite struct `Written pronunciations` {
  @Test(arguments: [
    ("AH", Phone.ah), ("ah", .ah), ("AH0", .ah), ("ah1", .ah), ("Ah2", .ah), ("ax", .ah),
    ("AX0", .ah), ("zh", .zh), ("k", .k),
  ])
  func `a phone is read in every usual spelling`(spelling: String, phone: Phone) {
    #expect(Phone(spelling: spelling) == phone)
  }

  @Test(arguments: ["", "0", "AH3", "AH00", "QQ", "É", "A H"])
  func `other spellings are no phone`(spelling: String) {
    #expect(Phone(spelling: spelling) == nil)
  }

  @Test func `there are 39 phones and 15 vowels`() {
    #expect(Phone.allCases.count == 39)
    #expect(Phone.allCases.filter(\.isVowel).count == 15)
    #expect(Phone.allCases.allSatisfy { Phone(spelling: $0.rawValue.lowercased()) == $0 })
  }

  @Test func `phones are separated by any white space`() throws {
    let read = try Pronunciation(parsing: "  sh AH0\tV\nAO1 n ")
    #expect(read.phones == [.sh, .ah, .v, .ao, .n])
    #expect(read.description == "SH AH V AO N")
    #expect(try Pronunciation(parsing: read.description) == read)
  }

  @Test(arguments: ["", "  \t"])
  func `no phones are no pronunciation`(text: String) {
    #expect(throws: PronunciationError.empty) { try Pronunciation(parsing: text) }
    #expect(Pronunciation([]) == nil)
    #expect(
      PronunciationError.empty.description
        == "the pronunciation is empty; give ARPAbet phones such as \"SH AH V AO N\"")
  }

  @Test func `the first unknown phone is named`() {
    let error = PronunciationError.unknownPhone("XX", in: "SH XX YY")
    #expect(throws: error) { try Pronunciation(parsing: "SH XX YY") }
    #expect(
      error.description
        == "\"XX\" in the pronunciation \"SH XX YY\" is no ARPAbet phone; use "
        + "AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH "
        + "UW V W Y Z ZH")
  }

  @Test func `words of a name follow one another`() throws {
    let name = try Pronunciation(parsing: "M EH R IY").followed(by: Pronunciation(parsing: "AE N"))
    #expect(name.description == "M EH R IY AE N")
  }
}

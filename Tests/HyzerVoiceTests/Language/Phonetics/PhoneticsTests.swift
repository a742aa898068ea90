import HyzerBase
import HyzerVoice
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
    #expect(Phone.allCases.allSatisfy { Phone(spelling: $0.description) == $0 })
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

@Suite struct `Similarity` {
  @Test(arguments: [
    ("Jon and John", "JH AA N", "JH AA N", 1.0...1.0),
    ("Kris and Chris", "K R IH S", "K R IH S", 1...1),
    ("Juan and one", "W AA N", "W AH N", 0.8...0.99),
    ("Nate and eight", "N EY T", "EY T", 0.5...0.8),
    ("cat and bed", "K AE T", "B EH D", 0...0.2),
  ])
  func `sounds are as alike as they are to the ear`(
    pair: String, left: String, right: String, range: ClosedRange<Double>
  ) throws {
    let similarity = try Pronunciation(parsing: left).similarity(to: Pronunciation(parsing: right))
    #expect(range.contains(similarity), "\(pair): \(similarity)")
  }

  @Test func `sounds are alike both ways, within 0 to 1, and equal to themselves`() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<500 {
      let left = try #require(Pronunciation(phones(&random)))
      let right = try #require(Pronunciation(phones(&random)))
      let similarity = left.similarity(to: right)
      #expect(similarity == right.similarity(to: left))
      #expect((0...1).contains(similarity))
      #expect((similarity == 1) == (left == right))
      #expect(left.similarity(to: left) == 1)
    }
  }

  @Test(arguments: [
    ("", "", 1.0), ("", "mike", 0.0), ("mike", "mike", 1.0), ("mike", "mile", 0.75),
    ("kitten", "sitting", 4.0 / 7),
  ])
  func `spellings are alike by their letters`(left: String, right: String, expected: Double) {
    #expect(abs(spellingSimilarity(Array(left), Array(right)) - expected) < 1e-12)
  }

  @Test func `spellings are alike both ways and within 0 to 1`() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<500 {
      let left = letters(&random)
      let right = letters(&random)
      let similarity = spellingSimilarity(Array(left), Array(right))
      #expect(similarity == spellingSimilarity(Array(right), Array(left)))
      #expect((0...1).contains(similarity))
      #expect((similarity == 1) == (left == right))
    }
  }

  private func phones(_ random: inout SeededGenerator) -> [Phone] {
    (0..<Int.random(in: 1...7, using: &random)).map { _ in
      Phone.allCases[Int.random(in: 0..<Phone.allCases.count, using: &random)]
    }
  }

  private func letters(_ random: inout SeededGenerator) -> String {
    let alphabet = Array("abcé")
    return String(
      (0..<Int.random(in: 0...6, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      })
  }
}

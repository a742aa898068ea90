import Testing

@testable import HyzerVoice

@Suite struct `Pronunciation lexicon` {
  private let lexicon: PronunciationLexicon

  init() throws { lexicon = try PronunciationLexicon.standard.get() }

  @Test(arguments: [
    ("Mary Ann", "M EH R IY AE N", PronunciationSource.dictionary),
    ("José", "HH OW Z EY", .dictionary), ("Jean-Luc", "JH IY N L UW K", .dictionary),
    ("O'Brien", "OW B R AY IH N", .dictionary), ("O’Brien", "OW B R AY IH N", .dictionary),
    ("T.J.", "T IY JH EY", .initials), ("DJ", "D IY JH EY", .dictionary),
    ("Player 1", "P L EY ER W AH N", .dictionary), ("Ольга", "OW L G AH", .dictionary),
    ("birdie", "B ER D IY", .toolkit),
  ])
  func `a name is said the usual way`(
    name: String, phones: String, source: PronunciationSource
  ) throws {
    let first = try #require(try lexicon.pronunciations(ofName: name).first)
    #expect(
      first
        == SourcedPronunciation(pronunciation: try Pronunciation(parsing: phones), source: source))
  }

  @Test(arguments: ["Łukasz", "Zzyxqua", "Brynjolf"])
  func `a name that no dictionary has is guessed`(name: String) throws {
    let first = try #require(try lexicon.pronunciations(ofName: name).first)
    #expect(first.source == .letterToSound)
    #expect(first.pronunciation.phones.contains { $0.isVowel })
  }

  @Test func `of several words the least trusted source is given`() throws {
    #expect(try lexicon.pronunciations(ofName: "Mary Zzyxqua").first?.source == .letterToSound)
  }

  @Test(arguments: ["🔥🔥", "!!!", "", " - "])
  func `a name that cannot be said is refused`(name: String) {
    #expect(throws: LexiconError.unpronounceable(name)) {
      try lexicon.pronunciations(ofName: name)
    }
    #expect(
      LexiconError.unpronounceable(name).description
        == "no pronunciation can be guessed for \"\(name)\"; "
        + "say how it is said, by \"pronunciations\" in the round file or hyzer player edit --say")
  }

  @Test func `the round file goes before the dictionary, for the display name alone`() throws {
    let player = Player(name: "Siobhan", aliases: ["Mike"], pronunciations: ["sh ah0 v ao1 n"])
    #expect(
      try lexicon.pronunciations(of: "Siobhan", of: player) == [
        SourcedPronunciation(
          pronunciation: try Pronunciation(parsing: "SH AH V AO N"), source: .roundFile)
      ])
    #expect(
      try lexicon.pronunciations(of: "Mike", of: player).first?.pronunciation.description
        == "M AY K")
  }

  @Test func `a wrong phone in the round file is named with its player`() {
    let player = Player(name: "Siobhan", pronunciations: ["SH QX N"])
    let error = LexiconError.badPronunciation(
      name: "Siobhan", .unknownPhone("QX", in: "SH QX N"))
    #expect(throws: error) { try lexicon.pronunciations(of: "Siobhan", of: player) }
    #expect(error.description.hasPrefix("player \"Siobhan\": \"QX\" in the pronunciation"))
  }

  @Test(arguments: ["Player 1 Player 1 Player 1", "Andrea Andrea Andrea", "Our the a"])
  func `a name has four ways to be said at most`(name: String) throws {
    let count = try lexicon.pronunciations(ofName: name).count
    #expect((1...4).contains(count))
  }

  @Test func `the first dictionary that exists counts, and an error says what to install`() throws {
    let installed = try DecoderSettings.standard().dictionaries
    let other = try PronunciationLexicon(dictionaryPaths: ["/nowhere"] + installed)
    #expect(try other.pronunciations(ofName: "Mary") == lexicon.pronunciations(ofName: "Mary"))
    let error = LexiconError.dictionaryMissing(["/a", "/b"])
    #expect(throws: error) { _ = try PronunciationLexicon(dictionaryPaths: ["/a", "/b"]) }
    #expect(
      error.description
        == "no pronunciation dictionary at /a or /b; install pocketsphinx-en-us")
  }

  @Test(arguments: Phone.allCases)
  func `every phone can be spoken aloud`(phone: Phone) throws {
    let samples = try LetterToSound.speak(try #require(Pronunciation([.ah, phone])))
    let alone = try LetterToSound.speak(try #require(Pronunciation([phone])))
    #expect(samples.contains { abs(Int($0)) > 500 })
    #expect(alone.contains { abs(Int($0)) > 50 })
  }
}

import DiscGolf
import TestSupport
import Testing

@testable import HyzerVoice

@Suite struct `Hearing phrases` {
  private enum Order: Hashable { case buy }

  @Test func `a sentence counts where it explains the audio as well as words in any order`() throws
  {
    let language = PhraseLanguage<Order>(
      spoken: [(.buy, "buy NUMBER to NUMBER from NAME")], typed: [], shorthands: [],
      fillers: ["um"],
      smallWords: ["to"], senses: [["buy"]])
    let roster = try Roster(["Anna", "Robert"])
    var recognizer = try PhraseRecognizer(
      language, roster: roster, lexicon: PronunciationLexicon.standard.get(), settings: .standard())
    let sentence = try recognizer.hear(Speech.saying("buy twenty to thirty from Robert"))
    #expect(sentence.phrases.map(\.numbers) == [[20, 30]])
    #expect(sentence.loose.transcript == "buy twenty to thirty from robert")
    let other = try recognizer.hear(
      Speech.saying("we really should think about buying a new house from Robert this year"))
    #expect(other.phrases == [])
    #expect(!other.isClear)
    #expect(other.loose.words.count > 5)
  }

  @Test(arguments: [
    // Nineteen sounds like ninety, and nothing above a hundred does.
    (90...90, "nineteen", 19), (0...100, "ninety", 90), (19...19, "ninety", 90),
  ])
  func `what contradicts itself gives way to another number that sounds like one of it`(
    _ excluded: ClosedRange<Int>, _ word: String, _ number: Int
  ) throws {
    let language = PhraseLanguage<Order>(
      spoken: [(.buy, "buy NUMBER to NUMBER from NAME")], typed: [], shorthands: [], fillers: [],
      senses: [["buy"]]
    ) { excluded.contains($1[0]) }
    var recognizer = try PhraseRecognizer(
      language, roster: Roster(["Saint Ann", "Robert"]),
      lexicon: PronunciationLexicon.standard.get(), settings: .standard())
    let heard = try recognizer.hear(
      Speech.saying("buy ninety to fifty from Robert", voice: "rms"))
    #expect(heard.phrases.map(\.numbers) == [[number, 50]])
    #expect(heard.hypothesis.transcript == "buy \(word) to fifty from robert")
    if number == 19 { #expect(!heard.isClear) }
  }
}

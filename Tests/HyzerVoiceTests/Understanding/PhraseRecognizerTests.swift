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
}

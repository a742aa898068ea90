import Corpora
import Golf
import Testing

/// Clips of some words, each said by so many speakers.
func wordClips(_ words: [String], speakers: Int = 1) -> [IndexedClip] {
  words.flatMap { word in
    (0..<speakers).map {
      IndexedClip(index: "i.tsv", path: "\(word)\($0).wav", speaker: "s\($0)", transcript: word)
    }
  }
}

@Suite struct `Word bank` {
  @Test func `number words are scores, zero is left out, and the others are names`() {
    let silent = IndexedClip(index: "i.tsv", path: "a.wav", speaker: nil, transcript: nil)
    let bank = WordBank(
      wordClips(["ten", "marvin", "One", "zero", "Alexa", "ZERO", "mary ann", "alexa"]) + [silent])
    #expect(bank.names == ["alexa", "marvin", "mary ann"])
    #expect(bank.scores.map(\.count) == [1, 10])
    #expect(bank.clips(saying: "alexa").map(\.path) == ["Alexa0.wav", "alexa0.wav"])
    #expect(bank.clips(saying: "one").map(\.path) == ["One0.wav"])
    #expect(bank.clips(saying: "zero").isEmpty)
  }

  @Test func `a part keeps the names and scores, and tells which of them it lacks`() {
    let bank = WordBank(wordClips(["marvin", "alexa", "one", "two"], speakers: 2))
    #expect(bank.missingWords(names: bank.names).isEmpty)
    let part = bank.filter { $0.path != "marvin1.wav" && $0.speaker == "s1" }
    #expect(part.names == ["alexa", "marvin"])
    #expect(part.scores == bank.scores)
    #expect(part.clips(saying: "alexa").map(\.path) == ["alexa1.wav"])
    #expect(part.missingWords(names: part.names) == ["marvin"])
    #expect(part.missingWords(names: ["alexa"]).isEmpty)
    let none = bank.filter { _ in false }
    #expect(none.missingWords(names: ["alexa"]) == ["alexa", "one", "two"])
  }

  @Test func `every score has its word`() {
    #expect(
      Strokes.range.compactMap(Strokes.init).map(WordBank.word) == [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
      ])
  }
}

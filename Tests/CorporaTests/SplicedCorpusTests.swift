import Evaluation
import Golf
import Testing

@testable import Corpora

private let numbers = [
  "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
]

/// Clips of some words, each said by so many speakers.
private func wordClips(_ words: [String], speakers: Int = 1) -> [IndexedClip] {
  words.flatMap { word in
    (0..<speakers).map {
      IndexedClip(index: "i.tsv", path: "\(word)\($0).wav", speaker: "s\($0)", transcript: word)
    }
  }
}

@Suite struct `Indexed clips` {
  @Test(
    arguments: [
      ("a.wav\ts1\talexa", ("a.wav", "s1", "alexa")),
      ("b/a.wav\ts1\t  Mary  Ann\r", ("b/a.wav", "s1", "Mary Ann")),
      ("a.wav\ts1\talexa\tCC0", ("a.wav", "s1", "alexa")),
      ("a.wav\ts1\t", ("a.wav", "s1", nil)),
      ("a.wav\t\tone", ("a.wav", nil, "one")),
      ("a.wav\tunknown\tone", ("a.wav", nil, "one")),
      ("a.wav\tUnknown (8 people)\tone", ("a.wav", nil, "one")),
      ("a.wav\tnot unknown\tone", ("a.wav", "not unknown", "one")),
    ] as [(String, (String, String?, String?))])
  func `a line is read`(line: String, clip: (path: String, speaker: String?, transcript: String?)) {
    #expect(
      IndexedClip.line(line, of: "i.tsv")
        == IndexedClip(
          index: "i.tsv", path: clip.path, speaker: clip.speaker, transcript: clip.transcript))
  }

  @Test(arguments: ["", "a.wav", "a.wav\ts1", "\ts1\talexa", "a.wav s1 alexa"])
  func `what lacks a column is no clip`(line: String) {
    #expect(IndexedClip.line(line, of: "i.tsv") == nil)
  }

  @Test func `the path stands for a speaker that nobody knows`() {
    let clips = ["a.wav\ts1\tone", "b.wav\ts1\tone", "c.wav\tunknown\tone", "d.wav\t\tone"]
    #expect(
      clips.compactMap { IndexedClip.line($0, of: "i.tsv")?.voiceKey }
        == ["s1", "s1", "c.wav", "d.wav"])
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

  @Test func `a part keeps the names and scores, and knows which of them it lacks`() {
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
    #expect(Strokes.range.compactMap(Strokes.init).map(WordBank.word) == numbers)
  }
}

@Suite struct `Spliced sentences` {
  private static let names = ["ann", "bob", "cat", "dan", "eve", "fay", "gus"]

  private let bank = WordBank(wordClips(Self.names + numbers, speakers: 4))

  private func sentences(_ count: Int, seed: UInt64 = 1, names: [String] = names)
    -> [SplicedSentence]
  {
    (1...count).map { SplicedSentence(number: $0, seed: seed, bank: bank, names: names) }
  }

  @Test func `a sentence is names and scores, and its recordings say just that`() {
    for sentence in sentences(200) {
      #expect(
        sentence.transcript.split(separator: " ").map(String.init)
          == sentence.scores.flatMap { [$0.player, numbers[$0.strokes - 1]] })
      #expect(
        sentence.parts.compactMap(\.clip.transcript).joined(separator: " ")
          == sentence.transcript)
      #expect(Set(sentence.scores.map(\.player)).count == sentence.scores.count)
      for (place, part) in sentence.parts.enumerated() {
        let range =
          place.isMultiple(of: 2)
          ? SplicedSentence.pauseAfterName : SplicedSentence.pauseAfterScore
        #expect(range.contains(part.pauseMilliseconds))
      }
    }
  }

  @Test func `a sentence depends on the seed and its number alone`() {
    let all = sentences(50)
    #expect(SplicedSentence(number: 37, seed: 1, bank: bank, names: Self.names) == all[36])
    #expect(sentences(50) == all)
    #expect(Set(all.map(\.transcript)).count > 45)
    for (one, other) in zip(all, sentences(50, seed: 2)) { #expect(one.parts != other.parts) }
  }

  @Test func `players, scores, recordings and pauses are drawn as often as they should`() {
    let drawn = sentences(6000)
    let counts = Dictionary(grouping: drawn, by: \.scores.count).mapValues(\.count)
    #expect(counts.keys.sorted() == [1, 2, 3, 4, 5, 6])
    for count in counts.values { #expect((900...1100).contains(count)) }

    let scores = drawn.flatMap(\.scores)
    let share = 1 / Double(scores.count)
    for (index, weight) in [1, 6, 12, 9, 5, 3, 2, 1.5, 1.5, 1].enumerated() {
      let found = Double(scores.count { $0.strokes == index + 1 }) * share
      #expect(abs(found - weight / 42) < 0.01, "\(index + 1)")
    }
    for name in Self.names {
      let found = Double(scores.count { $0.player == name }) * share
      #expect(abs(found - 1 / 7) < 0.01, "\(name)")
    }
    let parts = drawn.flatMap(\.parts)
    for speaker in ["s0", "s1", "s2", "s3"] {
      let found = Double(parts.count { $0.clip.speaker == speaker }) / Double(parts.count)
      #expect(abs(found - 0.25) < 0.01, "\(speaker)")
    }
    for (place, range) in [SplicedSentence.pauseAfterName, SplicedSentence.pauseAfterScore]
      .enumerated()
    {
      let pauses = drawn.flatMap { sentence in
        sentence.parts.enumerated().filter { $0.offset % 2 == place }
          .map(\.element.pauseMilliseconds)
      }
      #expect(pauses.min() == range.lowerBound && pauses.max() == range.upperBound)
      let middle = Double(range.lowerBound + range.upperBound) / 2
      let mean = Double(pauses.reduce(0, +)) / Double(pauses.count)
      #expect(abs(mean - middle) < Double(range.count) / 50)
    }
  }

  @Test func `fewer names than players are all named`() {
    let drawn = sentences(60, names: ["bob", "eve"])
    #expect(Set(drawn.map(\.scores.count)) == [1, 2])
    #expect(Set(drawn.flatMap { $0.scores.map(\.player) }) == ["bob", "eve"])
  }

  @Test func `scores that nobody says are not drawn`() {
    let bank = WordBank(wordClips(["ann", "two", "ten"]))
    let drawn = (1...300).map { SplicedSentence(number: $0, seed: 1, bank: bank, names: ["ann"]) }
    let scores = Dictionary(grouping: drawn.flatMap(\.scores), by: \.strokes).mapValues(\.count)
    #expect(scores.keys.sorted() == [2, 10])
    #expect((20...70).contains(scores[10] ?? 0))
  }

  @Test func `speakers are listed once each, as they come, where they are known`() {
    func clip(_ word: String, _ speaker: String?) -> IndexedClip {
      IndexedClip(index: "i.tsv", path: word, speaker: speaker, transcript: word)
    }
    let bank = WordBank([clip("ann", "s2"), clip("bob", nil), clip("one", "s1")])
    let known = SplicedSentence(number: 1, seed: 1, bank: bank, names: ["ann"])
    #expect(known.speakers == ["s2", "s1"])
    let half = SplicedSentence(number: 1, seed: 1, bank: bank, names: ["bob"])
    #expect(half.speakers == ["s1"])
  }
}

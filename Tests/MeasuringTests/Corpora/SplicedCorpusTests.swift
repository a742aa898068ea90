import HyzerVoice
import Testing

@testable import Measuring

private let numbers = [
  "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
]

/// Clips of some words, each said by so many speakers, in a folder.
private func wordClips(_ words: [String], speakers: [String] = ["s0"], folder: String = "/f")
  -> [IndexedClip]
{
  words.flatMap { word in
    speakers.map {
      IndexedClip(
        index: "\(folder)/i.tsv", path: "\(word)-\($0).wav", speaker: $0, transcript: word)
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
      ("a.wav\ts1\tone\t0.5\tCC0\t0.25", ("a.wav", "s1", "one")),
    ] as [(String, (String, String?, String?))])
  func `a line is read`(line: String, clip: (path: String, speaker: String?, transcript: String?)) {
    #expect(
      IndexedClip.line(line, of: "i.tsv")
        == IndexedClip(
          index: "i.tsv", path: clip.path, speaker: clip.speaker, transcript: clip.transcript))
  }

  @Test func `one person has one key, and the path stands for a speaker that nobody knows`() {
    let clips = [
      "a.wav\ts1\tone", "b.wav\tgsc-0c4\tone", "c.wav\tsc-0c4\tone", "d.wav\tunknown\tone",
      "e.wav\t\tone",
    ]
    #expect(
      clips.compactMap { IndexedClip.line($0, of: "i.tsv")?.voiceKey }
        == ["s1", "sc-0c4", "sc-0c4", "d.wav", "e.wav"])
  }

  @Test func `other columns are known by their names`() throws {
    let columns = ["path", "speaker", "transcript", "end", "licence", "start", "source", "seconds"]
    let line = "a.wav\ts1\tone\t1.5\tCC0\t0.25\tx [Female Indian native=Hindi]\t9"
    let clip = try #require(IndexedClip.line(line, of: "/b/i.tsv", columns: columns))
    #expect(clip.seconds == 0.25..<1.5 && clip.duration == 9)
    #expect(clip.file == "/b/a.wav" && clip.folder == "b")
    #expect(clip.traits == ["sex": "female", "accent": "indian"])
    let wrong = line.replacing("1.5", with: "0.2")
    #expect(IndexedClip.line(wrong, of: "i.tsv", columns: columns) == nil)
  }

  @Test(arguments: [
    (
      "x [male nonNative landlinephone]",
      ["sex": "male", "accent": "nonnative", "microphone": "landlinephone"]
    ),
    ("x [fourties female us]", ["sex": "female", "accent": "us"]), ("x [  ]", [:]), ("x", [:]),
  ])
  func `brackets say who speaks`(source: String, traits: [String: String]) {
    var clip = IndexedClip(index: "i", path: "a", speaker: nil, transcript: nil)
    clip.origin = source
    #expect(clip.traits == traits)
  }
}

@Suite struct `Word bank` {
  @Test func `number words are scores, zero is left out, and the others are names`() throws {
    let silent = IndexedClip(index: "i.tsv", path: "a.wav", speaker: "s0", transcript: nil)
    let bank = try WordBank(
      wordClips(["ten", "marvin", "One", "zero", "Alexa", "ZERO", "mary ann", "alexa"]) + [silent])
    let voice = try #require(bank.voices.first)
    #expect(bank.voices.count == 1)
    #expect(bank.names == ["alexa", "marvin", "mary ann"])
    #expect(voice.scores.keys.map(\.count).sorted() == [1, 10])
    #expect(voice.names["alexa"]?.map(\.path) == ["Alexa-s0.wav", "alexa-s0.wav"])
  }

  @Test func `folders with a voice in common are one source, and one without a score is none`()
    throws
  {
    let bank = try WordBank(
      wordClips(["one"], speakers: ["a"], folder: "/x")
        + wordClips(["ann"], speakers: ["b"], folder: "/y")
        + wordClips(["bob"], speakers: ["a", "b"], folder: "/z")
        + wordClips(["eve"], speakers: ["c"], folder: "/w"))
    #expect(bank.voices.map(\.key) == ["a", "b"])
    #expect(Set(bank.voices.map(\.source)) == ["x"])
    #expect(bank.names == ["ann", "bob"])
  }

  @Test func `parts keep voices and names apart, and together have all`() throws {
    let voices = (0..<40).map { "v\($0)" }
    let names = (0..<40).map { "n\($0)" }
    let clips = wordClips(names + ["one"], speakers: voices)
    func bank(_ part: String) throws -> WordBank {
      let part = try #require(SplicedCorpus.Part(part))
      return try WordBank(clips, voices: part, nameParts: part)
    }
    let (fit, judge) = (try bank("1-3/4"), try bank("4/4"))
    #expect(Set(fit.names).isDisjoint(with: judge.names))
    #expect((fit.names + judge.names).sorted() == names.sorted())
    #expect((fit.voices + judge.voices).map(\.key).sorted() == voices.sorted())
    #expect(fit.voices.count > judge.voices.count)
  }

  @Test(arguments: ["", "1", "0/2", "3/2", "2-1/4", "1-5/4", "1-2-3/4", "-/4", "1-/4"])
  func `what is no part is refused`(text: String) {
    #expect(SplicedCorpus.Part(text) == nil)
  }
}

@Suite struct `Spliced sentences` {
  private static let names = ["ann", "bob", "cat", "dan", "eve", "fay", "gus"]

  private func sentences(_ count: Int, seed: UInt64 = 1, of bank: WordBank) -> [SplicedSentence] {
    (1...count).map { SplicedSentence(number: $0, seed: seed, bank: bank) { _ in [] } }
  }

  @Test func `one voice says names and scores, and its recordings say just that`() throws {
    let bank = try WordBank(wordClips(Self.names + numbers, speakers: ["a", "b", "c"]))
    let drawn = sentences(200, of: bank)
    for sentence in drawn {
      #expect(
        sentence.transcript.split(separator: " ").map(String.init)
          == sentence.scores.flatMap { [$0.player, numbers[$0.strokes - 1]] })
      #expect(
        sentence.parts.compactMap(\.clip.transcript).joined(separator: " ") == sentence.transcript)
      #expect(Set(sentence.scores.map(\.player)).count == sentence.scores.count)
      #expect(Set(sentence.players).isSuperset(of: sentence.scores.map(\.player)))
      #expect((2...6).contains(sentence.players.count))
      #expect(sentence.speakers.count == 1 && sentence.tags["voices"] == "1")
      for (place, part) in sentence.parts.enumerated() {
        let range =
          place.isMultiple(of: 2)
          ? SplicedSentence.pauseAfterName : SplicedSentence.pauseAfterScore
        #expect(range.contains(part.pauseMilliseconds))
      }
    }
    #expect(Set(drawn.map(\.scores.count)) == [1, 2, 3, 4, 5, 6])
    #expect(Set(drawn.flatMap(\.speakers)) == ["a", "b", "c"])
    #expect(Set(drawn.flatMap { $0.scores.map(\.strokes) }) == Set(1...10))
  }

  @Test func `names and scores are borrowed within a source alone`() throws {
    let bank = try WordBank(
      wordClips(["ann", "two"], speakers: ["a"], folder: "/x")
        + wordClips(["bob"], speakers: ["b"], folder: "/x")
        + wordClips(["three"], speakers: ["c"], folder: "/x")
        + wordClips(["eve", "four"], speakers: ["d"], folder: "/y"))
    let drawn = sentences(200, of: bank)
    #expect(Set(drawn.map(\.source)) == ["x", "y"])
    for sentence in drawn {
      #expect(
        sentence.source == "y"
          ? sentence.speakers == ["d"] : Set(sentence.speakers).isSubset(of: ["a", "b", "c"]))
      #expect(sentence.tags["voices"] == (sentence.speakers.count == 1 ? "1" : "2+"))
    }
    #expect(drawn.contains { $0.transcript.contains("ann three") })
    #expect(drawn.contains { $0.transcript.contains("bob two") })
  }

  @Test(arguments: [
    (SplicedScores.mixed, [1, 6, 12, 9, 5, 3, 2, 1.5, 1.5, 1]),
    (.game, [0, 4, 37, 43, 11, 3, 1, 1, 0, 0]),
    (.even, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]), (.rare, [1, 0, 0, 0, 0, 1, 1, 1, 1, 1]),
  ])
  func `scores are drawn as often as their kind has them`(kind: SplicedScores, weights: [Double])
    throws
  {
    let bank = try WordBank(wordClips(Self.names + numbers), scores: kind)
    let scores = sentences(2000, of: bank).flatMap(\.scores)
    for (index, weight) in weights.enumerated() {
      let found = Double(scores.count { $0.strokes == index + 1 }) / Double(scores.count)
      #expect(abs(found - weight / weights.reduce(0, +)) < 0.02, "\(index + 1)")
      #expect(weight > 0 || found == 0)
    }
  }

  @Test func `who says none of the scores of a kind lends names alone`() throws {
    let clips =
      wordClips(["ann", "two"], speakers: ["a"]) + wordClips(["bob", "nine"], speakers: ["b"])
    let drawn = sentences(50, of: try WordBank(clips, scores: .rare))
    #expect(Set(drawn.flatMap { $0.scores.map(\.strokes) }) == [9])
    #expect(Set(drawn.flatMap { $0.scores.map(\.player) }) == ["ann", "bob"])
  }

  @Test func `names that sound alike are never in one roster`() throws {
    let sound = try #require(Pronunciation([.n]))
    let roster = SplicedCorpus.roster(["jon", "john", "ann", "john"], count: 6) { name in
      name.hasPrefix("jo") ? [sound] : []
    }
    #expect(roster == ["jon", "ann"])
    #expect(
      SplicedCorpus.roster(["ann", "bob"], with: ["eve"], count: 2) { _ in [] } == ["eve", "ann"])
  }
}

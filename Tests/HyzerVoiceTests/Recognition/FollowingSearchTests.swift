import Foundation
import TestSupport
import Testing

@testable import HyzerVoice

@Suite struct FollowingSearchTests {
  private struct NoScores: Error {}

  private static let grammar = """
    #JSGF V1.0;
    grammar scores;
    public <scores> = (<name> <number>)+;
    <name> = mike | jake | sarah;
    <number> = three | four | birdie;

    """

  private static func settings() throws -> DecoderSettings { try .standard() }

  private static func sentences() throws -> SentenceDecoder {
    try SentenceDecoder(lexicon: lexicon(), settings: settings())
  }

  private static func lexicon() throws -> [LexiconEntry] {
    let sounds = [
      ("mike", "M AY K"), ("jake", "JH EY K"), ("sarah", "S EH R AH"), ("three", "TH R IY"),
      ("four", "F AO R"), ("birdie", "B ER D IY"),
    ]
    return try sounds.map { word, sound in
      try LexiconEntry(
        id: word, text: word, pronunciations: [Pronunciation(parsing: sound)])
    }
  }

  private static func speech() throws -> [Int16] {
    try Speech.recording("pairs.flac") + Speech.silence(0.3) + Speech.recording("birdie.flac")
  }

  private static func text(_ decoding: Decoding) -> String {
    let segments = decoding.segments.map { "\($0.word) \($0.frames) \($0.score)" }
    return "\(decoding.score): \(segments)"
  }

  @Test func `a search that follows an utterance finds what it finds in all of it`() throws {
    let speech = try Self.speech()
    let sentences = try Self.sentences()
    let search = FollowingSearch(
      .fullSentences, by: try sentences.anotherDecoder(of: Self.lexicon()))
    let settings = try Self.settings().sentences.full
    _ = try search.listen(for: Self.grammar, settings: settings)
    try sentences.decoder.add(.fullSentences, Self.grammar, settings: settings)
    let scorer = try sentences.senoneScorer(followedBy: [search])
    func expectTheSame(_ samples: [Int16]) throws {
      guard let scores = try scorer.senoneScores(of: samples, by: sentences) else {
        throw NoScores()
      }
      try search.complete(scores)
      let found = try search.decoding(of: scores)
      #expect(
        try Self.text(found) == Self.text(sentences.decoder.decode(scores, by: .fullSentences)))
      // Half a second has nothing of the grammar.
      let ends = samples.count > 16_000 ? scores.frames : nil
      #expect(found.segments.last?.frames.upperBound == ends)
      #expect(found.segments.contains { $0.word == "mike" } == (ends != nil))
    }
    // Nothing was followed, as much as there is, and again.
    try expectTheSame(speech)
    for end in stride(from: 4000, to: speech.count, by: 4000) {
      try scorer.follow(Array(speech.prefix(end)), by: sentences)
    }
    try expectTheSame(speech)
    try expectTheSame(speech)
    // It seemed over, and went on.
    try expectTheSame(Array(speech.prefix(40_000)))
    try scorer.follow(Array(speech.prefix(60_000)), by: sentences)
    try expectTheSame(speech)
    // It was completed, and nobody asked for what was found.
    if let scores = try scorer.senoneScores(of: speech, by: sentences) {
      try search.complete(scores)
    }
    try scorer.follow(speech + speech, by: sentences)
    try expectTheSame(speech + speech)
    // Another one was followed, of which no block is left.
    try scorer.follow(speech.reversed(), by: sentences)
    try expectTheSame(speech)
    try scorer.follow(speech.reversed(), by: sentences)
    try expectTheSame(Array(speech.prefix(8000)))
    // Another grammar is listened for, and an utterance left, while one is followed.
    try scorer.follow(speech, by: sentences)
    let birdies = Self.grammar.replacing("three | four | ", with: "")
    _ = try search.listen(for: birdies, settings: settings)
    try sentences.decoder.add(.fullSentences, birdies, settings: settings)
    try expectTheSame(speech)
    try scorer.follow(speech, by: sentences)
    scorer.forget()
    try expectTheSame(speech)
    try scorer.follow(speech, by: sentences)
  }

  @Test func `scores that end too early are reported`() throws {
    let sentences = try Self.sentences()
    let search = FollowingSearch(
      .fullSentences, by: try sentences.anotherDecoder(of: Self.lexicon()))
    _ = try search.listen(for: Self.grammar, settings: Self.settings().sentences.full)
    let file = try MemoryFile()
    let header = SenoneScores.header(senones: 5126)
    try file.append(header)
    for _ in 0..<20 { try file.append([5126] + [Int16](repeating: 0, count: 5126)) }
    guard let scores = SenoneScores(path: file.path, frames: 20, phones: FrameScores([])) else {
      throw NoScores()
    }
    try file.truncate(to: header.count + 10 * 2 * 5127)
    try search.complete(scores)
    #expect(
      throws: RecognizerError.decodingFailed(
        step: "search frames 0 to 20", reason: "it gave no reason")
    ) {
      _ = try search.decoding(of: scores)
    }
  }
}

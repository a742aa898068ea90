import Foundation
import TestSupport
import Testing

@testable import HyzerVoice

@Suite struct ScoringBlocksTests {
  /// About five seconds.
  private static func speech() throws -> [Int16] {
    try Speech.recording("pairs.flac") + Speech.silence(0.3) + Speech.recording("birdie.flac")
  }

  private static func sentences() throws -> SentenceDecoder {
    let mike = try LexiconEntry(
      id: "mike", text: "Mike", pronunciations: [Pronunciation(parsing: "M AY K")])
    let sentences = try SentenceDecoder(lexicon: [mike], settings: .standard())
    try sentences.add(sentence: ["mike"])
    return sentences
  }

  /// The scores of every frame, a row for each.
  private static func rows(_ scores: consuming SenoneScores?) throws -> [[Int16]] {
    guard let scores else { return [] }
    return try (0..<scores.frames).map { frame in
      var row = [Int16](repeating: 0, count: 5126)
      try #require(scores.read(frame: frame, into: &row))
      return row
    }
  }

  /// The samples of some 10 ms.
  private static func first(_ frames: Int, of samples: [Int16]) -> [Int16] {
    Array(samples.prefix(frames * 160))
  }

  @Test func `an utterance is scored the same whole and as it comes`() throws {
    let speech = try Self.speech()
    let sentences = try Self.sentences()
    let scorer = try sentences.senoneScorer()
    func scores() throws -> [[Int16]] {
      try Self.rows(scorer.scores(of: speech, by: sentences))
    }
    let whole = try scores()
    // What is known already is known of this utterance.
    #expect(try scores() == whole)
    // Another one, which begins otherwise, and this one, as long as it was, frame by frame.
    try scorer.follow(speech.reversed(), by: sentences)
    for frames in stride(from: 1, through: whole.count, by: 7) {
      try scorer.follow(Self.first(frames, of: speech), by: sentences)
    }
    #expect(try scores() == whole)
    // It seemed over, where frames are filled up with silence, went on, and what followed was no part of it.
    scorer.forget()
    _ = try scorer.scores(of: Self.first(210, of: speech), by: sentences)
    try scorer.follow(speech + speech, by: sentences)
    #expect(try scores() == whole)
    // Others that begin as this one does.
    for frames in [1, 99, 100, 101, 249, 250] {
      let beginning = Self.first(frames, of: speech)
      let known = try Self.rows(scorer.scores(of: beginning, by: sentences))
      scorer.forget()
      #expect(try Self.rows(scorer.scores(of: beginning, by: sentences)) == known)
      #expect(known.count == frames - 1)
    }
    #expect(try Self.rows(scorer.scores(of: [], by: sentences)) == [])
  }

  @Test func `a block is scored as if the utterance ended half a second after it`() throws {
    let speech = try Self.speech()
    let settings = try DecoderSettings.standard()
    let sentences = try Self.sentences()
    let scorer = try sentences.senoneScorer()
    let whole = try Self.rows(scorer.scores(of: speech, by: sentences))
    let alone = try NetworkScorer(settings.network, beside: nil)
    let model = try TiedMixtures(
      model: sentences.model, varianceScale: settings.frontEnd.varianceScale,
      counted: settings.network.stockDensities)
    let network = alone.network
    let blocks = (speech.count / 160 - 50) / 50
    #expect(blocks == 8)
    for block in 0...blocks {
      let isLast = block == blocks
      let heard = isLast ? speech : Self.first(50 * block + 100, of: speech)
      let cepstra = try #require(try sentences.cepstra(of: heard))
      let modelScores = model.scores(of: cepstra, frames: 0..<cepstra.frames)
      // Of the network, what is filled up with silence counts at the end alone.
      let rows = isLast ? cepstra.frames : LogMelFrontEnd.frames(in: heard.count)
      let posteriors = network.posteriors(
        features: network.frontEnd.features(
          network.frontEnd.logEnergies(of: heard, frames: rows)),
        frames: 0..<rows, block: 128)
      #expect(!isLast || cepstra.frames == whole.count)
      for frame in 50 * block..<(isLast ? whole.count : 50 * (block + 1)) {
        let logs = posteriors.logs[frame * network.classes..<(frame + 1) * network.classes]
        // Sums in another order may be rounded otherwise.
        let far = zip(whole[frame], alone.combined(logs, beside: modelScores[frame]))
          .count { abs(Int($0) - Int($1)) > 1 }
        #expect(far == 0, "frame \(frame)")
      }
    }
  }

  @Test func `nothing that lies far before changes how a long utterance ends`() throws {
    let speech = try Self.speech()
    let sentences = try Self.sentences()
    let scorer = try sentences.senoneScorer()
    func end(after start: [Int16]) throws -> [[Int16]] {
      let long = start + [Int16](repeating: 20, count: 600 * 160) + speech
      return try Self.rows(scorer.scores(of: long, by: sentences))
        .suffix(speech.count / 160 - 50)
    }
    let loud = Self.first(100, of: speech)
    let rows = try end(after: loud)
    #expect(try end(after: [Int16](repeating: 20, count: loud.count)) == rows)
    // Of an utterance that begins two blocks later, the same frames are scored by the same audio.
    for (row, other) in try zip(rows, end(after: [])) {
      #expect(zip(row, other).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
  }

  @Test func `what is kept of an utterance is freed`() throws {
    let network = try NetworkFixture(
      layers: [.init(40, 6, [0], stride: 2, isRectified: false)], classes: 3, senones: 6
    ).network()
    let scored = try ScoredBeginning(network, followedBy: [])
    func size() throws -> Int { try Data(contentsOf: URL(filePath: scored.path)).count }
    let empty = try size()
    let samples = try Self.speech()
    try scored.goOn(with: samples)
    for _ in 0..<ScoringBlock.frames { try scored.append([1, 2, 3, 4, 5, 6]) }
    try scored.closeBlock()
    try scored.append([1, 2, 3, 4, 5, 6])
    #expect(try size() == empty + 51 * 14)
    _ = scored.features(for: ScoringBlock(0), frames: 98)
    try scored.goOn(with: samples)
    #expect(try size() == empty + 50 * 14 && scored.blocks == 1)
    scored.forget()
    #expect(try size() == empty && scored.blocks == 0)
  }
}

import Foundation
import HyzerBase
import TestSupport
import Testing

@testable import HyzerVoice

@Suite struct `Live speech in noise` {
  /// Wind on a microphone: low noise that lasts.
  private static func wind(_ count: Int, seed: UInt64 = 1) -> [Int16] {
    var random = SeededGenerator(seed: seed)
    var value = 0.0
    return (0..<count).map { _ in
      value = 0.98 * value + Double.random(in: -1...1, using: &random)
      return Int16(200 * value)
    }
  }

  private static func ranges(
    _ samples: [Int16], _ change: (inout DecoderSettings) -> Void = { _ in }
  ) throws -> [Range<Int>] {
    var settings = try DecoderSettings.standard()
    change(&settings)
    var live = LiveScorer(
      scorer: try UtteranceScorer(
        round: LiveScorerTests.round(),
        lexicon: PronunciationLexicon(dictionaryPaths: settings.dictionaries), settings: settings))
    let events = try live.feed(samples) + live.finish()
    return events.compactMap { event in
      guard case .heard(_, let range) = event else { return nil }
      return range
    }
  }

  @Test(arguments: ["pairs.flac", "birdie.flac", "correction.flac"])
  func `a gust that lasts keeps no sentence open, but would without the network`(file: String)
    throws
  {
    let second = Recording.sampleRateHz
    let speech = try Recording.read(path: DemoAudio.path(file)).samples
    var samples = Speech.silence(1) + speech + Speech.silence(6)
    // It begins with the sentence.
    for (index, sample) in Self.wind(samples.count - second).enumerated() {
      samples[second + index] = Int16(clamping: Int(samples[second + index]) + Int(sample))
    }
    let end = second + speech.count
    let heard = try #require(try Self.ranges(samples).first)
    #expect(
      heard.lowerBound <= second && (end - second / 2..<end + 2 * second).contains(heard.upperBound)
    )
    let alone = try #require(try Self.ranges(samples) { $0.network.scale = 0 }.first)
    #expect(alone.upperBound > end + 4 * second)
  }

  @Test func `a stream that begins anew asks about none of the last one`() throws {
    var live = LiveScorer(scorer: try LiveScorerTests.scorer())
    let speech = try Recording.read(path: DemoAudio.path("pairs.flac")).samples + Speech.silence(1)
    let first = try live.feed(speech) + live.finish()
    #expect(first.count == 2)
    #expect(try live.feed(speech) + live.finish() == first)
  }
}

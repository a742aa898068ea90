import HyzerBase
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

  private static func ranges(_ events: [LiveEvent]) -> [Range<Int>] {
    events.compactMap { event in
      guard case .heard(_, let range) = event else { return nil }
      return range
    }
  }

  @Test(arguments: ["pairs.flac", "birdie.flac", "correction.flac"])
  func `a gust that lasts keeps no sentence open, but would without the network`(file: String)
    throws
  {
    let second = Recording.sampleRateHz
    let speech = try Speech.recording(file)
    var samples = Speech.silence(1) + speech + Speech.silence(6)
    // It begins with the sentence.
    for (index, sample) in Self.wind(samples.count - second).enumerated() {
      samples[second + index] = Int16(clamping: Int(samples[second + index]) + Int(sample))
    }
    let (gust, end) = (samples, second + speech.count)
    let heard = try #require(
      Self.ranges(try DemoScorer.live { try $0.feed(gust) + $0.finish() }).first)
    #expect(
      heard.lowerBound <= second && (end - second / 2..<end + 2 * second).contains(heard.upperBound)
    )
    var settings = try DecoderSettings.standard()
    settings.network.scale = 0
    var model = LiveScorer(
      scorer: try UtteranceScorer(
        round: DemoScorer.round(), lexicon: PronunciationLexicon.standard.get(),
        settings: settings))
    let alone = try #require(Self.ranges(try model.feed(gust) + model.finish()).first)
    #expect(alone.upperBound > end + 4 * second)
  }

  @Test func `a stream that begins anew asks about none of the last one`() throws {
    let speech = try Speech.recording("pairs.flac") + Speech.silence(1)
    let (first, second) = try DemoScorer.live { live in
      (try live.feed(speech) + live.finish(), try live.feed(speech) + live.finish())
    }
    #expect(first.count == 2)
    #expect(second == first)
  }
}

import HyzerVoice
import Measuring
import TestSupport
import Testing

@testable import Measuring

@Suite struct `Reverberation of a room` {
  /// A response with a largest tap of 20,000 at a place and an echo that dies away around it.
  private static func response(_ count: Int, direct: Int) -> [Int16] {
    var taps = whiteNoise(count, peak: 10_000, seed: 2)
    for index in taps.indices { taps[index] /= Int16(1 + abs(index - direct) / 20) }
    taps[direct] = 20_000
    return taps
  }

  /// The whole convolution as its definition has it, the direct path brought to 0.
  private static func convolution(
    _ samples: [Int16], _ taps: [Int16], direct: Int, count: Int
  ) -> [Double] {
    var sums = [Int](repeating: 0, count: count)
    for (index, sample) in samples.enumerated() {
      for (tap, value) in taps.enumerated() where sums.indices.contains(index + tap - direct) {
        sums[index + tap - direct] += Int(sample) * Int(value)
      }
    }
    return sums.map { Double($0) / 20_000 }
  }

  @Test(arguments: [1, 32_767, -32_768] as [Int16], [1, 100, 159, 5_000, 40_000])
  func `a unit impulse gives the input back`(tap: Int16, count: Int) throws {
    let samples = whiteNoise(count, peak: 20_000)
    let result = try Reverberator(impulseResponse: [tap]).apply(to: samples)
    #expect(result == (tap > 0 ? samples : samples.map { -$0 }))
  }

  @Test(arguments: [
    (samples: 2_000, taps: 300, direct: 0), (3_000, 300, 40), (3_000, 300, 299), (10, 500, 20),
    (9_000, 100, 50), (1_000, 2_500, 5),
  ])
  func `the result is the convolution at the speech's level`(
    samples: Int, taps: Int, direct: Int
  ) throws {
    let input = whiteNoise(samples, peak: 5_000)
    let response = Self.response(taps, direct: direct)
    let result = try Reverberator(impulseResponse: response).apply(to: input)
    #expect(result.count == samples + taps - 1 - direct)
    let exact = Self.convolution(input, response, direct: direct, count: result.count)
    var gain = 1.0
    if let wanted = ActiveSpeechLevel.rms(of: input) {
      gain = wanted / (try #require(ActiveSpeechLevel.rms(of: exact)))
      #expect(abs(try #require(ActiveSpeechLevel.rms(of: result)) - wanted) < 0.5)
    }
    let largest = zip(result, exact).map { abs(Double($0) - gain * $1) }.max() ?? .infinity
    #expect(largest < 0.5001)  // Nothing but the rounding to whole samples.
  }

  @Test func `the tail is a second at most`() throws {
    var response = [Int16](repeating: 0, count: 40_000)
    response[10] = 30_000
    response[16_009] = 3_000
    response[16_011] = 1_000
    let reverberator = try Reverberator(impulseResponse: response)
    let samples = [Int16](repeating: 0, count: 9) + [10_000]
    let result = reverberator.apply(to: samples)
    #expect(result.count == 10 + 16_000)
    #expect(result.indices.filter { result[$0] != 0 } == [9, 9 + 15_999])
    #expect(reverberator.apply(to: [10_000, 0])[15_999] == 1000)
  }

  @Test func `of equal taps the first is the direct path`() throws {
    let result = try Reverberator(impulseResponse: [9, -500, 250, 500]).apply(to: [0, 1000])
    #expect(result == [18, -1000, 500, 1000])
  }

  @Test func `the peak is limited`() throws {
    let result = try Reverberator(impulseResponse: [1000]).apply(to: [32_000, -16_000])
    #expect(result == [30_000, -15_000])
  }

  @Test(arguments: [0, 1, 20_000]) func `silence stays silence`(count: Int) throws {
    let silence = [Int16](repeating: 0, count: count)
    let result = try Reverberator(impulseResponse: [0, 5, 3]).apply(to: silence)
    #expect(result == (count == 0 ? [] : silence + [0]))
  }
}

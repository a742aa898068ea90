import Foundation
import HyzerBase
import HyzerVoice
import TestSupport
import Testing

@testable import Measuring

private func difference(_ minuend: [Int16], _ subtrahend: [Int16]) -> [Int16] {
  zip(minuend, subtrahend).map { $0 - $1 }
}

@Suite struct `Noise mixer` {
  private static let hiss = whiteNoise(100_000, peak: 500)

  private static func mix(
    _ speech: [Int16], _ noise: [Int16], _ snrDecibels: Double, seed: UInt64 = 1
  ) throws -> [Int16] {
    var random = SeededGenerator(seed: seed)
    return try NoiseMixer(noise: noise).mix(speech, snrDecibels: snrDecibels, using: &random)
  }

  @Test(arguments: [-10.0, 0, 5, 12.5, 20, 30], [hiss, Array(hiss[..<7_919])])
  func `the ratio is the one asked for`(snrDecibels: Double, noise: [Int16]) throws {
    let clean = speech(amplitude: 2000)
    let level = try #require(ActiveSpeechLevel.rms(of: clean))
    let added = difference(try Self.mix(clean, noise, snrDecibels), clean)
    #expect(abs(20 * log10(level / rms(added)) - snrDecibels) < 0.1)
  }

  @Test func `the stretch and what is drawn after it are the same at every ratio`() throws {
    let mixer = try NoiseMixer(noise: Self.hiss)
    var (quiet, loud) = (SeededGenerator(seed: 3), SeededGenerator(seed: 3))
    let clean = speech(amplitude: 2000)
    let first = difference(mixer.mix(clean, snrDecibels: 20, using: &quiet), clean)
    let second = difference(mixer.mix(clean, snrDecibels: 0, using: &loud), clean)
    #expect(zip(first, second).allSatisfy { abs(10 * Int($0) - Int($1)) <= 6 })
    #expect(quiet.next() == loud.next())
    // Silent speech takes its draw too, so that what follows it does not shift.
    _ = mixer.mix([Int16](repeating: 0, count: 32_000), snrDecibels: 0, using: &quiet)
    _ = mixer.mix(clean, snrDecibels: 0, using: &loud)
    #expect(quiet.next() == loud.next())
  }

  @Test func `a noise shorter than the speech goes round`() throws {
    let clean = [Int16](repeating: 1000, count: 1600)
    let ramp: [Int16] = [-300, -100, 100, 300]
    // The ramp's root mean square is 223.6, so this ratio scales it by 1.
    let added = difference(
      try Self.mix(clean, ramp, 20 * log10(1000 / 50_000.0.squareRoot())), clean)
    let start = try #require(ramp.firstIndex(of: added[0]))
    #expect(added == (0..<1600).map { ramp[(start + $0) % 4] })
  }

  @Test func `every stretch of a longer noise can be drawn`() throws {
    let mixer = try NoiseMixer(noise: Array(repeating: 100, count: 160) + [200, 300])
    let clean = [Int16](repeating: 1000, count: 160)
    var random = SeededGenerator(seed: 1)
    let endings = (0..<50).map { _ in
      let mixed = mixer.mix(clean, snrDecibels: 20, using: &random)
      // How far the last samples stand out shows where the stretch ended.
      return mixed.suffix(2).map { $0 - mixed[0] }
    }
    #expect(Set(endings.map { $0.count { $0 > 50 } }) == [0, 1, 2])
  }

  @Test(arguments: [-100.0, -20, 0]) func `nothing clips`(snrDecibels: Double) throws {
    let loud = speech(amplitude: 32_000)
    let mixed = try Self.mix(loud, Self.hiss, snrDecibels)
    #expect(mixed.map { abs(Int($0)) }.max() == 30_000)
  }

  @Test func `speech that is scaled down keeps its ratio`() throws {
    let clean = speech(amplitude: 32_000)
    let mixed = try Self.mix(clean, Self.hiss, 20)
    let scale = rms(Array(mixed[8_000..<24_000])) / rms(Array(clean[8_000..<24_000]))
    #expect(scale < 0.95)
    // Before the tone there is noise alone.
    let noise = rms(Array(mixed[..<8_000])) / scale
    let level = try #require(ActiveSpeechLevel.rms(of: clean))
    #expect(abs(20 * log10(level / noise) - 20) < 0.2)
  }

  @Test(arguments: [[], [5], [Int16](repeating: 0, count: 1600)])
  func `speech without a level comes back as it is`(clean: [Int16]) throws {
    #expect(try Self.mix(clean, Self.hiss, 0) == clean)
  }

  @Test func `a pause in the noise adds nothing, and one nearly silent is not blown up`() throws {
    // Two loud ends; every stretch drawn here lies in the pause between.
    let clean = [Int16](repeating: 1000, count: 1600)
    for (pause, expected) in [(0, 0), (1, 500)] as [(Int16, Double)] {
      let noise = [20_000] + [Int16](repeating: pause, count: 20_000) + [20_000]
      let added = difference(try Self.mix(clean, noise, 0), clean)
      #expect(Set(added).count == 1)
      #expect(abs(Double(added[0]) - expected) < 2)
    }
  }

  @Test(arguments: [([], .empty), ([0, 0], .silent)] as [([Int16], UnusableRecording)])
  func `a noise or a response that is none is an error`(samples: [Int16], error: UnusableRecording)
  {
    #expect(throws: error) { try NoiseMixer(noise: samples) }
    #expect(throws: error) { try Reverberator(impulseResponse: samples) }
  }
}

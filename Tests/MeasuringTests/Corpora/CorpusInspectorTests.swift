import Testing

@testable import Measuring

private func square(_ amplitude: Int16, seconds: Double = 0.2) -> [Int16] {
  (0..<Int(seconds * 16_000)).map { $0 / 8 % 2 == 0 ? amplitude : -amplitude }
}

@Suite struct `The level of a clip` {
  @Test func `a square wave at half of full scale is at minus 6 dBFS`() throws {
    let level = ClipLevel(square(16_384, seconds: 0.5))
    #expect(level.durationSeconds == 0.5)
    #expect(abs(try #require(level.peakDecibels) + 6.0206) < 0.001)
    #expect(abs(try #require(level.speechDecibels) + 6.0206) < 0.001)
    #expect(level.fullScaleSamples == 0)
    #expect(!level.isClipped && !level.isSilent && !level.isQuiet)
  }

  @Test func `pauses do not count for the level of speech`() throws {
    let speech = square(3277, seconds: 0.2)
    let pause = square(100, seconds: 0.8)
    #expect(ClipLevel(speech + pause).speechDecibels == ClipLevel(speech).speechDecibels)
    #expect(
      try #require(ClipLevel(speech + square(400, seconds: 0.2)).speechDecibels)
        < #require(ClipLevel(speech).speechDecibels))
  }

  @Test(arguments: [(Int16(0), 0), (0, 16_000), (9, 159)])
  func `without sound or a whole frame there is no speech`(value: Int16, count: Int) {
    let level = ClipLevel([Int16](repeating: value, count: count))
    #expect(level.speechDecibels == nil)
    #expect(level.isSilent && !level.isQuiet)
  }

  @Test(arguments: [
    (Int16(10), true, false), (25, false, true), (150, false, true), (250, false, false),
  ])
  func `hardly anything is silent, little is quiet`(
    amplitude: Int16, isSilent: Bool, isQuiet: Bool
  ) {
    let level = ClipLevel(square(amplitude, seconds: 0.3))
    #expect(level.isSilent == isSilent)
    #expect(level.isQuiet == isQuiet)
  }

  @Test(arguments: [Int16.max, .min])
  func `from three samples at full scale on a clip is clipped`(peak: Int16) {
    var samples = square(8000, seconds: 0.2)
    samples[100] = peak
    samples[900] = peak
    #expect(ClipLevel(samples).fullScaleSamples == 2)
    #expect(!ClipLevel(samples).isClipped)
    samples[1700] = peak
    #expect(ClipLevel(samples).isClipped)
  }
}

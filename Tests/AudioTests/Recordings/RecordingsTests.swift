import Foundation
import Testing

@testable import Audio

struct FormatCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let format: Format
  /// How far the level of a tone may be off, as a share.
  let tolerance: Double

  init(
    _ name: String, _ container: Format.Container = .wav, _ coding: Format.Coding = .signed16,
    rate: Int = 16_000, channels: Int = 1, tolerance: Double = 0.005
  ) {
    testDescription = name
    format = Format(container: container, coding: coding, rateHz: rate, channels: channels)
    self.tolerance = tolerance
  }
}

@Suite("Recording")
struct RecordingTests {
  /// A second of 16-bit noise, the same on every run.
  private static let noise: [Int16] = {
    var seed: UInt64 = 88_172_645_463_325_252
    return (0..<16_000).map { _ in
      seed ^= seed << 13
      seed ^= seed >> 7
      seed ^= seed << 17
      return Int16(truncatingIfNeeded: seed >> 20)
    }
  }()

  private static let noiseFloats = noise.map { Float($0) / 32_768 }

  @Test(
    "a tone keeps its frequency and level, whatever the format",
    arguments: [
      FormatCase("16-bit WAV"),
      FormatCase("8-bit WAV", .wav, .unsigned8),
      FormatCase("24-bit WAV", .wav, .signed24),
      FormatCase("32-bit WAV", .wav, .signed32),
      FormatCase("float WAV", .wav, .float),
      FormatCase("mu-law WAV", .wav, .muLaw, rate: 8000, tolerance: 0.02),
      FormatCase("ADPCM WAV", .wav, .imaADPCM, rate: 44_100, tolerance: 0.02),
      FormatCase("8 kHz WAV", rate: 8000),
      FormatCase("11.025 kHz WAV", rate: 11_025),
      FormatCase("44.1 kHz stereo WAV", rate: 44_100, channels: 2),
      FormatCase("96 kHz WAV", rate: 96_000),
      FormatCase("6-channel WAV", rate: 48_000, channels: 6),
      FormatCase("FLAC", .flac),
      FormatCase("24-bit 96 kHz stereo FLAC", .flac, .signed24, rate: 96_000, channels: 2),
      FormatCase("AIFF", .aiff, .signed16, rate: 22_050),
      FormatCase("8-bit AIFF", .aiff, .signed8),
      FormatCase("AU", .au),
      FormatCase("W64", .w64),
      FormatCase("Ogg", .ogg, .vorbis, rate: 44_100, channels: 2, tolerance: 0.05),
      FormatCase("MP3", .mpeg, .mp3, rate: 44_100, channels: 2, tolerance: 0.05),
    ]) func tone(_ test: FormatCase) throws
  {
    let fixture = try Fixture()
    let samples = sine(
      1000, amplitude: 0.5, rateHz: test.format.rateHz, channels: test.format.channels)
    let path = try fixture.sound("tone", test.format, samples)
    let recording = try Recording.read(path: path)
    #expect(recording.sourceRateHz == test.format.rateHz)
    #expect(recording.sourceChannels == test.format.channels)
    #expect(abs(recording.durationSeconds - 1) < 0.03)
    #expect(
      abs(
        recording.durationSeconds - Double(recording.sourceFrames)
          / Double(recording.sourceRateHz)) < 0.0002)
    #expect(abs(amplitude(of: 1000, in: recording.samples) - 0.5) < 0.5 * test.tolerance)
    #expect(amplitude(of: 1700, in: recording.samples) < 0.005)
  }

  @Test("16-bit mono at 16 kHz comes back bit for bit", arguments: [Format.Container.wav, .flac])
  func exact(container: Format.Container) throws {
    let fixture = try Fixture()
    let path = try fixture.sound("noise", Format(container: container), exactly: Self.noise)
    #expect(
      try Recording.read(path: path)
        == Recording(
          samples: Self.noise, sourceRateHz: 16_000, sourceChannels: 1, sourceFrames: 16_000))
  }

  @Test("what is above the new rate's band is removed, not folded down")
  func aliasing() throws {
    let fixture = try Fixture()
    let samples = sine(11_000, amplitude: 0.5, rateHz: 48_000)
    let path = try fixture.sound("high", Format(rateHz: 48_000), samples)
    let recording = try Recording.read(path: path)
    #expect(amplitude(of: 5000, in: recording.samples) < 0.0005)
  }

  @Test("channels are averaged")
  func average() throws {
    let fixture = try Fixture()
    let samples: [Float] = [0.5, -0.25, 1, -1, -0.5, -0.5, 0.25, 0]
    let path = try fixture.sound("stereo", Format(coding: .float, channels: 2), samples)
    #expect(try Recording.read(path: path).samples == [4096, 0, -16_384, 4096])
    let six = try fixture.sound(
      "six", Format(coding: .float, channels: 6),
      [0.6, 0, 0, 0, 0, 0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1])
    #expect(try Recording.read(path: six).samples == [3277, 3277])
  }

  @Test("samples beyond full scale are clamped, and what is no number is silence")
  func oddFloats() throws {
    let fixture = try Fixture()
    let samples: [Float] = [2, -2, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, 0.5, 1]
    let path = try fixture.sound("odd", Format(coding: .float), samples)
    let expected: [Int16] = [32_767, -32_768, 0, 32_767, -32_768, 32_767, 16_384, 32_767]
    #expect(try Recording.read(path: path).samples == expected)
    let resampled = try fixture.sound("odd-48", Format(coding: .float, rateHz: 48_000), samples)
    #expect(!(try Recording.read(path: resampled).samples.isEmpty))
  }

  @Test(
    "any chunk size gives the whole", arguments: [1, 7, 160, 16_000],
    [Format(), Format(rateHz: 44_100, channels: 2), Format(container: .flac, rateHz: 8000)])
  func chunks(size: Int, format: Format) throws {
    let fixture = try Fixture()
    let samples = Array(Self.noiseFloats[..<12_000])
    let path = try fixture.sound("noise", format, samples)
    let whole = try Recording.read(path: path)
    var reader = try RecordingReader(path: path)
    #expect(reader.sourceFrames == 12_000 / format.channels)
    var chunks: [Int16] = []
    while case let chunk = try reader.read(maximumFrames: size), !chunk.isEmpty {
      #expect(chunk.count == size || chunks.count + chunk.count == whole.samples.count)
      chunks += chunk
    }
    #expect(chunks == whole.samples)
    #expect(try reader.read(maximumFrames: size).isEmpty)
    #expect(reader.sourceFramesRead == whole.sourceFrames)
  }

  @Test("progress rises to the end")
  func progress() throws {
    let fixture = try Fixture()
    let samples = [Float](repeating: 0.1, count: 100_000)
    let path = try fixture.sound("long", Format(), samples)
    var shares: [Double] = []
    _ = try Recording.read(path: path) { shares.append($0) }
    #expect(shares.count == 7)
    #expect(shares == shares.sorted())
    #expect(shares.last == 1)
  }

  @Test("what is written comes back")
  func written() throws {
    let fixture = try Fixture()
    let path = fixture.path("out.wav")
    try Recording.write(samples: Self.noise, sampleRateHz: 16_000, path: path)
    #expect(try Recording.read(path: path).samples == Self.noise)
    try Recording.write(samples: [1, 2, 3], sampleRateHz: 8000, path: path)
    #expect(try Recording.read(path: path).sourceFrames == 3)
    #expect(try fixture.bytes(path).count == 44 + 6)
  }

  @Test("samples are resampled to the same duration")
  func resamples() throws {
    let samples = sine(500, amplitude: 0.25, rateHz: 8000).map { Int16($0 * 32_768) }
    let result = try Recording.resample(samples: samples, from: 8000, to: 16_000)
    #expect(abs(result.count - 16_000) <= 1)
    #expect(abs(amplitude(of: 500, in: result) - 0.25) < 0.001)
    #expect(try Recording.resample(samples: samples, from: 16_000, to: 16_000) == samples)
    #expect(try Recording.resample(samples: [], from: 8000, to: 16_000).isEmpty)
    #expect(
      throws: RecordingError.resampleFailed(
        path: nil, reason: "1 Hz to 16000 Hz is beyond 1:256")
    ) {
      try Recording.resample(samples: [1], from: 1, to: 16_000)
    }
  }
}

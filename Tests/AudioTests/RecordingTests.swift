import Foundation
import TestSupport
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

@Suite struct `Reading a recording` {
  private static let noise = whiteNoise(16_000, peak: .max)
  private static let noiseFloats = noise.map { Float($0) / 32_768 }

  @Test(
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
    ]) func `a tone keeps its frequency and level, whatever the format`(_ test: FormatCase) throws
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

  @Test(arguments: [Format.Container.wav, .flac])
  func `16-bit mono at 16 kHz comes back bit for bit`(container: Format.Container) throws {
    let fixture = try Fixture()
    let path = try fixture.sound("noise", Format(container: container), exactly: Self.noise)
    #expect(
      try Recording.read(path: path)
        == Recording(
          samples: Self.noise, sourceRateHz: 16_000, sourceChannels: 1, sourceFrames: 16_000))
  }

  @Test func `what is above the new rate's band is removed, not folded down`() throws {
    let fixture = try Fixture()
    let samples = sine(11_000, amplitude: 0.5, rateHz: 48_000)
    let path = try fixture.sound("high", Format(rateHz: 48_000), samples)
    let recording = try Recording.read(path: path)
    #expect(amplitude(of: 5000, in: recording.samples) < 0.0005)
  }

  @Test func `channels are averaged`() throws {
    let fixture = try Fixture()
    let samples: [Float] = [0.5, -0.25, 1, -1, -0.5, -0.5, 0.25, 0]
    let path = try fixture.sound("stereo", Format(coding: .float, channels: 2), samples)
    #expect(try Recording.read(path: path).samples == [4096, 0, -16_384, 4096])
    let six = try fixture.sound(
      "six", Format(coding: .float, channels: 6),
      [0.6, 0, 0, 0, 0, 0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1])
    #expect(try Recording.read(path: six).samples == [3277, 3277])
  }

  @Test func `samples beyond full scale are clamped, and what is no number is silence`() throws {
    let fixture = try Fixture()
    let samples: [Float] = [2, -2, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, 0.5, 1]
    let path = try fixture.sound("odd", Format(coding: .float), samples)
    let expected: [Int16] = [32_767, -32_768, 0, 32_767, -32_768, 32_767, 16_384, 32_767]
    #expect(try Recording.read(path: path).samples == expected)
    let resampled = try fixture.sound("odd-48", Format(coding: .float, rateHz: 48_000), samples)
    #expect(!(try Recording.read(path: resampled).samples.isEmpty))
  }

  @Test(
    arguments: [1, 7, 160, 16_000],
    [Format(), Format(rateHz: 44_100, channels: 2), Format(container: .flac, rateHz: 8000)])
  func `any size of chunks gives the whole`(size: Int, format: Format) throws {
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
}

@Suite struct `Writing a recording` {
  private static let noise = whiteNoise(32_000, peak: .max)

  @Test(
    arguments: [
      ("a.wav", "RIFF"), ("a.flac", "fLaC"), ("A.FLAC", "fLaC"), ("flac", "RIFF"), ("a", "RIFF"),
    ])
  func `what is written comes back, in the format of the name`(name: String, magic: String) throws {
    let fixture = try Fixture()
    let path = try fixture.file(name, Array("something longer that was there".utf8))
    try Recording.write(samples: Self.noise, sampleRateHz: 16_000, path: path)
    #expect(
      try Recording.read(path: path)
        == Recording(
          samples: Self.noise, sourceRateHz: 16_000, sourceChannels: 1, sourceFrames: 32_000))
    #expect(try fixture.bytes(path).starts(with: magic.utf8))
    try Recording.write(samples: [1, 2, 3], sampleRateHz: 44_100, path: path)
    let reader = try RecordingReader(path: path)
    #expect(reader.sourceRateHz == 44_100)
    #expect(reader.sourceFrames == 3)
  }

  @Test func `a recording of no length can be written`() throws {
    let fixture = try Fixture()
    let (wav, flac) = (fixture.path("a.wav"), fixture.path("a.flac"))
    try Recording.write(samples: [], sampleRateHz: 16_000, path: wav)
    #expect(throws: RecordingError.noSamples(path: wav)) { try Recording.read(path: wav) }
    try Recording.write(samples: [], sampleRateHz: 16_000, path: flac)
    #expect(throws: RecordingError.emptyFile(path: flac)) { try Recording.read(path: flac) }
  }

  @Test(arguments: ["full", "full.flac"], [3, 32_000])
  func `a full disk is an error, whenever it is noticed`(name: String, count: Int) throws {
    let fixture = try Fixture()
    let path = fixture.path(name)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
    #expect(throws: RecordingError.writeFailed(path: path, reason: "No space left on device")) {
      try Recording.write(
        samples: Array(Self.noise[..<count]), sampleRateHz: 16_000, path: path)
    }
  }

  @Test(arguments: [
    ("/nonexistent/a.wav", 16_000, "No such file or directory"),
    ("a.wav", Int(Int32.max) + 1, "2147483648 Hz is not a rate a file can hold"),
    ("a.flac", 655_351, nil),
  ])
  func `a file that cannot be made is an error`(path: String, rate: Int, reason: String?) throws {
    let fixture = try Fixture()
    let path = path.hasPrefix("/") ? path : fixture.path(path)
    #expect {
      try Recording.write(samples: [1, 2, 3], sampleRateHz: rate, path: path)
    } throws: { error in
      guard case .writeFailed(path, let found) = error as? RecordingError else { return false }
      return reason.map { $0 == found } ?? (!found.isEmpty && found != "No Error")
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}

@Suite struct `Ogg Opus clip` {
  private static func decoded(_ samples: [Int16]) throws -> (recording: Recording, bytes: Int) {
    let fixture = try Fixture()
    let clip = try Recording.oggOpus(samples: samples)
    return (try Recording.read(path: try fixture.file("clip.opus", clip)), clip.count)
  }

  @Test(arguments: [0.25, 1, 40])
  func `a tone keeps its length, frequency and level`(seconds: Double) throws {
    let samples = sine(1000, amplitude: 0.25, rateHz: 16_000, seconds: seconds).map {
      Int16($0 * 32_768)
    }
    let result = try Self.decoded(samples).recording
    #expect(result.samples.count == samples.count)
    #expect(result.sourceRateHz == 16_000)
    #expect(abs(amplitude(of: 1000, in: result.samples) - 0.25) < 0.0125)
    #expect(amplitude(of: 1700, in: result.samples) < 0.005)
  }

  @Test(arguments: ["group.flac", "scratch.flac", "birdie.flac"])
  func `speech stays alike and takes about 3 KB a second`(name: String) throws {
    let speech = try Recording.read(path: DemoAudio.path(name))
    let result = try Self.decoded(speech.samples)
    #expect((2000...3500).contains(Double(result.bytes) / speech.durationSeconds))
    #expect(result.recording.samples.count == speech.samples.count)
    func product(_ one: [Int16], _ other: [Int16]) -> Double {
      zip(one, other).reduce(0) { $0 + Double($1.0) * Double($1.1) }
    }
    let (before, after) = (speech.samples, result.recording.samples)
    let likeness =
      product(before, after) / (product(before, before) * product(after, after)).squareRoot()
    #expect(likeness > 0.98)
  }

  @Test(arguments: [1, 160, 4_001]) func `a short clip keeps its length`(count: Int) throws {
    let samples = [Int16](repeating: 1000, count: count)
    #expect(try Self.decoded(samples).recording.samples.count == count)
  }

  @Test func `no samples make no clip`() {
    #expect(throws: RecordingError.compressionFailed(reason: "there are none")) {
      try Recording.oggOpus(samples: [])
    }
  }
}

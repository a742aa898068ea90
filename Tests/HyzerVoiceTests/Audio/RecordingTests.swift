import CSndfile
import Foundation
import TestSupport
import Testing

@testable import HyzerVoice

@Suite final class `Reading a recording`: FixtureSuite {
  private static let noise = whiteNoise(12_000, peak: .max).map { Float($0) / 32_768 }

  private static let formats: [(name: String, format: Format, tolerance: Double)] = [
    ("16-bit WAV", Format(), 0.005),
    ("8-bit WAV", Format(SF_FORMAT_WAV, SF_FORMAT_PCM_U8), 0.005),
    ("24-bit WAV", Format(SF_FORMAT_WAV, SF_FORMAT_PCM_24), 0.005),
    ("32-bit WAV", Format(SF_FORMAT_WAV, SF_FORMAT_PCM_32), 0.005),
    ("float WAV", Format(SF_FORMAT_WAV, SF_FORMAT_FLOAT), 0.005),
    ("mu-law WAV", Format(SF_FORMAT_WAV, SF_FORMAT_ULAW, rateHz: 8000), 0.02),
    ("ADPCM WAV", Format(SF_FORMAT_WAV, SF_FORMAT_IMA_ADPCM, rateHz: 44_100), 0.02),
    ("8 kHz WAV", Format(rateHz: 8000), 0.005),
    ("11.025 kHz WAV", Format(rateHz: 11_025), 0.005),
    ("44.1 kHz stereo WAV", Format(rateHz: 44_100, channels: 2), 0.005),
    ("96 kHz WAV", Format(rateHz: 96_000), 0.005),
    ("6-channel WAV", Format(rateHz: 48_000, channels: 6), 0.005),
    ("FLAC", Format(SF_FORMAT_FLAC), 0.005),
    ("fine FLAC", Format(SF_FORMAT_FLAC, SF_FORMAT_PCM_24, rateHz: 96_000, channels: 2), 0.005),
    ("AIFF", Format(SF_FORMAT_AIFF, rateHz: 22_050), 0.005),
    ("8-bit AIFF", Format(SF_FORMAT_AIFF, SF_FORMAT_PCM_S8), 0.005),
    ("AU", Format(SF_FORMAT_AU), 0.005),
    ("W64", Format(SF_FORMAT_W64), 0.005),
    ("Ogg", Format(SF_FORMAT_OGG, SF_FORMAT_VORBIS, rateHz: 44_100, channels: 2), 0.05),
    ("MP3", Format(SF_FORMAT_MPEG, SF_FORMAT_MPEG_LAYER_III, rateHz: 44_100, channels: 2), 0.05),
  ]

  @Test(arguments: formats)
  func `a tone keeps its frequency and level, whatever the format`(
    name: String, format: Format, tolerance: Double
  ) throws {
    let samples = sine(1000, amplitude: 0.5, rateHz: format.rateHz, channels: format.channels)
    let path = try fixture.sound("tone", format, samples)
    let recording = try Recording(path: path)
    let reader = try RecordingReader(path: path)
    #expect(reader.sourceRateHz == format.rateHz && reader.sourceChannels == format.channels)
    #expect(abs(recording.durationSeconds - 1) < 0.03)
    #expect(abs(amplitude(of: 1000, in: recording.samples) - 0.5) < 0.5 * tolerance)
    #expect(amplitude(of: 1700, in: recording.samples) < 0.005)
  }

  @Test func `what is above the new rate's band is removed, not folded down`() throws {
    let samples = sine(11_000, amplitude: 0.5, rateHz: 48_000)
    let path = try fixture.sound("high", Format(rateHz: 48_000), samples)
    let recording = try Recording(path: path)
    #expect(amplitude(of: 5000, in: recording.samples) < 0.0005)
  }

  @Test func `channels are averaged`() throws {
    let samples: [Float] = [0.5, -0.25, 1, -1, -0.5, -0.5, 0.25, 0]
    let path = try fixture.sound(
      "stereo", Format(SF_FORMAT_WAV, SF_FORMAT_FLOAT, channels: 2), samples)
    #expect(try Recording(path: path).samples == [4096, 0, -16_384, 4096])
    let six = try fixture.sound(
      "six", Format(SF_FORMAT_WAV, SF_FORMAT_FLOAT, channels: 6),
      [0.6, 0, 0, 0, 0, 0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1])
    #expect(try Recording(path: six).samples == [3277, 3277])
  }

  @Test func `samples beyond full scale are clamped, and what is no number is silence`() throws {
    let samples: [Float] = [2, -2, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, 0.5, 1]
    let path = try fixture.sound("odd", Format(SF_FORMAT_WAV, SF_FORMAT_FLOAT), samples)
    let expected: [Int16] = [32_767, -32_768, 0, 32_767, -32_768, 32_767, 16_384, 32_767]
    #expect(try Recording(path: path).samples == expected)
    let resampled = try fixture.sound(
      "odd-48", Format(SF_FORMAT_WAV, SF_FORMAT_FLOAT, rateHz: 48_000), samples)
    #expect(!(try Recording(path: resampled).samples.isEmpty))
  }

  @Test(
    arguments: [1, 7, 160, 16_000],
    [
      Format(), Format(rateHz: 44_100, channels: 2),
      Format(SF_FORMAT_FLAC, rateHz: 8000),
    ])
  func `any size of chunks gives the whole`(size: Int, format: Format) throws {
    let path = try fixture.sound("noise", format, Self.noise)
    let whole = try Recording(path: path)
    var reader = try RecordingReader(path: path)
    #expect(reader.sourceFrames == 12_000 / format.channels)
    var chunks: [Int16] = []
    while case let chunk = try reader.read(maximumFrames: size), !chunk.isEmpty {
      #expect(chunk.count == size || chunks.count + chunk.count == whole.samples.count)
      chunks += chunk
    }
    #expect(chunks == whole.samples)
    #expect(try reader.read(maximumFrames: size).isEmpty)
  }
}

@Suite final class `Writing a recording`: FixtureSuite {
  private static let noise = whiteNoise(32_000, peak: .max)

  @Test(
    arguments: [
      ("a.wav", "RIFF"), ("a.flac", "fLaC"), ("A.FLAC", "fLaC"), ("flac", "RIFF"), ("a", "RIFF"),
    ])
  func `what is written comes back bit for bit, in the format of the name`(
    name: String, magic: String
  ) throws {
    let path = try fixture.file(name, Array("something longer that was there".utf8))
    try Recording.write(samples: Self.noise, sampleRateHz: 16_000, path: path)
    #expect(try Recording(path: path) == Recording(samples: Self.noise))
    #expect(try fixture.bytes(path).starts(with: magic.utf8))
    try Recording.write(samples: [1, 2, 3], sampleRateHz: 44_100, path: path)
    let reader = try RecordingReader(path: path)
    #expect(reader.sourceRateHz == 44_100)
    #expect(reader.sourceFrames == 3)
  }

  @Test func `a recording of no length can be written`() throws {
    let (wav, flac) = (fixture.path("a.wav"), fixture.path("a.flac"))
    try Recording.write(samples: [], sampleRateHz: 16_000, path: wav)
    #expect(throws: RecordingError.noSamples(path: wav)) { try Recording(path: wav) }
    try Recording.write(samples: [], sampleRateHz: 16_000, path: flac)
    #expect(throws: RecordingError.emptyFile(path: flac)) { try Recording(path: flac) }
  }

  @Test(arguments: ["full", "full.flac"], [3, 32_000])
  func `a full disk is an error, whenever it is noticed`(name: String, count: Int) throws {
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
    return (try Recording(path: try fixture.file("clip.opus", clip)), clip.count)
  }

  @Test(arguments: [0.25, 1, 40])
  func `a tone keeps its length, frequency and level`(seconds: Double) throws {
    let samples = sine(1000, amplitude: 0.25, rateHz: 16_000, seconds: seconds).map {
      Int16($0 * 32_768)
    }
    let result = try Self.decoded(samples).recording
    #expect(result.samples.count == samples.count)
    #expect(abs(amplitude(of: 1000, in: result.samples) - 0.25) < 0.0125)
    #expect(amplitude(of: 1700, in: result.samples) < 0.005)
  }

  @Test(arguments: ["group.flac", "scratch.flac", "birdie.flac"])
  func `speech stays alike and takes about 3 KB a second`(name: String) throws {
    let speech = Recording(samples: try Speech.recording(name))
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

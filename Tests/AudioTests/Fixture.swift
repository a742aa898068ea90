private import CSndfile
import Foundation

/// A directory for one test's files, removed with the value.
struct Fixture: ~Copyable {
  let directory: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("recordings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    directory = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  func path(_ name: String) -> String { directory + "/" + name }

  /// Writes bytes to a file and returns its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Writes interleaved samples, full scale at ±1, with the sound-file library itself.
  func sound(_ name: String, _ format: Format, _ samples: [Float]) throws -> String {
    try unsafe write(name, format) { unsafe sf_write_float($0, samples, Int64(samples.count)) }
  }

  /// Writes interleaved 16-bit samples as they are.
  func sound(_ name: String, _ format: Format, exactly samples: [Int16]) throws -> String {
    try unsafe write(name, format) { unsafe sf_write_short($0, samples, Int64(samples.count)) }
  }

  private func write(
    _ name: String, _ format: Format, _ body: (OpaquePointer) -> Int64
  ) throws -> String {
    var info = SF_INFO()
    info.samplerate = Int32(format.rateHz)
    info.channels = Int32(format.channels)
    info.format = Int32(format.container.rawValue | format.coding.rawValue)
    guard let file = unsafe sf_open(path(name), Int32(SFM_WRITE), &info) else {
      throw Failure(message: unsafe String(cString: sf_strerror(nil)))
    }
    defer { _ = unsafe sf_close(file) }
    _ = unsafe body(file)
    guard unsafe sf_error(file) == 0 else {
      throw Failure(message: unsafe String(cString: sf_strerror(file)))
    }
    return path(name)
  }

  struct Failure: Error {
    let message: String
  }
}

/// What a test writes, as the sound-file library numbers it.
struct Format: Sendable {
  enum Container: Int, Sendable {
    case wav = 0x010000
    case aiff = 0x020000
    case au = 0x030000
    case w64 = 0x0B0000
    case flac = 0x170000
    case ogg = 0x200000
    case mpeg = 0x230000
  }

  enum Coding: Int, Sendable {
    case signed8 = 0x0001
    case signed16 = 0x0002
    case signed24 = 0x0003
    case signed32 = 0x0004
    case unsigned8 = 0x0005
    case float = 0x0006
    case muLaw = 0x0010
    case imaADPCM = 0x0012
    case vorbis = 0x0060
    case mp3 = 0x0082
  }

  var container = Container.wav
  var coding = Coding.signed16
  var rateHz = 16_000
  var channels = 1
}

/// Samples of a sine on all of some channels, interleaved.
func sine(
  _ hertz: Double, amplitude: Double, rateHz: Int, channels: Int = 1, seconds: Double = 1
) -> [Float] {
  (0..<Int(Double(rateHz) * seconds)).flatMap { frame in
    [Float](
      repeating: Float(amplitude * sin(2 * .pi * hertz * Double(frame) / Double(rateHz))),
      count: channels)
  }
}

/// The amplitude of one frequency within 16 kHz samples, full scale at 1, ends left out.
func amplitude(of hertz: Double, in samples: [Int16]) -> Double {
  let inner = samples.dropFirst(1600).dropLast(1600)
  var (real, imaginary) = (0.0, 0.0)
  for (index, sample) in zip(inner.indices, inner) {
    let angle = 2 * .pi * hertz * Double(index) / 16_000
    real += Double(sample) / 32_768 * cos(angle)
    imaginary += Double(sample) / 32_768 * sin(angle)
  }
  return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(inner.count)
}

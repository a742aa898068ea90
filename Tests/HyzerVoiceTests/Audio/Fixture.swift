import CSndfile
import Foundation
import TestSupport

/// A directory for one test's files, removed with the value.
struct Fixture: ~Copyable {
  private let folder: Tool.Directory

  init() throws { folder = try Tool.Directory() }

  var directory: String { folder.url.path }

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
    var info = SF_INFO()
    info.samplerate = Int32(format.rateHz)
    info.channels = Int32(format.channels)
    info.format = Int32(format.container | format.coding)
    guard let file = unsafe sf_open(path(name), Int32(SFM_WRITE), &info) else {
      throw Failure(message: unsafe String(cString: sf_strerror(nil)))
    }
    defer { _ = unsafe sf_close(file) }
    guard unsafe sf_write_float(file, samples, Int64(samples.count)) == samples.count else {
      throw Failure(message: unsafe String(cString: sf_strerror(file)))
    }
    return path(name)
  }

  struct Failure: Error {
    let message: String
  }
}

/// The base of suites whose tests each have a directory of their own.
class FixtureSuite {
  let fixture: Fixture

  init() throws { fixture = try Fixture() }
}

/// What a test writes, as the sound-file library numbers it.
struct Format: Sendable {
  let container, coding, rateHz, channels: Int

  init(
    _ container: Int = SF_FORMAT_WAV, _ coding: Int = SF_FORMAT_PCM_16, rateHz: Int = 16_000,
    channels: Int = 1
  ) {
    (self.container, self.coding) = (container, coding)
    (self.rateHz, self.channels) = (rateHz, channels)
  }
}

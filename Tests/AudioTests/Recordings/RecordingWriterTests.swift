import Foundation
import Testing

@testable import Audio

@Suite struct `Recording writer` {
  /// Two seconds of noise.
  private static let noise = (0..<32_000).map { Int16(truncatingIfNeeded: $0 &* $0 &* 40_503 >> 7) }

  @Test(
    arguments: [
      ("a.wav", "RIFF"), ("a.flac", "fLaC"), ("A.FLAC", "fLaC"), ("flac", "RIFF"), ("a", "RIFF"),
    ], [1, 777, 32_000])
  func `blocks come back as one recording, in the format of the name`(
    name: (path: String, magic: String), size: Int
  ) throws {
    let fixture = try Fixture()
    let path = try fixture.file(name.path, Array("something longer that was there".utf8))
    let samples = Array(Self.noise[..<(size == 1 ? 5_000 : 32_000)])
    var writer = try RecordingWriter(path: path, sampleRateHz: 16_000)
    for start in stride(from: 0, to: samples.count, by: size) {
      try writer.write(Array(samples[start..<min(start + size, samples.count)]))
    }
    try writer.write([])
    try writer.close()
    #expect(
      try Recording.read(path: path)
        == Recording(
          samples: samples, sourceRateHz: 16_000, sourceChannels: 1, sourceFrames: samples.count))
    #expect(try fixture.bytes(path).starts(with: name.magic.utf8))
  }

  @Test(arguments: ["a.wav", "a.flac"])
  func `a whole recording is written in the format of its name`(name: String) throws {
    let fixture = try Fixture()
    let path = fixture.path(name)
    try Recording.write(samples: Self.noise, sampleRateHz: 44_100, path: path)
    let reader = try RecordingReader(path: path)
    #expect(reader.sourceRateHz == 44_100)
    #expect(reader.sourceFrames == Self.noise.count)
  }

  @Test func `a recording of no length can be written`() throws {
    let fixture = try Fixture()
    let (wav, flac) = (fixture.path("a.wav"), fixture.path("a.flac"))
    try Recording.write(samples: [], sampleRateHz: 16_000, path: wav)
    #expect(throws: RecordingError.noSamples(path: wav)) { try Recording.read(path: wav) }
    try Recording.write(samples: [], sampleRateHz: 16_000, path: flac)
    #expect(throws: RecordingError.emptyFile(path: flac)) { try Recording.read(path: flac) }
  }

  @Test func `memory and a file get the same bytes`() throws {
    let fixture = try Fixture()
    let path = fixture.path("a.wav")
    try Recording.write(samples: Self.noise, sampleRateHz: 16_000, path: path)
    let sink = MemorySink()
    var encoder = try SoundFileEncoder(into: sink, format: 0x01_0002, sampleRateHz: 16_000)
    try encoder.write(Self.noise)
    try encoder.close()
    #expect(try fixture.bytes(path) == sink.bytes)
  }

  @Test(arguments: ["full", "full.flac"])
  func `a full disk is an error`(name: String) throws {
    let fixture = try Fixture()
    let path = fixture.path(name)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
    #expect(throws: RecordingError.writeFailed(path: path, reason: "No space left on device")) {
      try Recording.write(samples: Self.noise, sampleRateHz: 16_000, path: path)
    }
  }

  @Test(arguments: ["a.wav", "a.flac"])
  func `a limit met only when the file is closed is an error`(name: String) async throws {
    // In a process of its own, which may not write files of more than 1,000 bytes.
    await #expect(processExitsWith: .success) { [name] in
      let fixture = try Fixture()
      let path = fixture.path(name)
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
      var writer = try RecordingWriter(path: path, sampleRateHz: 16_000)
      // Fewer samples than a FLAC block or a buffer of the library has.
      if name == "a.flac" { try writer.write(Array(Self.noise[..<1_000])) }
      try #require(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      let expected = RecordingError.writeFailed(path: path, reason: "File too large")
      do throws(RecordingError) {
        if name == "a.wav" { try writer.write(Self.noise) }
        try writer.close()
        Issue.record("the file was written")
      } catch {
        #expect(error == expected)
      }
    }
  }

  @Test func `a pipe is no place for a recording`() throws {
    let pipe = Pipe()
    let path = "/proc/self/fd/\(pipe.fileHandleForWriting.fileDescriptor)"
    #expect(throws: RecordingError.writeFailed(path: path, reason: "Illegal seek")) {
      try Recording.write(samples: [1, 2, 3], sampleRateHz: 16_000, path: path)
    }
  }

  @Test(arguments: [("a.flac", 655_351), ("a.wav", Int(Int32.max) + 1)])
  func `a rate that the format cannot hold is an error`(name: String, rate: Int) throws {
    let fixture = try Fixture()
    let path = fixture.path(name)
    #expect {
      try Recording.write(samples: [1, 2, 3], sampleRateHz: rate, path: path)
    } throws: { error in
      guard case .writeFailed(path, let reason) = error as? RecordingError else { return false }
      return !reason.isEmpty && reason != "No Error"
    }
  }

  @Test func `however a writer ends, its file is closed`() throws {
    let fixture = try Fixture()
    let path = fixture.path("a.flac")
    do {
      var writer = try RecordingWriter(path: path, sampleRateHz: 16_000)
      try writer.write(Self.noise)
      #expect(try Self.descriptors(of: path) == 1)
    }
    #expect(try Self.descriptors(of: path) == 0)
    try Recording.write(samples: Self.noise, sampleRateHz: 16_000, path: path)
    #expect(try Self.descriptors(of: path) == 0)
    _ = try? RecordingWriter(path: path, sampleRateHz: Int.max)
    #expect(try Self.descriptors(of: path) == 0)
  }

  /// The number of this process's descriptors that are open on a file.
  private static func descriptors(of path: String) throws -> Int {
    let all = "/proc/self/fd"
    return try FileManager.default.contentsOfDirectory(atPath: all).count {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: all + "/" + $0)) == path
    }
  }
}

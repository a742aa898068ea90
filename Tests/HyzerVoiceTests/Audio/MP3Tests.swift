import Foundation
import TestSupport
import Testing

@testable import HyzerVoice

@Suite final class `MP3`: FixtureSuite {
  /// Runs an encoder on ten seconds of a tone, if the system has it, and returns the file.
  private func encoded(_ line: String) throws -> String {
    let tone = sine(440, amplitude: 0.5, rateHz: 16_000, seconds: 10)
    _ = try fixture.sound("tone.wav", Format(), tone)
    let outcome = try Tool.run(
      "/bin/sh", ["-c", "cd '\(fixture.directory)' && \(line)"], in: Tool.Directory())
    try #require(outcome.status == 0, "\(outcome.output)")
    return fixture.path("tone.mp3")
  }

  private func expectTone(_ path: String) throws {
    let recording = try Recording(path: path)
    #expect(abs(recording.durationSeconds - 10) < 0.2)
    #expect(amplitude(of: 440, in: recording.samples) > 0.3)
  }

  @Test(
    .enabled("needs ffmpeg") { Tool.exists("/usr/bin/ffmpeg") },
    arguments: [
      "-b:a 32k tone.mp3", "-q:a 4 -ar 44100 tone.mp3", "-ar 48000 -ac 2 -b:a 320k tone.mp3",
      "-ar 8000 tone.mp3", "-metadata title=Hyzer -id3v2_version 3 -write_id3v1 1 tone.mp3",
      "-write_xing 0 -q:a 4 tone.mp3", "-f mp3 - >tone.mp3", "-q:a 5 -f mp3 - >tone.mp3",
    ])
  func `is read as ffmpeg writes it`(options: String) throws {
    try expectTone(encoded("ffmpeg -v error -i tone.wav \(options)"))
  }

  /// Whether sox was built to write MP3, which Debian packs apart.
  private static let soxWritesMP3 = (try? canWrite()) == true

  private static func canWrite() throws -> Bool {
    guard Tool.exists("/usr/bin/sox") else { return false }
    let folder = try Tool.Directory()
    return try Tool.run(
      "/usr/bin/sox", ["-n", "-t", "mp3", "/dev/null", "trim", "0", "1"], in: folder
    )
    .status == 0
  }

  @Test(
    .enabled("needs sox with libsox-fmt-mp3") { soxWritesMP3 },
    arguments: ["", "-C 64 -r 44100 -c 2", "-C -4.2", "-C 128.2", "--comment Hyzer"])
  func `is read as sox writes it`(options: String) throws {
    try expectTone(encoded("sox tone.wav \(options) tone.mp3"))
  }

  /// Frames of 108 bytes with 576 samples each, at 24 kbit/s and 16 kHz.
  private static func frames(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in [0xFF, 0xF3, 0x38, 0xC4] + [UInt8](repeating: 1, count: 104) }
  }

  private static func tag(_ size: Int) -> [UInt8] {
    Array("ID3".utf8) + [3, 0, 0, 0, 0, UInt8(size / 128), UInt8(size % 128)]
      + [UInt8](repeating: 0xFF, count: size)
  }

  /// The number that is put before the bytes of a file, big-endian behind its mark.
  private func number(_ bytes: [UInt8]) throws -> Int? {
    guard let numbered = MP3Header.numbered(bytes) else { return nil }
    let mark = try #require(numbered.firstRange(of: Array("Xing".utf8)))
    #expect(numbered.count == bytes.count + (try #require(MP3Header(numbered, at: 0)).length))
    return numbered[(mark.upperBound + 4)...].prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  @Test func `that does not say how many frames it has gets their number`() throws {
    #expect(try number(Self.frames(9)) == 9)
    let end = Array("TAG".utf8) + [UInt8](repeating: 0xFF, count: 125)
    #expect(try number(Self.frames(9) + end) == 9)
    // The last frame has not all of its bytes.
    #expect(try number(Self.frames(9).dropLast()) == 8)
    // One that is damaged does not hide those behind it.
    var damaged = Self.frames(9)
    damaged[108 * 4] = 0
    #expect(try number(damaged) == 8)
    let numbered = MP3Header.numbered(Self.frames(9))
    #expect(MP3Header.numbered(Self.tag(300) + Self.frames(9)) == numbered)
    for other in [[], Array("RIFF".utf8)] { #expect(MP3Header.numbered(other) == nil) }
  }

  @Test func `that says how many frames it has is left alone`() throws {
    var bytes = Self.frames(9)
    bytes.replaceSubrange(13..<21, with: Array("Info".utf8) + [0, 0, 0, 0x0F])
    #expect(MP3Header.numbered(bytes) == nil)
    bytes[20] = 0x0E
    #expect(try number(bytes) == 9)
  }

  @Test(.enabled("needs ffmpeg") { Tool.exists("/usr/bin/ffmpeg") })
  func `whose decoder gives up is an error, and nothing of that is printed`() async throws {
    let path = try encoded("ffmpeg -v error -i tone.wav -write_xing 0 tone.mp3")
    var bytes = try fixture.bytes(path)
    for place in stride(from: 3000, to: bytes.count, by: 150) { bytes[place] ^= 0xFF }
    let damaged = try fixture.file("damaged.mp3", bytes)
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) { [damaged = damaged as String] in
      #expect(throws: RecordingError.self) { try Recording(path: damaged) }
    }
    #expect(String(decoding: result.standardErrorContent, as: UTF8.self).isEmpty)
  }
}

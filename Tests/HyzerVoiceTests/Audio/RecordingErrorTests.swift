import CSndfile
import Foundation
import HyzerVoice
import TestSupport
import Testing

@Suite final class `Recording error`: FixtureSuite {
  private static let second = sine(440, amplitude: 0.5, rateHz: 16_000)
  /// Noise, for a compressed file of more than one page.
  private static let tenSeconds = (0..<160_000).map { Float($0 &* 7919 % 20_011) / 20_011 - 0.5 }

  private func expect(_ error: RecordingError, of path: String) {
    #expect(throws: error) { try Recording(path: path) }
  }

  @Test func `a path that names nothing is missing, and a directory is no recording`() throws {
    let below = try fixture.file("plain", [1]) + "/none.wav"
    for path in [fixture.path("none.wav"), below] {
      expect(RecordingError.missing(path: path), of: path)
    }
    let path = fixture.directory
    expect(RecordingError.isDirectory(path: path), of: path)
  }

  @Test func `a file without read permission is not readable`() async throws {
    // In a process of its own, which gives up root's right to read everything.
    await #expect(processExitsWith: .success) {
      let fixture = try Fixture()
      let path = try fixture.file("secret.wav", [1, 2, 3])
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
      if geteuid() == 0 { try #require(seteuid(65_534) == 0) }
      #expect(throws: RecordingError.notReadable(path: path)) { try Recording(path: path) }
      if getuid() == 0 { try #require(seteuid(0) == 0) }
    }
  }

  @Test func `an empty file, one of no samples and one of no sound are distinguished`() throws {
    let empty = try fixture.file("empty.wav", [])
    expect(RecordingError.emptyFile(path: empty), of: empty)
    for container in [SF_FORMAT_WAV, SF_FORMAT_AIFF] {
      let none = try fixture.sound("none", Format(container), [])
      expect(RecordingError.noSamples(path: none), of: none)
    }
    // A FLAC stream of unknown length that has no frame: 16 kHz, mono, 16 bits.
    let information: [UInt8] = [0x10, 0, 0x10, 0, 0, 0, 0, 0, 0, 0, 0x03, 0xE8, 0x00, 0xF0]
    let silent = try fixture.file(
      "none.flac",
      Array("fLaC".utf8) + [0x80, 0, 0, 34] + information + [UInt8](repeating: 0, count: 20))
    expect(RecordingError.noSamples(path: silent), of: silent)
    let text = try fixture.file("notes.txt", Array("mike three jake four\n".utf8))
    expect(RecordingError.unrecognised(path: text, reason: "Format not recognised"), of: text)
  }

  @Test func `a header that stops short is not recognised`() throws {
    let whole = try fixture.bytes(try fixture.sound("whole.wav", Format(), Self.second))
    for length in [1, 4, 12, 30] {
      let path = try fixture.file("cut.wav", Array(whole[..<length]))
      #expect { try Recording(path: path) } throws: { error in
        guard case .unrecognised(path, _) = error as? RecordingError else { return false }
        return true
      }
    }
  }

  @Test(
    arguments: [
      Format(), Format(SF_FORMAT_AIFF), Format(SF_FORMAT_AU),
      Format(SF_FORMAT_W64), Format(SF_FORMAT_FLAC),
      Format(SF_FORMAT_OGG, SF_FORMAT_VORBIS),
      Format(SF_FORMAT_MPEG, SF_FORMAT_MPEG_LAYER_III),
    ], [0.5, 0.9, 0.999])
  func `a file cut off is truncated`(format: Format, share: Double) throws {
    let whole = try fixture.sound("whole", format, Self.tenSeconds)
    #expect(throws: Never.self) { try Recording(path: whole) }
    let bytes = try fixture.bytes(whole)
    let path = try fixture.file("cut", Array(bytes[..<Int(Double(bytes.count) * share)]))
    #expect { try Recording(path: path) } throws: { error in
      guard case .truncated(path, let promised, let found) = error as? RecordingError else {
        return false
      }
      // W64 pads its length to eight bytes.
      return found < 160_000
        && (promised.map { abs($0 - 160_000) <= 4 } ?? (format.container == SF_FORMAT_OGG))
    }
  }

  @Test func `a WAV file that lacks one frame is truncated`() throws {
    let bytes = try fixture.bytes(try fixture.sound("whole", Format(), Self.second))
    let path = try fixture.file("cut", Array(bytes.dropLast(2)))
    expect(
      RecordingError.truncated(path: path, promisedFrames: 16_000, foundFrames: 15_999), of: path)
    // The error stays, however often the reader is asked; a reader never gives shorter audio.
    #expect(throws: RecordingError.self) { _ = try RecordingReader(path: path) }
  }

  @Test func `a cut FLAC file gives what is there, then fails again and again`() throws {
    let flac = try fixture.sound("whole", Format(SF_FORMAT_FLAC), Self.second)
    let bytes = try fixture.bytes(flac)
    let path = try fixture.file("cut", Array(bytes[..<(bytes.count * 9 / 10)]))
    var reader = try RecordingReader(path: path)
    #expect(try reader.read(maximumFrames: 160).count == 160)
    for _ in 1...2 {
      do throws(RecordingError) {
        while !(try reader.read(maximumFrames: 1600).isEmpty) {}
        Issue.record("the end was reached without an error")
      } catch {
        guard case .truncated(path, 16_000, _) = error else {
          Issue.record("\(error)")
          return
        }
      }
    }
  }

  @Test(arguments: [0xFFFF_FFFF, 0x7FFF_FFFF, 0x7FFF_F000] as [UInt32])
  func `a WAV file written to a pipe, its length unknown, is as long as it is`(size: UInt32) throws
  {
    var bytes = try fixture.bytes(try fixture.sound("whole", Format(), Self.second))
    for place in 0..<4 { bytes[40 + place] = UInt8(truncatingIfNeeded: size >> (8 * place)) }
    let path = try fixture.file("piped.wav", bytes)
    #expect(try Recording(path: path).samples.count == 16_000)
  }

  @Test func `a FLAC file damaged within is an error`() throws {
    let whole = try fixture.sound("whole", Format(SF_FORMAT_FLAC), Self.tenSeconds)
    var bytes = try fixture.bytes(whole)
    for place in 0..<200 { bytes[bytes.count / 2 + place] ^= 0x5A }
    let path = try fixture.file("damaged", bytes)
    #expect { try Recording(path: path) } throws: { error in
      guard case .damaged(path, let found, _) = error as? RecordingError else { return false }
      return (1..<160_000).contains(found)
    }
  }

  @Test func `a rate beyond conversion is an error`() throws {
    let path = try fixture.sound("slow", Format(rateHz: 10), [0, 0, 0])
    expect(
      RecordingError.resampleFailed(path: path, reason: "10 Hz to 16000 Hz is beyond 1:256"),
      of: path)
  }

  @Test func `every message is one line that says what, where and what to do`() {
    let errors: [RecordingError] = [
      .missing(path: "a"), .isDirectory(path: "a"), .notReadable(path: "a"),
      .unrecognised(path: "a", reason: "why"), .emptyFile(path: "a"), .noSamples(path: "a"),
      .truncated(path: "a", promisedFrames: 9, foundFrames: 5),
      .truncated(path: "a", promisedFrames: nil, foundFrames: 5),
      .damaged(path: "a", foundFrames: 5, reason: "why"),
      .readFailed(path: "a", reason: "why"), .resampleFailed(path: "a", reason: "why"),
      .outOfMemory(path: "a"), .writeFailed(path: "a", reason: "why"),
      .compressionFailed(reason: "why"),
    ]
    #expect(
      errors.map(\.description).joined(separator: "\n") == """
        cannot read recording 'a': there is no such file; check the path
        cannot read recording 'a': it is a directory; name a sound file in it
        cannot read recording 'a': permission denied; change its permissions
        cannot read recording 'a': not a sound file that can be decoded (why); convert it to WAV or FLAC
        cannot read recording 'a': the file is empty; record it again
        cannot read recording 'a': it holds no samples; record it again
        cannot read recording 'a': it is cut off after 5 of 9 frames; copy or record it again
        cannot read recording 'a': it is cut off after 5 frames; copy or record it again
        cannot read recording 'a': it is damaged after 5 frames (why); copy or record it again
        cannot read recording 'a': why; copy or record it again
        cannot convert recording 'a' to another rate: why; convert it to 16 kHz with another tool
        cannot read recording 'a': out of memory; close other programs
        cannot write recording 'a': why; check the directory and its free space
        cannot compress samples: why; give one or more, and check the installation of libsndfile
        """)
  }
}

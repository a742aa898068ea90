import Foundation
import TestSupport
import Testing

@testable import Audio

@Suite struct `Ogg Opus clip` {
  private static func decoded(_ clip: [UInt8]) throws -> Recording {
    let fixture = try Fixture()
    return try Recording.read(path: try fixture.file("clip.opus", clip))
  }

  private static func tone(seconds: Double) -> [Int16] {
    sine(1000, amplitude: 0.25, rateHz: 16_000, seconds: seconds).map { Int16($0 * 32_768) }
  }

  @Test(arguments: [0.25, 1, 40])
  func `a tone keeps its length, frequency and level`(seconds: Double) throws {
    let samples = Self.tone(seconds: seconds)
    let result = try Self.decoded(try Recording.oggOpus(samples: samples))
    #expect(result.samples.count == samples.count)
    #expect(result.sourceRateHz == 16_000)
    #expect(abs(amplitude(of: 1000, in: result.samples) - 0.25) < 0.0125)
    #expect(amplitude(of: 1700, in: result.samples) < 0.005)
  }

  @Test func `the same samples give the same bytes`() throws {
    let samples = Self.tone(seconds: 1)
    #expect(try Recording.oggOpus(samples: samples) == Recording.oggOpus(samples: samples))
  }

  @Test(arguments: ["group.flac", "scratch.flac", "birdie.flac"])
  func `speech stays alike and takes about 3 KB a second`(name: String) throws {
    let speech = try Recording.read(path: DemoAudio.path(name))
    let clip = try Recording.oggOpus(samples: speech.samples)
    let size = Double(clip.count) / speech.durationSeconds
    #expect((2000...3500).contains(size))
    let result = try Self.decoded(clip).samples
    #expect(result.count == speech.samples.count)
    let likeness =
      Self.product(speech.samples, result)
      / (Self.product(speech.samples, speech.samples) * Self.product(result, result)).squareRoot()
    #expect(likeness > 0.98)
  }

  private static func product(_ one: [Int16], _ other: [Int16]) -> Double {
    zip(one, other).reduce(0) { $0 + Double($1.0) * Double($1.1) }
  }

  @Test(arguments: [1, 160, 4_001]) func `a short clip keeps its length`(count: Int) throws {
    let samples = [Int16](repeating: 1000, count: count)
    #expect(try Self.decoded(try Recording.oggOpus(samples: samples)).samples.count == count)
  }

  @Test func `no samples make no clip`() {
    #expect(throws: RecordingError.compressionFailed(reason: "there are none")) {
      try Recording.oggOpus(samples: [])
    }
  }

  @Test func `the serial number is the same in all pages, and a second pass changes nothing`()
    throws
  {
    let clip = try Recording.oggOpus(samples: Self.tone(seconds: 3))
    #expect(clip[14..<18].elementsEqual([1, 0, 0, 0]))
    #expect(OggPages.renumbered(clip) == clip)
    var other = clip
    other[14] = 9
    other[22] ^= 0xFF
    #expect(OggPages.renumbered(other) == clip)
  }

  @Test func `what is not made of whole pages is refused`() throws {
    let clip = try Recording.oggOpus(samples: Self.tone(seconds: 0.1))
    // The first page has a header of 27 bytes, a table of one and a body of 19.
    #expect(OggPages.renumbered([]) == [])
    #expect(OggPages.renumbered(Array(clip[..<47])) == Array(clip[..<47]))
    for length in [1, 3, 4, 26, 27, 28, 46, 48, clip.count - 1] {
      #expect(OggPages.renumbered(Array(clip[..<length])) == nil)
    }
    #expect(OggPages.renumbered([0] + clip) == nil)
  }
}

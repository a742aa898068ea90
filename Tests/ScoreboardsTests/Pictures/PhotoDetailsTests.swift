import TestSupport
import Testing

@testable import Scoreboards

@Suite struct `Notes of a photo` {
  private func notes(_ file: EXIFFile) throws -> EXIFNotes {
    let picture = DrawnBoard(width: 64, height: 48).raster
    let jpeg = try #require(
      EXIFBlock(inJPEG: EXIFFile.insert(file.bytes, intoJPEG: try picture.jpeg())))
    let png = try #require(
      EXIFBlock(inPNG: EXIFFile.insert(file.bytes, intoPNG: try picture.png())))
    #expect(jpeg == png)
    return EXIFNotes(jpeg)
  }

  @Test func `time, offset and place are read`() throws {
    let notes = try notes(.phone)
    #expect(notes.orientation == 6)
    #expect(notes.details.takenAt == "2026-11-26T18:05")
    #expect(notes.details.utcOffset == "-05:00")
    #expect(abs(try #require(notes.details.latitude) - 40.446_15) < 1e-4)
    #expect(abs(try #require(notes.details.longitude) + 79.982_26) < 1e-4)
  }

  @Test func `a photo without notes has none`() throws {
    let picture = DrawnBoard(width: 64, height: 48).raster
    #expect(try Photo(bytes: picture.jpeg(), name: "a").details == PhotoDetails())
    #expect(try Photo(bytes: picture.png(), name: "a").details == PhotoDetails())
    #expect(try notes(EXIFFile()) == EXIFNotes(EXIFBlock(bytes: [])))
  }

  @Test func `where the camera noted no time of its own, that of the file is it`() throws {
    var file = EXIFFile.phone
    file.camera = [(0x9003, .text("0000:00:00 00:00:00")), (0x9010, .text("+01:00"))]
    let details = try notes(file).details
    #expect(details.takenAt == "2026-11-27T09:00")
    #expect(details.utcOffset == "+01:00")
  }

  @Test(arguments: [
    ("2026:11:26 18:05:31", "2026-11-26T18:05"), ("2024:02:29 00:00", "2024-02-29T00:00"),
    ("2023:02:29 00:00:00", nil), ("0000:00:00 00:00:00", nil), ("2026:13:01 10:00:00", nil),
    ("2026:11:31 10:00:00", nil), ("2026:11:26 24:00:00", nil), ("2026:11:26 10:60:00", nil),
    ("    :  :     :  :  ", nil), ("yesterday", nil), ("", nil),
  ])
  func `a time that is none is left out`(text: String, expected: String?) {
    #expect(PhotoDetails.time(text) == expected)
  }

  @Test(arguments: [
    ("+01:00", "+01:00"), ("-05:30", "-05:30"), ("+15:00", nil), ("+01:60", nil), ("Z", nil),
    ("   :  ", nil),
  ])
  func `an offset that is none is left out`(text: String, expected: String?) {
    #expect(PhotoDetails.offset(text) == expected)
  }

  @Test func `a place that is none is left out, whole`() throws {
    let bad: [[(Int, Int)]] = [
      [(91, 1), (0, 1), (0, 1)], [(40, 0), (0, 1), (0, 1)], [(40, 1), (60, 1), (0, 1)],
      [(40, 1), (0, 1)],
    ]
    for parts in bad {
      var file = EXIFFile.phone
      file.place[1].value = .rationals(parts)
      let details = try notes(file).details
      #expect(details.latitude == nil && details.longitude == nil)
      #expect(details.takenAt != nil)
    }
    var file = EXIFFile.phone
    file.place[0].value = .text("X")
    #expect(try notes(file).details.longitude == nil)
  }

  @Test func `an orientation that is none is upright`() throws {
    for number in [0, 9, 65_535] {
      #expect(try notes(EXIFFile(main: [(0x0112, .short(number))])).orientation == 1)
    }
  }

  @Test func `notes that are damaged at random neither crash nor hold anything up`() {
    var generator = SeededNumbers(seed: 3)
    let good = EXIFFile.phone.bytes
    for round in 0..<20_000 {
      var bytes = good
      for _ in 0...round % 8 { bytes[generator.number(below: good.count)] = generator.byte() }
      let notes = EXIFNotes(EXIFBlock(bytes: Array(bytes.prefix(1 + round % (2 * good.count)))))
      #expect((1...8).contains(notes.orientation))
      #expect(notes.details.latitude.map { abs($0) <= 90 } ?? true)
    }
  }

  @Test func `segments and chunks that lie about their length end the search`() throws {
    var jpeg = EXIFFile.insert(
      EXIFFile.phone.bytes, intoJPEG: try DrawnBoard(width: 64, height: 48).raster.jpeg())
    jpeg.replaceSubrange(4..<6, with: [0, 0])
    #expect(EXIFBlock(inJPEG: jpeg) == nil)
    #expect(EXIFBlock(inJPEG: [0xFF, 0xD8, 0xFF, 0xE1, 0xFF]) == nil)
    #expect(EXIFBlock(inPNG: Array(repeating: 0xFF, count: 40)) == nil)
  }
}

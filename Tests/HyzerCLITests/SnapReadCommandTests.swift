import Foundation
import TestSupport
import Testing

@Suite struct `hyzer snap read` {
  private let folder = Folder()

  /// A line of `--json`.
  private struct Line: Decodable, Equatable {
    let input: String
    let scores: [Int]?
    let clock: String?
    let confidence: Double
    let pairs: [[Int]]
    let reader: String
  }

  private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = folder.path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func read(_ arguments: String...) -> Outcome {
    var outcome = hyzer(["snap", "read"] + arguments)
    outcome.output = outcome.output.replacing(folder.path + "/", with: "")
    outcome.errors = outcome.errors.replacing(folder.path + "/", with: "")
    return outcome
  }

  @Test func `each photo gives a line, and what is none does not keep the others back`() throws {
    let board = DrawnBoard.gymnasium("72", "65", clock: "0:00").raster
    let text = try file("text.jpg", Array("72 - 65\n".utf8))
    let outcome = read(
      "--json", try file("board.jpg", board.jpeg()), text, folder.path + "/gone.jpg",
      try file("wall.jpg", DrawnBoard(width: 64, height: 64).raster.png()))
    #expect(outcome.code == 65)
    #expect(
      outcome.errorLines == [
        "hyzer snap read: \"text.jpg\" is a text and no photo; give a JPEG or PNG picture",
        "hyzer snap read: \"gone.jpg\": no such file; check the path",
      ])
    let lines = try outcome.decoded(Line.self)
    #expect(lines.map(\.input) == ["board.jpg", "wall.jpg"])
    #expect(lines[0].scores == [72, 65] && lines[0].pairs.first == [72, 65])
    #expect(lines[0].clock == "0:00" && (0.5...1).contains(lines[0].confidence))
    #expect(
      lines[1]
        == Line(
          input: "wall.jpg", scores: nil, clock: nil, confidence: 0, pairs: [], reader: "local"))
    #expect(
      outcome.outputLines[1]
        == "{\"clock\":null,\"confidence\":0,\"input\":\"wall.jpg\",\"pairs\":[],"
        + "\"reader\":\"local\",\"scores\":null}")
  }

  @Test func `what was weighed is printed where it is asked for`() throws {
    struct Explained: Decodable {
      struct Pair: Decodable {
        let scores: [Int]
        let at: [Double]
        let features: [String: Double]
        let likelihood: Double
      }
      let weighed: [Pair]
    }
    let board = try file("board.png", DrawnBoard.gymnasium("72", "65").raster.png())
    let pairs = try #require(
      try read("--json", "--explain", board).decoded(Explained.self).first?.weighed)
    #expect(pairs.first?.scores == [72, 65])
    #expect(pairs.allSatisfy { $0.at.count == 4 && !$0.features.isEmpty })
    #expect(zip(pairs, pairs.dropFirst()).allSatisfy { $0.likelihood >= $1.likelihood })
  }

  @Test func `people read what is there, or that it is not sure`() throws {
    let board = DrawnBoard.gymnasium("72", "65", clock: "0:00").raster
    #expect(
      read(try file("board.png", board.png())) == .done("board.png: 72 - 65, clock 0:00"))
    let wall = DrawnBoard(width: 64, height: 64).raster
    #expect(read(try file("wall.png", wall.png())) == .done("wall.png: no score found"))
    var unlike = DrawnBoard()
    unlike.draw("63", at: (60, 60), height: 200, DrawnBoard.red)
    unlike.draw("24", at: (480, 200), height: 90, DrawnBoard.amber)
    let unsure = read(try file("unlike.png", unlike.raster.png()))
    #expect(unsure.output.hasPrefix("unlike.png: no") && !unsure.output.contains("clock"))
  }

  @Test func `no more of a file is read than tells that it is too long`() throws {
    let path = try file("long.jpg", [0xFF, 0xD8, 0xFF, 0xE0])
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 1 << 40)
    try handle.close()
    #expect(
      read(path)
        == .refused(65, "hyzer snap read: \"long.jpg\" has more than 20 MB; save it smaller"))
  }

  @Test func `without a photo, or with a folder for one, it says so`() {
    #expect(read().code == 64)
    #expect(
      read(folder.path + "/")
        == .refused(65, "hyzer snap read: \"\": is a directory; name a file in it"))
  }
}

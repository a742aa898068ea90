import Foundation
import PhonePage
import ScoreScreen
import TestSupport
import Testing

/// A reader of QR codes that has nothing to do with the library that makes them.
private enum Reader {
  static let path = "/usr/bin/zbarimg"

  static func text(in picture: Data, _ name: String) throws -> String {
    let folder = try Tool.Directory()
    try picture.write(to: folder.url.appending(path: name))
    let outcome = try Tool.run(
      path, ["--quiet", "--nodbus", "--raw", "-Sdisable", "-Sqrcode.enable", name], in: folder)
    try #require(outcome.status == 0, "\(outcome.output)")
    return String(outcome.output.dropLast())
  }
}

/// A character cell of a terminal: whether each half of it is dark.
private typealias Cell = (upper: Bool, lower: Bool)

/// Reads what a terminal of light text on a dark ground shows, but for colours that the text names.
private func cells(_ line: String, isPaper: Bool) throws -> [Cell] {
  var cells: [Cell] = []
  // Whether ink and ground are dark.
  var (ink, ground) = isPaper ? (true, false) : (false, true)
  var rest = line[...]
  while let character = rest.popFirst() {
    guard character != "\u{1B}" else {
      let end = try #require(rest.firstIndex(of: "m"))
      switch rest[..<end] {
      case "[38;5;16;48;5;231": (ink, ground) = (true, false)
      case "[0": (ink, ground) = (false, true)
      default: Issue.record("unknown: \(rest[..<end])")
      }
      rest = rest[end...].dropFirst()
      continue
    }
    let halves = try #require([" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)][character])
    cells.append((halves.0 == 1 ? ink : ground, halves.1 == 1 ? ink : ground))
  }
  return cells
}

/// Draws lines of a terminal as a portable bitmap, on a dark screen or on paper.
private func bitmap(_ lines: [String], isPaper: Bool) throws -> Data {
  let scale = 4
  let margin = 3
  let rows = try lines.flatMap { line in
    let cells = try cells(line, isPaper: isPaper)
    return [cells.map(\.upper), cells.map(\.lower)]
  }
  let width = try #require(rows.map(\.count).max()) + 2 * margin
  let screen = Array(repeating: Array(repeating: !isPaper, count: width), count: margin)
  let side = Array(repeating: !isPaper, count: margin)
  let all = screen + rows.map { side + $0 + side } + screen
  let pixels = all.flatMap { row in
    Array(
      repeating: row.flatMap { Array(repeating: $0 ? "1" : "0", count: scale) }.joined(
        separator: " "),
      count: scale)
  }
  return Data("P1\n\(width * scale) \(all.count * scale)\n\(pixels.joined(separator: "\n"))\n".utf8)
}

@Suite struct QRCodesTests {
  private static let invitation = "http://192.168.178.123:65535/join#ABCDEFGHJKMNPQRSTVWXYZ0123"

  @Suite(.enabled(if: Tool.exists(Reader.path), "zbarimg is not installed: make deps"))
  struct `Another program reads` {
    private static let texts = [
      QRCodesTests.invitation, "https://[2001:db8:1234:5678:9abc:def0:1234:5678]:8443/join#0", "1",
      "https://höhle.example/join?ä=🥏", String(repeating: "a/B-", count: 200),
    ]

    @Test(arguments: texts, ["drawing", "dark terminal", "plain characters on paper"])
    func `every form of it`(text: String, form: String) throws {
      let code = try QRCode(text)
      let isPaper = form != "dark terminal"
      let lines = code.lines(color: !isPaper)
      #expect(isPaper == !lines.joined().contains("\u{1B}"))
      let picture =
        form == "drawing"
        ? Data(try PNGImage(svg: code.svg).bytes) : try bitmap(lines, isPaper: isPaper)
      let name = form == "drawing" ? "code.png" : "code.pbm"
      #expect(try Reader.text(in: picture, name) == text)
    }
  }

  @Test func `an invitation fits a terminal of 24 lines, with four light modules around it`() throws
  {
    let code = try QRCode(Self.invitation)
    let lines = code.lines(color: false)
    #expect(code.size == 29)
    #expect(code.columns == 37)
    #expect(lines.count == 19)
    #expect(lines.allSatisfy { $0.count == 37 })
    #expect(lines[..<2].allSatisfy { $0.allSatisfy { $0 == " " } })
    #expect(lines[2].hasPrefix("    █▀▀▀▀▀█ "))
    #expect(lines[2].hasSuffix(" █▀▀▀▀▀█    "))
    #expect(lines[16].hasPrefix("    ▀▀▀▀▀▀▀ "))
    #expect(lines[17...].allSatisfy { $0.allSatisfy { $0 == " " } })
  }

  @Test func `what does not fit is refused`() {
    #expect(throws: QRCodeError.tooLong(3000)) { try QRCode(String(repeating: "a", count: 3000)) }
    #expect(throws: QRCodeError.unreadableText) { try QRCode("a\0b") }
    #expect(throws: QRCodeError.unreadableText) { try QRCode("") }
  }
}

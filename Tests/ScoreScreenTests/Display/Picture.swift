@testable import ScoreScreen

/// The cells of a scalar value, much as terminals count them.
@Sendable
func cells(_ scalar: Unicode.Scalar) -> Int {
  switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator: return scalar.value == 0 ? 0 : -1
  case .nonspacingMark, .enclosingMark, .format: return 0
  default: break
  }
  let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
  return wide.contains { $0.contains(scalar.value) } ? 2 : 1
}

/// The cells of a scalar value where there is only ASCII.
@Sendable
func asciiCells(_ scalar: Unicode.Scalar) -> Int { scalar.isASCII ? cells(scalar) : -1 }

let unicodeLayout = ScreenLayout(glyphs: .unicode, width: cells)
let asciiLayout = ScreenLayout(glyphs: .ascii, width: asciiCells)

/// A frame as text: its lines, each ended by a bar, and the style of every cell as a letter.
func picture(_ frame: Frame) -> String {
  let rows = 0..<frame.size.rows
  let title = "\(frame.size.columns) columns, \(frame.size.rows) lines"
  let cursor = frame.cursor.map { ", cursor \($0.column) in line \($0.row)" } ?? ""
  let lines = rows.map { frame.text(ofRow: $0) + "|" }
  let styles = rows.map { row in String(frame.cells(ofRow: row).map { letter($0) }) + "|" }
  return ([title + cursor] + lines + styles).joined(separator: "\n") + "\n"
}

private func letter(_ cell: Frame.Cell) -> Character {
  switch cell.style {
  case .plain: cell.character == " " ? " " : "."
  case .header: "H"
  case .heading: "h"
  case .emphasis: "e"
  case .dim: "d"
  case .underPar: "-"
  case .overPar: "+"
  case .twoOverPar: "#"
  case .rising: "^"
  case .falling: "v"
  case .warning: "!"
  case .success: "s"
  case .selection: ">"
  case .meter: "m"
  case .key: "k"
  case .badge: "b"
  }
}

internal import CQREncode
internal import Glibc
internal import HyzerBase

/// A text as a QR code (ISO/IEC 18004): what a phone's camera reads.
package struct QRCode: Hashable, Sendable {
  /// How many modules, its small squares, are beside each other.
  package let size: Int
  /// Whether each module is dark, row by row.
  private let modules: [Bool]

  /// The light border that readers need, in modules.
  private static let quietZone = 4

  /// Makes the smallest one for a text.
  ///
  /// It has the least redundancy, since a screen has no scratches and fewer modules are larger ones.
  package init(_ text: String) throws(QRCodeError) {
    // For the library a text ends there.
    guard !text.isEmpty, !text.utf8.contains(0) else { throw .unreadableText }
    errno = 0
    guard let code = unsafe QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else {
      throw errno == ERANGE
        ? .tooLong(text.utf8.count) : .failed("\(SystemFault.latest)")
    }
    defer { unsafe QRcode_free(code) }
    size = Int(unsafe code.pointee.width)
    let bytes = unsafe UnsafeBufferPointer(start: code.pointee.data, count: size * size)
    // The lowest bit is the module; others say what it is for.
    modules = unsafe bytes.map { $0 & 1 == 1 }
  }

  /// Whether a module is dark; those around the code are light.
  private func isDark(_ row: Int, _ column: Int) -> Bool {
    (0..<size).contains(row) && (0..<size).contains(column) && modules[row * size + column]
  }

  /// How many columns of a terminal it takes, with its border.
  package var columns: Int { size + 2 * Self.quietZone }

  /// Returns it for a terminal, two modules in a character.
  ///
  /// In `color` it is black on white whatever the terminal's colours are, since many readers want it so;
  /// otherwise what is written is dark, as on paper.
  package func lines(color: Bool) -> [String] {
    let edge = -Self.quietZone..<size + Self.quietZone
    return stride(from: edge.lowerBound, to: edge.upperBound, by: 2).map { row in
      let text = String(
        edge.map { column -> Character in
          switch (isDark(row, column), isDark(row + 1, column)) {
          case (true, true): "█"
          case (true, false): "▀"
          case (false, true): "▄"
          case (false, false): " "
          }
        })
      // Of the 256 colours these two are the same in every palette.
      return color ? "\u{1B}[38;5;16;48;5;231m\(text)\u{1B}[0m" : text
    }
  }

  /// Returns it as an SVG document, for print and for large screens.
  package var svg: String {
    let side = columns
    let path = (0..<size).flatMap { row in
      (0..<size).filter { isDark(row, $0) }.map { column in
        "M\(column + Self.quietZone) \(row + Self.quietZone)h1v1h-1z"
      }
    }.joined()
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(8 * side)" height="\(8 * side)" \
      viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">
      <rect width="\(side)" height="\(side)" fill="#fff"/>
      <path d="\(path)"/>
      </svg>

      """
  }
}

package enum QRCodeError: Error, Hashable, Sendable, CustomStringConvertible {
  case tooLong(_ bytes: Int)
  case unreadableText
  case failed(String)

  package var description: String {
    switch self {
    case .tooLong(let bytes): "a QR code cannot hold \(bytes) bytes; give a shorter text"
    case .unreadableText: "a QR code needs a text without NUL characters; give one"
    case .failed(let reason): "cannot make a QR code: \(reason); close other programs"
    }
  }
}

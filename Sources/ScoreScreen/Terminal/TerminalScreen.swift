private import CNcurses
internal import Glibc

/// The terminal, taken over for frames and keys, and given back as it was with the value's end.
///
/// It is given back also where a signal ends the process: SIGHUP, SIGINT, SIGQUIT, SIGTERM, or one
/// of a crash. A process has one screen at a time, on one thread. While it is open, nothing else
/// may write to the terminal; redirect the standard error of what might.
package struct TerminalScreen: ~Copyable {
  /// The characters that the terminal can show, for ``Display/ScreenLayout``.
  package let glyphs: Glyphs
  // In the order in which they end: the guard writes through the stream, the claim is the last.
  private let signalGuard: SignalGuard
  private let input: TerminalStream
  private let output: TerminalStream
  private let claim: ScreenClaim

  /// Takes over the process's controlling terminal, wherever its standard streams lead.
  package init(environment: [String: String]) throws(TerminalError) {
    let descriptor = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw .notATerminal }
    // The screen has duplicates of its own.
    defer { _ = close(descriptor) }
    try self.init(input: descriptor, output: descriptor, environment: environment)
  }

  /// Takes over a terminal; wraps `setupterm` and `newterm`.
  ///
  /// - Parameters:
  ///   - input: A descriptor of the terminal to read keys from; duplicated, not taken.
  ///   - output: A descriptor of the terminal to write to; duplicated, not taken.
  ///   - environment: `TERM` names the type of the terminal; `LC_ALL`, `LC_CTYPE` and `LANG` its
  ///     characters, adopted for the whole process; `NO_COLOR`, where it is not empty, forgoes
  ///     colours. ncurses itself also reads the process's `TERMINFO` and the like.
  /// - Throws: ``TerminalError``.
  package init(
    input: Int32, output: Int32, environment: [String: String]
  ) throws(TerminalError) {
    guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
    guard let type = environment["TERM"], !type.isEmpty else { throw .typeNotSet }
    let claim = try ScreenClaim()
    let glyphs = Glyphs.adoptingLocale(environment)
    let input = try TerminalStream(input, mode: "r")
    let output = try TerminalStream(output, mode: "w")
    switch unsafe Int(cncurses_probe(type, output.descriptor)) {
    case Int(CNCURSES_TYPE_GOOD): break
    case Int(CNCURSES_TYPE_CANNOT_MOVE): throw .cannotMoveCursor(type: type)
    default: throw .unknownType(type)
    }
    let signalGuard = try SignalGuard(output.descriptor)
    let wantsColors = environment["NO_COLOR", default: ""].isEmpty
    let status = unsafe cncurses_open(type, output.file, input.file, wantsColors ? 1 : 0)
    guard status == 0 else { throw .refused(attempt: "set its modes") }
    self.claim = claim
    self.glyphs = glyphs
    self.input = input
    self.output = output
    self.signalGuard = signalGuard
  }

  deinit {
    // A terminal that is gone cannot be given back, and nobody would see it.
    _ = cncurses_close()
  }

  /// The size of the window; another after ``Display/Key/resized``.
  package var size: ScreenSize {
    var rows: Int32 = 0
    var columns: Int32 = 0
    unsafe cncurses_size(&rows, &columns)
    return ScreenSize(rows: Int(rows), columns: Int(columns))
  }

  /// Returns the cells that the terminal gives to a scalar value.
  ///
  /// Negative for one that it cannot show. Right once a screen has been opened. Wraps `wcwidth`.
  @Sendable
  package static func width(of scalar: Unicode.Scalar) -> Int { Int(cncurses_width(scalar.value)) }

  /// Shows a frame.
  ///
  /// Only the cells that changed are sent. What lies outside the window is left out.
  ///
  /// - Throws: ``TerminalError/refused(attempt:)`` if nothing can be written.
  package func paint(_ frame: Frame) throws(TerminalError) {
    cncurses_erase()
    for row in 0..<frame.size.rows {
      var column = 0
      for span in frame.spans(ofRow: row) {
        let look = Look(span.style)
        // With a count in place of the 0 at the end, ncurses reads the scalar behind the last as well.
        let scalars = span.text.unicodeScalars.map(\.value) + [0]
        unsafe cncurses_put(Int32(row), Int32(column), scalars, look.attributes, look.color)
        column += span.columns
      }
    }
    let cursor = frame.cursor
    guard cncurses_refresh(Int32(cursor?.row ?? -1), Int32(cursor?.column ?? 0)) == 0 else {
      throw .refused(attempt: "write")
    }
  }

  /// Returns the next key; keys without a meaning are skipped.
  ///
  /// - Parameter limit: How long to wait, a day at the most; without it, not at all.
  /// - Returns: The key, or nil where none came in time.
  package func nextKey(waitingAtMost limit: Duration = .zero) -> Key? {
    // Up to a day.
    var milliseconds = Int32(max(0, min(86_400_000, limit / .milliseconds(1))))
    while true {
      var value: UInt32 = 0
      let kind = unsafe cncurses_key(milliseconds, &value)
      guard kind != ERR else { return nil }
      let key = kind == OK ? TerminalScreen.character(value) : TerminalScreen.key(Int32(value))
      if let key {
        if key == .resized { cncurses_repaint() }
        return key
      }
      milliseconds = 0
    }
  }

  private static func key(_ code: Int32) -> Key? {
    switch code {
    case KEY_UP: .up
    case KEY_DOWN: .down
    case KEY_LEFT: .left
    case KEY_RIGHT: .right
    case KEY_ENTER: .enter
    case KEY_BACKSPACE: .backspace
    case KEY_DC: .delete
    case KEY_RESIZE: .resized
    case Int32(CNCURSES_PASTE_BEGIN): .pasteBegin
    case Int32(CNCURSES_PASTE_END): .pasteEnd
    default: nil
    }
  }

  private static func character(_ value: UInt32) -> Key? {
    switch value {
    case 0x08, 0x7F: return .backspace
    case 0x09: return .tab
    case 0x0A, 0x0D: return .enter
    // Control-L, by which people have a screen repainted.
    case 0x0C: return .resized
    case 0x1B: return .escape
    case 0x00..<0x20: return nil
    default: return Unicode.Scalar(value).map { .character(Character($0)) }
    }
  }
}

@available(*, unavailable)
extension TerminalScreen: Sendable {}

struct Look {
  private static let ownColor: Int32 = -1

  /// `CNCURSES_BOLD` and the like.
  let attributes: Int32
  /// One of ncurses's numbers of colours, `CNCURSES_OVER` and the like, or -1 for the terminal's own.
  let color: Int32

  init(_ style: Style) {
    let (attributes, color): (Int, Int32) =
      switch style {
      case .plain: (0, Look.ownColor)
      case .header, .selection: (Int(CNCURSES_REVERSE) | Int(CNCURSES_BOLD), Look.ownColor)
      case .heading: (Int(CNCURSES_BOLD), COLOR_CYAN)
      case .emphasis, .key: (Int(CNCURSES_BOLD), Look.ownColor)
      case .dim: (Int(CNCURSES_DIM), Look.ownColor)
      case .underPar, .rising, .success: (Int(CNCURSES_BOLD), Int32(CNCURSES_UNDER))
      case .overPar, .falling: (Int(CNCURSES_BOLD), Int32(CNCURSES_OVER))
      case .twoOverPar: (Int(CNCURSES_BOLD), Int32(CNCURSES_TWO_OVER))
      case .warning: (Int(CNCURSES_BOLD), COLOR_YELLOW)
      case .badge: (Int(CNCURSES_REVERSE) | Int(CNCURSES_BOLD), COLOR_YELLOW)
      case .meter: (0, COLOR_CYAN)
      }
    self.attributes = Int32(attributes)
    self.color = color
  }
}

internal import CGetopt

/// One run of `getopt_long` over a list of words.
@safe
struct OptionScanner: ~Copyable {
  private let session: OpaquePointer

  /// Copies words and options.
  ///
  /// A word ends at a zero byte, which no process can be given.
  init(words: [String], options: [OptionSpec]) {
    guard let session = unsafe cgetopt_create(words.count, options.count) else {
      Self.failForMemory()
    }
    unsafe self.session = session
    for word in words where unsafe !cgetopt_add_argument(session, word) { Self.failForMemory() }
    for option in options {
      let letter = option.short?.asciiValue.map(CChar.init(bitPattern:)) ?? 0
      guard unsafe cgetopt_add_option(session, option.long, letter, option.argument != nil) else {
        Self.failForMemory()
      }
    }
  }

  deinit { unsafe cgetopt_destroy(session) }

  /// Finds what the words hold, in order; everything is an operand from the first on, if asked.
  ///
  /// Wraps `getopt_long`.
  consuming func scan(stopsAtOperand: Bool) -> [ScanEvent] {
    guard unsafe cgetopt_run(session, stopsAtOperand) else { Self.failForMemory() }
    return (0..<(unsafe cgetopt_event_count(session))).map { index in
      unsafe Self.scanEvent(cgetopt_event_at(session, index))
    }
  }

  private static func scanEvent(_ event: cgetopt_event) -> ScanEvent {
    let option = Int(unsafe event.option)
    let text = unsafe event.text.map { unsafe String(cString: $0) }
    switch unsafe event.kind {
    case cgetopt_kind_option: return .option(option, value: text)
    case cgetopt_kind_operand: return .operand(text ?? "")
    case cgetopt_kind_unknown_long: return .unknownLong(text ?? "")
    case cgetopt_kind_unknown_letter:
      let letter = Unicode.Scalar(unsafe event.letter)
      return .unknownLetter(letter.isASCII ? Character(letter) : nil, word: text ?? "")
    case cgetopt_kind_missing_argument: return .missingArgument(option)
    case cgetopt_kind_unexpected_argument: return .unexpectedArgument(option, word: text ?? "")
    default: preconditionFailure("CGetopt told an event kind that its header does not name")
    }
  }

  // A few hundred bytes were refused: nothing that could be reported would succeed either.
  private static func failForMemory() -> Never {
    fatalError("CommandLineKit: no memory to read the command line")
  }
}

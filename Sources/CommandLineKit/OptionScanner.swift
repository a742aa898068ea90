/// One option as it was given.
package struct OptionOccurrence: Hashable, Sendable {
  package let option: OptionSpec
  /// The argument; nil for a flag.
  package let value: String?
}

/// Sorts words into options and operands as `getopt_long` does.
///
/// Options and operands mix freely, `--` ends the options, and `-` and negative numbers are
/// operands. A long option may be cut short while it stays unmistakable.
struct OptionScanner {
  private(set) var occurrences: [OptionOccurrence] = []
  private(set) var operands: [String] = []
  /// The first error; the scan goes on behind it, since help may still be asked for.
  private(set) var error: UsageError?

  private let program: ProgramSpec
  private let options: [OptionSpec]
  /// Where messages say an error is, as in `hyzer score`.
  private let location: String
  /// The commands one of which must be the first operand; none once the command is known.
  private let commandsAhead: [CommandSpec]
  private var rest: ArraySlice<String>

  /// Scans the words behind a command's name; or, where there is no command yet, words among which
  /// the next one of its name must come, behind which all are operands.
  init(_ words: [String], after path: [String], of command: CommandSpec?, in program: ProgramSpec) {
    self.program = program
    options = command?.allOptions ?? ProgramSpec.leadingOptions
    location = program.location(path)
    commandsAhead = command == nil ? program.commands(under: path) : []
    rest = words[...]
    scan()
  }

  private mutating func scan() {
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        return
      } else if !word.hasPrefix("-") || word == "-" || Self.isNegativeNumber(word) {
        operands.append(word)
        guard commandsAhead.isEmpty else {
          operands += rest
          return
        }
      } else if word.hasPrefix("--") {
        scanLong(word)
      } else {
        scanLetters(word)
      }
    }
  }

  /// No option letter is a digit, so such a word can only be meant as text.
  private static func isNegativeNumber(_ word: String) -> Bool {
    word.wholeMatch(of: /-(?:[0-9]+\.?[0-9]*|\.[0-9]+)/) != nil
  }

  private mutating func scanLong(_ word: String) {
    let label = String(word.prefix { $0 != "=" })
    let stem = String(label.dropFirst(2))
    let value = label == word ? nil : String(word.dropFirst(label.count + 1))
    let candidates = options.filter { $0.long.hasPrefix(stem) }
    if let option = candidates.first(where: { $0.long == stem || candidates.count == 1 }) {
      guard option.argument == nil, value != nil else { return add(option, value) }
      fail(
        "option \(option.label.quoted) takes no value, but one is given in \(word.quoted); "
          + "write \(option.label.quoted) alone.")
    } else if candidates.isEmpty {
      failForUnknown(label, stem.nearest(among: options.map(\.long)).map { "--\($0)" })
    } else {
      let labels = candidates.map(\.label).joined(separator: ", ")
      fail("option \(label.quoted) is ambiguous; give one of: \(labels).")
    }
  }

  private mutating func scanLetters(_ word: String) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.short == letter }) else {
        failForUnknown(letter, in: word)
        continue
      }
      add(option, letters.isEmpty ? nil : String(letters))
      if option.argument != nil { return }
    }
  }

  /// Adds an option; its argument is in the same word, or else the next one.
  private mutating func add(_ option: OptionSpec, _ value: String?) {
    var argument: String?
    if option.argument != nil {
      argument = value ?? rest.popFirst()
      guard argument != nil else {
        return fail("option \(option.label.quoted) has no value; write \(option.usage.quoted).")
      }
    }
    occurrences.append(OptionOccurrence(option: option, value: argument))
  }

  // MARK: - Errors

  private mutating func fail(_ message: String) {
    error = error ?? UsageError(message, at: location)
  }

  private mutating func failForUnknown(_ letter: Character, in word: String) {
    // A long option behind one hyphen is read as a bundle of letters.
    let stem = String(word.dropFirst().prefix { $0 != "=" })
    if stem.count > 2, let near = stem.nearest(among: options.map(\.long)) {
      return fail("unknown option \("-\(stem)".quoted); did you mean \("--\(near)".quoted)?")
    }
    let other = options.first { $0.short?.lowercased() == letter.lowercased() }
    // Of the program itself there are few, so that a letter says which is meant.
    let long = commandsAhead.isEmpty ? nil : options.first { $0.long.hasPrefix("\(letter)") }
    failForUnknown(
      letter.isASCII ? "-\(letter)" : word,
      other?.short.map { "-\($0)" } ?? long.map { "--\($0.long)" })
  }

  private mutating func failForUnknown(_ typed: String, _ suggestion: String?) {
    // Only the command that follows has a say: others may mean something else by it.
    for command in commandsAhead where rest.contains(where: command.path.contains) {
      for option in command.options where option.spellings.contains(typed) {
        let example = "\(program.name) \(command.name) \(option.usage)"
        return fail("option \(typed.quoted) belongs after the command, as in \(example.quoted).")
      }
    }
    let advice = suggestion.map { "did you mean \($0.quoted)?" }
    fail(
      "unknown option \(typed.quoted); "
        + (advice ?? "put \"--\" before text that begins with \"-\"."))
  }
}

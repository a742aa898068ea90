/// One option as it was given.
package struct OptionOccurrence: Hashable, Sendable {
  /// The option's long name, also if it was given by its letter or a prefix.
  package let name: String
  /// The argument; nil for a flag.
  package let value: String?
}

/// Sorts words into options and operands as `getopt_long` does.
///
/// Options and operands mix freely, `--` ends the options, and `-` and negative numbers are
/// operands. A long option may be cut short while it stays unmistakable.
struct OptionScanner {
  private let program: ProgramSpec
  private let options: [OptionSpec]
  /// Where messages say an error is, as in `hyzer score`.
  private let location: String
  /// The commands one of which must be the first operand; none once the command is known.
  private let commandsAhead: [CommandSpec]

  private(set) var occurrences: [OptionOccurrence] = []
  private(set) var operands: [String] = []
  /// The first error; the scan goes on behind it, since help may still be asked for.
  private(set) var error: UsageError?

  /// Prepares to scan the words behind a command's, or those in which a command must come.
  init(_ program: ProgramSpec, options: [OptionSpec], after path: [String], isCommandAhead: Bool) {
    self.program = program
    self.options = options
    location = program.location(path)
    commandsAhead = isCommandAhead ? program.commands(under: path) : []
  }

  /// Takes words; where a command must come, all words from the first operand on are operands.
  mutating func scan(_ words: [String]) {
    var rest = words[...]
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
        scanLong(word, &rest)
      } else {
        scanLetters(word, &rest)
      }
    }
  }

  /// No option letter is a digit, so such a word can only be meant as text.
  private static func isNegativeNumber(_ word: String) -> Bool {
    word.wholeMatch(of: /-(?:[0-9]+\.?[0-9]*|\.[0-9]+)/) != nil
  }

  private mutating func scanLong(_ word: String, _ rest: inout ArraySlice<String>) {
    let label = String(word.prefix { $0 != "=" })
    let stem = String(label.dropFirst(2))
    let value = label == word ? nil : String(word.dropFirst(label.count + 1))
    let candidates = options.filter { $0.long.hasPrefix(stem) }
    if let option = candidates.first(where: { $0.long == stem || candidates.count == 1 }) {
      if option.argument == nil, value != nil {
        fail(
          "option \(option.label.quoted) takes no value, but one is given in \(word.quoted); "
            + "write \(option.label.quoted) alone.")
      } else {
        add(option, value, &rest)
      }
    } else if candidates.isEmpty {
      failForUnknown(label, stem.nearest(among: options.map(\.long)).map { "--\($0)" })
    } else {
      let labels = candidates.map(\.label).joined(separator: ", ")
      fail("option \(label.quoted) is ambiguous; give one of: \(labels).")
    }
  }

  private mutating func scanLetters(_ word: String, _ rest: inout ArraySlice<String>) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      if let option = options.first(where: { $0.short == letter }) {
        let value = option.argument == nil || letters.isEmpty ? nil : String(letters)
        add(option, value, &rest)
        if option.argument != nil { return }
      } else {
        failForUnknown(letter, in: word)
      }
    }
  }

  private mutating func add(
    _ option: OptionSpec, _ value: String?, _ rest: inout ArraySlice<String>
  ) {
    guard option.argument != nil else {
      return occurrences.append(OptionOccurrence(name: option.long, value: nil))
    }
    guard let value = value ?? rest.popFirst() else {
      return fail("option \(option.label.quoted) has no value; write \(option.usage.quoted).")
    }
    occurrences.append(OptionOccurrence(name: option.long, value: value))
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
    failForUnknown(letter.isASCII ? "-\(letter)" : word, other?.short.map { "-\($0)" })
  }

  private mutating func failForUnknown(_ typed: String, _ suggestion: String?) {
    for command in commandsAhead {
      guard let option = command.options.first(where: { $0.spellings.contains(typed) }) else {
        continue
      }
      let example = "\(program.name) \(command.name) \(option.usage)"
      return fail("option \(typed.quoted) belongs after the command, as in \(example.quoted).")
    }
    let advice =
      suggestion.map { "did you mean \($0.quoted)?" }
      ?? "put \"--\" before text that begins with \"-\"."
    fail("unknown option \(typed.quoted); \(advice)")
  }
}

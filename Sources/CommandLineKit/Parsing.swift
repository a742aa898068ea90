/// What a command line asks for.
package enum Invocation: Hashable, Sendable {
  case run(ParsedArguments)
  /// Show help about a command, or about the program where there is none.
  case help(CommandSpec?)
  /// Show the commands whose names begin with some words or, where there are none, how to begin.
  case overview([String])
  case version
}

extension ProgramSpec {
  /// Reads a command line, the program's own name not included.
  package func parse(arguments: [String]) throws(UsageError) -> Invocation {
    var path: [String] = []
    var rest = arguments
    while true {
      let line = OptionScanner(rest, after: path, of: nil, in: self)
      if let first = line.occurrences.first {
        if first.option == .version { return .version }
        return path.isEmpty ? .help(nil) : .overview(path)
      }
      if let error = line.error { throw error }
      guard let word = line.operands.first else { return .overview(path) }
      rest = Array(line.operands.dropFirst())
      if path.isEmpty, word == "help" { return try help(rest) }
      let known = commands(under: path + [word])
      guard !known.isEmpty else { throw unknownCommand(word, after: path) }
      path.append(word)
      // A command can have commands of its own: their name then follows at once.
      let goesOn = rest.first.map(nextWords(after: path).contains) ?? false
      if !goesOn, let command = known.first(where: { $0.path == path }) {
        return try parse(rest, of: command)
      }
    }
  }

  private func parse(_ words: [String], of command: CommandSpec) throws(UsageError) -> Invocation {
    let line = OptionScanner(words, after: command.path, of: command, in: self)
    if line.occurrences.contains(where: { $0.option == .help }) {
      return .help(command)
    }
    if let error = line.error { throw error }
    let parsed = ParsedArguments(
      command: command, location: location(command.path), occurrences: line.occurrences,
      operands: line.operands)
    try checkOptions(of: parsed)
    try checkOperands(of: parsed)
    return .run(parsed)
  }

  /// Asks a command for its help, as with `--help` behind it.
  private func help(_ words: [String]) throws(UsageError) -> Invocation {
    let invocation = try parse(arguments: words + [OptionSpec.help.label])
    if case .help(let command?) = invocation,
      let stray = words.dropFirst(command.path.count).first, !stray.hasPrefix("-")
    {
      throw unexpected(stray, usage: "\(name) help \(command.name)", at: name)
    }
    return invocation
  }

  // MARK: - Checks

  private func checkOptions(of parsed: ParsedArguments) throws(UsageError) {
    let options = parsed.command.options
    for option in options where !option.repeats && parsed.count(option) > 1 {
      throw UsageError(
        "option \(option.label.quoted) is given more than once; give it once.", at: parsed.location)
    }
    for option in options where parsed.flag(option) {
      for other in options where option.conflicts.contains(other.long) && parsed.flag(other) {
        throw UsageError(
          "options \(option.label.quoted) and \(other.label.quoted) exclude each other; "
            + "give only one.", at: parsed.location)
      }
      try check(parsed.values(option), of: option.label, option.completion, at: parsed.location)
    }
    for option in options where option.required && !parsed.flag(option) {
      throw .missingOption(option.label, usage: option.usage, at: parsed.location)
    }
  }

  private func checkOperands(of parsed: ParsedArguments) throws(UsageError) {
    let usage = usage(of: parsed.command)
    let assigned = parsed.command.assign(parsed.operands)
    for (operand, words) in assigned where words.count < operand.minimum {
      throw UsageError(
        "missing operand \(operand.name); write \(usage.quoted).", at: parsed.location)
    }
    if let stray = parsed.operands.dropFirst(assigned.flatMap(\.words).count).first {
      throw unexpected(stray, usage: usage, at: parsed.location)
    }
    for (operand, words) in assigned {
      try check(words, of: operand.name, operand.completion, at: parsed.location)
    }
  }

  private func check(
    _ values: [String], of subject: String, _ completion: Completion, at location: String
  ) throws(UsageError) {
    guard case .choices(let choices) = completion else { return }
    for value in values where !choices.contains(value) {
      throw .invalidValue(
        value, of: subject, expected: "one of: \(choices.joined(separator: ", "))",
        suggestion: value.nearest(among: choices), at: location)
    }
  }

  // MARK: - Errors

  private func unexpected(_ word: String, usage: String, at location: String) -> UsageError {
    UsageError("unexpected operand \(word.quoted); write \(usage.quoted).", at: location)
  }

  private func unknownCommand(_ word: String, after path: [String]) -> UsageError {
    let inside = commands(under: path)
    let typed = (path + [word]).joined(separator: " ")
    let near =
      word.nearest(among: nextWords(after: path)).map { (path + [$0]).joined(separator: " ") }
      ?? inside.first { $0.path.last == word }?.name
      ?? typed.nearest(among: inside.map(\.name))
    let advice = near.map { "did you mean \($0.quoted)?" } ?? "give \(choices(after: path))"
    return UsageError("unknown command \(typed.quoted); \(advice)", at: location(path))
  }

  private func choices(after path: [String]) -> String {
    let choices = path.isEmpty ? commands.map(\.name) : nextWords(after: path)
    return "one of: \(choices.joined(separator: ", "))."
  }
}

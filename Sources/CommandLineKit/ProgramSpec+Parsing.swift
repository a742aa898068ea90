extension ProgramSpec {
  /// Reads a command line, the program's own name not included.
  ///
  /// Options and operands mix freely, `--` ends the options, and `-` and negative numbers are
  /// operands. A long option may be cut short while it stays unmistakable.
  public func parse(arguments: [String]) throws(UsageError) -> Invocation {
    var path: [String] = []
    var rest = arguments
    var occurrences: [OptionOccurrence] = []
    while true {
      let place = leadingPlace(after: path)
      let line = scan(rest, in: place)
      if let request = line.request { return request.invocation(about: nil) }
      if let error = line.error { throw error }
      occurrences += line.occurrences
      guard let word = line.operands.first else {
        throw .missingCommand(choices: choices(after: path), at: place.location)
      }
      rest = Array(line.operands.dropFirst())
      if path.isEmpty, word == "help" { return try helpInvocation(rest) }
      let known = commands(under: path + [word])
      guard !known.isEmpty else { throw unknownCommand(word, after: path) }
      path.append(word)
      // A command can have commands of its own: their name then follows at once.
      let goesOn = rest.first.map(nextWords(after: path).contains) ?? false
      if !goesOn, let command = known.first(where: { $0.path == path }) {
        return try parse(rest, of: command, after: occurrences)
      }
    }
  }

  private func parse(
    _ words: [String], of command: CommandSpec, after leading: [OptionOccurrence]
  ) throws(UsageError) -> Invocation {
    let place = Place(
      location: "\(name) \(command.name)", options: options(of: command), commandsAhead: [])
    let line = scan(words, in: place)
    if let request = line.request { return request.invocation(about: command) }
    if let error = line.error { throw error }
    let parsed = ParsedArguments(
      program: self, command: command, occurrences: leading + line.occurrences,
      operands: line.operands)
    if let error = optionError(in: parsed) ?? operandError(in: parsed) { throw error }
    return .run(parsed)
  }

  private func helpInvocation(_ words: [String]) throws(UsageError) -> Invocation {
    let line = scan(
      words, in: Place(location: name, options: leadingOptions, commandsAhead: []))
    if line.request != nil { return .help(nil) }
    if let error = line.error { throw error }
    var path: [String] = []
    for word in line.operands {
      if let command = commands.first(where: { $0.path == path }),
        !nextWords(after: path).contains(word)
      {
        throw .tooManyOperands(word, usage: "\(name) help \(command.name)", at: name)
      }
      guard !commands(under: path + [word]).isEmpty else {
        throw unknownCommand(word, after: path)
      }
      path.append(word)
    }
    return .help(commands.first { $0.path == path })
  }

  // MARK: - Options

  /// A stretch of the command line, and what may stand there.
  private struct Place {
    let location: String
    let options: [OptionSpec]
    /// The commands one of which must follow; none once the command is known.
    let commandsAhead: [CommandSpec]
  }

  private func leadingPlace(after path: [String]) -> Place {
    Place(
      location: ([name] + path).joined(separator: " "), options: leadingOptions,
      commandsAhead: commands(under: path))
  }

  private struct ScannedLine {
    var occurrences: [OptionOccurrence] = []
    var operands: [String] = []
    var request: Request?
    // The first of them: the scan goes on behind it, since help may be asked for yet.
    var error: UsageError?
  }

  private enum Request {
    case help
    case version

    func invocation(about command: CommandSpec?) -> Invocation {
      switch self {
      case .help: .help(command)
      case .version: .version
      }
    }
  }

  private func scan(_ words: [String], in place: Place) -> ScannedLine {
    var line = ScannedLine()
    let scanner = OptionScanner(words: words, options: place.options)
    for event in scanner.scan(stopsAtOperand: !place.commandsAhead.isEmpty) {
      switch event {
      case .option(let index, let value):
        switch place.options[index] {
        case .help: line.request = line.request ?? .help
        case .version: line.request = line.request ?? .version
        case let option:
          line.occurrences.append(OptionOccurrence(name: option.long, value: value))
        }
      case .operand(let word):
        line.operands.append(word)
      case .unknownLong(let word):
        line.error = line.error ?? unknownLong(word, in: place)
      case .unknownLetter(let letter, let word):
        line.error = line.error ?? unknownLetter(letter, of: word, in: place)
      case .missingArgument(let index):
        let option = place.options[index]
        line.error =
          line.error
          ?? .missingArgument(
            option: option.label, placeholder: option.argument ?? "", at: place.location)
      case .unexpectedArgument(let index, let word):
        line.error =
          line.error
          ?? .unexpectedArgument(
            option: place.options[index].label, word: word, at: place.location)
      }
    }
    return line
  }

  private func unknownLong(_ word: String, in place: Place) -> UsageError {
    let typed = String(word.prefix { $0 != "=" })
    let stem = String(typed.dropFirst(2))
    let candidates = place.options.filter { $0.long.hasPrefix(stem) }.map(\.label)
    guard candidates.count < 2 else {
      return .ambiguousOption(typed, candidates: candidates, at: place.location)
    }
    if let error = misplaced(typed, in: place) { return error }
    let near = NearMiss.suggestion(for: stem, among: place.options.map(\.long))
    return .unknownOption(typed, suggestion: near.map { "--\($0)" }, at: place.location)
  }

  private func unknownLetter(
    _ letter: Character?, of word: String, in place: Place
  ) -> UsageError {
    let typed = letter.map { "-\($0)" } ?? word
    // A long option behind one hyphen is read as a bundle of letters.
    let stem = String(word.dropFirst().prefix { $0 != "=" })
    if stem.count > 2,
      let near = NearMiss.suggestion(for: stem, among: place.options.map(\.long))
    {
      return .unknownOption("-\(stem)", suggestion: "--\(near)", at: place.location)
    }
    if let error = misplaced(typed, in: place) { return error }
    let other = place.options.first {
      letter != nil && $0.short?.lowercased() == letter?.lowercased()
    }
    let suggestion = other?.short.map { "-\($0)" }
    return .unknownOption(typed, suggestion: suggestion, at: place.location)
  }

  private func misplaced(_ spelling: String, in place: Place) -> UsageError? {
    for command in place.commandsAhead {
      if let option = command.options.first(where: { $0.spellings.contains(spelling) }) {
        return .misplacedOption(
          spelling, example: "\(name) \(command.name) \(option.usage)", at: place.location)
      }
    }
    return nil
  }

  private func optionError(in parsed: ParsedArguments) -> UsageError? {
    let specs = options(of: parsed.command)
    for option in specs where !option.repeats && parsed.count(option.long) > 1 {
      return .repeatedOption(option.label, at: parsed.location)
    }
    for option in specs where parsed.flag(option.long) {
      if let other = option.conflicts.first(where: parsed.flag) {
        return .conflictingOptions(option.label, "--\(other)", at: parsed.location)
      }
      for value in parsed.values(option.long) {
        if let error = choiceError(value, of: option.label, option.completion, in: parsed) {
          return error
        }
      }
    }
    for option in specs where option.required && !parsed.flag(option.long) {
      return .missingOption(option.label, usage: option.usage, at: parsed.location)
    }
    return nil
  }

  // MARK: - Operands

  private func operandError(in parsed: ParsedArguments) -> UsageError? {
    let usage = usage(of: parsed.command)
    let assigned = parsed.command.assign(parsed.operands)
    for (spec, words) in assigned where words.count < spec.minimum {
      return .missingOperand(spec.name, usage: usage, at: parsed.location)
    }
    let taken = assigned.reduce(0) { $0 + $1.words.count }
    guard taken == parsed.operands.count else {
      return .tooManyOperands(parsed.operands[taken], usage: usage, at: parsed.location)
    }
    for (spec, words) in assigned {
      for word in words {
        if let error = choiceError(word, of: spec.name, spec.completion, in: parsed) {
          return error
        }
      }
    }
    return nil
  }

  private func choiceError(
    _ value: String, of subject: String, _ completion: Completion, in parsed: ParsedArguments
  ) -> UsageError? {
    guard let choices = completion.choices, !choices.contains(value) else { return nil }
    return .invalidValue(
      value, of: subject, expected: "one of: \(choices.joined(separator: ", "))",
      suggestion: NearMiss.suggestion(for: value, among: choices), at: parsed.location)
  }

  // MARK: - Commands

  private func choices(after path: [String]) -> [String] {
    path.isEmpty ? commands.map(\.name) : nextWords(after: path)
  }

  private func unknownCommand(_ word: String, after path: [String]) -> UsageError {
    let inside = commands(under: path)
    let typed = (path + [word]).joined(separator: " ")
    let near =
      NearMiss.suggestion(for: word, among: nextWords(after: path)).map {
        (path + [$0]).joined(separator: " ")
      }
      ?? inside.first { $0.path.last == word }?.name
      ?? NearMiss.suggestion(for: typed, among: inside.map(\.name))
    return .unknownCommand(
      typed, suggestion: near, choices: choices(after: path),
      at: ([name] + path).joined(separator: " "))
  }
}

extension ProgramSpec {
  /// The first mistake in a table, in words for its author.
  static func firstProblem(
    name: String, commands: [CommandSpec], globalOptions: [OptionSpec]
  ) -> String? {
    guard isWord(name) else { return "\"\(name)\" is no program name" }
    guard !commands.isEmpty else { return "\"\(name)\" has no commands" }
    for (index, command) in commands.enumerated() {
      let others = commands[(index + 1)...]
      if let problem = pathProblem(of: command, others: others)
        ?? operandProblem(of: command)
        ?? optionProblem(in: command.options + globalOptions + [.help, .version])
      {
        return "\"\(command.name)\": \(problem)"
      }
    }
    return nil
  }

  private static func pathProblem(
    of command: CommandSpec, others: ArraySlice<CommandSpec>
  ) -> String? {
    guard !command.path.isEmpty, command.path.allSatisfy(isWord) else {
      return "a command is named by one or more words of letters, digits and hyphens"
    }
    guard command.path.first != "help" else { return "the command help is built in" }
    let clash = others.first {
      $0.path == command.path
    }
    return clash.map { "the path clashes with \"\($0.name)\"" }
  }

  private static func operandProblem(of command: CommandSpec) -> String? {
    for operand in command.operands {
      let maximum = operand.maximum ?? Int.max
      guard operand.minimum >= 0, maximum >= max(1, operand.minimum) else {
        return "operand \(operand.name) can never be given"
      }
    }
    // Words go to the first operands that may take them: what varies must not leave that open.
    let tail = command.operands.drop { $0.minimum == $0.maximum }
    let isClear =
      tail.allSatisfy { $0.minimum == 0 } && tail.dropLast().allSatisfy { $0.maximum != nil }
    let varying = tail.count { $0.minimum != $0.maximum }
    return varying > 1 && !isClear ? "more than one operand varies in number" : nil
  }

  private static func optionProblem(in options: [OptionSpec]) -> String? {
    var seen: Set<String> = []
    for option in options {
      guard isWord(option.long) else { return "\"\(option.long)\" is no option name" }
      if let short = option.short, !(short.isASCII && short.isLetter) {
        return "\"\(short)\" is no option letter"
      }
      for spelling in option.spellings where !seen.insert(spelling).inserted {
        return "\(spelling) is declared twice"
      }
      let unknown = option.conflicts.first { name in !options.contains { $0.long == name } }
      if let unknown { return "\(option.label) conflicts with an unknown option \"\(unknown)\"" }
    }
    return nil
  }

  private static func isWord(_ text: String) -> Bool {
    guard let first = text.first, first != "-" else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
  }
}

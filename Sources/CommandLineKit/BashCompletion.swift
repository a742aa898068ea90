/// Renders a script for bash that completes a program's command line.
///
/// The script needs nothing but bash 4.4. It completes commands, options, choices and files.
public struct BashCompletion: Sendable {
  private let program: ProgramSpec

  /// Prepares a script.
  public init(program: ProgramSpec) {
    self.program = program
  }

  /// The shell function which fills `COMPREPLY`, as in `_hyzer`.
  public var functionName: String {
    "_" + String(program.name.map { $0 == "-" ? "_" : $0 })
  }

  /// The script, to be sourced or put into a completion directory under the program's name.
  public func render() -> String {
    let prefix = functionName
    return """
      # bash completion for \(program.name) \(program.version)

      # The words that may follow the command words $1.
      \(prefix)_next() {
        words=()
        case $1 in
      \(nextCases)
        esac
      }

      # The options of the command $1.
      \(prefix)_options() {
        case $1 in
      \(optionCases)
        esac
      }

      # What the option $2 of the command $1 takes; fails for a flag.
      \(prefix)_argument() {
        kind=none words=()
        case "$1 $2" in
      \(argumentCases)
        *) return 1 ;;
        esac
      }

      # What the operand number $2 of the command $1 is, counted from 0.
      \(prefix)_operand() {
        kind=none words=()
        case $1 in
      \(operandCases)
        esac
      }

      # Offers those of the words that begin with $cur.
      \(prefix)_offer() {
        local word
        for word in "$@"; do
          if [[ $word == "$cur"* ]]; then COMPREPLY+=("$(printf %q "$word")"); fi
        done
      }

      # Offers files or words, as $kind says.
      \(prefix)_value() {
        case $kind in
        files)
          # What is typed with quotes only readline itself can complete, as its default.
          compopt -o filenames -o default 2>/dev/null
          mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$cur")
          ;;
        choices) \(prefix)_offer "${words[@]}" ;;
        esac
      }

      \(prefix)() {
        local cur=${COMP_WORDS[COMP_CWORD]} command= word kind= pending= ended= i
        local -i operands=0
        local -a words
        COMPREPLY=()
        for ((i = 1; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          # bash parts --option=value at the equals sign.
          if [[ $pending && $word == = ]]; then continue; fi
          if [[ $pending ]]; then
            pending=
            continue
          fi
          if [[ ! $ended && $word == -- ]]; then
            ended=1
            continue
          fi
          if [[ ! $ended && $word == -?* ]]; then
            if \(prefix)_argument "$command" "$word"; then pending=$word; fi
            continue
          fi
          \(prefix)_next "$command"
          if [[ $operands == 0 && " ${words[*]} " == *" $word "* ]]; then
            command=${command:+$command }$word
          else
            operands+=1
          fi
        done
        if [[ $pending ]]; then
          if [[ $cur == = ]]; then cur=; fi
          \(prefix)_argument "$command" "$pending"
          \(prefix)_value
        elif [[ ! $ended && $cur == -* ]]; then
          \(prefix)_options "$command"
          \(prefix)_offer "${words[@]}"
        else
          \(prefix)_next "$command"
          if [[ $operands == 0 ]]; then \(prefix)_offer "${words[@]}"; fi
          \(prefix)_operand "$command" "$operands"
          \(prefix)_value
        fi
      }

      complete -F \(prefix) \(program.name)

      """
  }

  // MARK: - Tables

  /// Every proper beginning of a command's path, the empty one first.
  private var groups: [[String]] {
    var groups: [[String]] = []
    for command in program.commands {
      for length in 0..<command.path.count {
        let group = Array(command.path.prefix(length))
        if !groups.contains(group) { groups.append(group) }
      }
    }
    return groups
  }

  private var nextCases: String {
    groups.map { group in
      let words = program.nextWords(after: group)
      // Help takes the same words, but not itself.
      let helped = Self.line(["help"] + group, "words=(\(Self.list(words)))")
      return Self.line(group, "words=(\(Self.list(group.isEmpty ? words + ["help"] : words)))")
        + "\n" + helped
    }
    .joined(separator: "\n")
  }

  private var optionCases: String {
    let commands = program.commands.map { command in
      let spellings = program.options(of: command).flatMap(\.spellings)
      return Self.line(command.path, "words=(\(Self.list(spellings)))")
    }
    let leading = program.leadingOptions.flatMap(\.spellings)
    return (commands + ["  *) words=(\(Self.list(leading))) ;;"]).joined(separator: "\n")
  }

  private var argumentCases: String {
    var lines: [String] = []
    for command in program.commands {
      for option in command.options where option.argument != nil {
        let patterns = option.spellings.map { Self.quoted("\(command.name) \($0)") }
        lines.append("  \(patterns.joined(separator: " | "))) \(Self.value(option.completion)) ;;")
      }
    }
    for option in program.globalOptions where option.argument != nil {
      let patterns = option.spellings.map { "*\(Self.quoted(" \($0)"))" }
      lines.append("  \(patterns.joined(separator: " | "))) \(Self.value(option.completion)) ;;")
    }
    return lines.isEmpty ? "  # No option takes an argument." : lines.joined(separator: "\n")
  }

  private var operandCases: String {
    let lines = program.commands.filter { !$0.operands.isEmpty }.map { command in
      var conditions: [String] = []
      var position = 0
      for operand in command.operands {
        // With fewer operands behind a varying one than it may take, its own kind is offered.
        guard let maximum = operand.maximum else {
          conditions.append("  \(Self.value(operand.completion))")
          break
        }
        position += maximum
        conditions.append(
          "  if (($2 < \(position))); then \(Self.value(operand.completion)); return; fi")
      }
      return "  \(Self.quoted(command.name)))\n"
        + conditions.map { "  \($0)\n" }.joined() + "    ;;"
    }
    return lines.isEmpty ? "  # No command takes an operand." : lines.joined(separator: "\n")
  }

  private static func value(_ completion: Completion) -> String {
    switch completion {
    case .none: "kind=none"
    case .files: "kind=files"
    case .choices(let choices): "kind=choices words=(\(list(choices)))"
    }
  }

  private static func line(_ path: [String], _ body: String) -> String {
    "  \(quoted(path.joined(separator: " ")))) \(body) ;;"
  }

  private static func list(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  // Single quotes keep everything but themselves.
  private static func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    guard !isPlain else { return text }
    return "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
  }
}

internal import HyzerBase

extension ProgramSpec {
  /// A script for bash 4.4 and later that completes commands, options, choices and files, to be
  /// sourced or put into a completion directory under the program's name.
  package var bashCompletion: String {
    let function = "_" + name.replacing("-", with: "_")
    return """
      # bash completion for \(name) \(version)

      # Sets what may follow the command words in $1. A word behind them asks for something else:
      # "-" for the options, an option for its argument, a number for that operand, from 0. Fails
      # for what does not exist and for flags. What the program prints when it is called with $lister are words too.
      \(function)_table() {
        words=() files= lister=
        case $1 in
      \(completionCases.map { "  \($0) ;;" }.joined(separator: "\n"))
        *) return 1 ;;
        esac
      }

      \(function)() {
        local cur=${COMP_WORDS[COMP_CWORD]} command= word pending= ended= files= lister= i
        local -i operands=0
        local -a words next=()
        COMPREPLY=()
        for ((i = 1; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          if [[ $pending ]]; then
            # bash splits --option=value at the equals sign.
            if [[ $word != = ]]; then pending=; fi
          elif [[ ! $ended && $word == -- ]]; then
            ended=1
          elif [[ ! $ended && $word == -?* ]]; then
            if \(function)_table "$command $word"; then pending=$word; fi
          else
            \(function)_table "$command"
            if [[ $operands == 0 && " ${words[*]} " == *" $word "* ]]; then
              command=${command:+$command }$word
            else
              operands+=1
            fi
          fi
        done
        if [[ $pending ]]; then
          if [[ $cur == = ]]; then cur=; fi
          \(function)_table "$command $pending"
        elif [[ ! $ended && $cur == -* ]]; then
          \(function)_table "$command -" || \(function)_table " -"
        else
          if [[ $operands == 0 ]] && \(function)_table "$command"; then next=("${words[@]}"); fi
          \(function)_table "$command $operands"
        fi
        if [[ $lister ]]; then
          mapfile -t words < <("${COMP_WORDS[0]}" $lister 2>/dev/null)
        fi
        for word in "${words[@]}" "${next[@]}"; do
          if [[ $word == "$cur"* ]]; then
            printf -v word %q "$word"
            COMPREPLY+=("$word")
          fi
        done
        if [[ $files ]]; then
          # What is typed with quotes only readline itself can complete, as its default.
          compopt -o filenames -o default 2>/dev/null
          mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$cur")
        fi
      }

      complete -F \(function) \(name)
      """
  }

  /// The patterns of the script's table with what they set.
  private var completionCases: [String] {
    var cases = commands.flatMap { command in
      let name = command.name
      let spellings = command.allOptions.flatMap(\.spellings)
      return ["\(Self.quoted("\(name) -"))) \(Self.words(spellings))"]
        + command.options.filter { $0.argument != nil }.map { option in
          let patterns = option.spellings.map { Self.quoted("\(name) \($0)") }
          return "\(patterns.joined(separator: " | "))) \(Self.setting(option.completion))"
        }
        + command.operands.enumerated().map { index, operand in
          let number = operand.maximum == nil ? "[0-9]*" : "\(index)"
          return "\(Self.quoted("\(name) "))\(number)) \(Self.setting(operand.completion))"
        }
    }
    // Every proper beginning of a command's path, the empty one first.
    let groups = commands.map(\.path).flatMap { path in path.indices.map { Array(path[..<$0]) } }
    for group in groups.withoutRepeats {
      let next = nextWords(after: group)
      // Help takes the same words, but not itself.
      for (path, words) in [
        (group, group.isEmpty ? next + ["help"] : next), (["help"] + group, next),
      ] {
        cases.append("\(Self.quoted(path.joined(separator: " ")))) \(Self.words(words))")
      }
    }
    return cases + ["' -') \(Self.words(Self.leadingOptions.flatMap(\.spellings)))"]
  }

  private static func setting(_ completion: Completion) -> String {
    switch completion {
    case .none: ":"
    case .files: "files=1"
    case .choices(let choices): words(choices)
    case .printed(let arguments): "lister=\(quoted(arguments))"
    }
  }

  private static func words(_ words: [String]) -> String {
    "words=(\(words.map(quoted).joined(separator: " ")))"
  }

  // Single quotes keep everything but themselves.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return isPlain && !text.isEmpty ? text : "'\(text.replacing("'", with: "'\\''"))'"
  }
}

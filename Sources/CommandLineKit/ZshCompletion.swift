extension ProgramSpec {
  /// A script for zsh that offers what bash's completion offers, to be put into a folder of `fpath` under the
  /// program's name after an underscore.
  ///
  /// It asks bash, so that there is one table of what follows what.
  package var zshCompletion: String {
    let function = "_" + name.replacing("-", with: "_")
    return """
      #compdef \(name)

      local -a line=("${(@Q)words[1,CURRENT]}")
      local offers="$(bash -s -- "${(@)line}" 2>/dev/null <<'BASH'
      \(bashCompletion)
      # So that files are quoted as words are.
      compgen() { builtin compgen "$@" | while IFS= read -r file; do printf '%q\\n' "$file"; done; }
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
      \(function)
      for offer in "${COMPREPLY[@]}"; do printf '%s\\n' "$offer"; done
      BASH
      )"
      # bash quotes words, and zsh what it is given.
      [[ -z $offers ]] || compadd -- "${(@Q)${(@f)offers}}"
      """
  }
}

internal import CPocketSphinx
internal import CPocketSphinxShims

/// A grammar in the Java Speech Grammar Format (JSGF), as the engine has read it; freed with its owner.
@safe struct JSGFGrammar: ~Copyable {
  private let handle: OpaquePointer

  /// Reads a grammar.
  ///
  /// Wraps `jsgf_parse_string`.
  init(_ text: String) throws(RecognizerError) {
    hyzer_pocketsphinx_clear_error()
    guard let handle = unsafe jsgf_parse_string(text, nil) else {
      throw .grammarRejected(reason: DecoderHandle.lastError())
    }
    unsafe self.handle = handle
  }

  deinit { unsafe jsgf_grammar_free(handle) }

  /// Builds the states of the first public rule, which their owner frees.
  ///
  /// Wraps `jsgf_build_fsg_raw`, which leaves out a part that it cannot build, and reports that alone.
  func model(
    _ logarithms: OpaquePointer?, languageWeight: Double
  ) throws(RecognizerError) -> UnsafeMutablePointer<fsg_model_t> {
    guard let rule = unsafe jsgf_get_public_rule(handle),
      let model = unsafe jsgf_build_fsg_raw(handle, rule, logarithms, Float32(languageWeight))
    else { throw .grammarRejected(reason: DecoderHandle.lastError()) }
    let error = unsafe String(cString: hyzer_pocketsphinx_error())
    guard error.isEmpty else {
      _ = unsafe fsg_model_free(model)  // The count of references left: none.
      throw .grammarRejected(reason: error)
    }
    return unsafe model
  }

  /// Returns every word of the grammar's first public rule, as the grammar writes it.
  func words() throws(RecognizerError) -> [String] {
    guard let logarithms = unsafe logmath_init(1.0001, 0, 0) else { throw .outOfMemory }
    defer { _ = unsafe logmath_free(logarithms) }  // The count of references left: none.
    let model = unsafe try model(logarithms, languageWeight: 1)
    defer { _ = unsafe fsg_model_free(model) }
    return (0..<Int(unsafe model.pointee.n_word)).compactMap { index in
      unsafe model.pointee.vocab[index].map { unsafe String(cString: $0) }
    }
  }
}

extension JSGFGrammar {
  /// Returns the names of a grammar's public rules, and checks of its text what the engine does not: what
  /// stands between rules it would print, and of rules of one name it would keep the first.
  ///
  /// - Throws: ``GrammarError/syntax(line:reason:)``.
  static func publicRules(of text: String) throws(GrammarError) -> [String] {
    // Without comments, quoted words and tags, in which a semicolon ends nothing; lines stay lines.
    let bare = text.replacing(
      /(?s)\/\/[^\n]*|\/\*.*?\*\/|"(?:\\.|[^"\\])*"|\{(?:\\.|[^}\\])*\}/
    ) { $0.output.filter(\.isNewline) }
    guard bare.firstMatch(of: /^\s*#JSGF/) != nil else {
      throw .syntax(line: 1, reason: "a grammar begins with #JSGF V1.0;")
    }
    var (line, names, publicRules) = (1, Set<String>(), [String]())
    let statements = bare.split(separator: ";", omittingEmptySubsequences: false)
    for (index, whole) in statements.enumerated() {
      let statement = whole.drop(while: \.isWhitespace)
      let start = line + whole[..<statement.startIndex].count(where: \.isNewline)
      line += whole.count(where: \.isNewline)
      if index == statements.count - 1 {
        guard statement.isEmpty else {
          throw .syntax(line: start, reason: "this statement does not end with a semicolon")
        }
      } else if let rule = statement.firstMatch(of: /^(public\s+)?<([^<>]+)>\s*=/) {
        let name = String(rule.2)
        guard names.insert(name).inserted else {
          throw .syntax(line: start, reason: "there is a rule <\(name)> already")
        }
        if rule.1 != nil { publicRules.append(name) }
      } else if statement.firstMatch(of: /^(#JSGF|grammar|import)\s/) == nil {
        throw .syntax(
          line: start, reason: "a statement is <name> = …, and may have public before it")
      }
    }
    return publicRules
  }
}

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
  /// A statement of a grammar's text and the line on which it begins, counted from 1.
  private typealias Statement = (line: Int, text: Substring)

  /// Returns the statements of a grammar without comments and tags, a word for each quoted one, and what
  /// follows the last semicolon.
  private static func statements(
    of text: String
  ) throws(GrammarError) -> (all: [Statement], rest: Statement) {
    // A semicolon in a comment, a quoted word or a tag ends nothing; lines stay lines.
    let bare = text.replacing(
      /(?s)\/\/[^\n]*|\/\*.*?\*\/|"(?:\\.|[^"\\])*"|\{(?:\\.|[^}\\])*\}/
    ) { ($0.output.hasPrefix("\"") ? "word" : "") + $0.output.filter(\.isNewline) }
    guard bare.firstMatch(of: /^\s*#JSGF/) != nil else {
      throw .syntax(line: 1, reason: "a grammar begins with #JSGF V1.0;")
    }
    var (line, statements) = (1, [Statement]())
    for whole in bare.split(separator: ";", omittingEmptySubsequences: false) {
      let statement = whole.drop(while: \.isWhitespace)
      statements.append(
        (line + whole[..<statement.startIndex].count(where: \.isNewline), statement))
      line += whole.count(where: \.isNewline)
    }
    let rest = statements.removeLast()
    return (statements, rest)
  }

  /// Returns the names of a grammar's public rules, and checks of its text what the engine does not: what
  /// stands between rules it would print, and of rules of one name it would keep the first.
  ///
  /// - Throws: ``GrammarError/syntax(line:reason:)``.
  static func publicRules(of text: String) throws(GrammarError) -> [String] {
    var (names, publicRules) = (Set<String>(), [String]())
    let (statements, rest) = try statements(of: text)
    for (line, statement) in statements {
      if let rule = statement.firstMatch(of: /^(public\s+)?<([^<>]+)>\s*=/) {
        let name = String(rule.2)
        guard names.insert(name).inserted else {
          throw .syntax(line: line, reason: "there is a rule <\(name)> already")
        }
        if rule.1 != nil { publicRules.append(name) }
      } else if statement.firstMatch(of: /^(#JSGF|grammar|import)\s/) == nil {
        throw .syntax(
          line: line, reason: "a statement is <name> = …, and may have public before it")
      }
    }
    guard rest.text.isEmpty else {
      throw .syntax(line: rest.line, reason: "this statement does not end with a semicolon")
    }
    return publicRules
  }

  /// Returns the line of the first rule that the engine cannot read by itself; nil where it can read each.
  ///
  /// The engine's own line numbers are not set (PocketSphinx 0.8 reads `yylineno` of a scanner that was made
  /// without it).
  static func lineOfFault(in text: String) throws(GrammarError) -> Int? {
    try statements(of: text).all.first { _, statement in
      guard statement.hasPrefix("<") || statement.hasPrefix("public") else { return false }
      do {
        _ = try JSGFGrammar("#JSGF V1.0; grammar g; \(statement);")
        return false
      } catch {
        return true
      }
    }?.line
  }
}

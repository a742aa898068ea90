internal import CPocketSphinxShims

/// Hears sentences of any grammar in the Java Speech Grammar Format (JSGF).
///
/// ```swift
/// var recognizer = try GrammarRecognizer(
///   grammar: "#JSGF V1.0; grammar lights; public <order> = turn the light (on | off);")
/// print(try recognizer.recognize(Recording(path: "order.wav"))?.transcript ?? "nothing of it")
/// ```
///
/// Confidences measure each word against a search for any phones at all. They were fitted to short replies,
/// not to this grammar: judge by recordings of your own which are high enough. It loads an acoustic model
/// when it is made, blocks while it works, and belongs to one task at a time.
public struct GrammarRecognizer: ~Copyable {
  private let sentences: SentenceDecoder
  private let scorer: SenoneScorer

  /// Makes a recogniser of one grammar, with the installed acoustic model.
  ///
  /// - Parameters:
  ///   - grammar: The text of a JSGF grammar that has one public rule; only right recursion is allowed.
  ///   - dictionary: How words are said, as the text of a dictionary in the CMU format: a word and its ARPAbet
  ///     phones on each line, other ways to say it as `word(2)`. Words that it lacks are looked up in the
  ///     installed dictionary, or else said by letter-to-sound rules.
  /// - Throws: ``GrammarError`` where the grammar or the dictionary is wrong, ``LexiconError`` where no
  ///   dictionary is installed, ``RecognizerError`` where the engine does not start.
  public init(grammar: String, dictionary: String = "") throws {
    try self.init(
      grammar: grammar, dictionary: dictionary, lexicon: PronunciationLexicon.standard.get(),
      settings: .standard())
  }

  /// Makes a recogniser of one grammar with settings and a lexicon of its own.
  package init(
    grammar: String, dictionary: String, lexicon: PronunciationLexicon, settings: DecoderSettings
  ) throws {
    hyzer_pocketsphinx_capture_log()
    let publicRules = try JSGFGrammar.publicRules(of: grammar)
    guard publicRules.count == 1 else { throw GrammarError.publicRules(publicRules) }
    let words: [String]
    do throws(RecognizerError) {
      words = try JSGFGrammar(grammar).words()
    } catch .grammarRejected(let reason) {
      throw try GrammarError(engine: reason, in: grammar)
    }
    guard !words.isEmpty else { throw GrammarError.noWords }
    let entries = try GrammarRecognizer.entries(
      for: words, own: GrammarRecognizer.pronunciations(in: dictionary), lexicon: lexicon)
    let sentences = try SentenceDecoder(lexicon: entries, settings: settings)
    try sentences.decoder.add(.fullSentences, grammar, settings: settings.sentences.full)
    scorer = try sentences.senoneScorer()
    self.sentences = sentences
  }

  /// Returns what is heard in a recording of one utterance; nil where it is nothing of the grammar.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  public mutating func recognize(_ recording: Recording) throws(RecognizerError) -> Hypothesis? {
    try recognize(recording.samples)
  }

  /// Returns what is heard in mono samples at ``Recording/sampleRateHz``; nil where it is nothing of the
  /// grammar.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  public mutating func recognize(_ samples: [Int16]) throws(RecognizerError) -> Hypothesis? {
    defer { scorer.forget() }
    guard let scores = try scorer.scores(of: samples, by: sentences) else { return nil }
    let decoding = try sentences.decoder.decode(scores, by: .fullSentences)
    guard
      let heard = ReplyHypothesis(
        decoding, words: sentences.table, beside: scores,
        confidence: sentences.settings.confidence),
      sentences.settings.replies.accept(heard, isSentence: true)
    else { return nil }
    return heard.hypothesis
  }

  // MARK: - Words

  /// Looks up the words of a grammar; how a word is said does not depend on its case.
  private static func entries(
    for words: [String], own: [String: [Pronunciation]], lexicon: PronunciationLexicon
  ) throws -> [LexiconEntry] {
    try words.sorted().map { word in
      let text = word.filter { $0 != "\"" }
      let found =
        own[text.lowercased()] ?? lexicon.pronunciations(ofWord: text).map(\.pronunciation)
      let sounds =
        found.isEmpty
        ? (try? lexicon.pronunciations(ofName: text).map(\.pronunciation)) ?? [] : found
      guard !sounds.isEmpty else { throw GrammarError.unpronounceable(text) }
      return LexiconEntry(id: word, text: text, pronunciations: sounds)
    }
  }

  /// Reads a dictionary in the CMU format.
  private static func pronunciations(
    in dictionary: String
  ) throws(GrammarError) -> [String: [Pronunciation]] {
    var found: [String: [Pronunciation]] = [:]
    for (index, line) in dictionary.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() {
      let fields = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
      guard let word = fields.first, !word.hasPrefix("#"), !word.hasPrefix(";;;") else { continue }
      do throws(PronunciationError) {
        let sound = try Pronunciation(parsing: fields.count > 1 ? String(fields[1]) : "")
        found[word.replacing(/\(\d+\)$/, with: "").lowercased(), default: []].append(sound)
      } catch {
        throw .badDictionary(line: index + 1, error)
      }
    }
    return found
  }
}

@available(*, unavailable)
extension GrammarRecognizer: Sendable {}

/// What makes a grammar, or the dictionary that comes with it, unusable; lines are counted from 1.
public enum GrammarError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is no grammar from the statement on that begins on a line.
  case syntax(line: Int, reason: String)
  /// A rule refers to one that is not there, or begins with itself, or a grammar to be imported is missing.
  case inconsistent(reason: String)
  /// There is no public rule, or more than one: these.
  case publicRules([String])
  /// No sentence of the grammar has a word.
  case noWords
  /// Nothing can be guessed of how a word is said.
  case unpronounceable(String)
  /// A line of the dictionary is wrong.
  case badDictionary(line: Int, PronunciationError)

  /// One line: what is wrong and what to do.
  public var description: String {
    switch self {
    case .syntax(let line, let reason): "line \(line) of the grammar: \(reason)"
    case .inconsistent(let reason): "the grammar is not consistent: \(reason)"
    case .publicRules([]):
      "the grammar has no public rule; write public before the one to listen for"
    case .publicRules(let names):
      "the grammar has \(names.count) public rules, "
        + names.map { "<\($0)>" }.joined(separator: ", ") + "; leave public before one of them"
    case .noWords: "the grammar has no words; give sentences that can be said"
    case .unpronounceable(let word):
      "no pronunciation can be guessed for the word \"\(word)\"; give it in a dictionary"
    case .badDictionary(let line, let error): "line \(line) of the dictionary: \(error)"
    }
  }

  /// Takes an error of the engine's, which says what cannot stand in a grammar but not where.
  init(engine reason: String, in grammar: String) throws(GrammarError) {
    if let found = reason.firstMatch(of: /syntax error at line -?\d+ current token '(.*)'/),
      let line = try JSGFGrammar.lineOfFault(in: grammar)
    {
      self = .syntax(line: line, reason: "\"\(found.1)\" cannot stand in this rule")
    } else {
      // Before its message the engine says where in its own source it found the fault.
      self = .inconsistent(reason: reason.replacing(/^[A-Z]+: ".*", line \d+:\s/, with: ""))
    }
  }
}

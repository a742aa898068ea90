internal import DiscGolf

/// What a sentence of a ``PhraseLanguage`` says.
package struct Phrase<Kind: Hashable & Sendable>: Hashable, Sendable {
  /// Whom words in a name's place mean.
  package enum Name: Hashable, Sendable {
    case known(PlayerID)
    /// One of some, or a word that is hardly a name, as it was written.
    case doubtful([PlayerID], text: String)
    /// Nobody of the roster, as it was written.
    case unknown(String)
  }

  package let kind: Kind
  /// In the order of the words.
  package let numbers: [Int]
  /// Where each number stands in the text.
  let numberRanges: [SourceRange]
  package let names: [Name]
  /// The words that were left out to find it; nil where it is a form that can be relied on, and takes all but fillers.
  package let leftOut: [String]?
}

/// A small language beside that of scores: a sentence is one form and nothing beside it, about whole numbers and the
/// names of a roster.
///
/// Grammar and parser follow from its table of forms, in the notation of ``Pattern``; of the classes of words there are
/// NUMBER, NAME, and STRANGER, a word in a name's place that is none.
package struct PhraseLanguage<Kind: Hashable & Sendable>: Sendable {
  private let forms: PreparedForms<Kind>
  private let vocabulary: Vocabulary
  /// Lists of words that say the same; words of two lists say something else.
  private let senses: [Set<String>]
  private let smallWords: [String]
  /// How many of the forms can be relied on; they come first.
  private let reliable: Int
  /// Words of the forms that people write and do not say.
  private let written: Set<String>
  private let weighty: Set<String>
  private let contradict: @Sendable (Kind, [Int]) -> Bool

  /// Makes a language of forms, each with what it says.
  ///
  /// - Parameters:
  ///   - spoken: The table of what the recogniser listens for.
  ///   - typed: Forms that are understood in text alone, as well.
  ///   - loose: Forms that are understood in text where those do not take all of it.
  ///   - shorthands: Names for parts of patterns, each of which may use those before it.
  ///   - written: Words of the forms that people write and do not say.
  ///   - fillers: Words that may stand between any two and say nothing.
  ///   - smallWords: Words beside names and numbers that sound like some; where one is said exactly as a number is, it
  ///     is heard as the number, unless it is said in no other way.
  ///   - senses: Lists of words that say the same, of which the words of two lists must not be taken for each other.
  ///   - weighty: Further words that are not left out as easily as others.
  ///   - contradict: Whether what a form says and its numbers hardly go together.
  package init(
    spoken: [(Kind, String)], typed: [(Kind, String)], loose: [(Kind, String)] = [],
    shorthands: [(String, String)], written: Set<String> = [],
    fillers: [String], smallWords: [String] = [], senses: [Set<String>], weighty: Set<String> = [],
    contradict: @escaping @Sendable (Kind, [Int]) -> Bool = { _, _ in false }
  ) {
    let known = shorthands.reduce(into: [String: Pattern]()) { known, shorthand in
      known[shorthand.0] = Pattern(ofTable: shorthand.1, shorthands: known)
    }
    let made = (spoken + typed + loose).enumerated().map { index, form in
      Form(
        kind: form.0, likelihood: .usual, notation: form.1,
        pattern: Pattern(ofTable: form.1, shorthands: known), isSpoken: index < spoken.count,
        implied: nil, example: "", examplePlayers: 0)
    }
    self.forms = PreparedForms(made)
    vocabulary = Vocabulary(
      fillers.map { VocabularyEntry($0, .function(.filler)) },
      literals: Set(made.flatMap(\.pattern.literals)))
    self.written = written
    reliable = spoken.count + typed.count
    self.senses = senses
    self.smallWords = smallWords
    self.weighty = weighty
    self.contradict = contradict
  }

  // MARK: - Parsing

  /// Reads what a text says: one phrase, or several where it can mean several; none where it is no sentence.
  ///
  /// Of what somebody typed, words that no form takes are left out where need be, as few as can be.
  ///
  /// - Parameters:
  ///   - text: A sentence.
  ///   - roster: Who may be named.
  ///   - pronunciations: How names sound, by their spelling.
  ///   - input: Whether it was typed or heard.
  ///   - makesSense: Whether a phrase may be meant at all, where words are left out.
  /// - Returns: What it says, the likeliest first.
  package func phrases(
    in text: String, roster: Roster?, pronunciations: [String: [Pronunciation]] = [:],
    input: InputKind, where makesSense: (Phrase<Kind>) -> Bool = { _ in true }
  ) -> [Phrase<Kind>] {
    let classifier = Classifier(
      vocabulary: vocabulary,
      matcher: NameMatcher(
        roster: roster, namePronunciations: pronunciations, pronounce: { _ in [] }))
    // "72-65" is two numbers, and no sign stands before any.
    let tokens = tokenize(text.replacing(/(\d) ?[-–—:] ?(?=\d)/) { "\($0.1) " })
    guard !tokens.isEmpty, tokens.count <= UtteranceParser.mostWords else { return [] }
    let classification = classifier.classify(tokens, input: input)
    var phrases = phrases(of: classification, input: input)
    if input == .typed, phrases.isEmpty {
      phrases = partialPhrases(of: classification, where: makesSense)
    }
    if input == .spoken {
      for tokens in SpokenNumbers.soundAlikes(of: tokens) {
        for phrase in self.phrases(of: classifier.classify(tokens, input: input), input: input)
        where !phrases.contains(phrase) {
          phrases.append(phrase)
        }
      }
      phrases = phrases.filter { !contradictsItself($0) } + phrases.filter(contradictsItself)
    }
    return phrases
  }

  private func phrases(of classification: Classification, input: InputKind) -> [Phrase<Kind>] {
    let tokens = classification.tokens
    var matcher = PatternMatcher(classification, forms.automaton)
    let start = tokens.indices.first { !isFiller($0, of: classification) } ?? 0
    let end = (tokens.indices.last { !isFiller($0, of: classification) } ?? 0) + 1
    let found = matcher.matches(from: start).filter { match in
      match.end == end && match.pattern < reliable
        && (input == .typed || forms.forms[match.pattern].isSpoken)
    }
    let least = found.map(\.cost).min() ?? 0
    var phrases: [Phrase<Kind>] = []
    for match in found where match.cost <= least + ReadingCost.tooNear {
      let phrase = phrase(match, matcher, classification, input: input, leftOut: nil)
      if !phrases.contains(phrase) { phrases.append(phrase) }
    }
    return phrases
  }

  /// Returns the phrases that make sense for which the least is left out.
  private func partialPhrases(
    of classification: Classification, where makesSense: (Phrase<Kind>) -> Bool
  ) -> [Phrase<Kind>] {
    let tokens = classification.tokens
    guard tokens.count <= PatternMatcher.longestPartial else { return [] }
    let skipCosts = tokens.indices.map { skipCost($0, of: classification) }
    var matcher = PatternMatcher(classification, forms.automaton, skipCosts: skipCosts)
    let found = matcher.matches(from: 0)
      .map { (match: $0, cost: $0.cost + skipCosts[$0.end...].reduce(0, +)) }
      .sorted { $0.cost < $1.cost }
    var phrases: [Phrase<Kind>] = []
    var most = Int.max
    for (match, cost) in found {
      guard cost <= most else { break }
      let taken = Set(matcher.readings(of: match).flatMap(\.tokens))
      let leftOut = tokens.indices.filter { !taken.contains($0) }.map { tokens[$0].word }
      let phrase = phrase(match, matcher, classification, input: .typed, leftOut: leftOut)
      guard !phrases.contains(phrase), makesSense(phrase) else { continue }
      phrases.append(phrase)
      most = min(most, cost + ReadingCost.tooNear)
    }
    return phrases
  }

  /// What it costs to leave out a token: what says much is not left out for what says little.
  private func skipCost(_ index: Int, of classification: Classification) -> Int {
    if isFiller(index, of: classification) { return ReadingCost.filler }
    let covering = classification.readings[...index].joined().filter {
      $0.tokens.contains(index)
    }
    let word = classification.tokens[index].word
    if senses.contains(where: { $0.contains(word) }) { return 4 * ReadingCost.unexplained }
    let saysMuch =
      weighty.contains(word)
      || covering.contains {
        $0.isOf(.number) || $0.isOf(.name) && $0.cost < ReadingCost.unknownName
      }
    return (saysMuch ? 3 : 1) * ReadingCost.unexplained
  }

  /// Whether a word is written as no name is: hawks, and Storm, can be one, and today cannot.
  private func isLittleLikeAName(_ token: Token) -> Bool {
    token.text.first?.isUppercase != true && !token.word.hasSuffix("s")
  }

  private func isFiller(_ index: Int, of classification: Classification) -> Bool {
    classification.readings[index].contains {
      $0.tokens.count == 1 && $0.isOf(.function(.filler))
    }
  }

  private func phrase(
    _ match: PatternMatcher.Match, _ matcher: PatternMatcher, _ classification: Classification,
    input: InputKind, leftOut: [String]?
  ) -> Phrase<Kind> {
    var numbers: [(value: Int, range: SourceRange)] = []
    // Of names one after the other.
    var names: [(tokens: Range<Int>, matches: [NameMatch], isEveryday: Bool)] = []
    for reading in matcher.readings(of: match) {
      switch reading.label {
      case .meaning(.number(let number), _):
        numbers.append((number, classification.sourceRange(of: reading.tokens)))
      case .name(let match):
        let isEveryday =
          input == .typed && reading.cost >= ReadingCost.everydayName
          && classification.tokens[reading.tokens].allSatisfy(isLittleLikeAName)
        if let last = names.last, last.tokens.upperBound == reading.tokens.lowerBound {
          names[names.count - 1] = (
            last.tokens.lowerBound..<reading.tokens.upperBound, last.matches + [match],
            last.isEveryday || isEveryday
          )
        } else {
          names.append((reading.tokens, [match], isEveryday))
        }
      case .meaning, .literal: continue
      }
    }
    return Phrase(
      kind: forms.forms[match.pattern].kind, numbers: numbers.map(\.value),
      numberRanges: numbers.map(\.range),
      names: names.map { tokens, matches, isEveryday in
        let text = classification.text(of: tokens)
        guard matches.count == 1, !isEveryday else {
          // "Lincoln wow" is Lincoln, or a name of its own, and "seconds left" hardly one.
          let known = matches.compactMap { match in
            if case .accepted(let candidate) = match { candidate.player } else { nil }
          }
          return known.isEmpty && !isEveryday ? .unknown(text) : .doubtful(known, text: text)
        }
        switch matches[0] {
        case .accepted(let candidate): return .known(candidate.player)
        case .ambiguous(let several), .near(let several):
          return .doubtful(several.map(\.player), text: text)
        case .unknown: return .unknown(text)
        }
      }, leftOut: leftOut)
  }

  // MARK: - Listening

  /// Whether what a phrase says and its numbers hardly go together.
  func contradictsItself(_ phrase: Phrase<Kind>) -> Bool { contradict(phrase.kind, phrase.numbers) }

  /// Returns the numbers that go together with the others of a phrase in the place of one of them, as JSGF; nil for none.
  func fittingNumbers(inPlaceOf index: Int, of phrase: Phrase<Kind>) -> String? {
    let fitting = SpokenNumbers.range.filter { number in
      var numbers = phrase.numbers
      numbers[index] = number
      return !contradict(phrase.kind, numbers)
    }
    return fitting.isEmpty
      ? nil : "(" + fitting.map(SpokenNumbers.notation(of:)).joined(separator: " | ") + ")"
  }

  /// Whether every word of a sentence that counts was heard so clearly that nobody need be asked.
  ///
  /// One of the words of the senses has to be among them: others that say as much compete with nothing.
  func isClear(_ heard: Hypothesis, _ confidence: DecoderSettings.Confidence) -> Bool {
    let counting = heard.words.filter { $0.competitor != nil }
    let pauses = zip(heard.words, heard.words.dropFirst()).map { word, next in
      next.frames.lowerBound - word.frames.upperBound
    }
    return heard.confidence >= confidence.confirmBelow
      && counting.allSatisfy { $0.confidence >= confidence.confirmBelow }
      && heard.words.contains { word in senses.contains { $0.contains(word.text) } }
      && pauses.allSatisfy { $0 <= longestPause }
  }

  /// Returns what the recogniser listens for.
  ///
  /// In place of a name nobody has, the words of the garbage model are heard, so that a stranger's name does not
  /// become a known one or a number.
  ///
  /// - Throws: ``LexiconError`` for a word of the language without a pronunciation.
  package func grammar(
    names: [RoundLexicon.Name], lexicon: PronunciationLexicon, weights: GrammarWeights
  ) throws(LexiconError) -> SpokenGrammar {
    let spoken = forms.forms.filter(\.isSpoken)
    let literals = Set(spoken.flatMap(\.pattern.literals))
    let numbers = Set(SpokenNumbers.words.flatMap { lexicon.sounds(ofWord: $0) })
    var entries: [String: LexiconEntry] = [:]
    for word in literals.union(SpokenNumbers.words) {
      var found = lexicon.sounds(ofWord: word)
      // Between numbers "to" is mostly said short, and what sounds like "two" is that.
      let own = found.filter { !numbers.contains($0) }
      if smallWords.contains(word), !own.isEmpty { found = own }
      guard !found.isEmpty else { throw .unpronounceable(word) }
      let text = SpokenNumbers.nothing.contains(word) ? "zero" : word
      entries[word] = LexiconEntry(id: word, text: text, pronunciations: found)
    }
    var known: [PlayerID: [String]] = [:]
    for (index, name) in names.enumerated() {
      let id = "name_\(index + 1)"
      known[name.player, default: []].append(id)
      entries[id] = LexiconEntry(
        id: id, text: name.spelling.lowercased(), pronunciations: name.sounds)
    }
    let content = Set(known.values.joined()).union(SpokenNumbers.words).union(senses.joined())
    let taken = Set(content.flatMap { entries[$0]?.pronunciations ?? [] })
    var (garbage, strangers) = ([String](), [String]())
    for word in Vocabulary.garbageWords where entries[word] == nil {
      let found = lexicon.sounds(ofWord: word)
      guard !found.isEmpty, taken.isDisjoint(with: found) else { continue }
      entries[word] = LexiconEntry(id: word, text: word, pronunciations: found)
      garbage.append(word)
      if !vocabulary.contains(word),
        found.allSatisfy({ $0.phones.count >= SpokenNumbers.fewestPhones })
      {
        strangers.append(word)
      }
    }
    let unknown = strangers.map { ($0, SpokenNumbers.strangerExponent) }
    let knownWords = known.values.joined().sorted().map { ($0, 0.0) }
    let said = Set(forms.forms.flatMap(\.pattern.literals)).subtracting(written)
    for word in said.union(SpokenNumbers.joining) where entries[word] == nil {
      let found = lexicon.sounds(ofWord: word)
      guard !found.isEmpty else { continue }
      entries[word] = LexiconEntry(id: word, text: word, pronunciations: found)
    }
    return SpokenGrammar(
      full: JSGFWriter.grammar(
        "grammar phrases;\npublic <phrase> = ", spoken.map(\.likelyPattern), vocabulary,
        // A class without words would leave nothing of the grammar.
        names: knownWords.isEmpty ? unknown : knownWords,
        strangers: unknown,
        numbers: SpokenNumbers.notation, rarities: [:], weights: weights),
      loose: looseGrammar(
        words: Set(entries.keys).subtracting(SpokenNumbers.words.subtracting(["a", "and"])),
        names: Set(known.values.joined()), garbage: Set(garbage).subtracting(said)),
      competitors: competitors(names: Array(known.values)), content: content, garbage: garbage,
      lexicon: entries.values.sorted { $0.id < $1.id })
  }

  /// Returns words in any order, pairs of numbers among them; what sentences are made of is likelier.
  private func looseGrammar(
    words: Set<String>, names: Set<String>, garbage: Set<String>
  ) -> String {
    let likely = names.union(senses.joined()).union(smallWords).union(weighty)
    let weighted = words.sorted().map { word in
      JSGFWriter.weighted(
        word,
        exponent: likely.contains(word)
          ? LooseExponents.likely
          : garbage.contains(word) ? LooseExponents.garbage : LooseExponents.other)
    }
    let choices = weighted + SpokenNumbers.loose
    return """
      #JSGF V1.0;
      grammar loose;
      public <words> = (\(choices.joined(separator: " | ")))+;
      <number> = \(SpokenNumbers.looseNotation);

      """
  }

  /// The words that would say something else in the place of each.
  private func competitors(names: [[String]]) -> [String: [String: String]] {
    let groups =
      names.map { Set($0) } + senses + smallWords.map { [$0] }
      + SpokenNumbers.words.subtracting(["a", "and", "hundred"]).map { [$0] }
    return groups.reduce(into: [:]) { found, group in
      for word in group {
        for other in groups where other != group {
          for other in other { found[word, default: [:]][other] = other }
        }
      }
    }
  }
}

/// The exponents of the weights of words in any order; chosen on sentences of `Corpus/games.jsonl` as
/// synthesisers say them.
private enum LooseExponents {
  static let (likely, other, garbage) = (2.0, 4.0, 6.0)
  /// Of a number of one digit, and of "by seven".
  static let (digit, margin) = (2.0, 4.0)
}

/// In frames; chosen: in a longer pause words may have been said that the grammar does not have.
private let longestPause = 50

/// Whole numbers from zero to two hundred and something, as they are said.
private enum SpokenNumbers {
  /// Chosen: a word of the garbage model is as long as a name, and there are hundreds.
  static let strangerExponent = 6.0
  /// Chosen: shorter words are in many others.
  static let fewestPhones = 4

  private static let units = Array(NameKey.numberWords[1...9])
  static let nothing = ["zero", "nothing"]
  private static let teens = Array(NameKey.numberWords[10...19])
  private static let tens = NumberWords.tens.keys.sorted()

  private static func choice(_ words: [String], _ exponent: Double = 0) -> String {
    "(" + words.map { JSGFWriter.weighted($0, exponent: exponent) }.joined(separator: " | ") + ")"
  }

  /// Numbers beside words that may sound like them: "one" alone is hardly a score, and often "won".
  static let looseNotation = notation(
    exponent: 0, digit: choice(units.filter { $0 != "one" }, LooseExponents.digit))

  /// What they stand in there: two scores, and by how much somebody won.
  static let loose = [
    "<number>", "<number> to <number>",
    JSGFWriter.weighted("by", exponent: LooseExponents.margin) + " " + choice(units),
  ]
  static let joining = ["to", "by"]

  /// Returns them as the grammar's format writes them, a weight of an exponent on each word that can begin one.
  static func notation(exponent: Double) -> String {
    notation(exponent: exponent, digit: choice(units, exponent))
  }

  private static func notation(exponent: Double, digit: String) -> String {
    func ofTwoDigits(_ exponent: Double) -> String {
      choice(teens, exponent) + " | " + choice(tens, exponent) + " [\(choice(units))]"
    }
    return [
      digit, ofTwoDigits(exponent), choice(nothing, exponent),
      choice(["a", "one"], exponent) + " hundred [[and] (\(choice(units)) | \(ofTwoDigits(0)))]",
      choice(["two"], exponent) + " hundred", choice(["one"], exponent) + " oh " + choice(units),
    ].joined(separator: " | ")
  }

  static let range = 0...200

  /// Returns all ways to say one of them.
  static func notation(of number: Int) -> String {
    switch number {
    case 0: choice(nothing)
    case 1..<20: NameKey.numberWords[number]
    case 20..<100:
      ([NumberWords.tens.first { $0.value == number / 10 * 10 }?.key].compactMap(\.self)
        + (number % 10 == 0 ? [] : [units[number % 10 - 1]])).joined(separator: " ")
    case 100: "(a | one) hundred"
    case 101..<200:
      "(a | one) hundred [and] \(notation(of: number - 100))"
        + (number < 110 ? " | one oh \(notation(of: number - 100))" : "")
    default: "two hundred"
    }
  }

  /// Returns what the tokens may be as well: "seventy to sixty" sounds like "seventy two sixty".
  static func soundAlikes(of tokens: [Token]) -> [[Token]] {
    let others = ["to": "two", "two": "to"]
    return tokens.indices.dropFirst().compactMap { index in
      let before = tokens[index - 1].word
      guard let other = others[tokens[index].word],
        NumberWords.tens[before] != nil || NumberWords.scales[before] != nil
      else { return nil }
      let token = tokens[index]
      var changed = tokens
      changed[index] = Token(
        text: other, word: other, range: token.range, followsPause: token.followsPause)
      return changed
    }
  }

  static let words = Set(units + teens + tens + nothing + ["a", "and", "hundred", "oh"])
}

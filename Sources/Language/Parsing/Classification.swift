internal import Golf

/// One reading of one or more tokens.
package struct Reading: Hashable, Sendable {
  /// What tokens can stand for.
  package enum Label: Hashable, Sendable {
    /// A player's name, or what stands where one may.
    case name(NameMatch)
    /// A word or phrase of the language.
    case meaning(Meaning, isPlural: Bool)
  }

  package let label: Label
  /// The tokens, by their places in the list.
  package let tokens: Range<Int>
  /// How far-fetched the reading is; 0 for the plain sense of the words.
  let cost: Int
}

extension Reading {
  func isOf(_ terminal: Terminal) -> Bool {
    switch (terminal, label) {
    case (.name, .name): true
    case (.score, .meaning(let meaning, _)): meaning.isScore
    case (.pluralScore, .meaning(let meaning, let isPlural)): meaning.isScore && isPlural
    case (.number, .meaning(.number, _)): true
    case (.function(let function), .meaning(.function(let other), _)): function == other
    default: false
    }
  }
}

/// Tokens with every reading that each may have.
package struct Classification: Hashable, Sendable {
  package let tokens: [Token]
  /// The readings by the token at which they start.
  package let readings: [[Reading]]

  /// Some tokens as they were written.
  func text(of tokens: Range<Int>) -> String {
    self.tokens[tokens].map(\.text).joined(separator: " ")
  }

  /// Where some tokens stand in the source text.
  func sourceRange(of range: Range<Int>) -> SourceRange {
    guard let first = tokens[range].first, let last = tokens[range].last else { return 0..<0 }
    return first.range.lowerBound..<last.range.upperBound
  }
}

/// Finds every reading of every token: phrases of the language, numbers, names near and far.
struct Classifier: Sendable {
  /// What a reading costs beside the plain one.
  private enum Cost {
    static let homophone = 3
    static let fuzzyName = 20
    static let soundAlikeNumber = 30
    static let doubtfulName = 60
    static let unknownName = 300
  }

  private let vocabulary: Vocabulary
  private let matcher: NameMatcher

  init(vocabulary: Vocabulary, matcher: NameMatcher) {
    self.vocabulary = vocabulary
    self.matcher = matcher
  }

  /// Returns the readings of some tokens.
  func classify(_ tokens: [Token], input: InputKind) -> Classification {
    let keys = tokens.map { NameKey($0.text) }
    return Classification(
      tokens: tokens,
      readings: tokens.indices.map { start in
        let phrases = phraseReadings(of: tokens, from: start)
        let numbers = NumberReader(tokens: tokens).reading(from: start).map { [$0] } ?? []
        let names = nameReadings(
          of: tokens, keys: keys, from: start, otherwise: phrases + numbers, input: input)
        return names + phrases
          + numbers.filter { number in
            !phrases.contains { $0.tokens == number.tokens && $0.label == number.label }
          }
      })
  }

  private func phraseReadings(of tokens: [Token], from start: Int) -> [Reading] {
    vocabulary.entries(startingWith: tokens[start].word).compactMap { entry in
      let end = start + entry.words.count
      guard end <= tokens.count, tokens[start..<end].map(\.word) == entry.words else { return nil }
      return Reading(
        label: .meaning(entry.meaning, isPlural: entry.isPlural), tokens: start..<end,
        cost: entry.isHomophone ? Cost.homophone : 0)
    }
  }

  private func nameReadings(
    of tokens: [Token], keys: [NameKey], from start: Int, otherwise: [Reading], input: InputKind
  ) -> [Reading] {
    var readings: [Reading] = []
    func add(_ match: NameMatch, length: Int, cost: Int) {
      readings.append(Reading(label: .name(match), tokens: start..<start + length, cost: cost))
    }
    let longest = min(matcher.longestName + 1, tokens.count - start)
    for length in 1...max(1, longest) {
      let range = start..<start + length
      guard range.allSatisfy({ isNamePart(tokens[$0], key: keys[$0]) }) else { break }
      let key = NameKey(tokens[range].map(\.text).joined(separator: " "))
      // "Eric a three" is Eric's, though "Eric a" spells Erica.
      let isShorterName =
        length > 1 && matcher.exactMatch(keys[start], input: input) != nil
        && tokens[range].dropFirst().allSatisfy(isKnown)
      if let match = matcher.exactMatch(key, input: input) {
        add(match, length: length, cost: isShorterName ? Cost.fuzzyName : 0)
      } else if length == 1, let owner = possessor(of: tokens[start]),
        let match = matcher.exactMatch(NameKey(owner), input: input)
      {
        add(match, length: 1, cost: 0)
      } else if length > 1, !tokens[range].contains(where: isKnown),
        range.allSatisfy({ matcher.exactMatch(keys[$0], input: input) == nil }),
        case .accepted(let candidate) = matcher.fuzzyMatch(
          key, word: tokens[range].map(\.word).joined(separator: " "))
      {
        add(.accepted(candidate), length: length, cost: Cost.fuzzyName)
      }
    }
    if !readings.contains(where: { $0.tokens.count == 1 }),
      let (match, cost) = distantMatch(tokens[start], otherwise: otherwise)
    {
      add(match, length: 1, cost: cost)
    }
    return readings
  }

  /// Whether a token is a word of the language or a number, wherever it stands in a phrase.
  private func isKnown(_ token: Token) -> Bool {
    vocabulary.contains(token.word) || NumberWords.contains(token.word)
  }

  /// Whether a token can be a part of a name: a symbol, a signed number and a fraction cannot.
  private func isNamePart(_ token: Token, key: NameKey) -> Bool {
    guard !key.letters.isEmpty, let first = token.word.first else { return false }
    return !"+-−.".contains(first) && !(first.isNumber && token.word.contains("."))
  }

  private func possessor(of token: Token) -> String? {
    token.word.hasSuffix("'s") ? String(token.word.dropLast(2)) : nil
  }

  /// Reads a single token as a name that it does not spell.
  private func distantMatch(_ token: Token, otherwise: [Reading]) -> (match: NameMatch, cost: Int)?
  {
    if isKnown(token) {
      // A number may be a name that was heard as one: "one three" where Juan plays.
      let isNumber = otherwise.contains { $0.tokens.count == 1 && $0.isOf(.number) }
      guard isNumber, case .accepted(let candidate) = matcher.fuzzyMatch(nil, word: token.word)
      else { return nil }
      return (.accepted(candidate), Cost.soundAlikeNumber)
    }
    guard token.text.contains(where: \.isLetter), token.text.first?.isNumber != true else {
      return nil
    }
    let word = possessor(of: token) ?? token.word
    let match = matcher.fuzzyMatch(NameKey(word), word: word)
    switch match {
    case .accepted: return (match, Cost.fuzzyName)
    case .ambiguous, .near: return (match, Cost.doubtfulName)
    case .unknown: return (match, Cost.unknownName)
    }
  }
}

internal import Golf

/// One reading of one or more tokens.
public struct Reading: Hashable, Sendable {
  /// What tokens can stand for.
  public enum Label: Hashable, Sendable {
    /// A player's name, or what stands where one may.
    case name(NameMatch)
    /// A word or phrase of the language.
    case meaning(Meaning, isPlural: Bool)
  }

  /// What the tokens stand for.
  public let label: Label
  /// The tokens, by their places in the list.
  public let tokens: Range<Int>
  /// How far-fetched the reading is; 0 for the plain sense of the words.
  let cost: Int
}

/// Tokens with every reading that each may have.
public struct Classification: Hashable, Sendable {
  /// The tokens.
  public let tokens: [Token]
  /// The readings by the token at which they start.
  public let readings: [[Reading]]

  /// Returns where some tokens stand in the source text.
  func sourceRange(of range: Range<Int>) -> SourceRange {
    guard let first = tokens[range].first, let last = tokens[range].last else { return 0..<0 }
    return first.range.lowerBound..<last.range.upperBound
  }
}

/// Finds every reading of every token: phrases of the language, numbers, names near and far.
public struct Classifier: Sendable {
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

  /// Makes a classifier for one roster's matcher.
  public init(vocabulary: Vocabulary, matcher: NameMatcher) {
    self.vocabulary = vocabulary
    self.matcher = matcher
  }

  /// Returns the readings of some tokens.
  public func classify(_ tokens: [Token], input: InputKind) -> Classification {
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
    let longest = min(matcher.longestName + 1, tokens.count - start)
    for length in 1...max(1, longest) {
      guard (start..<start + length).allSatisfy({ isNamePart(tokens[$0], key: keys[$0]) }) else {
        break
      }
      let key = NameKey(tokens[start..<start + length].map(\.text).joined(separator: " "))
      // "Eric a three" is Eric's, though "Eric a" spells Erica.
      let isShorterName =
        length > 1 && matcher.exactMatch(keys[start], input: input) != nil
        && tokens[start + 1..<start + length].allSatisfy(isKnown)
      if let match = matcher.exactMatch(key, input: input) {
        readings.append(
          Reading(
            label: .name(match), tokens: start..<start + length,
            cost: isShorterName ? Cost.fuzzyName : 0))
      } else if length == 1, let owner = possessor(of: tokens[start]),
        let match = matcher.exactMatch(NameKey(owner), input: input)
      {
        readings.append(Reading(label: .name(match), tokens: start..<start + 1, cost: 0))
      } else if length > 1, tokens[start..<start + length].allSatisfy({ !isKnown($0) }),
        (start..<start + length).allSatisfy({ matcher.exactMatch(keys[$0], input: input) == nil }),
        case .accepted(let candidate) = matcher.fuzzyMatch(
          key, word: tokens[start..<start + length].map(\.word).joined(separator: " "))
      {
        readings.append(
          Reading(
            label: .name(.accepted(candidate)), tokens: start..<start + length,
            cost: Cost.fuzzyName))
      }
    }
    let hasSingle = readings.contains { $0.tokens.count == 1 }
    if !hasSingle, let match = distantMatch(tokens[start], key: keys[start], otherwise: otherwise) {
      readings.append(match.at(start))
    }
    return readings
  }

  /// Whether a token is a word of the language or a number, wherever it stands in a phrase.
  private func isKnown(_ token: Token) -> Bool {
    vocabulary.contains(token.word) || NumberReader.isNumberWord(token.word)
  }

  /// Whether a token can be a part of a name: a symbol, a signed number and a fraction cannot.
  private func isNamePart(_ token: Token, key: NameKey) -> Bool {
    guard !key.letters.isEmpty, let first = token.word.first else { return false }
    return !"+-−.".contains(first) && !(first.isNumber && token.word.contains("."))
  }

  private func possessor(of token: Token) -> String? {
    token.word.hasSuffix("'s") ? String(token.word.dropLast(2)) : nil
  }

  private struct UnplacedReading {
    let match: NameMatch
    let cost: Int

    func at(_ start: Int) -> Reading {
      Reading(label: .name(match), tokens: start..<start + 1, cost: cost)
    }
  }

  /// Reads a single token as a name that it does not spell.
  private func distantMatch(_ token: Token, key: NameKey, otherwise: [Reading]) -> UnplacedReading?
  {
    if isKnown(token) {
      // A number may be a name that was heard as one: "one three" where Juan plays.
      let isNumber = otherwise.contains { reading in
        guard reading.tokens.count == 1, case .meaning(.number, _) = reading.label else {
          return false
        }
        return true
      }
      guard isNumber, case .accepted(let candidate) = matcher.soundMatch(word: token.word)
      else { return nil }
      return UnplacedReading(match: .accepted(candidate), cost: Cost.soundAlikeNumber)
    }
    guard token.text.contains(where: \.isLetter), token.text.first?.isNumber != true else {
      return nil
    }
    let word = possessor(of: token) ?? token.word
    let match = matcher.fuzzyMatch(NameKey(word), word: word)
    let cost =
      switch match {
      case .accepted: Cost.fuzzyName
      case .ambiguous, .near: Cost.doubtfulName
      case .unknown: Cost.unknownName
      }
    return UnplacedReading(match: match, cost: cost)
  }
}

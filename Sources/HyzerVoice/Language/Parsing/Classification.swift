/// One reading of one or more tokens.
package struct Reading: Hashable, Sendable {
  /// What tokens can stand for.
  package enum Label: Hashable, Sendable {
    /// A player's name, or what stands where one may.
    case name(NameMatch)
    /// A word or phrase of the language, with the part of speech of a score.
    case meaning(Meaning, ScoreShape?)
    /// A word that stands for itself in a form.
    case literal
  }

  package let label: Label
  /// The tokens, by their places in the list.
  package let tokens: Range<Int>
  /// How far-fetched the reading is, as ``ReadingCost`` says; 0 for the plain sense of the words.
  let cost: Int
  /// Whether it is a score only by sounding like one ("for" as four).
  var isHomophone = false
}

extension Reading {
  /// Whether it is of a word that says nothing.
  var isIdle: Bool {
    [FunctionWord.filler, .opener, .greeting, .ending, .praise, .deed].contains {
      isOf(.function($0))
    }
  }

  func isOf(_ terminal: Terminal) -> Bool {
    switch (terminal, label) {
    case (.name, .name), (.stranger, .name(.unknown)): true
    case (.score, .meaning(_, let shape)): shape == .number || shape == .golf
    case (.golf, .meaning(_, let shape)): shape == .golf
    case (.pluralScore, .meaning(_, let shape)): shape == .plural || shape == .golfPlural
    case (.verbScore, .meaning(_, let shape)): shape == .verb || shape == .golfPlural
    case (.number, .meaning(.number, let shape)): shape == .number
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
  /// The tokens of idle phrases such as "no one", which have no reading of their own.
  var talk: Set<Int> = []
  /// The tokens that may stand in a story between a name and its score.
  var stories: Set<Int> = []

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
  private let vocabulary: Vocabulary
  private let matcher: NameMatcher
  /// Whom "I" and "me" mean, where that is known.
  private let reporter: PlayerID?

  init(vocabulary: Vocabulary, matcher: NameMatcher, reporter: PlayerID? = nil) {
    self.vocabulary = vocabulary
    self.matcher = matcher
    self.reporter = reporter
  }

  func spellsName(_ word: String) -> Bool {
    matcher.exactMatch(NameKey(word), input: .typed) != nil
  }

  /// Whether a word ends a player's name.
  func isName(_ token: Token) -> Bool { matcher.endsName(token.word) }

  func classify(_ tokens: [Token], input: InputKind) -> Classification {
    let keys = tokens.map { NameKey($0.text) }
    var distant: [String: (match: NameMatch, cost: Int)?] = [:]
    var readings = tokens.indices.map { start in
      var phrases = phraseReadings(of: tokens, from: start)
      let numbers = NumberReader(tokens: tokens).reading(from: start).map { [$0] } ?? []
      // "Plus one" is one over par.
      if NumberWords.signs[tokens[start].word] != nil, !numbers.isEmpty {
        phrases.removeAll { $0.tokens.count == 1 }
      }
      var names = nameReadings(of: tokens, keys: keys, from: start, input: input)
      if !names.contains(where: { $0.tokens.count == 1 }) {
        let found = distant[tokens[start].text] ?? distantMatch(tokens[start])
        distant[tokens[start].text] = .some(found)
        if let (match, cost) = found {
          names.append(Reading(label: .name(match), tokens: start..<start + 1, cost: cost))
        }
      }
      if names.contains(where: { $0.tokens.count == 1 && $0.cost == 0 }) {
        // Where Lucky plays, "lucky" is no filler.
        phrases.removeAll { $0.tokens.count == 1 && $0.isIdle }
      }
      return names + phrases
        + numbers.filter { number in
          !phrases.contains { $0.tokens == number.tokens && $0.label == number.label }
        }
    }
    let talk = setTalkAside(in: &readings)
    noteStutter(in: &readings, of: tokens)
    let stories = tokens.indices.filter { isOfStory(tokens[$0], readings[$0]) }
    return Classification(tokens: tokens, readings: readings, talk: talk, stories: Set(stories))
  }

  /// Whether a token can stand in a story: it is nobody's name, no score, and nothing else that counts.
  private func isOfStory(_ token: Token, _ readings: [Reading]) -> Bool {
    let isHarmless = readings.allSatisfy { reading in
      switch reading.label {
      case .name: reading.cost >= ReadingCost.unknownName
      case .meaning(.function(let function), _): StoryWords.functions.contains(function)
      case .meaning: reading.isHomophone
      case .literal: true
      }
    }
    return isHarmless && StoryWords.contains(token.word)
  }

  /// Makes a filler of a name that is said twice at once: "Mike, Mike three".
  private func noteStutter(in readings: inout [[Reading]], of tokens: [Token]) {
    for (index, token) in tokens.enumerated().dropLast()
    where token.word == tokens[index + 1].word && !tokens[index + 1].followsStop {
      let own = readings[index].filter { $0.tokens.count == 1 && $0.cost == 0 }
      guard !own.isEmpty, own.allSatisfy({ $0.isOf(.name) }), !CommonWords.contains(token.word)
      else { continue }
      readings[index].append(
        Reading(label: .meaning(.function(.filler), nil), tokens: index..<index + 1, cost: 0))
    }
  }

  /// Leaves idle phrases no other reading, and returns their tokens: "no one" is neither a correction
  /// nor a score.
  private func setTalkAside(in readings: inout [[Reading]]) -> Set<Int> {
    let talk = readings.joined().filter { $0.isOf(.function(.talk)) }.map(\.tokens)
    for range in talk {
      for start in readings.indices where start < range.upperBound {
        readings[start].removeAll {
          $0.tokens.overlaps(range) && !$0.isOf(.function(.talk))
        }
      }
    }
    return Set(talk.joined())
  }

  private func phraseReadings(of tokens: [Token], from start: Int) -> [Reading] {
    let word = unstretched(tokens[start].word)
    let found = vocabulary.entries(startingWith: word).filter { entry in
      (word == tokens[start].word || !entry.meaning.isScore)
        && start + entry.words.count <= tokens.count
        && zip(tokens[start...].dropFirst(), entry.words.dropFirst()).allSatisfy { $0.word == $1 }
    }
    let longest = found.filter(\.meaning.isScore).map(\.words.count).max() ?? 0
    return found.map { entry in
      let isPart = entry.meaning.isScore && entry.words.count < longest
      return Reading(
        label: .meaning(entry.meaning, entry.shape), tokens: start..<start + entry.words.count,
        cost: (entry.isHomophone ? ReadingCost.homophone : 0)
          + (isPart ? ReadingCost.splitPhrase : 0), isHomophone: entry.isHomophone)
    }
  }

  /// Returns a word without the letters that are drawn out, as in "aaand".
  private func unstretched(_ word: String) -> String {
    let letters = Array(word)
    guard
      letters.indices.dropFirst(2).contains(where: {
        letters[$0] == letters[$0 - 1] && letters[$0] == letters[$0 - 2]
      })
    else { return word }
    return String(
      letters.indices.filter { $0 == 0 || letters[$0] != letters[$0 - 1] }.map { letters[$0] })
  }

  private func nameReadings(
    of tokens: [Token], keys: [NameKey], from start: Int, input: InputKind
  ) -> [Reading] {
    var readings: [Reading] = []
    func add(_ match: NameMatch, length: Int, cost: Int) {
      readings.append(Reading(label: .name(match), tokens: start..<start + length, cost: cost))
    }
    if let reporter, Vocabulary.reporterWords.contains(tokens[start].word) {
      add(.accepted(NameCandidate(player: reporter, similarity: 1)), length: 1, cost: 0)
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
      // "Be a five" is not Bea's.
      let isSaying =
        length > 1 && tokens[range].allSatisfy(isOrdinary)
        && !matcher.hasName(of: range.flatMap { NameKey.words(of: tokens[$0].text) })
      if isSaying { continue }
      // "Mike's" is not Mike S.
      let isPossessive =
        length == 1 && tokens[start].word.hasSuffix("s")
        && !matcher.hasName(of: NameKey.words(of: tokens[start].text))
      if let match = matcher.exactMatch(key, input: input),
        !isPossessive || !matcher.isInitialed(match, by: "s")
      {
        add(match, length: length, cost: isShorterName ? ReadingCost.fuzzyName : 0)
      } else if length == 1, let owner = possessor(of: tokens[start]),
        let match = matcher.exactMatch(NameKey(owner), input: input)
      {
        add(match, length: 1, cost: 0)
      } else if length > 1, let owner = possessor(of: tokens[range.upperBound - 1]),
        let match = matcher.exactMatch(
          NameKey((tokens[range].dropLast().map(\.text) + [owner]).joined(separator: " ")),
          input: input)
      {
        add(match, length: length, cost: 0)
      } else if length > 1, !tokens[range].contains(where: isOrdinary),
        range.allSatisfy({ matcher.exactMatch(keys[$0], input: input) == nil }),
        case .accepted(let candidate) = matcher.fuzzyMatch(
          key, word: tokens[range].map(\.word).joined(separator: " "))
      {
        add(.accepted(candidate), length: length, cost: ReadingCost.fuzzyName)
      }
    }
    return readings
  }

  /// Whether a token is a word of the language or a number, wherever it stands in a phrase.
  private func isKnown(_ token: Token) -> Bool {
    vocabulary.contains(token.word) || NumberWords.contains(token.word)
  }

  /// Whether a token is a word that everybody uses: it is nobody's name unless it spells one.
  private func isOrdinary(_ token: Token) -> Bool {
    isKnown(token) || CommonWords.contains(token.word)
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
  private func distantMatch(_ token: Token) -> (match: NameMatch, cost: Int)? {
    guard !isKnown(token), token.text.contains(where: \.isLetter),
      token.text.first?.isNumber != true
    else { return nil }
    let word = possessor(of: token) ?? token.word
    if isOrdinary(token) {
      // "Forest" is Forrest, who plays.
      return matcher.respelled(NameKey(word)).map { (.accepted($0), ReadingCost.fuzzyName) }
        ?? (.unknown, ReadingCost.everydayName)
    }
    var match = matcher.fuzzyMatch(NameKey(word), word: word)
    if word.hasSuffix("s"), case .accepted(let candidate) = match,
      matcher.isInitialed(match, by: "s")
    {
      // "Mikes" may be what Mike S. has, or another Mike.
      match = .near([candidate])
    }
    switch match {
    case .accepted: return (match, ReadingCost.fuzzyName)
    case .ambiguous, .near: return (match, ReadingCost.doubtfulName)
    case .unknown: return (match, ReadingCost.unknownName)
    }
  }
}

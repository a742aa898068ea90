/// What a text says, with the steps that led there.
package struct ParseAnalysis: Hashable, Sendable {
  /// The words with every reading of each.
  package let classification: Classification
  /// The covers of the words that explain them best and those that come near, the best first; empty
  /// for a text without words.
  package let assemblies: [Assembly]
  package let result: ParseResult
}

/// Turns the words of an utterance into scores: tokenize, classify, match, assemble, interpret.
package struct UtteranceParser: Sendable {
  /// The most words that are read as one utterance; more are refused.
  package static let mostWords = 500

  /// The forms of the language, prepared once.
  private static let forms = PreparedForms(LanguageDescription.english.forms)

  private let classifier: Classifier
  let round: Round

  /// Makes a parser for a round.
  ///
  /// - Parameters:
  ///   - round: The players, and the hole that golf words are relative to.
  ///   - reporter: Whom "I" and "me" mean, if anybody.
  ///   - namePronunciations: How each spelling of the players' names is said, by the spelling;
  ///     without it, names are matched by spelling alone.
  ///   - pronounce: How any other word is said.
  package init(
    round: Round, reporter: PlayerID? = nil, namePronunciations: [String: [Pronunciation]] = [:],
    pronounce: @escaping Pronouncer = { _ in [] }
  ) {
    classifier = Classifier(
      vocabulary: LanguageDescription.english.vocabulary,
      matcher: NameMatcher(
        roster: round.roster, namePronunciations: namePronunciations, pronounce: pronounce),
      reporter: reporter)
    self.round = round
  }

  /// Returns what a text says.
  ///
  /// Where its words can be taken in several ways that differ, only what all of them say counts,
  /// and the result is not a success.
  package func parse(_ text: String, input: InputKind = .typed) -> ParseResult {
    analyze(text, input: input).result
  }

  /// Returns what a text says as ``parse(_:input:)`` does, with the steps that lead there.
  package func analyze(_ text: String, input: InputKind = .typed) -> ParseAnalysis {
    let words = tokenize(text)
    guard words.count <= UtteranceParser.mostWords else {
      let problem = Problem(
        .tooLong(words: words.count, most: UtteranceParser.mostWords), text: "",
        range: 0..<text.count)
      return ParseAnalysis(
        classification: Classification(tokens: [], readings: []), assemblies: [],
        result: ParseResult(scores: [], problems: [problem], corrections: []))
    }
    let tokens = input == .typed ? classifier.parted(words) : words
    let classification = classifier.classify(tokens, input: input)
    let assemblies = tokens.isEmpty ? [] : classification.assemblies(of: UtteranceParser.forms)
    var result = agreed(
      assemblies.map { ParseResult($0, of: classification, in: round) }, on: classification)
    result.hole = assemblies.first.flatMap { classification.hole(namedIn: $0) }
    result.correctsEarlier = classification.correctsEarlier
    return ParseAnalysis(
      classification: classification, assemblies: assemblies, result: result)
  }

  /// Returns what the best way to take the words says, as far as no other way says something else.
  ///
  /// Where the best way leaves nothing open, only ways that leave nothing open either count.
  private func agreed(_ results: [ParseResult], on classification: Classification) -> ParseResult {
    guard var result = results.first else { return .nothing }
    let rivals = result.isReading ? results.filter(\.isReading) : results
    let scores = rivals.map { Set($0.scores.map(\.holeScore)) }
    let agreed = scores.reduce(scores[0]) { $0.intersection($1) }
    let doubtful = Set(scores.joined()).subtracting(agreed)
    if !doubtful.isEmpty {
      let tokens = classification.tokens.indices
      result.scores.removeAll { doubtful.contains($0.holeScore) }
      result.problems.append(
        Problem(
          .ambiguousSentence, text: classification.text(of: tokens),
          range: classification.sourceRange(of: tokens),
          candidates: Set(doubtful.map(\.player)).sorted()))
    }
    return result
  }
}

extension ParseResult {
  /// Whether all words are explained, be it doubtfully, or as said of another hole.
  fileprivate var isReading: Bool {
    problems.allSatisfy { problem in
      switch problem.kind {
      case .homophone, .ambiguousSentence, .otherHole, .otherPar: true
      default: false
      }
    }
  }
}

extension PlayerScore {
  /// The score without where it was said, by which two results are compared.
  fileprivate var holeScore: HoleScore { HoleScore(player: player, strokes: strokes) }
}

/// What somebody says to scores that wait to be saved.
public enum Reply: Hashable, Sendable {
  /// Save them: "yes".
  case accept
  /// Forget them: "no", "cancel".
  case dismiss
  /// Take back what this device saved last, or forget what is not saved yet: "undo".
  case undo
  /// Another score: "make it five", or of a player, "Mike five" and "no score for Mike".
  case change(PlayerID?, HoleResult)
}

/// Turns the words of a reply into what it does to scores that wait to be saved.
package struct ReplyParser: Sendable {
  private static let forms = PreparedForms(LanguageDescription.english.replies)

  private let classifier: Classifier
  private let round: Round

  /// Makes a parser for a round.
  ///
  /// - Parameters:
  ///   - round: The players, and the hole that golf words are relative to.
  ///   - namePronunciations: How each spelling of the players' names is said, by the spelling: names
  ///     that sound the same are the same.
  package init(round: Round, namePronunciations: [String: [Pronunciation]] = [:]) {
    let language = LanguageDescription.english
    classifier = Classifier(
      vocabulary: language.replyVocabulary,
      matcher: NameMatcher(
        roster: round.roster, namePronunciations: namePronunciations, pronounce: { _ in [] }))
    self.round = round
  }

  /// Returns what a reply says, or nil where its words are no reply, or can mean two.
  ///
  /// Nothing is guessed: a name that several players answer to, or a score that nobody can have, is
  /// no reply.
  package func parse(_ text: String, input: InputKind = .spoken) -> Reply? {
    let tokens = tokenize(text)
    guard !tokens.isEmpty else { return nil }
    var matcher = PatternMatcher(
      classifier.classify(tokens, input: input), ReplyParser.forms.automaton)
    let most = input == .typed ? ReadingCost.homophone : 0
    let replies = matcher.matches(from: 0)
      .filter { match in
        match.end == tokens.count && match.cost <= most
          && (input == .typed || ReplyParser.forms.forms[match.pattern].isSpoken)
      }
      .map { reply(ReplyParser.forms.forms[$0.pattern].kind, matcher.readings(of: $0)) }
    guard let first = replies.first, replies.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  private func reply(_ kind: ReplyKind, _ readings: [Reading]) -> Reply? {
    switch kind {
    case .accept: return .accept
    case .dismiss: return .dismiss
    case .undo: return .undo
    case .change:
      var player: PlayerID?
      var result: HoleResult?
      for reading in readings {
        switch reading.label {
        case .name(.accepted(let candidate)): player = candidate.player
        case .name: return nil
        case .meaning(let meaning, _) where meaning.isScore:
          result = (try? meaning.strokes(par: round.par)).map { .strokes($0) }
        case .meaning(.function(.noScoreFor), _): result = .noScore
        case .meaning, .literal: continue
        }
      }
      return result.map { .change(player, $0) }
    }
  }
}

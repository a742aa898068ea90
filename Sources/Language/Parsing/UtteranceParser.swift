public import Golf

/// Turns the words of an utterance into scores: tokenize, classify, match, assemble, interpret.
public struct UtteranceParser: Sendable {
  private let classifier: Classifier
  private let assembler: Assembler
  private let interpreter: Interpreter

  /// Makes a parser for a round.
  ///
  /// - Parameters:
  ///   - round: The players, and the hole that golf words are relative to.
  ///   - language: The forms and words to understand.
  ///   - namePronunciations: How each spelling of the players' names is said, by the spelling;
  ///     without it, names are matched by spelling alone.
  ///   - pronounce: How any other word is said.
  public init(
    round: Round, language: LanguageDescription = .english,
    namePronunciations: [String: [Pronunciation]] = [:],
    pronounce: @escaping Pronouncer = { _ in [] }
  ) {
    classifier = Classifier(
      vocabulary: language.vocabulary,
      matcher: NameMatcher(
        roster: round.roster, namePronunciations: namePronunciations, pronounce: pronounce))
    assembler = Assembler(language: language)
    interpreter = Interpreter(round: round)
  }

  /// Returns what a text says.
  ///
  /// Where its words can be taken in several ways that differ, only what all of them say counts,
  /// and the result is not a success.
  public func parse(_ text: String, input: InputKind = .typed) -> ParseResult {
    analyze(text, input: input).result
  }

  /// Returns what a text says as ``parse(_:input:)`` does, with the steps that lead there.
  public func analyze(_ text: String, input: InputKind = .typed) -> ParseAnalysis {
    let tokens = tokenize(text)
    let classification = classifier.classify(tokens, input: input)
    let assemblies = tokens.isEmpty ? [] : assembler.assemble(classification)
    return ParseAnalysis(
      classification: classification, assemblies: assemblies,
      result: agreed(
        assemblies.map { interpreter.interpret($0, of: classification) }, on: classification))
  }

  /// Returns what all ways to take the words agree on.
  private func agreed(_ results: [ParseResult], on classification: Classification) -> ParseResult {
    guard var result = results.first else { return .nothing }
    let tokens = classification.tokens
    let isAmbiguous = results.dropFirst().contains {
      Set($0.scores.map(\.holeScore)) != Set(result.scores.map(\.holeScore))
    }
    if isAmbiguous {
      let agreed = results.map { Set($0.scores.map(\.holeScore)) }
        .reduce(Set(result.scores.map(\.holeScore))) { $0.intersection($1) }
      let doubtful = Set(results.flatMap(\.scores).map(\.holeScore)).subtracting(agreed)
      result.scores.removeAll { !agreed.contains($0.holeScore) }
      result.problems.append(
        Problem(
          .ambiguousSentence, text: tokens.map(\.text).joined(separator: " "),
          range: classification.sourceRange(of: tokens.indices),
          candidates: Set(doubtful.map(\.player)).sorted()))
    }
    return result
  }
}

extension PlayerScore {
  /// The score without where it was said, by which two results are compared.
  fileprivate var holeScore: HoleScore { HoleScore(player: player, strokes: strokes) }
}

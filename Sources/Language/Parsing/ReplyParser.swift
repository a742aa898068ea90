public import Golf

/// Turns the words of a reply into what it does to scores that wait to be saved.
public struct ReplyParser: Sendable {
  private let classifier: Classifier
  private let forms: [ReplyForm]
  private let round: Round

  /// Makes a parser for a round.
  ///
  /// - Parameters:
  ///   - round: The players, and the hole that golf words are relative to.
  ///   - replies: The replies to understand.
  ///   - namePronunciations: How each spelling of the players' names is said, by the spelling: names
  ///     that sound the same are the same.
  public init(
    round: Round, replies: ReplyDescription = .english,
    namePronunciations: [String: [Pronunciation]] = [:]
  ) {
    classifier = Classifier(
      vocabulary: replies.vocabulary,
      matcher: NameMatcher(
        roster: round.roster, namePronunciations: namePronunciations, pronounce: { _ in [] }))
    forms = replies.forms
    self.round = round
  }

  /// Returns what a reply says, or nil where its words are no reply, or can mean two.
  ///
  /// Nothing is guessed: a name that several players answer to, or a score that nobody can have, is
  /// no reply.
  public func parse(_ text: String) -> Reply? {
    let tokens = tokenize(text)
    guard !tokens.isEmpty else { return nil }
    let matcher = PatternMatcher(
      classification: classifier.classify(tokens, input: .spoken), mostPaths: tokens.count)
    let readings = forms.flatMap { form in
      matcher.paths(of: form.pattern, from: 0)
        .filter { path in path.end == tokens.count && path.cost == 0 }
        .map { reply(form.kind, $0.readings) }
    }
    guard let first = readings.first, readings.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  private func reply(_ kind: ReplyKind, _ readings: [Reading]) -> Reply? {
    switch kind {
    case .accept: return .accept
    case .dismiss: return .dismiss
    case .undo: return .undo
    case .change:
      var player: PlayerID?
      var strokes: Strokes?
      for reading in readings {
        switch reading.label {
        case .name(.accepted(let candidate)): player = candidate.player
        case .name: return nil
        case .meaning(let meaning, _) where meaning.isScore:
          strokes = try? meaning.strokes(par: round.par).get()
        case .meaning: continue
        }
      }
      return strokes.map { .change(player, $0) }
    }
  }
}

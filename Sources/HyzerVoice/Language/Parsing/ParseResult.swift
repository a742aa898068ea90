/// A score that an utterance gives to a player.
package struct PlayerScore: Hashable, Sendable {
  package let player: PlayerID
  package let strokes: Strokes
  /// How sure it is, from 0 to 1: how alike word and name are, and how clearly it was heard.
  package var confidence: Double
  /// The words that say so, in the source text.
  package let range: SourceRange
}

/// A score that a later part of the same utterance replaced.
package struct Correction: Hashable, Sendable {
  /// Whose score it was.
  package let player: PlayerID
  /// The score that was said first.
  package let from: Strokes
  /// The score that stands, or nil where the player was named by mistake.
  package let to: Strokes?
}

/// Something that an utterance leaves open.
package struct Problem: Hashable, Sendable {
  package enum Kind: Error, Hashable, Sendable {
    /// The words are no part of the language.
    case unexplained
    /// No player has such a name.
    case unknownName
    /// The name is near a player's, but not near enough.
    case uncertainName
    /// Several players answer to the name.
    case ambiguousName
    /// A player is named without a score.
    case missingScore
    /// A score is said without a player.
    case missingPlayer
    /// The number is no score: this many strokes.
    case scoreOutOfRange(Int)
    /// A fraction is no score.
    case fraction
    /// A numeral with a sign, which may be a dash: "Mike -2" on a par 3.
    case signed
    /// The hole was not finished: a person confirms that it has no score.
    case noScore
    /// The words are scores only by their sound: "won", "to", "for".
    case homophone
    /// The utterance gives one player two scores and does not say which one counts.
    case conflictingScores
    /// A correction that does not say what it corrects, or to what.
    case unclearCorrection
    /// "Same as" somebody who has no score in this utterance.
    case nothingToCopy
    /// A group with nobody in it, or of whom it is not clear who is in it.
    case unclearGroup
    /// The scores are said of another hole than the current one.
    case otherHole(said: Int, current: Int)
    /// The scores may be of one hole or of the next, as where one was completed a moment ago.
    case holeInQuestion(earlier: Int, current: Int)
    /// Another par is said of the hole than the round has.
    case otherPar(said: Int, current: Int)
    /// The words can be taken in several ways.
    case ambiguousSentence
    /// The words were not heard clearly enough.
    case lowConfidence
    /// So many scores alone, which are neither one for each player who is `missing` one nor one for each
    /// player.
    case scoreCount(Int, missing: Int, players: Int)
    /// There are more words than anybody says at once.
    case tooLong(words: Int, most: Int)
  }

  package let kind: Kind
  /// The words in question, as they were said.
  package let text: String
  package let range: SourceRange
  /// The players whom they may mean, the likeliest first.
  package let candidates: [PlayerID]
  /// The score that was heard with them, if one was.
  package let strokes: Strokes?

  package init(
    _ kind: Kind, text: String, range: SourceRange, candidates: [PlayerID] = [],
    strokes: Strokes? = nil
  ) {
    self.kind = kind
    self.text = text
    self.range = range
    self.candidates = candidates
    self.strokes = strokes
  }

  package static func isBefore(_ left: Problem, _ right: Problem) -> Bool {
    (left.range.lowerBound, left.range.upperBound) < (
      right.range.lowerBound, right.range.upperBound
    )
  }
}

extension Problem {
  /// What stays open, in words for people.
  package func text(roster: Roster) -> String {
    var named: Set<PlayerID> = []
    let names = candidates.filter { named.insert($0).inserted }.map { roster[$0].name }
      .joined(separator: " or ")
    let quoted = text.isEmpty ? "a part of it" : "\"\(text)\""
    return switch kind {
    case .unexplained: "\(quoted) is not understood"
    case .unknownName: "\(quoted) is nobody's name in this round"
    case .uncertainName:
      "\(quoted) is not quite a name\(names.isEmpty ? "" : "; is it \(names)?")"
    case .ambiguousName: "\(quoted) may be \(names.isEmpty ? "several names" : names)"
    case .missingScore:
      "\(names.isEmpty ? quoted : names) has no score; say a number or a golf word after the name"
    case .missingPlayer: "\(quoted) has no player; say a name before the score"
    case .scoreOutOfRange(let count):
      "\(quoted) comes to \(count) strokes; scores go from \(Strokes.range.lowerBound) to "
        + "\(Strokes.range.upperBound)"
    case .fraction: "\(quoted) has a fraction; scores are whole numbers"
    case .signed: "\(quoted) has a sign or a dash; say \"one under\" or \"one over\""
    case .noScore:
      names.isEmpty
        ? "\(quoted) does not name who has no score; name each" : "\(quoted): no score for \(names)"
    case .homophone: "\(quoted) may be another word than the score that it sounds like"
    case .scoreCount(let count, let missing, let players):
      "\(quoted) has \(count) scores for "
        + (missing > 0 && missing < players
          ? "\(missing) player\(missing == 1 ? "" : "s") without one, of \(players)"
          : "\(players) player\(players == 1 ? "" : "s")")
        + "; give each of them one, or say the names"
    case .tooLong(let words, let most):
      "the text has \(words) words, and an utterance at most \(most); give it in parts"
    case .conflictingScores:
      "\(quoted) leaves open which score counts\(names.isEmpty ? "" : " for \(names)")"
    case .unclearCorrection: "\(quoted) does not say clearly what is corrected"
    case .nothingToCopy: "\(quoted) copies a score that is not said here"
    case .unclearGroup: "\(quoted) leaves open who is meant"
    case .otherHole(let said, let current):
      "\(quoted) speaks of hole \(said); the round is at hole \(current)"
    case .holeInQuestion(let earlier, let current):
      "is this of hole \(earlier) or of hole \(current)?"
    case .otherPar(let said, let current):
      "\(quoted) speaks of par \(said); the hole's par is \(current)"
    case .ambiguousSentence: "\(quoted) can be taken in several ways"
    case .lowConfidence:
      names.isEmpty ? "nothing like a score was heard" : "\(names) was not heard clearly"
    }
  }
}

/// What an utterance says.
package struct ParseResult: Hashable, Sendable {
  /// The scores, in the order in which the players were named.
  package var scores: [PlayerScore]
  /// What stays open, in the order of the words.
  package var problems: [Problem]
  /// The scores that the utterance itself replaced.
  package var corrections: [Correction]
  /// The hole that the words name, whether the round has it or not; nil where they name none, or two.
  package var hole: Int?
  /// Whether a word of correction comes before all scores, so that the utterance corrects what was said
  /// before it: "no, Jake had a five".
  package var correctsEarlier = false

  /// How far the utterance was understood; ``ParseStatus/success`` means without any problem.
  package var status: ParseStatus {
    if problems.isEmpty { return scores.isEmpty ? .failed : .success }
    let isOpen = !scores.isEmpty || problems.contains { !$0.candidates.isEmpty }
    return isOpen ? .partial : .failed
  }

  /// The result for an utterance in which nothing was heard.
  package static let nothing = ParseResult(scores: [], problems: [], corrections: [])
}

extension ParseResult {
  /// Makes the result for a score that was picked from lists, or for none, without any words.
  package init(picked player: PlayerID, _ result: HoleResult) {
    switch result {
    case .strokes(let strokes):
      self.init(
        scores: [PlayerScore(player: player, strokes: strokes, confidence: 1, range: 0..<0)],
        problems: [], corrections: [])
    case .noScore:
      self.init(
        scores: [],
        problems: [Problem(.noScore, text: "", range: 0..<0, candidates: [player])],
        corrections: [])
    }
  }
}

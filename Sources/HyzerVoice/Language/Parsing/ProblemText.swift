package import DiscGolf

extension Problem {
  /// What stays open, in words for people.
  package func text(roster: Roster) -> String {
    let names = candidates.map { roster[$0].name }.joined(separator: " or ")
    let quoted = text.isEmpty ? "a part of it" : "\"\(text)\""
    return switch kind {
    case .unexplained: "\(quoted) is not understood"
    case .unknownName: "\(quoted) is nobody's name in this round"
    case .uncertainName: "\(quoted) is not quite a name; is it \(names)?"
    case .ambiguousName: "\(quoted) may be \(names)"
    case .missingScore: "\(names) has no score; say a number or a golf word after the name"
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
          ? "\(missing) players without one, of \(players)" : "\(players) players")
        + "; give each of them one, or say the names"
    case .tooLong(let words, let most):
      "the text has \(words) words, and an utterance at most \(most); give it in parts"
    case .conflictingScores: "\(quoted) leaves open which score counts for \(names)"
    case .unclearCorrection: "\(quoted) does not say clearly what is corrected"
    case .nothingToCopy: "\(quoted) copies a score that is not said here"
    case .unclearGroup: "\(quoted) leaves open who is meant"
    case .otherHole(let said, let current):
      "\(quoted) speaks of hole \(said); the round is at hole \(current)"
    case .otherPar(let said, let current):
      "\(quoted) speaks of par \(said); the hole's par is \(current)"
    case .ambiguousSentence: "\(quoted) can be taken in several ways"
    case .lowConfidence:
      names.isEmpty ? "nothing like a score was heard" : "\(names) was not heard clearly"
    }
  }
}

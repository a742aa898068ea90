package import Golf
package import Language

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

/// How a number of strokes compares with par, in signs and words.
struct GolfWord: Hashable {
  /// "-2", "E" or "+1".
  let sign: String
  /// Such as "birdie"; empty where golf has no word.
  let word: String
  /// Colours it; never the only sign.
  let style: Style

  /// Compares what somebody has on a hole with its par; no score has no sign.
  init(_ result: HoleResult, par: Int) {
    switch result {
    case .strokes(let strokes):
      let relative = strokes.count - par
      self.init(relative: relative, word: GolfWord.word(strokes.count, relative))
    case .noScore: self.init(sign: "", word: result.text, style: .plain)
    }
  }

  /// Makes the sign of strokes above par, of a whole round for instance.
  init(relative: Int) { self.init(relative: relative, word: "") }

  private init(relative: Int, word: String) {
    self.init(
      sign: RelativeToPar.sign(relative), word: word,
      style: relative == 0 ? .plain : relative < 0 ? .underPar : .overPar)
  }

  private init(sign: String, word: String, style: Style) {
    (self.sign, self.word, self.style) = (sign, word, style)
  }

  private static func word(_ strokes: Int, _ relative: Int) -> String {
    if strokes == 1 { return "ace" }
    return switch relative {
    case -3: "albatross"
    case -2: "eagle"
    case -1: "birdie"
    case 0: "par"
    case 1: "bogey"
    case 2: "double bogey"
    case 3: "triple bogey"
    default: ""
    }
  }
}

extension String {
  /// The text without control characters, which names and transcripts from elsewhere may hold.
  package var printable: String {
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: scalars.append("?")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}

/// What an utterance was taken for and by which measures, as it is kept with the scores.
///
/// With the round in which it was said it comes to the same decision again, whatever the settings are
/// by then: see ``ScoredUtterance``.
package struct Evidence: Hashable, Sendable, Codable {
  package let hypothesis: Hypothesis
  /// What was heard of a reply; nil where none was listened for, or none was heard.
  package let reply: ReplyHypothesis?
  package let confidence: DecoderSettings.Confidence
  package let replies: DecoderSettings.Replies
  /// Where the utterance lies in the stream, in samples at 16 kHz from its start; nil where it was
  /// none of a stream.
  package let samples: Range<Int>?
}

/// A score that an utterance gives to a player.
public struct HeardScore: Hashable, Sendable {
  /// The player's display name, as the roster has it.
  public let player: String
  /// How many strokes, within `Strokes.range`.
  public let strokes: Int
  /// How sure the score is, from 0 to 1: that of the least clear of its words.
  public let confidence: Double
}

/// An utterance: what was heard, how its words were taken, what they say, and what comes of it.
///
/// ```swift
/// let utterance = try scorer.score(Recording(path: "hole.wav"))
/// switch utterance.decision {
/// case .savesItself: save(utterance.scores)
/// case .asks: ask(utterance.questions, about: utterance.scores)
/// default: break
/// }
/// ```
public struct ScoredUtterance: Hashable, Sendable {
  /// What comes of an utterance.
  public enum Decision: Hashable, Sendable {
    /// No word was heard.
    case nothingHeard
    /// All words together were not clear enough to be a score at all.
    case rejected
    /// The words hold nothing that could be saved.
    case notUnderstood
    /// Something stays open; a person is asked.
    case asks
    /// Everything is clear; the scores save themselves if nobody objects.
    case savesItself
    /// It is taken for a reply.
    case reply(Reply)
  }

  package let evidence: Evidence
  /// The round as it was played when it was said.
  package let round: Round
  /// How the words were taken: their readings, whom names matched, the clauses, and what they say.
  package let analysis: ParseAnalysis
  /// What they say, weighed by how clearly they were heard.
  package let result: ParseResult
  /// Whether another sentence that says something else explains the audio nearly as well.
  package let isContested: Bool
  /// What comes of it.
  public let decision: Decision

  /// The scores, in the order in which the players were named.
  ///
  /// They are to be saved without a person only where ``decision`` is ``Decision/savesItself``.
  public var scores: [HeardScore] {
    result.scores.map {
      HeardScore(
        player: round.roster[$0.player].name, strokes: $0.strokes.count, confidence: $0.confidence)
    }
  }

  /// What stays open, in words for people: a line for each thing, in the order of the words.
  public var questions: [String] { result.problems.map { $0.text(roster: round.roster) } }

  /// The words that were heard.
  public var hypothesis: Hypothesis { evidence.hypothesis }

  /// What the utterance says to scores that wait to be saved; nil where it is no reply.
  ///
  /// Where there is one, it says all that the utterance says: ``scores`` then holds the same score,
  /// or nothing that was meant.
  public var reply: Reply? {
    if case .reply(let reply) = decision { reply } else { nil }
  }

  /// Returns whether it has scores, and one for each of some players.
  package func isComplete(for players: Set<PlayerID>) -> Bool {
    switch decision {
    case .savesItself, .asks, .reply(.change(_?, .strokes)):
      !result.scores.isEmpty && players.isSubset(of: result.scores.map(\.player))
    case .nothingHeard, .rejected, .notUnderstood, .reply: false
    }
  }

  /// Returns whether it seems to break off, as after a name without a score, or where somebody thinks; a reply does not.
  package func breaksOff(_ thresholds: DecoderSettings.Unfinished) -> Bool {
    let words = hypothesis.words.filter(\.isMeasured)
    guard reply == nil, words.count > 1, let last = words.last else { return false }
    return (last.isHesitation || last.loopLLR < thresholds.lastLoopLLRBelow)
      && words.dropLast().allSatisfy { $0.confidence >= thresholds.othersFrom }
  }

  /// Takes an utterance for what its evidence says, now or long after it was heard.
  package init(_ evidence: Evidence, parsers: SpokenParsers) {
    self.evidence = evidence
    round = parsers.round
    let hypothesis = evidence.hypothesis
    analysis = parsers.sentences.analyze(hypothesis.transcript, input: .spoken)
    // "Mike had a six" explains the audio little better than "Mike, um, six", and says the same.
    isContested =
      hypothesis.isContested
      && hypothesis.competitor.map { [said = analysis.result] in
        !parsers.sentences.parse($0.transcript, input: .spoken).says(said)
      } ?? true
    result = analysis.result.weighed(
      by: hypothesis, evidence.confidence, isContested: isContested,
      rejectBelow: evidence.confidence.rejectBelow)
    decision = Decision(
      result, evidence,
      reply: evidence.reply.flatMap { parsers.replies.parse($0.hypothesis.transcript) })
  }

  /// Whether something in it would be accepted if only the utterance as a whole were clear enough.
  package var isAcceptable: Bool {
    !analysis.result.weighed(
      by: evidence.hypothesis, evidence.confidence, isContested: isContested, rejectBelow: 0
    ).scores.isEmpty
  }
}

extension ScoredUtterance.Decision {
  /// Decides on an utterance; `reply` is what the words say that were heard as a reply.
  ///
  /// A reply counts where it is clear and explains the audio better than any sentence of scores, as
  /// ``DecoderSettings/Replies`` says. "Mike five" is a reply and scores, and as sure as the scores: it
  /// counts where the sentence heard has the same words and would save itself.
  fileprivate init(_ result: ParseResult, _ evidence: Evidence, reply: Reply?) {
    let sentence = evidence.hypothesis
    if let reply, let heard = evidence.reply {
      let isSentence = heard.hypothesis.transcript == sentence.transcript
      let counts =
        if isSentence, case .change(_?, _) = reply {
          result.status == .success
        } else {
          evidence.replies.accept(heard, isSentence: isSentence)
        }
      if counts {
        self = .reply(reply)
        return
      }
    }
    if sentence.words.isEmpty {
      self = .nothingHeard
    } else if sentence.confidence < evidence.confidence.rejectBelow {
      self = .rejected
    } else {
      switch result.status {
      case .success: self = .savesItself
      case .partial: self = .asks
      case .failed: self = .notUnderstood
      }
    }
  }
}

extension RecognizedWord {
  private static let articles = words { $0.meaning == .function(.article) }
  private static let hesitations = words { $0.meaning == .function(.filler) && $0.isSpoken }

  private static func words(_ areTaken: (VocabularyEntry) -> Bool) -> Set<String> {
    Set(Vocabulary.english.entries.filter(areTaken).flatMap(\.words))
  }

  /// Whether its confidence counts: an article is too short to be measured, and says nothing.
  package var isMeasured: Bool { !RecognizedWord.articles.contains(text) }

  /// Whether it is what people say while they think.
  var isHesitation: Bool { RecognizedWord.hesitations.contains(text) }
}

extension ParseResult {
  /// Returns whether it is understood without any problem, and gives the same players the same strokes as another.
  func says(_ other: ParseResult) -> Bool {
    func pairs(_ result: ParseResult) -> [PlayerID: Int] {
      Dictionary(result.scores.map { ($0.player, $0.strokes.count) }) { _, last in last }
    }
    return status == .success && pairs(self) == pairs(other) && hole == other.hole
      && correctsEarlier == other.correctsEarlier
  }

  /// Returns this result, weighed by how clearly its words were heard.
  ///
  /// A score is as sure as the least clear of its words. One that is to be confirmed stays among
  /// the scores, with a problem beside it; one that is asked about moves to the problems. Where what they say
  /// is contested, or the words are not clear enough all together, or where somebody hesitated among them, said
  /// something that was not heard or seems to go on, a person has to confirm all of them.
  package func weighed(
    by hypothesis: Hypothesis, _ thresholds: DecoderSettings.Confidence, isContested: Bool,
    rejectBelow: Double
  ) -> ParseResult {
    var words: [(range: SourceRange, confidence: Double)] = []
    var offset = 0
    for word in hypothesis.words {
      if word.isMeasured {
        words.append((offset..<offset + word.text.count, word.confidence))
      }
      offset += word.text.count + 1
    }
    guard let first = words.first, let last = words.last else { return self }
    let everything = first.range.lowerBound..<last.range.upperBound
    var result = self
    result.scores = []
    if hypothesis.confidence < rejectBelow {
      result.problems = [Problem(.lowConfidence, text: "", range: everything)]
      result.corrections = []
      return result
    }
    // "Mike and Jake both three" may be heard as "Mike ten, Jake, uh, three".
    let hesitates = hypothesis.words.dropFirst().dropLast().contains(where: \.isHesitation)
    // "Sarah has two putts" may be heard as "Sarah had two, that's".
    let leadsOn = hypothesis.words.last.map { Vocabulary.leadingWords.contains($0.text) } ?? false
    let isUnsure =
      isContested || hypothesis.unheard != nil || hesitates || leadsOn
      || hypothesis.confidence < thresholds.confirmBelow
    // Just below the threshold, so that the log shows that a person confirmed the score.
    let most = isUnsure ? thresholds.confirmBelow.nextDown : 1
    for var score in scores {
      let clarity = words.filter { $0.range.overlaps(score.range) }.map(\.confidence).min() ?? 0
      score.confidence *= min(clarity, most)
      if isUnsure || clarity < thresholds.confirmBelow {
        result.problems.append(
          Problem(
            .lowConfidence, text: "", range: score.range, candidates: [score.player],
            strokes: score.strokes))
      }
      if clarity >= thresholds.askBelow { result.scores.append(score) }
    }
    // Words outside all scores can undo a score ("no", "scratch that"), so they count as well.
    let isElsewhere = words.contains { word in
      (isUnsure || word.confidence < thresholds.confirmBelow)
        && !scores.contains { $0.range.overlaps(word.range) }
    }
    if isElsewhere, result.problems.isEmpty {
      result.problems.append(
        Problem(
          .lowConfidence, text: "", range: everything, candidates: result.scores.map(\.player)))
    }
    result.problems.sort(by: Problem.isBefore)
    return result
  }
}

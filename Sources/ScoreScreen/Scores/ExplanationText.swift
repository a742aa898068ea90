internal import HyzerBase
package import HyzerVoice

/// How an utterance became scores, in lines for people: what `hyzer explain` prints.
package struct ExplanationText {
  package let lines: [String]

  private static let framesPerSecond = 100.0

  package init(_ explanation: ScoredUtterance) {
    let evidence = explanation.evidence
    let hypothesis = evidence.hypothesis
    var lines: [String] = []
    func add(_ title: String, _ text: [String]) {
      for (index, line) in text.enumerated() {
        let start = index == 0 ? title : ""
        lines.append(start.padded(to: 12) + line)
      }
    }
    add("heard", [ExplanationText.heard(evidence)])
    add(
      "beside it",
      hypothesis.competitor.map {
        [ExplanationText.rival($0, isContested: explanation.isContested)]
      } ?? [])
    add("words", ExplanationText.words(explanation))
    add("reply", evidence.reply.map { [ExplanationText.reply($0, evidence)] } ?? [])
    add("taken as", ExplanationText.clauses(explanation.analysis))
    add("says", ExplanationText.findings(explanation.analysis.result, explanation.round.roster))
    if explanation.result != explanation.analysis.result {
      add("weighed", ExplanationText.findings(explanation.result, explanation.round.roster))
    }
    add("thresholds", ExplanationText.thresholds(evidence))
    add("decision", [ExplanationText.decision(explanation)])
    add("why not", ExplanationText.reasons(explanation))
    self.lines = lines
  }

  private static func heard(_ evidence: Evidence) -> String {
    let hypothesis = evidence.hypothesis
    var text = hypothesis.words.isEmpty ? "nothing" : "\"\(hypothesis.transcript)\""
    if !hypothesis.words.isEmpty { text += ", confidence \(share(hypothesis.confidence))" }
    if let samples = evidence.samples {
      text += ", from \(stretch(samples, perSecond: Double(Recording.sampleRateHz))) of the audio"
    }
    return text
  }

  private static func rival(_ rival: Hypothesis.Competitor, isContested: Bool) -> String {
    let lead = rival.llr.magnitude.rounded().decimals(0)
    return "\"\(rival.transcript)\", \(lead) \(rival.llr < 0 ? "ahead" : "behind")"
      + (isContested ? ": contested, so a person confirms" : "")
  }

  /// A line for each word: where it lies in the utterance, how clear it is, what it may stand for.
  private static func words(_ explanation: ScoredUtterance) -> [String] {
    let words = explanation.evidence.hypothesis.words
    let classification = explanation.analysis.classification
    let width = words.map(\.text.count).max() ?? 0
    var offset = 0
    return words.map { word in
      let range = offset..<offset + word.text.count
      offset = range.upperBound + 1
      let readings = classification.tokens.indices.filter {
        classification.tokens[$0].range.overlaps(range)
      }.flatMap { classification.readings[$0] }
      return word.text.padded(to: width)
        + "  \(stretch(word.frames))"
        + "  margin \(decimal(word.loopLLR)), confidence \(share(word.confidence))"
        + (word.competitor.map { rival(of: $0) } ?? "")
        + (word.garbage.map { rival(of: $0, kind: "talk ") } ?? "")
        + "  \(readings.map { text(of: $0, explanation) }.joined(separator: "; "))"
    }
  }

  /// The word that would make another score, and how far behind it or before it that is.
  private static func rival(of word: RecognizedWord.Competitor, kind: String = "") -> String {
    let place = word.llr < 0 ? "behind" : "before"
    return ", \(decimal(word.llr.magnitude)) \(place) \(kind)\"\(word.text)\""
  }

  private static func text(of reading: Reading, _ explanation: ScoredUtterance) -> String {
    let said = explanation.analysis.classification.tokens[reading.tokens].map(\.text)
    let phrase = said.count > 1 ? "\"\(said.joined(separator: " "))\" " : ""
    switch reading.label {
    case .name(let match): return phrase + text(of: match, explanation.round.roster)
    case .meaning(let meaning, let shape):
      return phrase + text(of: meaning) + (shape == .plural || shape == .golfPlural ? " each" : "")
    case .literal: return "[\(said.joined(separator: " "))]"
    }
  }

  private static func text(of match: NameMatch, _ roster: Roster) -> String {
    let names = match.candidates.map { "\(roster[$0.player].name) \(share($0.similarity))" }
      .joined(separator: " or ")
    switch match {
    case .accepted, .ambiguous: return names
    case .near: return "near \(names)"
    case .unknown: return "nobody"
    }
  }

  private static func text(of meaning: Meaning) -> String {
    switch meaning {
    case .number(let number), .dashed(let number): "\(number)"
    case .relative(0): "par"
    case .relative(let strokes): "\(strokes.magnitude) \(strokes < 0 ? "under" : "over") par"
    case .ace: "a hole in one"
    case .signed(let strokes):
      "\(strokes.magnitude) \(strokes < 0 ? "under" : "over") par, with a sign"
    case .noScore: "no score"
    case .fraction: "a fraction"
    case .function(let function): "[\(function.rawValue)]"
    }
  }

  private static func reply(_ reply: ReplyHypothesis, _ evidence: Evidence) -> String {
    let weakest = reply.hypothesis.words.map(\.confidence).min() ?? 0
    return "\"\(reply.hypothesis.transcript)\", confidence \(share(reply.hypothesis.confidence))"
      + ", least of a word \(share(weakest)), coverage \(decimal(reply.loopLLR))"
      + (reply.sentenceLLR.map { ", lead over a sentence \(decimal($0))" } ?? ", and no sentence")
  }

  /// The ways to take the words; more than one line where several come near.
  private static func clauses(_ analysis: ParseAnalysis) -> [String] {
    analysis.assemblies.map { assembly in
      let clauses = assembly.clauses.map { clause in
        "\(clause.kind.rawValue) \"\(words(clause.tokens, analysis))\""
      }
      let strays = assembly.unexplained.map { "? \"\(words($0..<$0 + 1, analysis))\"" }
      return (clauses + strays).joined(separator: ", ")
    }
  }

  private static func words(_ tokens: Range<Int>, _ analysis: ParseAnalysis) -> String {
    analysis.classification.tokens[tokens].map(\.text).joined(separator: " ")
  }

  private static func findings(_ result: ParseResult, _ roster: Roster) -> [String] {
    let scores = result.scores.map {
      "\(roster[$0.player].name) \($0.strokes.count) (\(share($0.confidence)))"
    }
    let corrections = result.corrections.map { correction in
      "corrected: \(roster[correction.player].name) \(correction.from.count)"
        + (correction.to.map { " to \($0.count)" } ?? " taken back")
    }
    return [scores.isEmpty ? "no score" : scores.joined(separator: ", ")] + corrections
      + result.problems.map { "? \($0.text(roster: roster))" }
  }

  private static func thresholds(_ evidence: Evidence) -> [String] {
    let own = evidence.confidence
    let scores =
      "a word below \(share(own.confirmBelow)) a person confirms, below \(share(own.askBelow)) "
      + "leaves its score open; all words below \(share(own.rejectBelow)) are no score"
    guard evidence.reply != nil else { return [scores] }
    let replies = evidence.replies
    return [
      scores,
      "a reply has confidence \(share(replies.confidenceFrom)), of each word "
        + "\(share(replies.wordFrom)), coverage \(decimal(replies.coverageFrom)) and lead "
        + "\(decimal(replies.leadFrom)) or more",
    ]
  }

  private static func decision(_ explanation: ScoredUtterance) -> String {
    switch explanation.decision {
    case .nothingHeard: "nothing was heard"
    case .rejected: "taken for no score: the words are not clear enough"
    case .notUnderstood: "not understood"
    case .asks: "a person is asked"
    case .savesItself: "saves itself unless somebody objects"
    case .reply(.accept): "taken for a reply: save it"
    case .reply(.dismiss): "taken for a reply: forget it"
    case .reply(.undo): "taken for a reply: undo"
    case .reply(.change(nil, let result)): "taken for a reply: \(result.text) instead"
    case .reply(.change(let player?, let result)):
      "taken for a reply: \(explanation.round.roster[player].name) \(result.text)"
    }
  }

  /// Why it does not save itself, and what to do; empty where it does, or is a reply.
  private static func reasons(_ explanation: ScoredUtterance) -> [String] {
    let (heard, thresholds) = (explanation.evidence.hypothesis, explanation.evidence.confidence)
    func missed(_ reach: String, _ confidence: Double, _ threshold: Double) -> [String] {
      confidence < threshold ? ["\(reach) \(share(confidence)) of \(share(threshold))"] : []
    }
    let together = "all words together reach"
    let again = "say it again, nearer to the microphone, or type it"
    let problems = explanation.analysis.result.problems.map { problem in
      problem.text(roster: explanation.round.roster)
    }
    switch explanation.decision {
    case .savesItself, .reply: return []
    case .nothingHeard: return ["no word stands out from the noise", again]
    case .rejected: return missed(together, heard.confidence, thresholds.rejectBelow) + [again]
    case .notUnderstood: return problems + ["say a name and a score, or type them"]
    case .asks:
      let words = heard.words.filter(\.isMeasured).flatMap { word in
        missed("\"\(word.text)\" reaches", word.confidence, thresholds.confirmBelow)
      }
      let unheard = heard.unheard.map {
        ["something was said from \(stretch($0)) that was not understood"]
      }
      let rival = heard.competitor.map { ": \"\($0.transcript)\"" } ?? ""
      return words + missed(together, heard.confidence, thresholds.confirmBelow)
        + (explanation.isContested ? ["another sentence fits nearly as well" + rival] : [])
        + (unheard ?? []) + problems
        + ["answer what is asked, or \(again)"]
    }
  }

  private static func share(_ value: Double) -> String { value.decimals(2) }

  private static func decimal(_ value: Double) -> String { value.decimals(1) }

  /// From when to when frames are, or samples.
  private static func stretch(_ range: Range<Int>, perSecond rate: Double = framesPerSecond)
    -> String
  {
    "\(seconds(Double(range.lowerBound) / rate)) to \(seconds(Double(range.upperBound) / rate))"
  }

  private static func seconds(_ value: Double) -> String { value.decimals(2) + " s" }
}

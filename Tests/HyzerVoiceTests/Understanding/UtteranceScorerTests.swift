import HyzerVoice
import Testing

/// The library as somebody else uses it, who imports nothing beside it.
@Suite struct `Library for others` {
  @Test func `players and par go in, names, strokes and what stays open come out`() throws {
    var scorer = try UtteranceScorer(players: ["Mike", "Jake"], par: 3)
    let utterance = try scorer.score(Recording(samples: Speech.recording("pairs.flac")))
    #expect(utterance.scores.map { "\($0.player) \($0.strokes)" } == ["Mike 3", "Jake 4"])
    #expect(utterance.scores.allSatisfy { $0.confidence > 0.9 && $0.confidence <= 1 })
    #expect(utterance.decision == .savesItself && utterance.questions == [])
    let talk = try scorer.score(Speech.recording("unrelated.flac"))
    #expect(talk.scores == [] && talk.decision == .rejected)
    #expect(talk.questions == ["nothing like a score was heard"])
  }

  @Test func `players or a hole that make no round are refused`() {
    #expect(throws: RosterError.empty) { _ = try UtteranceScorer(players: []) }
    #expect(throws: RoundError.parOutOfRange(7)) {
      _ = try UtteranceScorer(players: ["Mike"], par: 7)
    }
    #expect(throws: RoundError.holeOutOfRange(0)) {
      _ = try UtteranceScorer(players: ["Mike"], hole: 0)
    }
    #expect(throws: LexiconError.unpronounceable("🔥")) {
      _ = try UtteranceScorer(players: [Player(name: "🔥", aliases: ["Blaze"])])
    }
  }
}

internal import DiscGolf
package import HyzerVoice
internal import ScoreLog

extension Confirmation.Event {
  /// Makes what an utterance of somebody who was listened to says to the confirmation.
  package init(_ scored: ScoredUtterance, number: Int) {
    guard case .reply(let reply) = scored.decision else {
      let words = Draft.Words(
        number: number, input: .voice, transcript: scored.hypothesis.transcript)
      self = .heard(words, scored.result)
      return
    }
    let heard = scored.evidence.reply?.hypothesis ?? scored.hypothesis
    var confidence = heard.words.map(\.confidence).min() ?? 0
    // As a sentence it was weighed by more than as a reply.
    if scored.isSentenceAndReply {
      confidence = scored.result.scores.map(\.confidence).min() ?? confidence
    }
    let words = Draft.Words(
      number: number, input: .voice, transcript: heard.transcript, confidence: confidence)
    self = .replied(words, reply)
  }
}

extension Confirmation.Settings {
  /// Makes settings for scores that a recogniser with these settings hears; the window is 1.5 s by default.
  package init(window: Duration? = nil, hearingBy settings: DecoderSettings) {
    self.init(window: window, sureFrom: settings.selfSaving.sureFrom)
  }
}

extension ScoredUtterance {
  /// Whether it is a reply that says a player's score in the words of the sentence that was heard.
  var isSentenceAndReply: Bool {
    guard case .change(_?, _) = reply else { return false }
    return (evidence.reply?.hypothesis ?? hypothesis).transcript == hypothesis.transcript
  }
}

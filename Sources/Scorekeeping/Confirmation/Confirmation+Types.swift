package import HyzerVoice
package import ScoreLog

/// A hole, and what the log has of it.
package struct HoleContext: Hashable, Sendable {
  package let hole: Int
  /// In strokes.
  package let par: Int
  /// Everybody who is scored in the round, in the roster's order.
  package let players: [PlayerID]
  package var results: [PlayerID: HoleResult]
  /// For how long they have had it, where that is known.
  package var ages: [PlayerID: Duration] = [:]
  /// The hole that is played next; nil where every other one is complete.
  package var next: Int?

  /// Whether it is open for nobody.
  var isComplete: Bool { players.allSatisfy { results[$0] != nil } }

  /// Returns whether a player has had a score for so long that another one may as well be of the next hole.
  package func isSettled(_ player: PlayerID) -> Bool {
    ages[player].map { $0 >= Confirmation.repeatedWithin } ?? false
  }

  /// Returns the hole as it is some time later, if nobody enters anything.
  package func aged(by time: Duration) -> HoleContext {
    var later = self
    later.ages = ages.mapValues { $0 + time }
    return later
  }
}

extension HoleContext {
  /// Reads a hole, which the round has, from a card, at a time in the form of `ScoreEvent.at`, or at one that does
  /// not matter.
  package init(hole: Int, on card: Scorecard, at now: String? = nil) {
    let results = card.round.players.compactMap { player in
      card.result(of: player, onHole: hole).map { (player, $0) }
    }
    let ages = card.round.players.compactMap { player in
      now.flatMap { now in
        card.event(of: player, onHole: hole).flatMap { ScoreEvent.duration(from: $0.at, to: now) }
          .map { (player, $0) }
      }
    }
    self.init(
      hole: hole, par: card.round.par(ofHole: hole), players: card.round.players,
      results: Dictionary(uniqueKeysWithValues: results),
      ages: Dictionary(uniqueKeysWithValues: ages), next: card.nextHole(after: hole))
  }
}

extension Confirmation {
  /// Where the confirmation of scores stands, which is what a screen shows.
  package enum State: Hashable, Sendable {
    case idle
    /// Somebody speaks, or is expected to.
    case listening
    /// Scores are shown, and save themselves when the window closes.
    case confirming(Draft, Window)
    /// Something is open; nothing is saved without a person.
    case partial(Draft)
    /// Nothing was understood; holds the words that were heard, if any.
    case failed(transcript: String, problems: [Problem])
    /// The log refused the scores for this reason; they are kept, to be tried again.
    case unsaved(Draft, reason: String)
    case committed(Draft)
    case dismissed

    /// The draft that waits for its window or for a person; nil where none does.
    package var shown: Draft? {
      switch self {
      case .confirming(let draft, _), .partial(let draft): draft
      case .idle, .listening, .failed, .unsaved, .committed, .dismissed: nil
      }
    }

    /// Whether it is only shown for a while, until ``Event/toastOver``.
    var isToast: Bool {
      switch self {
      case .failed, .committed, .dismissed: true
      case .idle, .listening, .confirming, .partial, .unsaved: false
      }
    }

    /// Returns whether it is a draft that saves itself, whatever its window.
    func isConfirming(_ draft: Draft) -> Bool {
      if case .confirming(draft, _) = self { true } else { false }
    }
  }

  /// The time in which a person can still say no.
  package struct Window: Hashable, Sendable {
    /// How long it is open if nothing holds it.
    package let length: Duration
    /// When it closes, since the start of the session; nil while something holds it open.
    package let closes: Duration?
    package var holds: Set<Hold> = []
  }

  /// Why a window does not close.
  package enum Hold: Hashable, Sendable {
    case editing
    /// A screen reader or a reviewer has the focus.
    case reviewing
    /// Somebody speaks: it may be a "no".
    case speaking
    /// Not all of it was to be seen yet.
    case unseen
  }

  /// What happens to a session.
  ///
  /// Utterances and lines of text share one count, from 1 up, in the order in which they began. Each
  /// ``speechStarted(utterance:)`` is followed by one of ``speechEnded(utterance:)``,
  /// ``heard(_:_:)`` and ``replied(_:_:)`` of its number, and each ``RoundAction/talk`` by
  /// ``speechStarted(utterance:)`` or ``speechEnded(utterance:)``: until then, nothing saves itself.
  /// A line of text is only ``heard(_:_:)``. An utterance that goes on after it was heard is started
  /// again under its number, and what is heard then takes the place of what was heard before.
  package enum Event: Hashable, Sendable {
    /// A person asks for something; the microphone opens with ``RoundAction/talk``.
    case asked(RoundAction)
    /// Somebody begins to speak.
    case speechStarted(utterance: Int)
    /// Nothing usable was in the speech, or the microphone closed before there was any.
    case speechEnded(utterance: Int)
    /// An utterance or a line of text is worked out; it is of a hole that it names or corrects, or else of the
    /// one on which it was begun.
    case heard(Draft.Words, ParseResult, onHole: HoleContext? = nil)
    /// An utterance is an answer to what is shown.
    case replied(Draft.Words, Reply)
    case timerFired
    /// Scores of a hole were left over from an earlier session.
    case leftover(Draft, HoleContext)
    /// The organiser picked one of the scores over which devices differ.
    case picked(Draft, HoleContext)
    /// A person says of which hole the shown scores are, where that is open.
    case placed(HoleContext)
    /// The log has the scores of a commit.
    case saved(commit: Int)
    /// The log has none of the scores of a commit.
    case saveFailed(commit: Int, reason: String)
    /// The log has other scores of a commit's players by now than those that were shown.
    case outdated(commit: Int, HoleContext)
    /// Nothing happened for a while in which nobody may have seen what is shown.
    case resumed
    /// A hole becomes the current one, or its scores changed in the log.
    case moved(HoleContext)
    /// Somebody elsewhere completed the hole that was the current one here: what is said soon after may
    /// be of that hole or of the next.
    case overtaken(HoleContext)
    /// From now on everything is of another round, at this hole; passed over while a draft waits.
    case nextRound(HoleContext)
    /// What is only shown for a while, such as "saved", was shown for long enough.
    case toastOver
  }

  /// What the caller has to do after an event, in the order given.
  package enum Effect: Hashable, Sendable {
    /// Save all of a draft's scores or none, and answer with ``Event/saved(commit:)``,
    /// ``Event/saveFailed(commit:reason:)`` or ``Event/outdated(commit:_:)``.
    ///
    /// A number stands for the same rows for ever: a second try of one that turns out to be saved
    /// already is answered as saved.
    case commit(Draft, number: Int)
    /// Take back the scores of a commit that was saved; holds the words that asked for it, if any.
    case undo(commit: Int, transcript: String?)
    case listen
  }

  /// A draft that is let through and that the log does not have yet.
  package struct Pending: Hashable, Sendable {
    package internal(set) var draft: Draft
    /// The number of its commit, the same at every try.
    package let number: Int
  }

  /// How sure a score has to be, and how long a person can say no: the same for a host's screen and for
  /// the phones that it serves.
  package struct Settings: Hashable, Sendable {
    /// The time for a usual score that is sure.
    package let window: Duration
    /// From this confidence on, of 0 to 1, a score is sure; below it is only probable.
    package let sureFrom: Double
    /// The time where a second look is worth it.
    package var cautiousWindow: Duration { window * 2 }

    /// Makes settings; the window is 1.5 s by default.
    package init(window: Duration? = nil, sureFrom: Double = 0.5) {
      self.window = window ?? .milliseconds(1500)
      self.sureFrom = sureFrom
    }

    /// Returns how long a resolved draft is shown before it saves itself: as long as that of its rows which
    /// asks for most.
    func length(for draft: Draft, par: Int) -> Duration {
      draft.rows.map { window(for: $0, par: par) }.max() ?? window
    }

    /// Returns the window for a row that has a score, on a hole of a par in strokes: ``window``, or
    /// ``cautiousWindow`` where the score is unsure or rare, or replaces another.
    func window(for row: Draft.Row, par: Int) -> Duration {
      guard let strokes = row.result?.strokes, row.confidence >= sureFrom,
        !Settings.isRare(strokes, par: par), !row.replacesAnother
      else { return cautiousWindow }
      return window
    }

    /// Returns the scores that hardly anybody has on a hole of a par, which is in strokes.
    package static func rareStrokes(par: Int) -> [Strokes] {
      Strokes.range.compactMap { Strokes($0) }.filter { isRare($0, par: par) }
    }

    /// Returns whether hardly anybody scores this: an ace, eight or more, three or more under par,
    /// five or more over it.
    private static func isRare(_ strokes: Strokes, par: Int) -> Bool {
      strokes.count == 1 || strokes.count >= 8 || !(-2...4).contains(strokes.count - par)
    }
  }
}

extension Confirmation.Event {
  /// Makes what an utterance of somebody who was listened to says to the confirmation: of a hole or, where a
  /// person has to say which one, of another.
  package init(
    _ scored: ScoredUtterance, number: Int, onHole hole: HoleContext, orHole other: Int? = nil
  ) {
    guard case .reply(let reply) = scored.decision else {
      let words = Draft.Words(
        number: number, input: .voice, transcript: scored.hypothesis.transcript)
      if case .notUnderstood = scored.decision, let reply = scored.takingBack {
        self = .replied(words, reply)
        return
      }
      var result = scored.result
      if let other {
        result.problems.append(
          Problem(.holeInQuestion(earlier: other, current: hole.hole), text: "", range: 0..<0))
      }
      self = .heard(words, result, onHole: hole)
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
  /// What it does to what was said before, where its words do nothing else: "scratch that".
  fileprivate var takingBack: Reply? {
    switch ReplyParser(round: round).parse(hypothesis.transcript, input: .typed) {
    case .undo: .undo
    case .dismiss: .dismiss
    case .accept, .change, nil: nil
    }
  }

  /// Whether it is a reply that says a player's score in the words of the sentence that was heard.
  var isSentenceAndReply: Bool {
    guard case .change(_?, _) = reply else { return false }
    return (evidence.reply?.hypothesis ?? hypothesis).transcript == hypothesis.transcript
  }
}

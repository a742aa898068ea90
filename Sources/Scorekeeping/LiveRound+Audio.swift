internal import DiscGolf
internal import HyzerVoice
internal import ScoreLog

/// Audio, and what is said or typed.
extension LiveRound {
  /// Ends what is to be cut off, and opens or closes the stream as the microphone counts now.
  mutating func openOrClose(at now: Duration) throws(RecognizerError) {
    if let cut = state.utterance?.cut {
      switch cut {
      case .heard: try endStream(at: now)
      case .forgotten:
        defer { giveUpUtterance(at: now) }
        _ = try scorer?.finish()
      }
      beginStream()
    }
    switch state {
    case .closed: if isOpen { beginStream() }
    case .quiet, .speech:
      guard !isOpen else { return }
      try endStream(at: now)
      if let input = state.input { state = .closed(input) }
      answerTalk(at: now)
    case .ended: break
    }
  }

  private mutating func beginStream() {
    if let input = state.input { state = .quiet(input, since: input.samples) }
  }

  /// Ends the stream, if there is one, and hears what was being said in it.
  mutating func endStream(at now: Duration) throws(RecognizerError) {
    switch state {
    case .closed, .ended: return
    case .quiet, .speech: break
    }
    scorer?.listensForReplies = confirmation.listensForReplies
    do throws(RecognizerError) {
      take(try scorer?.finish() ?? [], at: now)
    } catch {
      giveUpUtterance(at: now)
      throw error
    }
  }

  /// Ends the utterance that goes on before the next audio is heard.
  mutating func cut(_ cut: Cut) {
    guard case .speech(let input, let start, var utterance) = state else { return }
    utterance.cut = cut
    state = .speech(input, since: start, utterance)
  }

  /// Reports that an utterance comes to nothing, so that nothing waits for it.
  mutating func giveUpUtterance(at now: Duration) {
    guard case .speech(let input, let start, let utterance) = state else { return }
    state = .quiet(input, since: start)
    send(.speechEnded(utterance: utterance.number), at: now)
    moveScorer()
  }

  /// Reports that nobody will speak who was waited for.
  mutating func answerTalk(at now: Duration) {
    guard confirmation.isListening, !isSpeaking else { return }
    send(.speechEnded(utterance: nextNumber), at: now)
  }

  mutating func talk(at now: Duration) {
    guard settings.microphone == .pushToTalk else { return }
    guard var input = state.input else {
      return events.append(.refused(reason: "there is no audio to listen to; type the scores"))
    }
    let isRepeated = input.lastTalk.map { now - $0 < LiveRound.keyRepeat } ?? false
    input.lastTalk = now
    if !isRepeated { input.isTalking.toggle() }
    state.input = input
    if isRepeated { return }
    if input.isTalking {
      // What noise began while nobody was asked is not what is said now.
      cut(.heard)
      send(.asked(.talk), at: now)
    } else {
      answerTalk(at: now)
    }
  }

  mutating func take(_ events: [LiveEvent], at now: Duration) {
    for event in events {
      let (input, start): (Input, Int)
      switch state {
      case .quiet(let current, let since), .speech(let current, let since, _):
        (input, start) = (current, since)
      case .closed, .ended: return
      }
      switch event {
      case .started:
        let utterance = newUtterance()
        state = .speech(input, since: start, utterance)
        send(.speechStarted(utterance: utterance.number), at: now)
      case .hearing(let words, _):
        if var utterance = state.utterance {
          utterance.words = words
          state = .speech(input, since: start, utterance)
        }
        self.events.append(.hearing(words: words))
      case .heard(let scored, let range):
        let utterance = state.utterance ?? newUtterance()
        state = .quiet(input, since: start)
        let end = Duration.seconds(
          Double(start + range.upperBound) / Double(Recording.sampleRateHz))
        take(scored, as: utterance, end: end, at: now)
        lastHeard = utterance
        moveScorer()
      case .resumed:
        guard var utterance = lastHeard else { continue }
        utterance.wentOn = true
        state = .speech(input, since: start, utterance)
        send(.speechStarted(utterance: utterance.number), at: now)
      }
    }
  }

  /// The number of the next utterance or typed line.
  private var nextNumber: Int { confirmation.latestUtterance + 1 }

  private func newUtterance() -> Utterance {
    Utterance(
      number: nextNumber, hole: keeper.hole,
      isForScores: settings.microphone == .handsFree || state.input?.isTalking == true)
  }

  mutating func take(
    _ scored: ScoredUtterance, as utterance: Utterance, end: Duration, at now: Duration
  ) {
    if utterance.isForScores { state.input?.isTalking = false }
    let transcript = scored.hypothesis.transcript
    let event = Confirmation.Event(scored, number: utterance.number)
    switch scored.decision {
    case .reply(let reply):
      if case .change = reply { note(scored, utterance) }
      if scored.isSentenceAndReply {
        events.append(.heard(transcript: transcript, scored.result, hole: utterance.hole, end: end))
      } else if case .replied(let words, _) = event {
        events.append(.replied(transcript: words.transcript))
      }
      send(event, at: now)
    case _ where !utterance.isForScores:
      send(.speechEnded(utterance: utterance.number), at: now)
    case .nothingHeard, .rejected, .notUnderstood:
      events.append(.failed(transcript: transcript, scored.result, hole: utterance.hole, end: end))
      // With an open microphone most of what is no score is wind, and no question to anybody.
      let isMeant =
        settings.microphone == .pushToTalk || scored.decision == .notUnderstood
        || utterance.wentOn
      send(isMeant ? event : .speechEnded(utterance: utterance.number), at: now)
    case .asks, .savesItself:
      note(scored, utterance)
      events.append(.heard(transcript: transcript, scored.result, hole: utterance.hole, end: end))
      send(event, at: now)
    }
  }

  private mutating func note(_ scored: ScoredUtterance, _ utterance: Utterance) {
    keeper.note(
      scored, samples: scorer?.lastUtterance ?? [], onHole: utterance.hole, number: utterance.number
    )
  }

  mutating func hearTyped(_ text: String, _ result: ParseResult, at now: Duration) {
    // Who typed it can mend it; what is shown stays.
    guard result.status != .failed else { return events.append(.unread(text: text, result)) }
    events.append(.heard(transcript: text, result, hole: keeper.hole, end: now))
    send(.heard(Draft.Words(number: nextNumber, input: .typed, transcript: text), result), at: now)
  }
}

internal import ScoreLog
internal import Scorekeeping

// What is said into phones, and what comes of it.
extension LiveHost {
  func begin(_ talk: TalkRequest, by admission: Admission, on socket: WebSocketID) throws {
    func refuse(_ reason: String) { send(.talkFailed(talk: talk.id, reason: reason), to: socket) }
    guard let talks else { return refuse("this host does not listen; enter the score by tap") }
    guard let visit = try visit(talk.round, by: admission), visit.role != .watcher else {
      return refuse(Self.noRound)
    }
    guard visit.round.holes.contains(talk.hole) else {
      return refuse("the round has no such hole")
    }
    let card = try store.scorecard(of: talk.round)
    let now = reception.dependencies.timestamp()
    talks.begin(
      Talk(
        Talk.Key(connection: socket.number, id: talk.id),
        round: try visit.round.situation(atHole: talk.hole),
        context: HoleContext(hole: talk.hole, on: card, at: now),
        otherHole: HoleOfWords(current: talk.hole, on: card, by: admission.device, at: now),
        rateHz: talk.rateHz, shown: talk.shown, endsInSilence: talk.endsInSilence))
  }

  func hear(_ bytes: [UInt8], from socket: WebSocketID) {
    guard let frame = SoundFrame(bytes) else {
      send(.notice(code: .badMessage, text: "the sound cannot be read"), to: socket)
      return
    }
    talks?.feed(
      Talk.Key(connection: socket.number, id: frame.talk), sequence: UInt32(frame.sequence),
      frame.samples)
  }
}

extension PageService {
  /// Sends what has come of talks since the last time.
  func answerTalks() {
    for (key, reply) in talks?.popReplies() ?? [] {
      let message: HostMessage =
        switch reply {
        case .heard(let words): .heard(talk: key.id, words: words)
        case .draft(let draft): .draft(talk: key.id, draft)
        case .failed(let failure): .talkFailed(talk: key.id, reason: "\(failure)")
        }
      outlet.send(.text(message.json), WebSocketID(key.connection))
    }
  }
}

internal import HyzerVoice
internal import Scorekeeping

/// Hears several talks in turn; it belongs to one thread.
final class TalkWorker {
  private final class Recogniser {
    var live: LiveScorer

    init(_ scorer: consuming UtteranceScorer) { live = LiveScorer(scorer: scorer) }
  }

  private final class OpenTalk {
    let recogniser: Recogniser
    private let isHandsFree: Bool
    var sound: StreamedSound
    var conversation: TalkConversation

    init(_ talk: Talk, settings: Confirmation.Settings, recogniser: () throws -> Recogniser) throws
    {
      conversation = try TalkConversation(talk, settings: settings)
      isHandsFree = talk.isHandsFree
      sound = try StreamedSound(rateHz: talk.rateHz)
      self.recogniser = try recogniser()
    }

    /// Whether it is over where it stands, with all that was heard.
    var isOver: Bool { conversation.isOver || isHandsFree && recogniser.live.isForNext }

    /// What the talk came to, and what is left for the next one where it ended by itself.
    func draft(isLast: Bool) -> TalkDraft {
      var draft = conversation.draft
      if isHandsFree, !isLast { draft.until = recogniser.live.firstNeededSecond }
      return draft
    }

    /// Hears the next sound, and returns all words so far where they are others now.
    func hear(_ step: TalkQueue.Step) throws -> String? {
      let samples = try sound.samples(step.sound, isLast: step.isLast)
      recogniser.live.listensForReplies = conversation.listensForReplies
      recogniser.live.showsPartialWords = conversation.showsPartialWords && !step.isBehind
      var events = try recogniser.live.feed(samples)
      if step.isLast { events += try recogniser.live.finish() }
      var words: String?
      for event in events {
        words = conversation.handle(event) { recogniser.live.take($0, on: $1) } ?? words
      }
      return words
    }
  }

  let number: Int
  private let settings: Confirmation.Settings
  private let makeScorer: @Sendable (Round) throws -> UtteranceScorer
  private var open: [Int: OpenTalk] = [:]
  /// Those that hear no talk now, the one that was used last at the end.
  private var idle: [Recogniser] = []

  init(
    _ number: Int, confirmation: Confirmation.Settings,
    makeScorer: @escaping @Sendable (Round) throws -> UtteranceScorer
  ) {
    (self.number, settings, self.makeScorer) = (number, confirmation, makeScorer)
  }

  func keepOnly(_ tickets: Set<Int>) {
    for (ticket, talk) in open where !tickets.contains(ticket) {
      open[ticket] = nil
      talk.recogniser.live.discard()
      idle.append(talk.recogniser)
    }
  }

  func hear(_ step: TalkQueue.Step) -> [TalkReply] {
    do {
      let talk = try open[step.ticket] ?? begin(step)
      let words = try talk.hear(step)
      if step.isLast || talk.isOver { return [.draft(talk.draft(isLast: step.isLast))] }
      return words.map { [.heard(words: $0)] } ?? []
    } catch {
      // What failed once is not used again.
      open[step.ticket] = nil
      return [.failed(error as? TalkFailure ?? .broken("\(error)"))]
    }
  }

  private func begin(_ step: TalkQueue.Step) throws -> OpenTalk {
    let talk = try OpenTalk(step.talk, settings: settings) { try recogniser(for: step.talk.round) }
    open[step.ticket] = talk
    return talk
  }

  /// Returns one for a round: one of before that knows its players, or a new one in place of the one that was
  /// unused for longest.
  private func recogniser(for round: Round) throws -> Recogniser {
    let known = idle.lastIndex { $0.live.round.roster == round.roster }
    if let known {
      let recogniser = idle.remove(at: known)
      try recogniser.live.move(to: round)
      return recogniser
    }
    if open.count + idle.count >= TalkDesk.talksPerWorker, !idle.isEmpty { idle.removeFirst() }
    return Recogniser(try makeScorer(round))
  }
}

extension LiveScorer {
  /// Chosen, in seconds: the next talk knows what has been scored meanwhile, and a phone's talk ends after 15.
  private static var longestSilence: Double { 10 }
  private static var longestTalk: Double { 13.5 }
  /// Chosen, in seconds: an utterance that began earlier would not be whole in the next talk either.
  private static var leastBefore: Double { 3 }

  fileprivate var firstNeededSecond: Double {
    Double(firstNeededSample) / Double(Recording.sampleRateHz)
  }

  /// Whether a hands-free talk has lasted so long that the next one hears better what is said now.
  fileprivate var isForNext: Bool {
    let seconds = Double(sampleCount) / Double(Recording.sampleRateHz)
    if !isInUtterance { return seconds >= Self.longestSilence }
    return seconds >= Self.longestTalk && firstNeededSecond >= Self.leastBefore
  }
}

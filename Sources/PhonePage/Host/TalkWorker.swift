internal import DiscGolf
internal import HyzerVoice
internal import ScoreLog
internal import Scorekeeping

/// Hears several talks in turn; it belongs to one thread.
final class TalkWorker {
  /// A recogniser, which is costly to make.
  private final class Ear {
    var live: LiveScorer

    init(_ scorer: consuming UtteranceScorer) { live = LiveScorer(scorer: scorer) }
  }

  /// A talk that is being heard.
  private final class Hearing {
    let ear: Ear
    var sound: StreamedSound
    var conversation: TalkConversation

    init(_ talk: Talk, settings: Confirmation.Settings, ear: () throws -> Ear) throws {
      do throws(BadTalkDraft) {
        conversation = try TalkConversation(talk, settings: settings)
      } catch {
        throw TalkFailure.badDraft(error)
      }
      sound = try StreamedSound(rateHz: talk.rateHz)
      self.ear = try ear()
    }

    /// Hears the next sound, and returns all words so far where they are others now.
    func hear(_ step: TalkQueue.Step) throws -> String? {
      let samples = try sound.samples(step.sound, isLast: step.isLast)
      ear.live.listensForReplies = conversation.listensForReplies
      ear.live.showsPartialWords = conversation.showsPartialWords && !step.isBehind
      var events = try ear.live.feed(samples)
      if step.isLast { events += try ear.live.finish() }
      var words: String?
      for event in events { words = conversation.take(event) ?? words }
      return words
    }
  }

  let number: Int
  private let settings: Confirmation.Settings
  private let makeScorer: @Sendable (Round) throws -> UtteranceScorer
  private var hearings: [Int: Hearing] = [:]
  /// Those that hear nobody now, the one that was used last at the end.
  private var idle: [Ear] = []

  init(
    _ number: Int, confirmation: Confirmation.Settings,
    makeScorer: @escaping @Sendable (Round) throws -> UtteranceScorer
  ) {
    (self.number, settings, self.makeScorer) = (number, confirmation, makeScorer)
  }

  /// Forgets all talks but some.
  func keepOnly(_ tickets: Set<Int>) {
    for (ticket, hearing) in hearings where !tickets.contains(ticket) {
      hearings[ticket] = nil
      hearing.ear.live.forget()
      idle.append(hearing.ear)
    }
  }

  /// Hears more of a talk, and returns what is to be said of it.
  func hear(_ step: TalkQueue.Step) -> [TalkReply] {
    do {
      let hearing = try hearings[step.ticket] ?? begin(step)
      let words = try hearing.hear(step)
      if step.isLast { return [.draft(hearing.conversation.draft)] }
      return words.map { [.heard(words: $0)] } ?? []
    } catch {
      // What failed once is not used again.
      hearings[step.ticket] = nil
      let failure = error as? TalkFailure ?? .broken("\(error)")
      return [.failed(reason: failure.description)]
    }
  }

  private func begin(_ step: TalkQueue.Step) throws -> Hearing {
    let hearing = try Hearing(step.talk, settings: settings) { try ear(for: step.talk.round) }
    hearings[step.ticket] = hearing
    return hearing
  }

  /// Returns one for a round: one of before that knows its players, or a new one in place of the one that was
  /// unused for longest.
  private func ear(for round: Round) throws -> Ear {
    let known = idle.lastIndex { $0.live.round.roster == round.roster }
    if let known {
      let ear = idle.remove(at: known)
      try ear.live.move(to: round)
      return ear
    }
    if hearings.count + idle.count >= TalkDesk.talksPerWorker, !idle.isEmpty { idle.removeFirst() }
    return Ear(try makeScorer(round))
  }
}

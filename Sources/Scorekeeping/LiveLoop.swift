internal import Glibc
internal import HyzerBase
internal import HyzerVoice
internal import ScoreLog

/// Shows a live round to people or machines and, where there are keys, takes what they ask for.
package protocol RoundPresenter: AnyObject {
  /// Whether the session goes on after the audio has ended, until a person ends it.
  var acceptsInput: Bool { get }

  /// Shows what happened, at a time since the start of the session.
  func report(_ events: [RoundEvent], of live: borrowing LiveRound, at now: Duration) throws

  /// Shows that something goes wrong beside the round, such as lost audio.
  func warn(_ reason: String) throws

  /// Shows how long the stages of the last commit took.
  func show(timings: String)

  /// Shows the round as it stands now, if that is this presenter's way.
  func paint(_ live: borrowing LiveRound, at now: Duration) throws

  func actions(_ live: borrowing LiveRound, at now: Duration) throws -> [RoundAction]

  /// Gives back what the presenter took over, such as the terminal; nothing is shown after that.
  func close()
}

/// A presenter that prints lines has nothing to paint and nothing to give back.
extension RoundPresenter {
  package func paint(_ live: borrowing LiveRound, at now: Duration) throws {}

  package func close() {}
}

/// Scores that the log does not have at the end of a session.
package struct UnsavedScores: Error, CustomStringConvertible {
  /// The lines that save them, a hole each, as `hyzer enter` takes them.
  package let lines: [(hole: Int, text: String)]

  init(_ drafts: [Draft], _ roster: Roster) {
    lines = drafts.map { draft in
      let scores = draft.scores.map { player, result in
        let name = roster[player].name
        return result.strokes.map { "\(name) \($0.count)" } ?? "no score for \(name)"
      }
      return (draft.hole, scores.joined(separator: ", "))
    }
  }

  package var description: String {
    "these scores were not saved: "
      + lines.map { "hole \($0.hole): \($0.text)" }.joined(separator: "; ")
  }
}

/// Feeds a live round with audio, time and keys until the audio, the person or a signal ends it.
package struct LiveLoop {
  /// How long to wait for audio before keys and the time are looked after again.
  private static let patience = Duration.milliseconds(20)
  /// How many blocks that are there already are heard before that.
  private static let mostBlocks = 50

  /// Returns the time since a moment that stays the same.
  private let uptime: () -> Duration
  /// Returns whether a signal asks for the end.
  private let isInterrupted: () -> Bool
  /// Returns whether that is one after which nobody may read what is printed.
  private let isAbandoned: () -> Bool
  private let note: (String) -> Void
  private let isFast: Bool
  private let showsTimings: Bool
  private let presenter: any RoundPresenter
  private let start: Duration
  private var source: any AudioSource
  private var isAudible = true
  private var samples = 0
  /// When a recording was over that was played fast: time goes on for a person with keys.
  private var silentSince: Duration?
  private var failure: (any Error)?
  /// Scores of an earlier session to ask about; at the end those for the next one: what nobody
  /// answered of them and, where nobody could see what became of others, those that the log lacks.
  package private(set) var leftover: [Draft]

  /// Makes a loop; where it `isFast`, time is that of a recording, which is played as fast as possible.
  package init(
    source: any AudioSource, presenter: any RoundPresenter, leftover: [Draft] = [],
    isFast: Bool = false, showsTimings: Bool = false, uptime: @escaping () -> Duration,
    isInterrupted: @escaping () -> Bool, isAbandoned: @escaping () -> Bool = { false },
    note: @escaping (String) -> Void
  ) {
    (self.source, self.presenter, self.leftover) = (source, presenter, leftover)
    (self.isFast, self.showsTimings, self.uptime) = (isFast, showsTimings, uptime)
    (self.isInterrupted, self.isAbandoned, self.note) = (isInterrupted, isAbandoned, note)
    start = uptime()
  }

  /// Runs until the end.
  ///
  /// - Throws: ``UnsavedScores``, or what made the audio or its recognition fail where nobody can go
  ///   on with keys.
  package mutating func run(_ live: inout LiveRound) throws {
    defer { presenter.close() }
    var end: Duration?
    do {
      try keepScore(&live)
      end = try closeWindows(&live)
    } catch {
      failure = failure ?? error
    }
    try finish(&live, at: end ?? now)
  }

  private mutating func keepScore(_ live: inout LiveRound) throws {
    // Signals are waited for from the first look on: before anybody sees that the session is on.
    _ = isInterrupted()
    for draft in leftover { try report(live.ask(about: draft, at: now), live, at: now) }
    try presenter.paint(live, at: now)
    while isAudible || presenter.acceptsInput {
      if isInterrupted() {
        if isAudible { try endAudio(&live) }
        return
      }
      if isAudible { try listen(&live) } else { pause(LiveLoop.patience) }
      // After the audio: what began to be said within a window holds it open.
      try report(live.tick(at: now), live, at: now)
      guard try act(&live) else { return }
      try presenter.paint(live, at: now)
    }
  }

  private var now: Duration {
    let sinceStart = uptime() - start
    guard isFast else { return sinceStart }
    let audio = Duration.seconds(Double(samples) / Double(Recording.sampleRateHz))
    return audio + (silentSince.map { sinceStart - $0 } ?? .zero)
  }

  /// Hears what audio there is, but not for so long that keys would have to wait.
  ///
  /// A recording that is played fast is heard block by block: its blocks are the time.
  private mutating func listen(_ live: inout LiveRound) throws {
    var patience = LiveLoop.patience
    for _ in 0..<(isFast ? 1 : LiveLoop.mostBlocks) {
      let arrived: [Int16]?
      do {
        arrived = try source.next(waitingAtMost: patience)
      } catch {
        try endAudio(&live)
        return try warn(of: error)
      }
      guard let block = arrived else {
        try endAudio(&live)
        if source.isEndless, presenter.acceptsInput {
          try presenter.warn("\"\(source.name)\" has ended")
        }
        return
      }
      if block.isEmpty { return }
      guard try hear(block, &live) else { return try endAudio(&live) }
      patience = .zero
    }
  }

  /// Hears a block, and returns whether to go on.
  private mutating func hear(_ block: [Int16], _ live: inout LiveRound) throws -> Bool {
    samples += block.count
    let time = now
    let events: [RoundEvent]
    do throws(RecognizerError) {
      events = try live.hear(block, at: time)
    } catch {
      try warn(of: error)
      return failure == nil
    }
    try report(events, live, at: time)
    return true
  }

  /// Ends the audio, and with it what is being said.
  private mutating func endAudio(_ live: inout LiveRound) throws {
    isAudible = false
    if presenter.acceptsInput { silentSince = uptime() - start }
    do {
      try report(live.endAudio(at: now), live, at: now)
    } catch let error as RecognizerError {
      try warn(of: error)
    }
  }

  /// Warns of what failed where scores can still be typed; else it ends the session.
  private mutating func warn(of error: any Error) throws {
    if presenter.acceptsInput {
      try presenter.warn("\(error)")
    } else {
      failure = failure ?? error
    }
  }

  /// Does what a person asks for, and returns whether to go on.
  private mutating func act(_ live: inout LiveRound) throws -> Bool {
    let actions: [RoundAction]
    do {
      actions = try presenter.actions(live, at: now)
    } catch {
      failure = failure ?? error
      return false
    }
    for action in actions {
      if action == .quit { return false }
      try report(live.act(action, at: now), live, at: now)
    }
    return true
  }

  /// Waits for windows that are still open where nobody has keys, but not after a signal; returns the
  /// time by then.
  private func closeWindows(_ live: inout LiveRound) throws -> Duration {
    var time = now
    while !presenter.acceptsInput, let wake = live.nextWake, !isInterrupted() {
      // In steps, for a signal that comes meanwhile.
      if isFast {
        time = min(time + LiveLoop.patience, max(time, wake))
      } else {
        pause(LiveLoop.patience)
        time = now
      }
      try report(live.tick(at: time), live, at: time)
    }
    return time
  }

  private mutating func finish(_ live: inout LiveRound, at time: Duration) throws {
    let drafts = live.confirmation.drafts
    let (events, unsaved) = live.close(at: time)
    var isUnattended = presenter.acceptsInput && isAbandoned()
    do {
      try report(events, live, at: time)
    } catch {
      failure = failure ?? error
      isUnattended = true
    }
    leftover = drafts.filter { isUnattended || $0.isLeftover }
    if isUnattended || isAbandoned() { leftover += unsaved }
    // The terminal may be a screen until then.
    presenter.close()
    if source.overruns > 0 {
      let times = source.overruns == 1 ? "once" : "\(source.overruns) times"
      note("audio was lost \(times) because the machine was busy")
    }
    guard unsaved.isEmpty else {
      if let failure { note("\(failure)") }
      throw UnsavedScores(unsaved, try live.keeper.situation().roster)
    }
    if let failure { throw failure }
  }

  private func report(
    _ events: [RoundEvent], _ live: borrowing LiveRound, at now: Duration
  ) throws {
    guard !events.isEmpty else { return }
    let start = uptime()
    try presenter.report(events, of: live, at: now)
    guard showsTimings, events.contains(where: \.isCommit) else { return }
    try presenter.paint(live, at: now)
    let stages = [
      ("ahead", live.timings.following), ("recognise", live.timings.recognition),
      ("parse", live.timings.parsing),
      ("commit", live.keeper.timings.commit), ("standings", live.keeper.timings.standings),
      ("paint", uptime() - start),
    ]
    presenter.show(
      timings: stages.map { name, time in
        "\(name) \((time / .milliseconds(1)).decimals(1))"
      }.joined(separator: ", ") + " ms")
  }

  private func pause(_ time: Duration) {
    sleep(for: time)
  }
}

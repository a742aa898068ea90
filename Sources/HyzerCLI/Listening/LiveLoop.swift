internal import Audio
internal import Foundation
internal import Golf
internal import Recognition
internal import Scorekeeping
internal import Understanding

/// Feeds a live round with audio, time and keys until the audio, the person or a signal ends it.
struct LiveLoop {
  /// How long to wait for audio before keys and the time are looked after again.
  private static let patience = Duration.milliseconds(20)
  /// How many blocks that are there already are heard before that.
  private static let mostBlocks = 50

  private let toolkit: Toolkit
  private let command: String
  private let isFast: Bool
  private let showsTimings: Bool
  private let front: any LiveFront
  private let start: Duration
  private var source: any AudioSource
  private var isAudible = true
  private var samples = 0
  /// When a recording was over that was played fast: time goes on for whoever has keys.
  private var silentSince: Duration?
  /// What ended the session.
  private var failure: (any Error)?

  /// Makes a loop; with `isFast`, time is that of a recording, which is played as fast as it goes.
  init(
    toolkit: Toolkit, command: String, isFast: Bool, showsTimings: Bool, source: any AudioSource,
    front: any LiveFront
  ) {
    self.toolkit = toolkit
    self.command = command
    self.isFast = isFast
    self.showsTimings = showsTimings
    self.source = source
    self.front = front
    start = toolkit.surroundings.uptime()
  }

  /// Runs until the end.
  ///
  /// - Throws: ``Failure`` where scores are left that the log does not have, or what made the audio
  ///   or its recognition fail where nobody can go on with keys.
  mutating func run(_ live: inout LiveRound) throws {
    defer { front.close() }
    if toolkit.console.showsProgress, !front.isSteered {
      toolkit.console.errorLine("listening to \(source.name); end with Ctrl-C")
    }
    try front.paint(live, at: now)
    while isAudible || front.isSteered {
      if isInterrupted {
        if isAudible { try endAudio(&live) }
        break
      }
      if isAudible { try listen(&live) } else { pause(LiveLoop.patience) }
      // After the audio: what began to be said within a window holds it open.
      try tell(live.tick(at: now), live, at: now)
      guard try act(&live) else { break }
      try front.paint(live, at: now)
    }
    try finish(&live)
  }

  private var now: Duration {
    let uptime = toolkit.surroundings.uptime()
    guard isFast else { return uptime - start }
    let audio = Duration.seconds(Double(samples) / Double(Recording.sampleRateHz))
    return audio + (silentSince.map { uptime - $0 } ?? .zero)
  }

  /// Whether a signal asks for the end; a screen gives the terminal back and ends by itself.
  private var isInterrupted: Bool { !front.isSteered && toolkit.surroundings.isInterrupted() }

  /// Hears what audio there is, but not for so long that keys would have to wait.
  ///
  /// A recording that is played fast is heard block by block: its blocks are the time.
  private mutating func listen(_ live: inout LiveRound) throws {
    var patience = LiveLoop.patience
    for _ in 0..<(isFast ? 1 : LiveLoop.mostBlocks) {
      let arrival: AudioArrival
      do {
        arrival = try source.next(waitingAtMost: patience)
      } catch {
        return try endAudio(&live, because: error)
      }
      switch arrival {
      case .samples(let block):
        guard try hear(block, &live) else { return try endAudio(&live) }
      case .nothing: return
      case .end:
        let isLoss = source.isEndless && front.isSteered
        return try endAudio(
          &live, because: isLoss ? Failure(.unavailable, "\"\(source.name)\" has ended") : nil)
      }
      patience = .zero
    }
  }

  /// Hears a block, and returns whether to go on.
  private mutating func hear(_ block: [Int16], _ live: inout LiveRound) throws -> Bool {
    samples += block.count
    let time = now
    let happenings: [RoundHappening]
    do throws(RecognizerError) {
      happenings = try live.hear(block, at: time)
    } catch {
      try take(error, live)
      return failure == nil
    }
    try tell(happenings, live, at: time)
    return true
  }

  /// Ends the audio, and with it what is being said; then tells why.
  private mutating func endAudio(
    _ live: inout LiveRound, because reason: (any Error)? = nil
  ) throws {
    isAudible = false
    if front.isSteered { silentSince = toolkit.surroundings.uptime() }
    do {
      try tell(live.endAudio(at: now), live, at: now)
    } catch let error as RecognizerError {
      try take(error, live)
    }
    if let reason { try take(reason, live) }
  }

  /// Warns of what failed where scores can still be typed; else it ends the session.
  private mutating func take(_ error: any Error, _ live: borrowing LiveRound) throws {
    if front.isSteered {
      try front.warn(Failure(error).message, of: live)
    } else {
      failure = failure ?? error
    }
  }

  /// Does what a person asks for, and returns whether to go on.
  private mutating func act(_ live: inout LiveRound) throws -> Bool {
    let asked: [RoundAction]?
    do {
      asked = try front.actions(live, at: now)
    } catch let error as Failure {
      failure = failure ?? error
      return false
    }
    for action in asked ?? [] { try tell(live.act(action, at: now), live, at: now) }
    return asked != nil
  }

  /// Waits for windows that are still open, and tells what is left; after a signal without waiting.
  private func finish(_ live: inout LiveRound) throws {
    var time = now
    while !front.isSteered, let wake = live.nextWake, !isInterrupted {
      if !isFast {
        // In steps, for a signal that comes meanwhile.
        pause(min(wake - time, LiveLoop.patience))
        time = now
        guard time >= wake else { continue }
      }
      time = max(time, wake)
      try tell(live.tick(at: time), live, at: time)
    }
    try tell(live.close(at: time), live, at: time)
    // What the log took at the last try is not left.
    let left = live.confirmation.pending.map(\.draft)
    // The terminal may be a screen until then.
    front.close()
    if source.overruns > 0 {
      toolkit.console.errorLine(
        "\(command): audio was lost \(source.overruns) times because the machine was busy")
    }
    guard left.isEmpty else {
      if let failure { toolkit.console.errorLine("\(command): \(Failure(failure).message)") }
      let roster = try live.keeper.situation().roster
      let scores = left.map { draft in
        "hole \(draft.hole): "
          + draft.rows.compactMap { row in
            row.player.map { "\(roster[$0].name) \(row.strokes?.count ?? 0)" }
          }.joined(separator: ", ")
      }
      throw Failure(
        .inputOutput,
        "\(command): these scores were not saved: \(scores.joined(separator: "; ")); "
          + "enter them with hyzer enter --hole N")
    }
    if let failure { throw failure }
  }

  private func tell(
    _ happenings: [RoundHappening], _ live: borrowing LiveRound, at now: Duration
  ) throws {
    guard !happenings.isEmpty else { return }
    let start = toolkit.surroundings.uptime()
    try front.tell(happenings, of: live, at: now)
    guard showsTimings, happenings.contains(where: \.isCommit) else { return }
    try front.paint(live, at: now)
    let stages = [
      ("recognise", live.timings.recognition), ("parse", live.timings.parsing),
      ("commit", live.keeper.timings.commit), ("standings", live.keeper.timings.standings),
      ("paint", toolkit.surroundings.uptime() - start),
    ]
    front.show(
      timings: stages.map { name, time in
        "\(name) \(String(format: "%.1f", time / .milliseconds(1)))"
      }.joined(separator: ", ") + " ms")
  }

  private func pause(_ time: Duration) {
    if time > .zero { Thread.sleep(forTimeInterval: time / .seconds(1)) }
  }
}

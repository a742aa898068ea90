internal import Confirmation
internal import Foundation
internal import Golf
internal import Recordings
internal import Scorekeeping
internal import Scoring

/// Feeds a live round with audio, time and keys until the audio or the person ends it.
struct LiveLoop {
  /// How long to wait for audio before keys and the time are looked after again.
  private static let patience = Duration.milliseconds(20)

  let toolkit: Toolkit
  let command: String
  /// Whether time is that of the recording, which is played as fast as it goes.
  let isFast: Bool
  let showsTimings: Bool

  /// Runs until the end.
  ///
  /// - Throws: ``Failure`` where the audio fails and nobody can go on with keys, or where scores are
  ///   left that the log does not have.
  func run(_ live: inout LiveRound, source: any AudioSource, front: any LiveFront) throws {
    var source = source
    var samples = 0
    var isAudible = true
    let start = toolkit.surroundings.uptime()
    // After a recording that was played fast, time goes on for whoever has keys.
    var silentSince: Duration?
    func now() -> Duration {
      let uptime = toolkit.surroundings.uptime()
      guard isFast else { return uptime - start }
      let audio = Duration.seconds(Double(samples) / Double(Recording.sampleRateHz))
      return audio + (silentSince.map { uptime - $0 } ?? .zero)
    }
    if toolkit.console.showsProgress, !front.isSteered {
      toolkit.console.errorLine("listening to \(source.name); end with Ctrl-C")
    }
    try front.paint(live, at: now())
    while isAudible || front.isSteered {
      try tell(live.tick(at: now()), live, front, at: now())
      do {
        switch isAudible ? try source.next(waitingAtMost: LiveLoop.patience) : .nothing {
        case .samples(let block):
          samples += block.count
          let time = now()
          try tell(live.hear(block, at: time), live, front, at: time)
        case .nothing: if !isAudible { pause(LiveLoop.patience) }
        case .end:
          isAudible = false
          try tell(live.endAudio(at: now()), live, front, at: now())
          if front.isSteered { silentSince = toolkit.surroundings.uptime() }
        }
      } catch  where front.isSteered {
        // Scores can still be typed.
        isAudible = false
        try front.warn(Failure(error).message, of: live)
      }
      guard let actions = try front.actions(live, at: now()) else { break }
      for action in actions { try tell(live.act(action, at: now()), live, front, at: now()) }
      try front.paint(live, at: now())
    }
    try finish(&live, front, at: now(), lost: source.overruns)
  }

  /// Waits for windows that are still open, and tells what is left.
  private func finish(
    _ live: inout LiveRound, _ front: any LiveFront, at time: Duration, lost: Int
  ) throws {
    var now = time
    if !front.isSteered {
      while let wake = live.nextWake {
        if !isFast { pause(wake - now) }
        now = max(now, wake)
        try tell(live.tick(at: now), live, front, at: now)
      }
    }
    let left = live.confirmation.pending.map(\.draft)
    try tell(live.close(at: now), live, front, at: now)
    if lost > 0 {
      toolkit.console.errorLine(
        "\(command): audio was lost \(lost) times because the machine was busy")
    }
    guard left.isEmpty else {
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
  }

  private func tell(
    _ happenings: [RoundHappening], _ live: borrowing LiveRound, _ front: any LiveFront,
    at now: Duration
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

extension RoundHappening {
  fileprivate var isCommit: Bool {
    if case .committed = self { true } else { false }
  }
}

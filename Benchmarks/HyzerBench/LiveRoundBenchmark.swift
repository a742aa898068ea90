import Foundation
import HyzerVoice
import ScoreLog
import ScoreScreen
import Scorekeeping

/// Plays a recorded round through the live loop, and reports how long people wait for their scores.
///
/// Time goes on as it would with a microphone: a block of audio is there when its last sample was
/// spoken, and work on one block delays the next. Only the waiting is left out.
func benchmarkLiveRound(_ folder: String, in directory: URL, lexicon: PronunciationLexicon) throws {
  let store = try ScoreStore(path: directory.appending(path: "log.db").path)
  let file = try JSONDecoder().decode(
    Round.self, from: Data(contentsOf: URL(fileURLWithPath: folder + "/round.json")))
  try store.createRound(
    "round", course: Course(name: file.course ?? "Walk"), organiser: "bench",
    joining: file.roster.players.map { .guest($0) }, at: "2026-05-01T09:00:00.000Z")
  var count = 0
  let keeper = try RoundKeeper(
    store: store,
    reporter: .init(
      name: "bench", deviceName: "bench", timestamp: { "2026-05-01T09:00:00.000Z" },
      newIdentifier: {
        count += 1
        return "\(count)"
      }), uptime: { .zero })
  let scorer = try UtteranceScorer(
    round: keeper.situation(), lexicon: lexicon, settings: .standard())
  var live = LiveRound(keeper: keeper, scorer: LiveScorer(scorer: scorer))
  let layout = ScreenLayout(glyphs: .unicode, width: { _ in 1 })

  let postRoll = Duration.seconds(Double(Endpointer.postRoll) / Double(Recording.sampleRateHz))
  let samples = try Recording(path: folder + "/walk.flac").samples
  var work = Duration.zero
  var silence: [Double] = []
  var toShown: [Double] = []
  var toResult: [Double] = []
  var toBoard: [Double] = []
  var resultWait: Double?
  for end in stride(from: 320, through: samples.count, by: 320) {
    let spoken = Duration.seconds(Double(end) / Double(Recording.sampleRateHz))
    let begin = ContinuousClock.now
    let events =
      try live.tick(at: spoken) + live.hear(Array(samples[(end - 320)..<end]), at: spoken)
    if events.contains(where: \.isCommit) {
      _ = try layout.frame(
        ScreenModel(live, at: spoken, localTime: { $0 }), ScreenState(),
        size: ScreenSize(rows: 24, columns: 80))
    }
    let took = ContinuousClock.now - begin
    work = max(work, spoken) + took
    for event in events {
      switch event {
      case .heard(_, _, _, let end):
        // The utterance's audio goes on for a while after its last sound.
        let lastSound = end - postRoll
        resultWait = (work - lastSound) / .milliseconds(1)
        silence.append((spoken - lastSound) / .milliseconds(1))
        toShown.append((work - lastSound) / .milliseconds(1))
        toResult.append((work - spoken) / .milliseconds(1))
      case .committed:
        if let wait = resultWait { toBoard.append(wait + took / .milliseconds(1)) }
        resultWait = nil
      default: break
      }
    }
  }
  for (name, values, goal) in [
    ("silence before scores are shown, p95", silence, 450),
    ("last sound to scores shown, p95", toShown, 400),
    ("end of utterance found to scores shown, p95", toResult, 300),
    ("last sound to leaderboard, no window, p95", toBoard, 1500),
  ] as [(String, [Double], Double)] {
    report(name, percentile(95, of: values), goal: goal, unit: "ms")
  }
}

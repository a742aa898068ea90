import Dispatch
import Foundation
import HyzerVoice
import PhonePage
import ScoreLog
import Scorekeeping

/// Speaks the recordings of a folder as into a phone, and reports how long its owner waits for the scores.
///
/// Frames come as they are spoken, and a talk ends 0.2 s after its last sound.
func benchmarkTalks(_ folder: String, round: Round, lexicon: PronunciationLexicon) throws {
  let rings = DispatchSemaphore(value: 0)
  let start = ContinuousClock.now
  let settings = try DecoderSettings.standard()
  let desk = TalkDesk(
    confirmation: .init(hearingBy: settings), uptime: { ContinuousClock.now - start },
    makeScorer: { try UtteranceScorer(round: $0, lexicon: lexicon, settings: settings) },
    wakeUp: { rings.signal() })
  defer { desk.stop() }
  let record = try RoundRecord(
    id: "bench", course: "Walk", pars: Array(repeating: 3, count: 9),
    entrants: round.roster.players.map { RoundRecord.Entrant($0) }, organiser: "bench",
    createdAt: "2026-05-01T09:00:00.000Z")
  let context = HoleContext(hole: 7, on: Scorecard(record))
  var talks: [[Int16]] = []
  for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  where file.hasSuffix(".flac") {
    let samples = try Recording(path: folder + "/" + file).samples
    let last = samples.lastIndex { abs(Int($0)) > 1000 } ?? 0
    talks.append(Array(samples.prefix(last + Recording.sampleRateHz / 5)))
  }

  /// Speaks a talk on each of some connections at once, and returns how long each waited for its draft,
  /// in milliseconds.
  func speak(_ talk: [Int16], connections: Int) -> [Double] {
    let keys = (0..<connections).map { Talk.Key(connection: $0, id: 1) }
    for key in keys {
      desk.begin(
        Talk(key, round: round, context: context, rateHz: Recording.sampleRateHz))
    }
    let begin = ContinuousClock.now
    for (number, start) in stride(from: 0, to: talk.count, by: 320).enumerated() {
      let frame = talk[start..<min(start + 320, talk.count)].flatMap { sample in
        [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
      }
      let spoken = Duration.milliseconds(20 * (number + 1))
      Thread.sleep(forTimeInterval: max(0, (spoken - (ContinuousClock.now - begin)) / .seconds(1)))
      for key in keys { desk.feed(key, sequence: UInt32(number), frame) }
    }
    let end = ContinuousClock.now
    for key in keys { desk.end(key) }
    var waits: [Double] = []
    while waits.count < connections {
      rings.wait()
      for (_, reply) in desk.popReplies() {
        if case .heard = reply { continue }
        waits.append((ContinuousClock.now - end) / .milliseconds(1))
      }
    }
    return waits
  }

  // The first of a round also makes what hears it, while the person speaks.
  let first = talks.first.map { speak($0, connections: 1) } ?? []
  report("first talk of a round to its scores", first.max() ?? 0, goal: 500, unit: "ms")
  let (cpu, memory) = (cpuSeconds(), residentMegabytes())
  let waits = talks.flatMap { speak($0, connections: 1) }
  let spoken = Double(talks.map(\.count).reduce(0, +)) / Double(Recording.sampleRateHz)
  report("end of a talk to its scores, p95", percentile(95, of: waits), goal: 150, unit: "ms")
  report(
    "processor of a talk, share of real time", (cpuSeconds() - cpu) / spoken, goal: 0.15, unit: "  "
  )
  if let talk = talks.last {
    let waits = speak(talk, connections: 4)
    report("end of four talks at once to the last", waits.max() ?? 0, goal: 1500, unit: "ms")
    report(
      "memory of a further talk at once", (residentMegabytes() - memory) / 3, goal: 30, unit: "MB")
  }
}

/// What all threads of the program have computed so far.
private func cpuSeconds() -> Double {
  var usage = rusage()
  guard unsafe getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else { fatalError("getrusage failed") }
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
  return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// What the program has in memory now.
private func residentMegabytes() -> Double {
  let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii)
    .split(separator: " ").dropFirst().first.flatMap { Double($0) }
  return (pages ?? 0) * Double(getpagesize()) / 1_048_576
}

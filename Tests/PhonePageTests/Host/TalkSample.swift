import Dispatch
import Foundation
import ScoreLog
import Scorekeeping
import Synchronization
import TestSupport
import Testing

@testable import HyzerVoice
@testable import PhonePage

/// A round of the players who speak in the project's recordings; its hole 8 has a par of 4.
enum TalkSample {
  struct NoReply: Error {}

  static func record() throws -> RoundRecord {
    try RoundRecord(
      id: "r", course: "Cedar Creek", pars: [3, 3, 3, 3, 3, 3, 3, 4, 3],
      entrants: [
        RoundRecord.Entrant(Player(name: "Michael", aliases: ["Mike"])),
        RoundRecord.Entrant(Player(name: "Jake")), RoundRecord.Entrant(Player(name: "Sarah")),
      ], organiser: "Michael", createdAt: "2026-05-01T09:00:00.000Z")
  }

  /// Returns what a voice of flite says, with as much silence after it as ends an utterance.
  static func saying(_ text: String) throws -> [Int16] {
    let directory = try Tool.Directory()
    let file = directory.url.appending(path: "speech.wav").path
    let outcome = try Tool.run(
      "/usr/bin/flite", ["-voice", "slt", "-t", text, "-o", file], in: directory)
    try #require(outcome == Tool.Outcome(status: 0, output: ""))
    return try silence(0.5) + Recording(path: file).samples + silence(1)
  }

  /// What the host's rules are on its holes of par 3.
  static func rules() throws -> TalkDraft.Rules {
    TalkDraft.Rules(.init(hearingBy: try DecoderSettings.standard()), par: 3)
  }

  static func silence(_ seconds: Double) -> [Int16] {
    Array(repeating: 0, count: Int(seconds * 16_000))
  }

  static func recording(_ name: String) throws -> [Int16] {
    try Recording(path: DemoAudio.path(name)).samples
  }

  /// Returns 16 kHz samples as a phone of another rate has them.
  static func converted(_ samples: [Int16], toHz rate: Int) throws -> [Int16] {
    guard rate != 16_000 else { return samples }
    var resampler = try Resampler(from: 16_000, to: rate, path: "test")
    return try resampler.process(samples.map { Float($0) / 32_768 }, isLast: true)
      .map(Int16.init(fullScale:))
  }
}

/// A desk, and the phones that speak to it.
final class TalkTable: Sendable {
  private let replied: DispatchSemaphore
  private let desk: TalkDesk
  private let replies = Mutex<[(key: Talk.Key, reply: TalkReply)]>([])
  private let made: Counter
  private let card: Scorecard

  private final class Counter: Sendable {
    let count = Mutex(0)
  }

  init(
    scores: [(player: String, strokes: Int)] = [], window: Duration? = nil
  ) throws {
    let (replied, made) = (DispatchSemaphore(value: 0), Counter())
    (self.replied, self.made) = (replied, made)
    let events = scores.enumerated().map { place, score in
      ScoreEvent(
        id: EventID("e\(place)"),
        position: LogPosition(clock: place + 1, device: "d", number: place + 1),
        round: "r", player: score.player, hole: 7, result: holeResult(score.strokes),
        supersedes: [], reportedBy: "Michael", deviceName: "d", input: .typed,
        at: "2026-05-01T09:30:00.000Z")
    }
    card = Scorecard(try TalkSample.record(), replaying: events)
    let settings = try DecoderSettings.standard()
    let lexicon = try PronunciationLexicon.standard.get()
    desk = TalkDesk(
      workers: 1, confirmation: .init(window: window, hearingBy: settings), uptime: { .zero },
      makeScorer: { round in
        made.count.withLock { $0 += 1 }
        return try UtteranceScorer(round: round, lexicon: lexicon, settings: settings)
      },
      wakeUp: { replied.signal() })
  }

  deinit { desk.stop() }

  var recognisers: Int { made.count.withLock(\.self) }

  func begin(
    _ connection: Int, id: Int = 1, hole: Int = 7, rateHz: Int = 16_000, shown: TalkDraft? = nil,
    endsInSilence: TalkSilence = .never, at now: String? = nil
  ) throws {
    desk.begin(
      Talk(
        Talk.Key(connection: connection, id: id), round: try card.round.situation(atHole: hole),
        context: HoleContext(hole: hole, on: card, at: now), rateHz: rateHz, shown: shown,
        endsInSilence: endsInSilence))
  }

  func feed(_ connection: Int, id: Int = 1, _ samples: [Int16], rateHz: Int = 16_000) {
    for (number, frame) in Self.frames(samples, rateHz: rateHz).enumerated() {
      send(frame, number, connection, id: id)
    }
  }

  static func frames(_ samples: [Int16], rateHz: Int) -> [[UInt8]] {
    let length = rateHz / 50
    return stride(from: 0, to: samples.count, by: length).map { start in
      samples[start..<min(start + length, samples.count)].flatMap { sample in
        [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
      }
    }
  }

  func send(_ frame: [UInt8], _ number: Int, _ connection: Int, id: Int = 1) {
    desk.feed(Talk.Key(connection: connection, id: id), sequence: UInt32(number), frame)
  }

  func end(_ connection: Int, id: Int = 1) {
    desk.end(Talk.Key(connection: connection, id: id))
  }

  func cancel(_ connection: Int, id: Int = 1) {
    desk.cancel(Talk.Key(connection: connection, id: id))
  }

  func drop(_ connection: Int) { desk.drop(connection: connection) }

  /// Waits for how a talk ends, and returns it with the words that were reported last before.
  func outcome(_ connection: Int, id: Int = 1) throws -> (words: String?, end: TalkReply) {
    var words: String?
    while true {
      let reply = try next(Talk.Key(connection: connection, id: id))
      guard case .heard(let heard) = reply else { return (words, reply) }
      words = heard
    }
  }

  func words(_ connection: Int) throws -> String {
    guard case .heard(let words) = try next(Talk.Key(connection: connection, id: 1)) else {
      throw TalkSample.NoReply()
    }
    return words
  }

  private func next(_ key: Talk.Key) throws -> TalkReply {
    while true {
      let reply = replies.withLock { replies -> TalkReply? in
        replies += desk.popReplies()
        guard let place = replies.firstIndex(where: { $0.key == key }) else { return nil }
        return replies.remove(at: place).reply
      }
      if let reply { return reply }
      // A guard alone: each reply signals.
      guard replied.wait(timeout: .now() + 60) == .success else { throw TalkSample.NoReply() }
    }
  }

  /// What was said of a connection's talks and nobody has waited for.
  func waiting(_ connection: Int) -> [TalkReply] {
    replies.withLock { $0.filter { $0.key.connection == connection }.map(\.reply) }
  }

  func draft(
    _ samples: [Int16], connection: Int = 1, id: Int = 1, hole: Int = 7, rateHz: Int = 16_000,
    shown: TalkDraft? = nil
  ) throws -> TalkDraft {
    try begin(connection, id: id, hole: hole, rateHz: rateHz, shown: shown)
    feed(connection, id: id, samples, rateHz: rateHz)
    end(connection, id: id)
    guard case .draft(let draft) = try outcome(connection, id: id).end else {
      throw TalkSample.NoReply()
    }
    return draft
  }
}

extension TalkDraft {
  /// Its players with their scores: "Michael 5 → 3", "? 4", "Jake ?", "Sarah 2?" where that is doubtful.
  var scores: [String] {
    rows.map { row in
      let old = row.replaces.map { "\($0.text) → " } ?? ""
      return "\(row.player ?? "?") \(old)\(row.result?.text ?? "?")\(row.isDoubtful ? "?" : "")"
    }
  }
}

import HyzerVoice
import ScoreLog
import Synchronization
import TestSupport
import Testing

@testable import Scorekeeping

/// A time that stands still until somebody moves it.
private final class ManualTime: Sendable {
  private let time = Mutex((now: Duration.zero, stall: Duration.zero))

  var now: Duration { time.withLock { $0.now } }

  func pass(_ duration: Duration) { time.withLock { $0.now += duration } }

  /// The next that looks after keys takes so long.
  func stall(_ duration: Duration) { time.withLock { $0.stall = duration } }

  func look() {
    time.withLock {
      $0.now += $0.stall
      $0.stall = .zero
    }
  }
}

private final class ScriptedSource: AudioSource {
  enum Step {
    /// Audio that comes as it is made.
    case samples([Int16])
    /// Audio that comes while the machine is busy with something else for so long.
    case late(Duration, [Int16])
    case failure
    case end
  }

  let name = "scripted"
  let overruns = 0
  let isEndless = true
  private let time: ManualTime
  private var arrivals: [(stall: Duration, block: [Int16]?)] = []
  private var fails = false

  init(_ script: [Step], time: ManualTime) {
    self.time = time
    for step in script {
      switch step {
      case .samples(let samples):
        for block in ScriptedSource.blocks(samples) {
          arrivals += [(.zero, block), (.milliseconds(20), [])]
        }
      case .late(let stall, let samples):
        arrivals.append((stall, []))
        arrivals += ScriptedSource.blocks(samples).map { (.zero, $0) }
      case .failure: fails = true
      case .end: arrivals.append((.zero, nil))
      }
    }
  }

  func next(waitingAtMost limit: Duration) throws -> [Int16]? {
    guard !arrivals.isEmpty else {
      if fails { throw CaptureError.vanished(device: "scripted") }
      return []
    }
    let (stall, block) = arrivals.removeFirst()
    if stall > .zero { time.stall(stall) }
    return block
  }

  private static func blocks(_ samples: [Int16]) -> [[Int16]] {
    stride(from: 0, to: samples.count, by: 320).map {
      Array(samples[$0..<min($0 + 320, samples.count)])
    }
  }
}

private final class NotedPresenter: RoundPresenter {
  struct Gone: Error {}

  let acceptsInput = true
  private(set) var notes: [String] = []
  private(set) var paints = 0
  private let time: ManualTime
  private var looksAfterWarning: Int?
  /// What a person does, a look after the other.
  private var script: [RoundAction]
  /// Whether nothing can be shown from the next report on.
  var isGone = false

  init(_ time: ManualTime, _ script: [RoundAction] = []) {
    self.time = time
    self.script = script
  }

  func report(
    _ events: [RoundEvent], of live: borrowing LiveRound, at now: Duration
  ) throws {
    if isGone { throw Gone() }
    notes += LiveSession.text(events, live.keeper.card.round)
  }

  func warn(_ reason: String) throws {
    notes.append("warned: \(reason)")
    looksAfterWarning = 0
  }

  func paint(_ live: borrowing LiveRound, at now: Duration) { paints += 1 }
  func show(timings: String) {}
  func close() { if notes.last != "closed" { notes.append("closed") } }

  /// A while after something went wrong, somebody ends it.
  func actions(_ live: borrowing LiveRound, at now: Duration) throws -> [RoundAction] {
    time.look()
    if !script.isEmpty { return [script.removeFirst()] }
    guard let looks = looksAfterWarning else { return [] }
    looksAfterWarning = looks + 1
    time.pass(.milliseconds(100))
    return looks < 40 ? [] : [.quit]
  }
}

@Suite struct LiveLoopTests {
  private static func samples(_ name: String) throws -> [Int16] {
    try Recording(path: DemoAudio.path(name)).samples
  }

  /// Runs the loop and returns what its presenter noted.
  private func run(_ script: [ScriptedSource.Step]) throws -> [String] {
    let time = ManualTime()
    var session = try LiveSession()
    let presenter = NotedPresenter(time)
    var loop = LiveLoop(
      source: ScriptedSource(script, time: time), presenter: presenter,
      uptime: {
        // Whoever waits for the time sees it go by.
        time.pass(.microseconds(1))
        return time.now
      }, isInterrupted: { false }, note: { _ in })
    try loop.run(&session.live)
    return presenter.notes
  }

  @Test func `a microphone that fails ends what is said, and scores can still be typed`() throws {
    // It fails right after the words, in the silence that would end them.
    let words = try Array(Self.samples("pairs.flac").prefix(34_000))
    let notes = try run([.samples(words), .failure])
    #expect(
      notes == [
        "heard mike three jake four", "confirming 7: Michael 3, Jake 4",
        "warned: \(CaptureError.vanished(device: "scripted"))",
        "committed 7: Michael 3, Jake 4", "closed",
      ])
  }

  @Test func `a microphone that ends is reported where scores can still be typed`() throws {
    #expect(try run([.end]) == ["warned: \"scripted\" has ended", "closed"])
  }

  @Test func `speech that began within a window is heard before it would close`() throws {
    let words = try Self.samples("pairs.flac")
    let more = try Self.samples("birdie.flac")
    let silence = [Int16](repeating: 0, count: 16_000)
    let notes = try run([
      .samples(words + silence), .late(.seconds(4), Array(more.prefix(16_000))),
      .samples(more.dropFirst(16_000) + silence), .failure,
    ])
    #expect(
      notes == [
        "heard mike three jake four", "confirming 7: Michael 3, Jake 4", "heard sarah birdie",
        "confirming 7: Michael 3, Jake 4, Sarah 2",
        "warned: \(CaptureError.vanished(device: "scripted"))",
        "committed 7: Michael 3, Jake 4, Sarah 2", "closed",
      ])
  }

  /// Runs a session in which somebody does this and a signal comes then; returns what the presenter
  /// noted, what is left for the next session, and what the session ended with.
  private func end(
    _ session: inout LiveSession, after script: [RoundAction], leftover: [Draft] = [],
    isAbandoned: Bool = false, isGone: Bool = false
  ) throws -> (notes: [String], leftover: [Draft], failure: String?) {
    let time = ManualTime()
    let presenter = NotedPresenter(time, script)
    var looks = 0
    var loop = LiveLoop(
      source: ScriptedSource([], time: time), presenter: presenter, leftover: leftover,
      uptime: { time.now },
      isInterrupted: {
        if looks == 0 {
          #expect(presenter.paints == 0, "a signal comes as soon as it is seen to be on")
        }
        looks += 1
        presenter.isGone = isGone && looks > script.count + 1
        return looks > script.count + 1
      }, isAbandoned: { isAbandoned }, note: { _ in })
    var failure: String?
    do { try loop.run(&session.live) } catch { failure = "\(error)" }
    return (presenter.notes, loop.leftover, failure)
  }

  private static let unsaved = "these scores were not saved: hole 7: Michael 3, no score for Jake"

  @Test func `what the log refused is tried again at the end, and told where it is not saved`()
    throws
  {
    let script: [RoundAction] = [.enter("Mike 3, no score for Jake", onHole: nil), .accept]
    var session = try LiveSession()
    _ = try session.step("lock")
    let lost = try end(&session, after: script)
    #expect(lost.failure == Self.unsaved)
    #expect(lost.leftover == [])
    let text = try #require(lost.failure?.split(separator: ": ").last)
    let result = try UtteranceParser(round: session.live.keeper.situation()).parse(String(text))
    let draft = Draft(
      typed: String(text), result, onHole: 7, replacing: session.live.keeper.card)
    #expect(draft?.scores.map(\.result) == [.strokes(try #require(Strokes(3))), .noScore])

    session = try LiveSession()
    _ = try session.step("lock")
    let kept = try end(&session, after: script, isAbandoned: true)
    #expect(kept.failure == Self.unsaved)
    #expect(kept.leftover.map { $0.scores.map(\.player.index) } == [[0, 1]])
  }

  @Test func `what somebody else's scores overtake at the last try is told as unsaved`() throws {
    var session = try LiveSession()
    _ = try session.step("lock") + session.step("enter Mike 3, Jake 4")
    _ = session.act(.accept)
    _ = try session.step("unlock") + session.step("ben Mike 5")
    let end = try end(&session, after: [])
    #expect(end.failure == "these scores were not saved: hole 7: Michael 3, Jake 4")
    #expect(try session.logged(hole: 7) == "Michael 5")
  }

  @Test func `what nobody could see dropped is left for the next session`() throws {
    let script: [RoundAction] = [.enter("Mike 3", onHole: nil)]
    var session = try LiveSession()
    #expect(try end(&session, after: script).leftover == [])
    session = try LiveSession()
    #expect(try end(&session, after: script, isAbandoned: true).leftover.count == 1)
    session = try LiveSession()
    let gone = try end(&session, after: script, isGone: true)
    #expect(gone.leftover.count == 1)
    #expect(gone.failure == "Gone()")
    #expect(try session.logged(hole: 7) == "")
  }

  @Test func `what is left from an earlier session is asked about until somebody answers`() throws {
    let three = HoleResult.strokes(try #require(Strokes(3)))
    let leftover = [
      Draft(leftover: [(PlayerID(0), three)], onHole: 6),
      Draft(leftover: [(PlayerID(1), three)], onHole: 7),
    ]
    var session = try LiveSession()
    var outcome = try end(&session, after: [], leftover: leftover)
    let (asked, other) = ("partial 6: Michael 3?", "partial 7: Jake 3?")
    let dropped = ["dismissed 6: Michael 3?", "dismissed 7: Jake 3?"]
    #expect(outcome.notes == [asked, dropped[0], other, dropped[1], "closed"])
    #expect(outcome.leftover.map(\.hole) == [6, 7])

    session = try LiveSession()
    outcome = try end(&session, after: [.accept], leftover: leftover)
    #expect(outcome.notes == [asked, other, "committed 6: Michael 3", dropped[1], "closed"])
    #expect(outcome.leftover.map(\.hole) == [7])
    #expect(try session.logged(hole: 6) == "Michael 3")

    session = try LiveSession()
    outcome = try end(&session, after: [.cancel, .cancel], leftover: leftover)
    #expect(outcome.leftover == [])
    #expect(try session.logged(hole: 6) == "")
  }

  @Test func `losses stay known when the microphone fails`() {
    let queue = BlockQueue()
    queue.append(.success([1]), overruns: 3)
    queue.append(.success(nil))
    #expect(queue.overruns == 3)
  }
}

import Audio
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

/// A microphone that plays a script.
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

/// Notes what is reported to it.
private final class NotedPresenter: RoundPresenter {
  let acceptsInput = true
  private(set) var notes: [String] = []
  private let time: ManualTime
  private var looksAfterWarning: Int?

  init(_ time: ManualTime) { self.time = time }

  func report(
    _ events: [RoundEvent], of live: borrowing LiveRound, at now: Duration
  ) throws {
    for event in events {
      switch event {
      case .heard(let transcript, _, _, _): notes.append("heard \(transcript)")
      case .confirming(let draft): notes.append("confirming \(draft.rows.count)")
      case .committed(let draft, _): notes.append("committed \(draft.rows.count)")
      case .dismissed(let draft): notes.append("dismissed \(draft.rows.count)")
      case .hearing, .failed, .replied, .partial, .unsaved, .undone, .refused, .moved,
        .changedElsewhere, .complete:
        break
      }
    }
  }

  func warn(_ reason: String) throws {
    notes.append("warned: \(reason)")
    looksAfterWarning = 0
  }

  func show(timings: String) {}
  func close() { if notes.last != "closed" { notes.append("closed") } }

  /// A while after something went wrong, somebody ends it.
  func actions(_ live: borrowing LiveRound, at now: Duration) throws -> [RoundAction] {
    time.look()
    guard let looks = looksAfterWarning else { return [] }
    looksAfterWarning = looks + 1
    time.pass(.milliseconds(100))
    return looks < 40 ? [] : [.quit]
  }
}

@Suite struct LiveLoopTests {
  private static func samples(_ name: String) throws -> [Int16] {
    try Recording.read(path: DemoAudio.path(name)).samples
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
        "heard mike three jake four", "confirming 2",
        "warned: \(CaptureError.vanished(device: "scripted"))",
        "committed 2", "closed",
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
        "heard mike three jake four", "confirming 2", "heard sarah birdie", "confirming 3",
        "warned: \(CaptureError.vanished(device: "scripted"))", "committed 3", "closed",
      ])
  }

  @Test func `losses stay known when the microphone fails`() {
    let queue = BlockQueue()
    queue.put(.samples([1]), overruns: 3)
    queue.put(.end)
    #expect(queue.overruns == 3)
  }
}

import Audio
import Scorekeeping
import Synchronization
import TestSupport
import Testing

@testable import HyzerCLI

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
    case failure(Failure)
    case end
  }

  let name = "scripted"
  let overruns = 0
  let isEndless: Bool
  private let time: ManualTime
  private var arrivals: [(stall: Duration, arrival: AudioArrival)] = []
  private var failure: Failure?

  init(_ script: [Step], isEndless: Bool = true, time: ManualTime) {
    self.time = time
    self.isEndless = isEndless
    for step in script {
      switch step {
      case .samples(let samples):
        for block in ScriptedSource.blocks(samples) {
          arrivals += [(.zero, .samples(block)), (.milliseconds(20), .nothing)]
        }
      case .late(let stall, let samples):
        arrivals.append((stall, .nothing))
        arrivals += ScriptedSource.blocks(samples).map { (.zero, .samples($0)) }
      case .failure(let error): failure = error
      case .end: arrivals.append((.zero, .end))
      }
    }
  }

  func next() throws -> [Int16]? { preconditionFailure("the loop looks after keys as well") }

  func next(waitingAtMost limit: Duration) throws -> AudioArrival {
    guard !arrivals.isEmpty else {
      if let failure { throw failure }
      return .nothing
    }
    let (stall, arrival) = arrivals.removeFirst()
    if stall > .zero { time.stall(stall) }
    return arrival
  }

  private static func blocks(_ samples: [Int16]) -> [[Int16]] {
    stride(from: 0, to: samples.count, by: 320).map {
      Array(samples[$0..<min($0 + 320, samples.count)])
    }
  }
}

/// Notes what it is told.
private final class NotedFront: LiveFront {
  let isSteered: Bool
  private(set) var notes: [String] = []
  private let time: ManualTime
  private var looksAfterWarning: Int?

  init(isSteered: Bool, time: ManualTime) {
    self.isSteered = isSteered
    self.time = time
  }

  func tell(
    _ happenings: [RoundHappening], of live: borrowing LiveRound, at now: Duration
  ) throws {
    for happening in happenings {
      switch happening {
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

  func warn(_ reason: String, of live: borrowing LiveRound) throws {
    notes.append("warned: \(reason)")
    looksAfterWarning = 0
  }

  func paint(_ live: borrowing LiveRound, at now: Duration) throws {}
  func show(timings: String) {}
  func close() { if notes.last != "closed" { notes.append("closed") } }

  /// A while after something went wrong, somebody ends it.
  func actions(_ live: borrowing LiveRound, at now: Duration) throws -> [RoundAction]? {
    time.look()
    guard let looks = looksAfterWarning else { return [] }
    looksAfterWarning = looks + 1
    time.pass(.seconds(1))
    return looks < 4 ? [] : nil
  }
}

@Suite struct LiveLoopTests {
  private static func samples(_ name: String) throws -> [Int16] {
    try Recording.read(path: DemoAudio.path(name)).samples
  }

  /// Runs the loop and returns what its front was told, and what it threw.
  private func run(
    _ script: [ScriptedSource.Step], isSteered: Bool, isEndless: Bool = true
  ) throws -> (notes: [String], failure: Failure?) {
    try withFolder { folder in
      let time = ManualTime()
      let console = Console(write: { _ in }, writeError: { _ in })
      let fixture = try LiveRoundFixture(folder, console: console) {
        // Whoever waits for the time sees it go by.
        time.pass(.microseconds(1))
        return time.now
      }
      var live = try fixture.live()
      let front = NotedFront(isSteered: isSteered, time: time)
      var loop = LiveLoop(
        toolkit: fixture.toolkit, command: "hyzer listen", isFast: false, showsTimings: false,
        source: ScriptedSource(script, isEndless: isEndless, time: time), front: front)
      do {
        try loop.run(&live)
        return (front.notes, nil)
      } catch {
        return (front.notes, Failure(error))
      }
    }
  }

  private static let gone = Failure(.unavailable, "the microphone is gone")

  @Test func `a microphone that fails ends what is said, and scores can still be typed`() throws {
    // It fails right after the words, in the silence that would end them.
    let words = try Array(Self.samples("pairs.flac").prefix(34_000))
    let (notes, failure) = try run([.samples(words), .failure(Self.gone)], isSteered: true)
    #expect(
      notes == [
        "heard mike three jake four", "confirming 2", "warned: the microphone is gone",
        "committed 2", "closed",
      ])
    #expect(failure == nil)
  }

  @Test func `a microphone that ends is told of where scores can still be typed`() throws {
    #expect(
      try run([.end], isSteered: true).notes == ["warned: \"scripted\" has ended", "closed"])
  }

  @Test func `speech that began within a window is heard before it would close`() throws {
    let words = try Self.samples("pairs.flac")
    let more = try Self.samples("birdie.flac")
    let silence = [Int16](repeating: 0, count: 16_000)
    let (notes, _) = try run(
      [
        .samples(words + silence), .late(.seconds(4), Array(more.prefix(16_000))),
        .samples(more.dropFirst(16_000) + silence), .failure(Self.gone),
      ], isSteered: true)
    #expect(
      notes == [
        "heard mike three jake four", "confirming 2", "heard sarah birdie", "confirming 3",
        "warned: the microphone is gone", "committed 3", "closed",
      ])
  }
}

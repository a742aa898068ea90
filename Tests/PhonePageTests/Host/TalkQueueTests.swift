import ScoreLog
import Scorekeeping
import Testing

@testable import PhonePage

/// The first talk of a connection.
extension Talk.Key: ExpressibleByIntegerLiteral {
  /// Makes the key of a connection's first talk.
  public init(integerLiteral connection: Int) { self.init(connection: connection, id: 1) }
}

extension TalkQueue {
  mutating func begin(
    _ key: Talk.Key, rateHz: Int = 16_000, endsInSilence: TalkSilence = .never,
    at now: Duration = .zero
  ) throws {
    let card = Scorecard(try TalkSample.record())
    begin(
      Talk(
        key, round: try card.round.situation(atHole: 7), context: HoleContext(hole: 7, on: card),
        rateHz: rateHz, endsInSilence: endsInSilence), at: now)
  }

  /// Feeds silence of so many milliseconds at 16 kHz.
  mutating func feed(
    _ key: Talk.Key, sequence: UInt32 = 0, milliseconds: Int = 20, at now: Duration = .zero
  ) {
    feed(key, sequence: sequence, [UInt8](repeating: 0, count: milliseconds * 32), at: now)
  }

  /// Returns what was said to talks as failures, by connection.
  mutating func popFailures() -> [Int: String] {
    let failures = popReplies().compactMap { key, reply -> (Int, String)? in
      guard case .failed(let failure) = reply else { return nil }
      return (key.connection, "\(failure)")
    }
    return Dictionary(failures) { $0 + ", " + $1 }
  }
}

/// Which talks are heard, by which worker and in which turn; without threads and recognisers.
@Suite struct TalkQueueTests {
  /// A queue with one worker that hears two at once, while two more wait, and some talks that begin.
  private func started(_ keys: Talk.Key..., workers: Int = 1) throws -> TalkQueue {
    var queue = TalkQueue(workers: workers, talksPerWorker: 2, mostWaiting: 2)
    for key in keys { try queue.begin(key) }
    return queue
  }

  @Test(arguments: [[0, 2], [0, 0], [1], [0, 1, 1], [0, 1, 4_294_967_295]] as [[UInt32]])
  func `a talk of which a frame is missing or comes twice is not guessed at`(numbers: [UInt32])
    throws
  {
    var queue = try started(1)
    for number in numbers { queue.feed(1, sequence: number) }
    #expect(queue.popFailures() == [1: "some of the sound was lost; say it again"])
    #expect(queue.next(for: 0, after: 0).tickets.isEmpty)
  }

  @Test func `half a sample is refused`() throws {
    var queue = try started(1)
    queue.feed(1, sequence: 0, [1, 2, 3], at: .zero)
    #expect(
      queue.popFailures()
        == [1: "the sound came in halves of samples; reload the page and say it again"])
  }

  @Test(arguments: [8_000, 16_000, 44_100, 96_000])
  func `a talk lasts 15 seconds at most`(rateHz: Int) throws {
    var queue = try started()
    try queue.begin(1, rateHz: rateHz)
    let second = [UInt8](repeating: 0, count: rateHz * 2)
    for number in 0..<15 { queue.feed(1, sequence: UInt32(number), second, at: .zero) }
    #expect(queue.popFailures().isEmpty)
    queue.feed(1, sequence: 15, [0, 0], at: .zero)
    #expect(
      queue.popFailures() == [1: "that took more than 15 seconds; say it in shorter parts"])
  }

  @Test(arguments: [0, -1, 7_999, 96_001, .max])
  func `a rate that cannot be heard is refused`(rateHz: Int) throws {
    var queue = try started()
    try queue.begin(1, rateHz: rateHz)
    #expect(
      queue.popFailures() == [1: "sound at \(rateHz) Hz cannot be heard; send 8000 to 96000 Hz"])
  }

  @Test func `more than can be heard wait, and more than can wait are told so`() throws {
    var queue = try started(1, 2, 3, 4, 5)
    #expect(queue.popFailures() == [5: "others are speaking; try again"])
    #expect(queue.next(for: 0, after: 0).tickets == [1, 2])
    // Those that wait are heard from the first frame on.
    queue.feed(3)
    queue.cancel(1)
    let next = queue.next(for: 0, after: 2)
    #expect(next.tickets == [2, 3])
    #expect(next.step?.ticket == 3)
    #expect(next.step?.sound.count == 640)
  }

  @Test func `a hands-free talk to which nobody speaks gives way to one that somebody tapped for`()
    throws
  {
    var queue = try started()
    for key in [1, 2] as [Talk.Key] { try queue.begin(key, endsInSilence: .handsFree) }
    try queue.begin(3, endsInSilence: .afterWords)
    #expect(queue.popFailures() == [1: "others are speaking; try again"])
    #expect(queue.next(for: 0, after: 0).tickets == [2, 3])
    try queue.begin(4)
    #expect(queue.popFailures() == [2: "others are speaking; try again"])
    // Nobody else has to.
    try queue.begin(5)
    #expect(queue.popFailures().isEmpty)
    #expect(queue.next(for: 0, after: 0).tickets == [3, 4])
  }

  @Test func `a hands-free talk in which somebody speaks is heard to its end`() throws {
    var queue = try started(1)
    try queue.begin(2, endsInSilence: .handsFree)
    queue.post(.heard(words: ""), 2)
    try queue.begin(3)
    #expect(queue.popFailures().isEmpty)
    #expect(queue.next(for: 0, after: 0).tickets == [1, 2])
    queue.post(.draft(TalkDraft(result: .failed, hole: 7)), 2)
    #expect(queue.next(for: 0, after: 0).tickets == [1, 3])
  }

  @Test func `one that its phone has ended is heard to its end, too`() throws {
    var queue = try started(1)
    try queue.begin(2, endsInSilence: .handsFree)
    queue.end(2)
    try queue.begin(3)
    #expect(queue.popFailures().isEmpty)
  }

  @Test func `a hands-free talk waits for nobody's place, nor takes it`() throws {
    var queue = try started(1)
    try queue.begin(2, endsInSilence: .handsFree)
    try queue.begin(3, endsInSilence: .handsFree)
    #expect(queue.popFailures() == [3: "others are speaking; try again"])
    #expect(queue.next(for: 0, after: 0).tickets == [1, 2])
    queue.cancel(1)
    try queue.begin(3, endsInSilence: .handsFree)
    #expect(queue.popFailures().isEmpty)
  }

  @Test func `a connection that ends leaves its place to others`() throws {
    var queue = try started(1, 2, 3, 4)
    queue.post(.heard(words: "mike"), 1)
    queue.drop(connection: 1)
    #expect(queue.next(for: 0, after: 0).tickets == [2, 3])
    #expect(queue.popReplies().isEmpty)
    queue.post(.heard(words: "mike three"), 1)
    #expect(queue.popReplies().isEmpty)
  }

  @Test func `a phone that stopped sending leaves the place to one that wants it`() throws {
    var queue = try started(1, 2, 3, 4)
    queue.feed(1, at: .seconds(5))
    queue.end(2)
    try queue.begin(5, at: .seconds(6))
    let stopped = "the sound stopped coming; say it again"
    #expect(queue.popFailures() == [3: stopped, 4: stopped])
    #expect(queue.next(for: 0, after: 0).tickets == [1, 2])
  }

  @Test func `talks go to the worker that has least to do`() throws {
    var queue = try started(1, 2, 3, 4, workers: 2)
    #expect(queue.next(for: 0, after: 0).tickets == [1, 3])
    #expect(queue.next(for: 1, after: 0).tickets == [2, 4])
    #expect(queue.popWakeUps().workers == [0, 1])
  }

  @Test func `talks are heard in turn, and those that have ended first`() throws {
    var queue = try started(1, 2)
    // Both are begun, so that recognisers are there when the words come.
    #expect(queue.next(for: 0, after: 0).step?.ticket == 1)
    #expect(queue.next(for: 0, after: 1).step?.ticket == 2)
    #expect(queue.next(for: 0, after: 2).step == nil)
    queue.feed(1, milliseconds: 250)
    queue.feed(2, milliseconds: 250)
    #expect(queue.next(for: 0, after: 2).step?.ticket == 1)
    #expect(queue.next(for: 0, after: 1).step?.ticket == 2)
    queue.end(2)
    let steps = (0..<2).map { _ in queue.next(for: 0, after: 2).step }
    #expect(steps.map { $0?.ticket } == [2, 2])
    #expect(steps.map { $0?.isLast } == [false, true])
    #expect(steps.map { $0?.sound.count } == [3200, 1600])
    #expect(queue.next(for: 0, after: 2).step?.ticket == 1)
  }

  @Test func `a talk that begins anew takes the place of one that was not ended`() throws {
    var queue = try started(1, Talk.Key(connection: 1, id: 2))
    #expect(queue.next(for: 0, after: 0).tickets == [2])
    // What comes for the other is passed over.
    queue.feed(1, sequence: 7)
    #expect(queue.popFailures().isEmpty)
  }

  @Test func `one connection does not keep all recognisers busy`() throws {
    var queue = try started()
    for id in 1...3 {
      let key = Talk.Key(connection: 1, id: id)
      try queue.begin(key)
      queue.end(key)
    }
    #expect(queue.popFailures() == [1: "others are speaking; try again"])
  }

  @Test func `what comes after the end is passed over`() throws {
    var queue = try started(1)
    queue.end(1)
    queue.feed(1)
    queue.end(1)
    let step = queue.next(for: 0, after: 0).step
    #expect(step?.sound == [])
    #expect(step?.isLast == true)
    #expect(queue.next(for: 0, after: 0).step == nil)
  }

  @Test func `only the latest words wait to be sent`() throws {
    var queue = try started(1)
    queue.post(.heard(words: "mike"), 1)
    queue.post(.heard(words: "mike three"), 1)
    #expect(queue.popReplies().map(\.reply) == [.heard(words: "mike three")])
    queue.post(.draft(TalkDraft(result: .failed, hole: 7)), 1)
    queue.post(.heard(words: "too late"), 1)
    #expect(queue.popReplies().map(\.reply) == [.draft(TalkDraft(result: .failed, hole: 7))])
  }
}

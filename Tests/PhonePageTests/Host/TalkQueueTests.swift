import DiscGolf
import ScoreLog
import Scorekeeping
import TestSupport
import Testing

@testable import PhonePage

/// Who is heard, by whom and in which turn; without threads and recognisers.
@Suite struct TalkQueueTests {
  static let (first, second) = (
    Talk.Key(connection: 1, id: 1), Talk.Key(connection: 2, id: 1)
  )

  static func talk(_ key: Talk.Key, rateHz: Int = 16_000) throws -> Talk {
    let card = Scorecard(try TalkSample.record())
    return Talk(
      key, round: try card.round.situation(atHole: 7), context: HoleContext(hole: 7, on: card),
      rateHz: rateHz)
  }

  /// A queue with one worker that hears two at once, while two more wait, and some talks that begin.
  static func queue(_ keys: [Talk.Key] = [], workers: Int = 1) throws -> TalkQueue {
    var queue = TalkQueue(workers: workers, talksPerWorker: 2, mostWaiting: 2)
    for key in keys { queue.begin(try talk(key), at: .zero) }
    return queue
  }

  /// What was said to talks as failures, by connection.
  static func failures(_ queue: inout TalkQueue) -> [Int: String] {
    let failures = queue.popReplies().compactMap { key, reply -> (Int, String)? in
      guard case .failed(let reason) = reply else { return nil }
      return (key.connection, reason)
    }
    return Dictionary(failures) { $0 + ", " + $1 }
  }

  /// Silence of so many milliseconds.
  static func frame(_ milliseconds: Int = 20, rateHz: Int = 16_000) -> [UInt8] {
    [UInt8](repeating: 0, count: rateHz * milliseconds / 1000 * 2)
  }

  @Test(arguments: [[0, 2], [0, 0], [1], [0, 1, 1], [0, 1, 4_294_967_295]] as [[UInt32]])
  func `a talk of which a frame is missing or comes twice is not guessed at`(numbers: [UInt32])
    throws
  {
    var queue = try Self.queue([Self.first])
    for number in numbers { queue.feed(Self.first, sequence: number, Self.frame(), at: .zero) }
    #expect(Self.failures(&queue) == [1: "some of the sound was lost; say it again"])
    #expect(queue.next(for: 0, after: 0).tickets.isEmpty)
  }

  @Test func `half a sample is refused`() throws {
    var queue = try Self.queue([Self.first])
    queue.feed(Self.first, sequence: 0, [1, 2, 3], at: .zero)
    #expect(
      Self.failures(&queue)
        == [1: "the sound came in halves of samples; reload the page and say it again"])
  }

  @Test(arguments: [8_000, 16_000, 44_100, 96_000])
  func `a talk lasts 15 seconds at most`(rateHz: Int) throws {
    var queue = try Self.queue()
    queue.begin(try Self.talk(Self.first, rateHz: rateHz), at: .zero)
    for second in 0..<15 {
      queue.feed(Self.first, sequence: UInt32(second), Self.frame(1000, rateHz: rateHz), at: .zero)
    }
    #expect(Self.failures(&queue).isEmpty)
    queue.feed(Self.first, sequence: 15, [0, 0], at: .zero)
    #expect(
      Self.failures(&queue) == [1: "that took more than 15 seconds; say it in shorter parts"])
  }

  @Test(arguments: [0, -1, 7_999, 96_001, .max])
  func `a rate that cannot be heard is refused`(rateHz: Int) throws {
    var queue = try Self.queue()
    queue.begin(try Self.talk(Self.first, rateHz: rateHz), at: .zero)
    #expect(
      Self.failures(&queue)
        == [1: "sound at \(rateHz) Hz cannot be heard; send 8000 to 96000 Hz"])
  }

  @Test func `more than can be heard wait, and more than can wait are told so`() throws {
    let keys = (1...5).map { Talk.Key(connection: $0, id: 1) }
    var queue = try Self.queue(keys)
    #expect(Self.failures(&queue) == [5: "others are speaking; try again"])
    #expect(queue.next(for: 0, after: 0).tickets == [1, 2])
    // Who waits is heard from the first frame on.
    queue.feed(keys[2], sequence: 0, Self.frame(), at: .zero)
    queue.cancel(keys[0])
    let next = queue.next(for: 0, after: 2)
    #expect(next.tickets == [2, 3])
    #expect(next.step?.ticket == 3)
    #expect(next.step?.sound.count == Self.frame().count)
  }

  @Test func `a connection that ends leaves its place to others`() throws {
    let keys = (1...4).map { Talk.Key(connection: $0, id: 1) }
    var queue = try Self.queue(keys)
    queue.post(.heard(words: "mike"), 1)
    queue.drop(connection: 1)
    #expect(queue.next(for: 0, after: 0).tickets == [2, 3])
    #expect(queue.popReplies().isEmpty)
    queue.post(.heard(words: "mike three"), 1)
    #expect(queue.popReplies().isEmpty)
  }

  @Test func `who stopped sending leaves the place to who wants it`() throws {
    let keys = (1...5).map { Talk.Key(connection: $0, id: 1) }
    var queue = try Self.queue(Array(keys[0...3]))
    queue.feed(keys[0], sequence: 0, Self.frame(), at: .seconds(5))
    queue.end(keys[1])
    queue.begin(try Self.talk(keys[4]), at: .seconds(6))
    #expect(
      Self.failures(&queue)
        == [
          3: "the sound stopped coming; say it again", 4: "the sound stopped coming; say it again",
        ])
    #expect(queue.next(for: 0, after: 0).tickets == [1, 2])
  }

  @Test func `talks go to the worker that has least to do`() throws {
    let keys = (1...4).map { Talk.Key(connection: $0, id: 1) }
    var queue = try Self.queue(keys, workers: 2)
    #expect(queue.next(for: 0, after: 0).tickets == [1, 3])
    #expect(queue.next(for: 1, after: 0).tickets == [2, 4])
    #expect(queue.popWakeUps().workers == [0, 1])
  }

  @Test func `who speaks is heard in turn, and who has ended first`() throws {
    var queue = try Self.queue([Self.first, Self.second])
    // Both are begun, so that recognisers are there when the words come.
    #expect(queue.next(for: 0, after: 0).step?.ticket == 1)
    #expect(queue.next(for: 0, after: 1).step?.ticket == 2)
    #expect(queue.next(for: 0, after: 2).step == nil)
    for key in [Self.first, Self.second] {
      queue.feed(key, sequence: 0, Self.frame(250), at: .zero)
    }
    #expect(queue.next(for: 0, after: 2).step?.ticket == 1)
    #expect(queue.next(for: 0, after: 1).step?.ticket == 2)
    queue.end(Self.second)
    let steps = (0..<2).map { _ in queue.next(for: 0, after: 2).step }
    #expect(steps.map { $0?.ticket } == [2, 2])
    #expect(steps.map { $0?.isLast } == [false, true])
    #expect(steps.map { $0?.sound.count } == [3200, 1600])
    #expect(queue.next(for: 0, after: 2).step?.ticket == 1)
  }

  @Test func `a talk that begins anew takes the place of one that was not ended`() throws {
    let again = Talk.Key(connection: 1, id: 2)
    var queue = try Self.queue([Self.first, again])
    #expect(queue.next(for: 0, after: 0).tickets == [2])
    // What comes for the other is passed over.
    queue.feed(Self.first, sequence: 7, Self.frame(), at: .zero)
    #expect(Self.failures(&queue).isEmpty)
  }

  @Test func `one connection does not keep all recognisers busy`() throws {
    var queue = try Self.queue()
    for id in 1...3 {
      let key = Talk.Key(connection: 1, id: id)
      queue.begin(try Self.talk(key), at: .zero)
      queue.end(key)
    }
    #expect(Self.failures(&queue) == [1: "others are speaking; try again"])
  }

  @Test func `what comes after the end is passed over`() throws {
    var queue = try Self.queue([Self.first])
    queue.end(Self.first)
    queue.feed(Self.first, sequence: 0, Self.frame(), at: .zero)
    queue.end(Self.first)
    let step = queue.next(for: 0, after: 0).step
    #expect(step?.sound == [])
    #expect(step?.isLast == true)
    #expect(queue.next(for: 0, after: 0).step == nil)
  }

  @Test func `only the latest words wait to be taken`() throws {
    var queue = try Self.queue([Self.first])
    queue.post(.heard(words: "mike"), 1)
    queue.post(.heard(words: "mike three"), 1)
    #expect(queue.popReplies().map(\.reply) == [.heard(words: "mike three")])
    queue.post(.draft(TalkDraft(.failed, hole: 7)), 1)
    queue.post(.heard(words: "too late"), 1)
    #expect(queue.popReplies().map(\.reply) == [.draft(TalkDraft(.failed, hole: 7))])
  }
}

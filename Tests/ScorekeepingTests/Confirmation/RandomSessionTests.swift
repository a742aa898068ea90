import HyzerBase
import HyzerVoice
import ScoreLog
import Testing

@testable import Scorekeeping

/// Makes events as they may come in a session, in any order and at any time, also too late.
struct RandomEvents {
  private var generator: SeededGenerator
  private var utterances = 0
  private var open: [Int] = []
  private var hasLeftover = false
  private let results: [(text: String, result: ParseResult)]

  static let texts: [(String, [Double])] = [
    ("mike three", []), ("jake four", []), ("mike five jake two", []), ("bo three al one", []),
    ("al five", []),
    ("sarah three jake three", []), ("bo six", []), ("everyone three", []), ("mike one", []),
    ("sam four", []), ("mike two sam three", []), ("sarah", []), ("jake nine banana", []),
    ("mike three or four", []), ("sarah four no", []), ("jake three zed four", []),
    ("al four jake three", [0.4, 1, 1, 1]), ("bo two mike four", [0.2, 1, 1, 1]),
    ("hole seven sarah five", [0.2, 1, 1, 1]), ("everyone but sam three", []), ("rubbish", []),
  ]

  /// Starts the events of a seed, with what the parser makes of ``texts``.
  init(seed: UInt64, results: [(text: String, result: ParseResult)]) {
    generator = SeededGenerator(seed: seed)
    self.results = results
  }

  /// What the parser makes of sentences of every kind.
  static func results() throws -> [(text: String, result: ParseResult)] {
    try texts.map { ($0, try Sample.parsed($0, clarity: $1)) }
  }

  /// Returns a number of up to `limit` milliseconds.
  mutating func pause(limit: Int) -> Duration {
    .milliseconds(Int.random(in: 0...limit, using: &generator))
  }

  mutating func next(after session: Session) throws -> Session.Event {
    switch Int.random(in: 0..<66, using: &generator) {
    case 0..<9: return try heard(.voice)
    case 9: return try heard(.typed)
    case 10..<14:
      utterances += 1
      open.append(utterances)
      return .speechStarted(utterance: utterances)
    case 14..<18: return .speechEnded(utterance: takeUtterance())
    case 18..<23: return replied()
    case 23..<34: return .timerFired
    case 34..<36, 46: return .asked(.accept)
    case 36: return .asked(.edit(true))
    case 37..<39: return .asked(.edit(false))
    case 39: return .asked(.review(true))
    case 40..<42: return .asked(.review(false))
    case 42..<44: return .asked(.setPlayer(row: Int.random(in: 1...4, using: &generator), player()))
    case 44:
      return .asked(
        .setResult(row: Int.random(in: 1...4, using: &generator), .strokes(try strokes())))
    case 45: return .asked(.removeRow(Int.random(in: 1...4, using: &generator)))
    case 47: return .asked(.cancel)
    case 48: return .saved(commit: session.pending.first?.number ?? 1)
    case 49: return .asked(.retry)
    case 50: return .asked(.undo)
    case 51..<55: return .saved(commit: commit(session))
    case 55: return .saveFailed(commit: commit(session), reason: "locked")
    case 56: return .asked(.talk)
    case 57: return .toastOver
    case 58:
      let other = try Sample.hole(6)
      return [.resumed, .overtaken(other), .placed(other)].randomElement(using: &generator)
        ?? .resumed
    case 59: return .asked(.show(isWhole: false))
    case 60..<62: return .asked(.show(isWhole: true))
    case 62..<64:
      return .outdated(commit: commit(session), try Sample.hole(7, scores: [player(): 5]))
    case 64 where !hasLeftover:
      hasLeftover = true
      let scores = [(player: player(), result: HoleResult.strokes(try strokes()))]
      return .leftover(Draft(leftover: scores, onHole: 6), try Sample.hole(6))
    default:
      let hole = Int.random(in: 7...8, using: &generator)
      let scores: [PlayerID: Int] = Bool.random(using: &generator) ? [player(): 4] : [:]
      return .moved(try Sample.hole(hole, scores: scores))
    }
  }

  /// Returns the number of an utterance that is under way, or of a new one.
  private mutating func takeUtterance() -> Int {
    if let place = open.indices.randomElement(using: &generator) { return open.remove(at: place) }
    utterances += 1
    return utterances
  }

  private mutating func heard(_ input: ScoreEvent.Input) throws -> Session.Event {
    var number = utterances + 1
    if input == .voice { number = takeUtterance() } else { utterances = number }
    let place = Int.random(in: results.indices, using: &generator)
    let (text, result) = results[place]
    return .heard(Draft.Words(number: number, input: input, transcript: text), result)
  }

  private mutating func replied() -> Session.Event {
    let replies: [Reply] = [.accept, .dismiss, .undo]
    let number = takeUtterance()
    if Bool.random(using: &generator) {
      let strokes = Strokes(Int.random(in: 0...9, using: &generator))
      let player = Bool.random(using: &generator) ? player() : nil
      return Sample.replied(.change(player, strokes.map { .strokes($0) } ?? .noScore), number)
    }
    return Sample.replied(replies[Int.random(in: replies.indices, using: &generator)], number)
  }

  private mutating func player() -> PlayerID {
    PlayerID(Int.random(in: Sample.players.indices, using: &generator))
  }

  private mutating func strokes() throws -> Strokes {
    try Sample.strokes(Int.random(in: 1...10, using: &generator))
  }

  /// Returns the number of the commit on its way, or now and then another.
  private mutating func commit(_ session: Session) -> Int {
    let first = session.pending.first?.number ?? 1
    return Bool.random(using: &generator)
      ? first : Int.random(in: 1...(first + 1), using: &generator)
  }
}

/// Sessions in which anything may come at any time.
struct RandomSessionTests {
  @Test func `whatever comes, nothing is saved that was not shown, and nothing is lost`() throws {
    let results = try RandomEvents.results()
    var (closed, accepted) = (0, 0)
    for seed in UInt64(0)..<300 {
      var events = RandomEvents(seed: seed, results: results)
      var ledger = Ledger(Session(at: try Sample.hole()))
      for step in 0..<100 {
        let event = try events.next(after: ledger.session)
        let faults = ledger.play(event, after: events.pause(limit: 3000))
        try #require(faults == [], "seed \(seed), step \(step): \(event)")
      }
      (closed, accepted) = (closed + ledger.closed, accepted + ledger.accepted)
      try #require(ledger.drain() == [], "seed \(seed), at the end")
    }
    // A session in which nothing happens proves nothing.
    #expect(closed > 100 && accepted > 100, "\(closed) windows closed, \(accepted) times yes")
  }
}

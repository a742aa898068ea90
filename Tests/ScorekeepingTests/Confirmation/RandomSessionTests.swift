import Testing

@testable import Scorekeeping

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

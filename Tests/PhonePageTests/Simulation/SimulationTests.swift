import HyzerBase
import TestSupport
import Testing

/// What finds faults has to find them.
@Suite struct SimulationTests {
  @Test func `a log that loses events is found, and the schedule is shrunk to what it takes`()
    throws
  {
    let failures = try (UInt64(0)..<6).compactMap { seed in
      var ledger = Ledger(seed: seed)
      return try SyncSimulation.failure(of: SyncSchedule(seed: seed)) { peer in
        if peer == 0 { ledger = Ledger(seed: seed) }
        return try StoreLog(peer: peer, ledger: ledger, isForgetful: true)
      }
    }
    let shortest = try #require(failures.min { $0.count < $1.count })
    let steps = shortest.split(separator: "\n").filter { $0.hasPrefix("  ") }
    // Something is written, and the one who has it is killed.
    #expect(steps.count <= 4, "\(shortest)")
    #expect(shortest.contains("writes") && shortest.contains("kill"))
  }

  @Test func `a list is shrunk to the steps without which it does not fail`() {
    var trials = 0
    let steps = shrunk(Array(0..<1000)) { steps in
      trials += 1
      return steps.contains(17) && steps.contains(500) && steps.contains(999)
    }
    #expect(steps == [17, 500, 999])
    #expect(trials < 200)
  }

  @Test func `a step that is needed only by another one goes with it`() {
    // 2 needs 1: without it, it cannot even be tried.
    let steps = shrunk([1, 2, 3]) { $0.contains(3) && ($0.contains(1) || !$0.contains(2)) }
    #expect(steps == [3])
  }

  @Test func `over a connection that is cut nothing comes, and both ends learn of it`() {
    let device = SimulatedEnd(device: 1, isHost: false)
    var network = SimulatedNetwork(random: SeededGenerator(seed: 1))
    func arrivals() -> [String] {
      var arrivals: [String] = []
      while network.nextAt != nil {
        if let delivery = network.next() { arrivals.append("\(delivery.end) \(delivery.what)") }
      }
      return arrivals.sorted()
    }
    let both = ["1 connected", "the host's end of 1 connected"]
    network.connect(1, at: .zero)
    #expect(arrivals() == both)
    for number in 0..<100 { network.send("\(number)", from: device, at: .seconds(1)) }
    var numbers: [String] = []
    while network.nextAt != nil {
      if case .message(let number)? = network.next()?.what { numbers.append(number) }
    }
    #expect(numbers == (0..<100).map { "\($0)" })
    let isSent = network.send("1", from: device, at: .seconds(1))
    network.cut(1, at: .seconds(1))
    let isSentLater = network.send("2", from: device, at: .seconds(1))
    #expect(isSent && !isSentLater)
    #expect(arrivals() == ["1 disconnected", "the host's end of 1 disconnected"])
    network.connect(1, at: .seconds(30))
    #expect(arrivals() == ["1 disconnected"])
    network.mend(1)
    network.connect(1, at: .seconds(60))
    #expect(arrivals() == both)
  }
}

import DiscGolf
import HyzerBase
import ScoreLog
import TestSupport
import Testing

/// A log that begins again empty where its process was killed, as if nothing had been on the disk.
private struct ForgetfulLog: SimulatedLog {
  private let peer: Int
  private var log: MemoryLog

  init(peer: Int) { (self.peer, log) = (peer, MemoryLog(peer: peer)) }

  func vectors() throws -> [RoundID: VersionVector] { log.vectors() }
  func batches(_ excerpts: [LogExcerpt]) throws -> [RoundBatch] { try log.batches(excerpts) }
  mutating func store(_ batches: [RoundBatch]) throws -> [Refusal] { log.store(batches) }
  mutating func write(_ count: Int, round: Int, random: inout SeededGenerator) throws {
    log.write(count, round: round, random: &random)
  }
  mutating func restart() throws { log = MemoryLog(peer: peer) }
  mutating func backUp() throws {}
  mutating func restore(isWhole: Bool) throws {}
  mutating func giveUpNumbers(heldBy other: ForgetfulLog) throws -> Bool { false }
  mutating func decide(random: inout SeededGenerator) throws -> Bool { false }
  func identifiers() throws -> Set<String> { log.identifiers() }
  func contents() throws -> MemoryLog.Contents { log.contents() }
  func complaint() throws -> String? { nil }
}

/// What finds faults has to find them.
@Suite struct SimulationTests {
  @Test func `a log that loses events is found, and the schedule is shrunk to what it takes`()
    throws
  {
    let failures = try (UInt64(0)..<10).compactMap { seed in
      try SyncSimulation.failure(of: SyncSchedule(seed: seed)) { ForgetfulLog(peer: $0) }
    }
    let shortest = try #require(failures.min { $0.count < $1.count })
    let steps = shortest.split(separator: "\n").filter { $0.hasPrefix("  ") }
    // Something is written and known elsewhere, and then the one who has it is killed.
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

  @Test func `a schedule is the same each time, and so is what comes of it`() throws {
    let schedule = SyncSchedule(seed: 7)
    #expect(schedule.steps == SyncSchedule(seed: 7).steps)
    var runs: [[SyncSimulation<MemoryLog>.Carried: Int]] = []
    for _ in 0..<2 {
      var simulation = try SyncSimulation(schedule) { MemoryLog(peer: $0) }
      try simulation.run()
      runs.append(simulation.carried)
    }
    #expect(runs[0] == runs[1])
  }

  @Test func `a network with faults loses, repeats and reorders, and without does not`() {
    func arrivals(_ faults: NetworkFaults) -> [Int] {
      let end = SimulatedEnd(0, 1)
      var network = SimulatedNetwork<Int>(random: SeededGenerator(seed: 1))
      network.connect(end, at: .zero)
      while network.nextAt != nil { _ = network.next() }
      network.faults = faults
      for number in 0..<100 { _ = network.send(number, from: end, at: .seconds(1)) }
      var numbers: [Int] = []
      while network.nextAt != nil {
        if case .message(let number)? = network.next()?.what { numbers.append(number) }
      }
      return numbers
    }
    #expect(arrivals(NetworkFaults()) == Array(0..<100))
    var faults = NetworkFaults()
    faults.loss = 0.3
    #expect((50..<90).contains(arrivals(faults).count))
    #expect(arrivals(faults) == arrivals(faults).sorted())
    faults = NetworkFaults()
    faults.repetition = 0.3
    #expect((110..<150).contains(arrivals(faults).count))
    faults = NetworkFaults()
    faults.reorders = true
    #expect(arrivals(faults) != arrivals(faults).sorted())
    #expect(arrivals(faults).sorted() == Array(0..<100))
  }

  @Test func `over a connection that is cut nothing comes, and both ends learn of it`() {
    let end = SimulatedEnd(0, 1)
    var network = SimulatedNetwork<Int>(random: SeededGenerator(seed: 1))
    func arrivals() -> [String] {
      var arrivals: [String] = []
      while network.nextAt != nil {
        if let delivery = network.next() { arrivals.append("\(delivery.end) \(delivery.what)") }
      }
      return arrivals.sorted()
    }
    network.connect(end, at: .zero)
    #expect(arrivals() == ["0–1 connected", "1–0 connected"])
    let isSent = network.send(1, from: end, at: .seconds(1))
    network.cut(end, at: .seconds(1))
    let isSentLater = network.send(2, from: end, at: .seconds(1))
    #expect(isSent && !isSentLater)
    #expect(arrivals() == ["0–1 disconnected", "1–0 disconnected"])
    network.connect(end, at: .seconds(30))
    #expect(arrivals() == ["0–1 disconnected"])
    network.mend(end)
    network.connect(end, at: .seconds(60))
    #expect(arrivals() == ["0–1 connected", "1–0 connected"])
  }
}

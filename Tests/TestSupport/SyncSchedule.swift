internal import HyzerBase

/// What befalls peers that gather one another's events.
///
/// Each step has a seed of its own, so that it does the same where others are left out.
package struct SyncStep: Hashable, Sendable, CustomStringConvertible {
  package enum Action: Hashable, Sendable {
    /// A peer writes so many events of one of the rounds.
    case write(peer: Int, round: Int, count: Int)
    case wait(Duration)
    case cut(SimulatedEnd)
    case mend(SimulatedEnd)
    case network(NetworkFaults)
    /// A peer's process is killed and starts again.
    case kill(peer: Int)
    /// It is killed at its next writing of what it was sent: after that, or else before.
    case killAtStore(peer: Int, isWritten: Bool)
    /// A peer keeps a copy of its log.
    case backUp(peer: Int)
    /// It goes on with that copy, or an empty log; with a whole copy as the same device as then.
    case restore(peer: Int, isWhole: Bool)
  }

  package let action: Action
  package let seed: UInt64

  package init(_ action: Action, seed: UInt64) { (self.action, self.seed) = (action, seed) }

  package var description: String {
    switch action {
    case .write(let peer, let round, let count): "\(peer) writes \(count) in round \(round)"
    case .wait(let time): "wait \(time)"
    case .cut(let end): "cut \(end)"
    case .mend(let end): "mend \(end)"
    case .network(let faults): "network: \(faults)"
    case .kill(let peer): "kill \(peer)"
    case .killAtStore(let peer, let isWritten):
      "kill \(peer) \(isWritten ? "after" : "before") its next store"
    case .backUp(let peer): "back up \(peer)"
    case .restore(let peer, let isWhole): "restore \(peer)\(isWhole ? " with its device" : "")"
    }
  }
}

/// Who is connected with whom, and what befalls them, drawn for a seed.
package struct SyncSchedule: Sendable, CustomStringConvertible {
  package let seed: UInt64
  package let peers: Int
  /// Each connection once, by the end that makes it; every peer is reached from every other one.
  package let links: [SimulatedEnd]
  package let steps: [SyncStep]

  package init(seed: UInt64, peers: Int, links: [SimulatedEnd], steps: [SyncStep]) {
    (self.seed, self.peers, self.links, self.steps) = (seed, peers, links, steps)
  }

  /// Draws a schedule of 2 to 8 peers and up to two rounds, in which so many events are written at once
  /// at most, and a peer may be restored as the device that it was.
  package init(seed: UInt64, longestWriting: Int = 250, restoringDevices: Bool = false) {
    var random = SeededGenerator(seed: seed)
    let peers = Int.random(in: 2...8, using: &random)
    var links: Set<SimulatedEnd> = []
    let isStar = Bool.random(using: &random)
    for peer in 1..<peers {
      // A hub is nothing but a peer whom all others know.
      links.insert(SimulatedEnd(isStar ? 0 : Int.random(in: 0..<peer, using: &random), peer))
    }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let (one, other) = (
        Int.random(in: 0..<peers, using: &random), Int.random(in: 0..<peers, using: &random)
      )
      if one < other { links.insert(SimulatedEnd(one, other)) }
    }
    let all = links.sorted()
    let steps = (0..<Int.random(in: 10...60, using: &random)).map { _ in
      SyncStep(
        SyncSchedule.action(
          peers: peers, links: all, longestWriting: longestWriting,
          restoringDevices: restoringDevices, &random),
        seed: UInt64.random(in: 0...UInt64.max, using: &random))
    }
    self.init(seed: seed, peers: peers, links: all, steps: steps)
  }

  private static func action(
    peers: Int, links: [SimulatedEnd], longestWriting: Int, restoringDevices: Bool,
    _ random: inout SeededGenerator
  ) -> SyncStep.Action {
    let peer = Int.random(in: 0..<peers, using: &random)
    let link = links[Int.random(in: 0..<links.count, using: &random)]
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<35:
      let count = Int.random(in: 1...6, using: &random)
      return .write(peer: peer, round: Int.random(in: 0...1, using: &random), count: count)
    // As it is drawn at first, more than fits into a message.
    case 35..<37: return .write(peer: peer, round: 0, count: longestWriting)
    case 37..<55: return .wait(.milliseconds(Int.random(in: 1...2_000, using: &random)))
    case 55..<64: return .wait(.seconds(Int.random(in: 2...120, using: &random)))
    case 64: return .wait(.seconds(4 * 3600))
    case 65..<73: return .cut(link)
    case 73..<80: return .mend(link)
    case 80..<85:
      var faults = NetworkFaults()
      faults.loss = [0, 0.05, 0.3, 0.8].randomElement(using: &random) ?? 0
      faults.repetition = [0, 0.1, 0.5].randomElement(using: &random) ?? 0
      faults.reorders = Bool.random(using: &random)
      let longest = [50, 900, 9_000].randomElement(using: &random) ?? 50
      faults.delay = .milliseconds(5)...Duration.milliseconds(longest)
      return .network(faults)
    case 85..<87: return .kill(peer: peer)
    case 87..<91: return .killAtStore(peer: peer, isWritten: Bool.random(using: &random))
    case 91..<96: return .backUp(peer: peer)
    default:
      let isWhole = restoringDevices && Bool.random(using: &random)
      return .restore(peer: peer, isWhole: isWhole)
    }
  }

  package func with(_ steps: [SyncStep]) -> SyncSchedule {
    SyncSchedule(seed: seed, peers: peers, links: links, steps: steps)
  }

  package var description: String {
    "seed \(seed): \(peers) peers, connected \(links.map(\.description).joined(separator: " "))\n"
      + steps.map { "  \($0)" }.joined(separator: "\n")
  }
}

import HyzerBase

/// Where a host has its log.
enum HostStore: String, CaseIterable {
  case sqlite, postgresql

  /// The first peer with people at it: where the logs of many groups are, nobody keeps scores.
  var firstWriter: Int { self == .postgresql ? 1 : 0 }
}

/// What befalls a host, which is peer 0, and the devices that have joined it.
///
/// Each step has a seed of its own, so that it does the same where others are left out.
struct SyncStep: Hashable, CustomStringConvertible {
  enum Action: Hashable {
    /// A peer writes so many events of one of the rounds.
    case write(peer: Int, round: Int, count: Int)
    case wait(Duration)
    case cut(Int)
    case mend(Int)
    /// Messages take so long at most.
    case slow(Duration)
    /// A peer's process is killed and starts again.
    case kill(peer: Int)
    /// It is killed at its next writing of what it was sent: after that, or else before.
    case killAtStore(peer: Int, isWritten: Bool)
    /// A peer keeps a copy of its log.
    case backUp(peer: Int)
    /// It goes on with that copy, or an empty log; with a whole copy as the same device as then.
    case restore(peer: Int, isWhole: Bool)
    /// A peer imports what another has exported.
    case pass(from: Int, to: Int)
  }

  let action: Action
  let seed: UInt64

  init(_ action: Action, seed: UInt64) { (self.action, self.seed) = (action, seed) }

  var description: String {
    switch action {
    case .write(let peer, let round, let count): "\(peer) writes \(count) in round \(round)"
    case .wait(let time): "wait \(time)"
    case .cut(let device): "cut \(device)"
    case .mend(let device): "mend \(device)"
    case .slow(let time): "messages take \(time)"
    case .kill(let peer): "kill \(peer)"
    case .killAtStore(let peer, let isWritten):
      "kill \(peer) \(isWritten ? "after" : "before") its next store"
    case .backUp(let peer): "back up \(peer)"
    case .restore(let peer, let isWhole): "restore \(peer)\(isWhole ? " with its device" : "")"
    case .pass(let from, let to): "\(to) imports what \(from) exports"
    }
  }
}

/// What befalls them, drawn for a seed.
struct SyncSchedule: CustomStringConvertible {
  let seed: UInt64
  let host: HostStore
  let peers: Int
  let steps: [SyncStep]

  init(seed: UInt64, host: HostStore = .sqlite, peers: Int, steps: [SyncStep]) {
    (self.seed, self.host, self.peers, self.steps) = (seed, host, peers, steps)
  }

  init(peers: Int, _ actions: [SyncStep.Action]) {
    self.init(
      seed: 1, peers: peers,
      steps: actions.enumerated().map { SyncStep($1, seed: UInt64($0) * 100) })
  }

  /// Draws a schedule of 2 to 8 peers and up to two rounds.
  init(seed: UInt64, host: HostStore = .sqlite) {
    var random = SeededGenerator(seed: seed)
    let peers = Int.random(in: 2...8, using: &random)
    let steps = (0..<Int.random(in: 10...60, using: &random)).map { _ in
      SyncStep(
        SyncSchedule.action(host, peers: peers, &random),
        seed: UInt64.random(in: 0...UInt64.max, using: &random))
    }
    self.init(seed: seed, host: host, peers: peers, steps: steps)
  }

  private static func action(
    _ host: HostStore, peers: Int, _ random: inout SeededGenerator
  ) -> SyncStep.Action {
    let peer = Int.random(in: 0..<peers, using: &random)
    let device = Int.random(in: 1..<peers, using: &random)
    let writer = peer < host.firstWriter ? device : peer
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<35:
      let count = Int.random(in: 1...6, using: &random)
      return .write(peer: writer, round: Int.random(in: 0...1, using: &random), count: count)
    case 35..<37: return .write(peer: writer, round: 0, count: 12)
    case 37..<55: return .wait(.milliseconds(Int.random(in: 1...2_000, using: &random)))
    case 55..<63: return .wait(.seconds(Int.random(in: 2...120, using: &random)))
    case 63: return .wait(.seconds(4 * 3600))
    case 64..<72: return .cut(device)
    case 72..<79: return .mend(device)
    case 79..<82:
      let longest = [50, 900, 9_000].randomElement(using: &random) ?? 50
      return .slow(.milliseconds(longest))
    case 82..<84:
      return .pass(from: peer, to: Int.random(in: host.firstWriter..<peers, using: &random))
    case 84..<87: return .kill(peer: peer)
    case 87..<91: return .killAtStore(peer: peer, isWritten: Bool.random(using: &random))
    case 91..<96: return .backUp(peer: peer)
    default: return .restore(peer: peer, isWhole: Bool.random(using: &random))
    }
  }

  func with(_ steps: [SyncStep]) -> SyncSchedule {
    SyncSchedule(seed: seed, host: host, peers: peers, steps: steps)
  }

  var description: String {
    "seed \(seed): \(peers) peers, the host's log in \(host)\n"
      + steps.map { "  \($0)" }.joined(separator: "\n")
  }
}

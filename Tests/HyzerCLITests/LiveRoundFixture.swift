import Golf
import ScoreStore
import Scorekeeping
import Synchronization
import Testing
import Understanding

@testable import HyzerCLI

/// The round of the project's recordings, to be scored live in a log of its own.
struct LiveRoundFixture {
  let toolkit: Toolkit
  private let path: String

  /// Makes the log in a folder.
  init(_ folder: Folder, console: Console, uptime: @escaping @Sendable () -> Duration) throws {
    path = folder.path("s.db")
    try #require(hyzer("round", "new", "--db", path, "--from", demoRound).code == 0)
    let identifiers = Mutex(0)
    toolkit = Toolkit(
      console: console,
      surroundings: Surroundings(
        timestamp: { "2026-11-21T10:00:00.000Z" },
        newIdentifier: {
          identifiers.withLock {
            $0 += 1
            return "id-\($0)"
          }
        }, uptime: uptime, device: "phone"))
  }

  /// The events in the log that take scores back.
  func undoings() throws -> [String] {
    let store = try ScoreStore(path: path)
    let round = try #require(try store.currentHole()).round
    return try store.events(of: round).filter { $0.takesBack != nil }.map(\.id.rawValue)
  }

  func live() throws -> LiveRound {
    let surroundings = toolkit.surroundings
    let keeper = try RoundKeeper(
      store: ScoreStore(path: path),
      reporter: .init(
        name: "Ann", device: surroundings.device, timestamp: surroundings.timestamp,
        newIdentifier: surroundings.newIdentifier), uptime: surroundings.uptime)
    return LiveRound(
      keeper: keeper, scorer: LiveScorer(scorer: try toolkit.scorer(keeper.situation())),
      microphone: .handsFree, settings: Confirmation.Settings(), typedParser: toolkit.parser)
  }
}

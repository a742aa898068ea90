internal import Foundation
internal import Scorekeeping
internal import Synchronization

/// What somebody types beside lines of text, read on a thread of its own.
final class TypedActions: Sendable {
  private struct State {
    var lines: [String] = []
    var failure: Failure?
  }

  private let state = Mutex(State())

  /// Begins to read lines; they end unseen with the input.
  init(_ lines: TypedLines) {
    Thread.detachNewThread { [self] in
      do throws(Failure) {
        while let line = try lines.next() { state.withLock { $0.lines.append(line) } }
      } catch {
        state.withLock { $0.failure = error }
      }
    }
  }

  /// Returns what was asked for since the last call; nil to end.
  ///
  /// - Throws: ``Failure`` where the lines cannot be read.
  func next() throws(Failure) -> [RoundAction]? {
    let (lines, failure) = state.withLock { state in
      defer { state = State() }
      return (state.lines, state.failure)
    }
    if let failure { throw failure }
    var actions: [RoundAction] = []
    for line in lines {
      guard let action = TypedActions.action(line) else { return nil }
      actions.append(action)
    }
    return actions
  }

  /// The hint that tells what can be typed.
  static let hint =
    "Enter saves what is shown, n drops it, u undoes, r tries again, q ends; "
    + "anything else is read as scores"

  /// Returns what a line asks for; nil to end.
  static func action(_ line: String) -> RoundAction? {
    switch line.lowercased() {
    case "", "y", "yes": .accept
    case "n", "no", "cancel": .cancel
    case "u", "undo": .undo
    case "r", "retry": .retry
    case "q", "quit": nil
    default: .enter(line)
    }
  }
}

internal import Foundation
internal import Scorekeeping
internal import Synchronization

/// What somebody types beside lines of text, read on a thread of its own.
final class TypedActions: Sendable {
  /// What was typed and not taken yet, and why no more comes.
  struct Waiting {
    var lines: [String] = []
    var failure: Failure?

    /// Takes what was asked for; nil to end, and a failure, come only after all that was typed before.
    mutating func take() throws(Failure) -> [RoundAction]? {
      var actions: [RoundAction] = []
      while let line = lines.first {
        guard let action = TypedActions.action(line) else { return actions.isEmpty ? nil : actions }
        actions.append(action)
        lines.removeFirst()
      }
      if actions.isEmpty, let failure { throw failure }
      return actions
    }
  }

  private let state = Mutex(Waiting())

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
    try state.withLock { state throws(Failure) in try state.take() }
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

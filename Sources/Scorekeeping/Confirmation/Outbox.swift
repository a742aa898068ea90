/// The commits on their way to the log: one at a time, and in order, so that of two scores for one
/// player the later one stands.
enum Outbox: Hashable, Sendable {
  /// Everything is saved.
  case empty
  /// The log is at work on the first.
  case sending(Confirmation.Pending, then: [Confirmation.Pending])
  /// The log refused the first; the others wait for it.
  case refused(Confirmation.Pending, then: [Confirmation.Pending], reason: String)

  /// All of them, in order.
  var pending: [Confirmation.Pending] {
    switch self {
    case .empty: []
    case .sending(let first, let others), .refused(let first, let others, _): [first] + others
    }
  }

  /// Adds a commit; one that was refused before is tried again ahead of it.
  mutating func add(_ commit: Confirmation.Pending) -> [Confirmation.Effect] {
    switch self {
    case .empty: return send([commit])
    case .sending(let first, let others):
      self = .sending(first, then: others + [commit])
      return []
    case .refused: return send(pending + [commit])
    }
  }

  /// Tries again what was refused.
  mutating func retry() -> [Confirmation.Effect] {
    switch self {
    case .refused: send(pending)
    case .empty, .sending: []
    }
  }

  /// Forgets what was refused, and goes on with what waited for it.
  mutating func drop() -> [Confirmation.Effect] {
    switch self {
    case .refused(_, let others, _): send(others)
    case .empty, .sending: []
    }
  }

  /// Takes out the commit that is saved, or returns nil where the log was not at work on it.
  mutating func saved(
    _ number: Int
  ) -> (commit: Confirmation.Pending, effects: [Confirmation.Effect])? {
    guard case .sending(let first, let others) = self, first.number == number else { return nil }
    return (first, send(others))
  }

  /// Keeps a commit that is refused; returns false where the log was not at work on it.
  mutating func refuse(_ number: Int, reason: String) -> Bool {
    guard case .sending(let first, let others) = self, first.number == number else { return false }
    self = .refused(first, then: others, reason: reason)
    return true
  }

  private mutating func send(_ commits: [Confirmation.Pending]) -> [Confirmation.Effect] {
    guard let first = commits.first else {
      self = .empty
      return []
    }
    self = .sending(first, then: Array(commits.dropFirst()))
    return [.commit(first.draft, number: first.number)]
  }
}

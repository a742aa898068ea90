internal import Synchronization

/// What a log has got since a follower last asked.
package struct LogChanges: Hashable, Sendable {
  /// The events that are new, in the order in which they came into the log; none where something else has
  /// changed, as players, tokens or the current hole.
  package let events: [LoggedEvent]
}

/// Tells one reader of a log what has come into it since it last asked.
///
/// What another thread of this process commits is known at once: `wake` is called on that thread, right
/// after the commit. What other programs write is known after
/// ``ScoreStore/lookForOtherPrograms()``, which one of the process's loops, or each of them, calls every 50 to
/// 100 ms:
///
/// ```swift
/// let follower = try LogFollower(of: store) { waker.wakeUp() }
/// var card = try store.scorecard(of: round)
/// while waker.wait(for: .milliseconds(50)) {
///   try store.lookForOtherPrograms()
///   guard let changes = try follower.changes() else { continue }
///   card = try store.scorecard(card, since: changes)
/// }
/// ```
///
/// Make the follower first and then read what is there, so that nothing falls between. What the reader
/// itself writes is told as well; to apply an event to a ``Scorecard`` twice changes nothing. A follower
/// belongs to one thread at a time.
package final class LogFollower {
  private let store: ScoreStore
  private let signal: NewsSignal
  /// How far the log had come when it was told.
  private var sequence: Int

  /// Begins to follow a log; `wake` is called on other threads, whenever there is news, and must neither block nor
  /// use the log.
  package init(
    of store: ScoreStore, wake: @escaping @Sendable () -> Void = {}
  ) throws(ScoreStoreError) {
    self.store = store
    signal = NewsSignal(wake)
    // First, so that what comes meanwhile is told.
    store.add(signal)
    do throws(ScoreStoreError) {
      sequence = try store.once { try $0.lastSequence() }
    } catch {
      store.remove(signal)
      throw error
    }
  }

  deinit { store.remove(signal) }

  /// Returns what has come into the log since this was last asked; nil where nothing was written.
  ///
  /// Takes time in proportion to the new events alone. Where it throws, the same is told the next time.
  package func changes() throws(ScoreStoreError) -> LogChanges? {
    guard signal.receive() else { return nil }
    do throws(ScoreStoreError) {
      let (now, events) = try store.read { database in
        (
          try database.lastSequence(),
          try database.loggedEvents("WHERE sequence > ? ORDER BY sequence", [sequence])
        )
      }
      defer { sequence = now }
      return LogChanges(events: events)
    } catch {
      signal.keep()
      throw error
    }
  }

  /// Returns whether anything was written since this or ``changes()`` was last asked, without reading it.
  package func hasChanged() -> Bool { signal.receive() }
}

/// Says to one follower, from any thread, that something was written.
final class NewsSignal: Sendable {
  private let hasNews = Mutex(false)
  private let wake: @Sendable () -> Void

  init(_ wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func give() {
    keep()
    wake()
  }

  func keep() { hasNews.withLock { $0 = true } }

  /// Returns whether there is news, which is told once.
  func receive() -> Bool {
    hasNews.withLock { hasNews in
      defer { hasNews = false }
      return hasNews
    }
  }
}

extension ScoreStore {
  /// Returns all events of a round with their lines, in the order of their positions.
  package func loggedEvents(of round: RoundID) throws(ScoreStoreError) -> [LoggedEvent] {
    try once {
      try $0.loggedEvents("WHERE round_id = ? ORDER BY clock, device, number, id", [round])
    }
  }

  /// Returns a round's scores after changes, everybody in the place of before.
  ///
  /// Where only scores are new nothing is read: they are applied.
  package func scorecard(
    _ card: Scorecard, since changes: LogChanges
  ) throws(ScoreStoreError) -> Scorecard {
    let id = card.round.id
    var card = card
    // Before the start the roster changes without events.
    var isStale = card.round.startedAt == nil
    for case let one in changes.events where one.event.round == id {
      switch one.event {
      // One of somebody whom the round does not know may count later.
      case .score(let event): card.apply(event)
      case .change: isStale = true
      }
    }
    guard isStale else { return card }
    return try read { database in
      let round = try database.round(id).keepingPlaces(of: card.round)
      return Scorecard(round, replaying: try database.events(of: id))
    }
  }
}

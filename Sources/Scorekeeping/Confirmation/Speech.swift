/// Which utterances are under way, where they were begun, and which no longer count.
struct Speech: Hashable, Sendable {
  /// The highest number of an utterance so far.
  private(set) var latest = 0
  /// Up to this number, results are too late: a person cancelled after they were begun.
  private var ignoredThrough = 0
  /// The hole on which each of those under way was begun, by their numbers.
  private var holes: [Int: Int] = [:]
  /// The microphone is open for somebody who has not begun to speak.
  private var isAwaited = false

  /// Whether somebody speaks or is expected to, or what was said is not worked out yet.
  var isUnderWay: Bool { isAwaited || !holes.isEmpty }

  /// Expects somebody to speak.
  mutating func expect() { isAwaited = true }

  /// Begins an utterance; returns false where it no longer counts.
  mutating func begin(_ utterance: Int, hole: Int) -> Bool {
    guard utterance > ignoredThrough else { return false }
    latest = max(latest, utterance)
    holes[utterance] = hole
    return true
  }

  /// Ends an utterance and returns the hole on which it was said: `current` where its begin was
  /// not told, nil where it no longer counts.
  mutating func end(_ utterance: Int, current: Int) -> Int? {
    guard utterance > ignoredThrough else { return nil }
    latest = max(latest, utterance)
    isAwaited = false
    return holes.removeValue(forKey: utterance) ?? current
  }

  /// Forgets everything that was begun until now.
  mutating func ignoreAll() {
    ignoredThrough = latest
    holes = [:]
    isAwaited = false
  }
}

package import HyzerVoice
package import ScoreLog

/// Of which hole words are that somebody says or types at the current one.
///
/// Words that name a hole are of that. Words that correct are of the hole that the speaker's last scores
/// completed, for a minute and for as long as the current one has no score: until then nobody has played on.
package struct HoleOfWords: Hashable, Sendable {
  /// The hole that is being played.
  package let current: Int
  /// The hole that the speaker's last scores completed and that can be corrected still; nil where there is none.
  package let closed: Int?
  /// The hole that others' last scores completed, so that words may be of it still; nil where there is none.
  private let overtaken: Int?
  /// The scores as they stand.
  package let card: Scorecard

  /// The hole of scores that were saved, and how long ago that was.
  package typealias Saved = (hole: Int, ago: Duration)

  /// Makes the answer for one moment, of what the speaker saved last and of what others did.
  package init(current: Int, on card: Scorecard, lastSaid: Saved?, others: Saved? = nil) {
    (self.current, self.card) = (current, card)
    let isFresh = card.round.players.allSatisfy { card.event(of: $0, onHole: current) == nil }
    func completed(_ saved: Saved?) -> Int? {
      saved.flatMap { saved in
        isFresh && saved.hole != current && saved.ago <= Confirmation.overtakenFor
          && card.isComplete(hole: saved.hole) ? saved.hole : nil
      }
    }
    closed = completed(lastSaid)
    overtaken = completed(others)
  }

  /// Makes the answer for what a device's person says at a time, in the form of `ScoreEvent.at`.
  package init(current: Int, on card: Scorecard, by device: DeviceID, at now: String) {
    let own = card.lastSaved(at: now) { $0.position.device == device }
    let last = card.lastSaved(at: now) { _ in true }
    let isOwn = own.map { own in last.map { $0.hole == own.hole } ?? false } ?? false
    self.init(current: current, on: card, lastSaid: own, others: isOwn ? nil : last)
  }

  /// Returns the hole of words that say `result` where they are taken as of the current one.
  package func hole(of result: ParseResult) -> Int {
    if let named = result.hole, card.round.holes.contains(named) { return named }
    return result.correctsEarlier ? closed ?? current : current
  }

  /// Returns the hole that spoken words may be of though they do not say so, in place of the current one: one that
  /// others completed, or the closed one where they give scores to some players alone; nil where there is none.
  package func question(_ result: ParseResult) -> Int? {
    guard result.hole == nil else { return nil }
    if let overtaken { return overtaken }
    let named = Set(result.scores.map(\.player) + result.problems.flatMap(\.candidates))
    let isPart = !named.isEmpty && named.count < card.round.players.count
    return isPart && !result.correctsEarlier ? closed : nil
  }
}

extension RoundKeeper {
  /// Returns what this device saved last in the round; nil where nothing was, or where the log's times are none.
  package var lastSaid: HoleOfWords.Saved? {
    card.lastSaved(at: reporter.timestamp()) { $0.position.device == device }
  }
}

extension Scorecard {
  /// Returns the hole of the last of some events, and how long before a time it was saved; nil where there is none,
  /// or where it took something back.
  fileprivate func lastSaved(
    at now: String, _ isMeant: (ScoreEvent) -> Bool
  ) -> HoleOfWords.Saved? {
    let last = events.filter(isMeant).max { $0.isBefore($1) }
    guard let last, last.takesBack == nil,
      let ago = ScoreEvent.duration(from: last.at, to: now)
    else { return nil }
    return (last.hole, ago)
  }
}

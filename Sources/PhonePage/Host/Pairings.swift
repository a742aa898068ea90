internal import ScoreLog

/// The watches that show a code, which somebody who is in types into a phone to let them in as well.
///
/// The code goes from the watch to the phone, and so nobody comes in by guessing one: a token has to say that it may,
/// and a wrong code lets nobody in. Times are since any fixed moment.
struct Pairings: Sendable {
  /// Digits, which a phone has large keys for.
  static let digits = 6
  /// Chosen: long enough to find the menu.
  static let lifetime = Duration.seconds(600)
  /// Chosen: so few that a mistyped code meets somebody else's with a probability of one in ten thousand.
  static let most = 100
  /// Chosen: of one address, that nobody alone takes all.
  static let mostOfAddress = 10

  private struct Watch {
    let code: String
    /// What the watch shows to ask whether it is in; it alone knows it.
    let secret: JoinSecret
    let source: Source
    let since: Duration
    /// Who let it in.
    var phone: TokenHash?
  }

  /// The oldest first.
  private var watches: [Watch] = []

  /// Begins to wait for a phone; nil where too many wait.
  mutating func begin(
    from address: String, at now: Duration, using generator: inout some RandomNumberGenerator
  ) -> (code: String, secret: JoinSecret)? {
    expire(at: now)
    let source = Source(address)
    guard watches.count < Self.most,
      watches.count(where: { $0.source == source }) < Self.mostOfAddress
    else { return nil }
    // Of a million, a hundred are taken at most.
    var code: String
    repeat {
      code = String(
        (0..<Self.digits).map { _ in Character("\(Int.random(in: 0...9, using: &generator))") })
    } while watches.contains { $0.code == code }
    let watch = Watch(code: code, secret: .new(), source: source, since: now)
    watches.append(watch)
    return (code, watch.secret)
  }

  /// Lets the watch in that shows a code, as whom a token admits; returns false where none does.
  mutating func allow(_ code: String, by phone: TokenHash, at now: Duration) -> Bool {
    expire(at: now)
    guard let place = watches.firstIndex(where: { $0.code == code && $0.phone == nil }) else {
      return false
    }
    watches[place].phone = phone
    return true
  }

  enum State: Hashable {
    case waiting
    /// Its phone's token; the watch is none of those that wait any more.
    case allowed(by: TokenHash)
  }

  /// Returns what became of the watch that knows a secret; nil where it does not wait, or no longer.
  mutating func state(of secret: JoinSecret, at now: Duration) -> State? {
    expire(at: now)
    guard let place = watches.firstIndex(where: { $0.secret == secret }) else { return nil }
    guard let phone = watches[place].phone else { return .waiting }
    watches.remove(at: place)
    return .allowed(by: phone)
  }

  private mutating func expire(at now: Duration) {
    watches.removeAll { $0.since + Self.lifetime <= now }
  }
}

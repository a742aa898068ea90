internal import Glibc

/// Keeps people from guessing codes: so many wrong tries, and none is looked at until some time has passed.
///
/// A secret that is right always enters: nobody guesses 128 bits, and people who scan it need not wait because
/// others guess codes. Times are since any fixed moment.
struct JoinGuard: Sendable {
  enum Pass: Hashable, Sendable { case code, secret }

  /// Chosen: people who mistype a code have some tries, and a million guesses of 40 bits take years.
  static let triesOfAddress = 5
  static let triesInAll = 20
  /// Of many groups, in which more people mistype: a guess then meets one of some thousand codes that are open, and a
  /// year of guesses from a hundred addresses finds one with a probability of a tenth.
  static let triesOfManyGroups = 500
  static let window = Duration.seconds(600)

  /// How many in all.
  private let most: Int
  /// The wrong tries of the last minutes in their order.
  private var tries: [(source: Source, at: Duration)] = []

  init(most: Int = triesInAll) { self.most = most }

  /// Returns whether a phone enters, and counts the try where it was wrong.
  ///
  /// Whether the pass `isRight` counts for nothing while no tries are left, so that guessing teaches nothing.
  mutating func admits(
    _ pass: Pass, isRight: Bool, from address: String, at now: Duration
  ) -> Bool {
    if pass == .secret, isRight { return true }
    guard waitingTime(of: address, at: now) == nil else { return false }
    if !isRight { tries.append((Source(address), now)) }
    return isRight
  }

  /// Returns for how long codes from an address are not looked at; nil where they are.
  mutating func waitingTime(of address: String, at now: Duration) -> Duration? {
    tries.removeAll { $0.at + Self.window <= now }
    let source = Source(address)
    let own = tries.filter { $0.source == source }
    let until = [
      own.count < Self.triesOfAddress ? nil : own.first,
      tries.count < most ? nil : tries.first,
    ].compactMap { $0.map { $0.at + Self.window } }.max()
    return until.map { $0 - now }
  }
}

/// Where a try comes from: an IPv4 address, or the first half of an IPv6 address, which one home or phone has
/// for itself; what is no address is all one source.
struct Source: Hashable, Sendable {
  private let bytes: [UInt8]

  init(_ address: String) {
    // A zone says by which of our interfaces it came.
    let text = address.split(separator: "%", maxSplits: 1).first.map { String($0) } ?? ""
    var four = [UInt8](repeating: 0, count: 4)
    if unsafe inet_pton(AF_INET, text, &four) == 1 {
      bytes = four
      return
    }
    var sixteen = [UInt8](repeating: 0, count: 16)
    guard unsafe inet_pton(AF_INET6, text, &sixteen) == 1 else {
      bytes = []
      return
    }
    // IPv4 in IPv6, as sockets of both give it.
    let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
    bytes = sixteen.starts(with: mapped) ? Array(sixteen[12...]) : Array(sixteen[..<8])
  }
}

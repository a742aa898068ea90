/// Lines of a round's events on their way from one log to another, byte for byte as they were written.
package struct RoundLines: Hashable, Sendable, Codable {
  package let round: RoundID
  /// What the round was made with, as ``EventLine/info(of:)`` writes it; nil where the other log knows the round.
  package let info: String?
  package let lines: [String]

  package init(round: RoundID, info: String?, lines: [String]) {
    (self.round, self.info, self.lines) = (round, info, lines)
  }

  /// In bytes; no log gives or takes a longer line.
  ///
  /// Chosen: a talk's words and all that an event may replace have room, and every follower of the round can be sent
  /// it.
  package static let longestLine = 8_000
  /// Chosen: a device enters no more events in a round.
  package static let mostOfDevice = 10_000
  /// Chosen: what others bring to a log makes it no longer, in events and starts of rounds; a group that plays each
  /// week has some hundred years.
  package static let mostOfLog = 1_000_000
  /// In bytes; what is sent at once is not longer, but for a single longer line; chosen.
  static let size = 40_000

  /// How many bytes a text takes within another at most, in which some are escaped.
  static func size(of text: String) -> Int {
    text.utf8.reduce(4) { size, byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): size + 2
      // As \u001F.
      case ..<0x20: size + 6
      default: size + 1
      }
    }
  }
}

/// Which events of a round somebody holds, or of a part of them: those whose digests are after one and through
/// another.
package struct HeldEvents: Hashable, Sendable, Codable {
  package let round: RoundID
  package let digests: [EventsDigest]
  /// Nil for the first and the last part.
  package let after, through: EventsDigest?

  package init(
    round: RoundID, digests: [EventsDigest], after: EventsDigest? = nil,
    through: EventsDigest? = nil
  ) {
    (self.round, self.digests) = (round, digests)
    (self.after, self.through) = (after, through)
  }

  /// Chosen: a message has room for so many.
  package static let most = 1_500

  /// Whether an event is of the part of which this says what is held.
  func speaks(of digest: EventsDigest) -> Bool {
    after.map { $0 < digest } ?? true && through.map { digest <= $0 } ?? true
  }

  /// Returns what says of all events of a round which are held, in parts of so many at most; one part at least.
  static func parts(of round: RoundID, _ digests: [EventsDigest], most: Int = most) -> [HeldEvents]
  {
    let sorted = digests.sorted()
    let starts = Array(stride(from: 0, to: max(1, sorted.count), by: most))
    return starts.map { start in
      let end = min(start + most, sorted.count)
      return HeldEvents(
        round: round, digests: Array(sorted[start..<end]),
        after: start == 0 ? nil : sorted[start - 1],
        through: start == starts.last ? nil : sorted[end - 1])
    }
  }
}

/// A number that follows from the identifiers of some events, in any order.
///
/// Two sets that differ agree by chance once in 2^64. Nobody is kept from forging that.
package struct EventsDigest: Hashable, Sendable, Comparable {
  package private(set) var bits: UInt64

  package init(bits: UInt64 = 0) { self.bits = bits }

  /// Makes that of one event.
  ///
  /// That is FNV-1a of the identifier's bytes (G. Fowler, L. C. Noll, K.-P. Vo), mixed as SplitMix64 does (G. Steele,
  /// D. Lea, C. Flood, 2014) so that similar ones differ everywhere.
  package init(of id: String) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    hash = (hash ^ hash >> 30) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ hash >> 27) &* 0x94d0_49bb_1331_11eb
    bits = hash ^ hash >> 31
  }

  /// Adds those that are not in the set yet.
  package mutating func add(_ other: EventsDigest) { bits ^= other.bits }

  package static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }

  /// Returns that of all events of some rounds, and of the rounds that have none.
  package static func total(of rounds: [RoundID: EventsDigest]) -> EventsDigest {
    rounds.reduce(into: EventsDigest()) { total, one in
      total.add(EventsDigest(of: "\(one.key) \(one.value.bits)"))
    }
  }
}

extension EventsDigest: Codable {
  /// Reads 16 hexadecimal digits, or fewer.
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    guard let bits = UInt64(try value.decode(String.self), radix: 16) else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "a digest has hexadecimal digits")
    }
    self.bits = bits
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(String(bits, radix: 16))
  }
}

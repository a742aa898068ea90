internal import DiscGolf

/// What two logs say to each other.
package enum SyncMessage: Hashable, Sendable {
  /// What the sender holds of each round that it has; the receiver answers by its own.
  case hello([RoundID: VersionVector])
  /// What the sender of the answer holds.
  case welcome([RoundID: VersionVector])
  /// Events that the receiver lacks, as far as the sender knows.
  case events([RoundBatch])
  /// What the sender holds now of the rounds whose events it was sent: it is on its disk.
  case ack([RoundID: VersionVector])
  /// What the sender was sent and does not take.
  case refused([Refusal])
}

/// What a peer does not take; what is refused says why.
package enum Refusal: Hashable, Sendable {
  /// The peer does not have the round, and may not or does not want to.
  case round(RoundID)
  /// The device's events are not trusted there: it was revoked.
  case device(DeviceID)
  /// The peer holds another event with that number: two devices write as one.
  case event(RoundID, DeviceID, number: Int)

  /// Returns the first number of a device that the peer will not have for this reason, where it has
  /// all up to `held`; nil where it takes them all.
  ///
  /// Version vectors have no holes, so that what follows a refused event waits behind it.
  func firstNumber(of device: DeviceID, in round: RoundID, after held: Int) -> Int? {
    switch self {
    case .round(round), .device(device): held + 1
    case .event(round, device, let number) where number > held: number
    case .round, .device, .event: nil
    }
  }
}

/// Some of a round's events, named by their numbers; without any, what the round was made with alone.
package struct LogExcerpt: Hashable, Sendable {
  package let round: RoundID
  /// Which of each device's events, none of them empty.
  package let numbers: [DeviceID: Range<Int>]

  package init(_ round: RoundID, _ numbers: [DeviceID: Range<Int>]) {
    (self.round, self.numbers) = (round, numbers.filter { !$0.value.isEmpty })
  }

  /// How much of a message it takes: the number of events, or 1 for a round without any.
  var size: Int { max(1, numbers.values.reduce(0) { $0 + $1.count }) }
}

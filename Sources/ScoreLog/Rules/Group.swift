/// People who keep their rounds together at a host.
package enum Group {}

/// Identifies a group: a UUID in lower case.
package typealias GroupID = Identifier<Group>

/// The group whose rounds a host's log is.
package struct HostedGroup: Hashable, Sendable {
  package let id: GroupID
  package let name: String
  /// What lets a device in as one of its members.
  package let secret: JoinSecret

  package init(id: GroupID, name: String, secret: JoinSecret) {
    (self.id, self.name, self.secret) = (id, name, secret)
  }
}

/// How far a log had come.
package struct LogPlace: Hashable, Sendable, Codable {
  /// Counts the log's events, and the rounds that started in it, in the order in which they came, from 1.
  package let sequence: Int
  /// As which device the log wrote: a restored one has another order.
  ///
  /// Not every restored log knows that it is one, so that what is the same has to be compared as well.
  package let device: DeviceID

  package init(sequence: Int, device: DeviceID) {
    (self.sequence, self.device) = (sequence, device)
  }
}

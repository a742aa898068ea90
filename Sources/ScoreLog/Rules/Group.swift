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

/// How far a log had come: the event that it got last.
///
/// A log that was restored has another event there, or none, so that nobody takes it for what it was.
package struct LogPlace: Hashable, Sendable, Codable {
  /// Counts the log's events in the order in which they came, from 1.
  package let sequence: Int
  /// Of which opening of the log's file that order is: the next one may be of an earlier state of it, in which the
  /// same events come again in another order.
  package let opening: String

  package init(sequence: Int, opening: String) {
    (self.sequence, self.opening) = (sequence, opening)
  }
}

package import ScoreLog
internal import Synchronization

/// Serves the rounds of many groups, each from its own log by a ``LiveHost`` that is there while it is used.
///
/// Nothing of one group reaches another: a request and a WebSocket have to do with the one host to which their token
/// or invitation leads, and that host has nothing but its log.
package final class GroupHosts {
  /// Chosen: the groups whose phones ask by HTTP alone, at a time; one more takes the place of another.
  static let mostIdle = 32
  /// Chosen: more than play together, so that one group does not take all connections.
  static let mostFollowers = 1000
  /// Chosen: what another program writes is seen so soon; one look is for all groups.
  static let lookInterval = Duration.milliseconds(100)

  package let reception: Reception
  package var outlet = Outlet()
  package var talks: TalkDesk?
  private let stores: any GroupStores
  private var hosts: [GroupID: LiveHost] = [:]
  /// Those of them that nobody follows, who was asked last at the end.
  private var idle: [GroupID] = []
  private var groups: [WebSocketID: GroupID] = [:]
  /// Those whose logs have brought what is not written yet.
  private var gathering: Set<GroupID> = []
  private let changed = ChangedGroups()
  /// Where what was shown last leads: a connection shows the same several times.
  private var lead: (key: GroupKey, group: GroupID)?
  /// When it was last looked for what other programs wrote.
  private var lastLook: Duration?

  package init(_ stores: any GroupStores, reception: Reception) {
    (self.stores, self.reception) = (stores, reception)
  }

  /// Returns the host of a group, a new one where it has none.
  private func host(of group: GroupID) throws(ScoreStoreError) -> LiveHost? {
    if hosts[group] == nil, let store = try stores.store(of: group) {
      let host = try LiveHost(store: store, reception: reception) { [changed] in
        changed.insert(group)
      }
      // The alarm is for all, and set here.
      host.outlet = Outlet(send: outlet.send, close: outlet.close, unsent: outlet.unsent)
      (host.talks, host.mostFollowers) = (talks, Self.mostFollowers)
      hosts[group] = host
    }
    rest(group)
    return hosts[group]
  }

  /// Keeps a group's host for a while where nobody follows it, and lets go of another where that is one too many.
  private func rest(_ group: GroupID) {
    idle.removeAll { $0 == group }
    if let host = hosts[group], host.followers.isEmpty { idle.append(group) }
    guard idle.count > Self.mostIdle else { return }
    // What was brought by who has gone since is not lost.
    hosts.removeValue(forKey: idle.removeFirst())?.takeBrought()
  }
}

@available(*, unavailable, message: "hosts belong to the thread that runs them")
extension GroupHosts: Sendable {}

/// The groups into whose logs something was written, from whichever thread.
private final class ChangedGroups: Sendable {
  private let groups = Mutex<Set<GroupID>>([])

  func insert(_ group: GroupID) { groups.withLock { _ = $0.insert(group) } }

  func take() -> Set<GroupID> {
    groups.withLock { groups in
      defer { groups = [] }
      return groups
    }
  }
}

extension GroupHosts: PageService {
  package var served: [LiveHost] { Array(hosts.values) }

  package func host(of key: GroupKey) throws -> LiveHost? {
    look()
    return try group(of: key).flatMap(host)
  }

  /// The host itself says whether it lets anybody in by that.
  private func group(of key: GroupKey) throws(ScoreStoreError) -> GroupID? {
    if let lead, lead.key == key { return lead.group }
    let found = try stores.group(of: key)
    lead = found.map { (key, $0) }
    return found
  }

  package func opened(_ socket: WebSocketID, by request: WebRequest) {
    guard let key = try? reception.key(of: request), let group = try? group(of: key),
      let host = try? host(of: group)
    else { return outlet.close(socket, 1008) }
    if groups.isEmpty { outlet.setAlarm(Self.lookInterval) }
    groups[socket] = group
    host.opened(socket, by: request)
    rest(group)
  }

  package func received(_ message: WebMessage, from socket: WebSocketID) {
    guard let group = groups[socket], let host = hosts[group] else { return }
    host.received(message, from: socket)
    guard !host.brought.isEmpty else { return }
    if gathering.isEmpty { outlet.setAlarm(LiveHost.gatheringTime) }
    gathering.insert(group)
  }

  package func drained(_ socket: WebSocketID) {
    groups[socket].flatMap { hosts[$0] }?.drained(socket)
  }

  package func closed(_ socket: WebSocketID) {
    guard let group = groups.removeValue(forKey: socket) else { return }
    hosts[group]?.closed(socket)
    rest(group)
  }

  package func woken() {
    answerTalks()
    reception.timed {
      for group in gathering { hosts[group]?.takeBrought() }
      gathering = []
      if !groups.isEmpty { look() }
      // Whose followers come later reads then what is new.
      for group in changed.take() where hosts[group]?.followers.isEmpty == false {
        // What cannot be read now can be read later; the host marks its group again.
        try? hosts[group]?.sendChanges()
      }
    }
    if !groups.isEmpty { outlet.setAlarm(Self.lookInterval) }
  }

  /// Looks for what other programs wrote, and not at each of many wakes.
  private func look() {
    let now = reception.dependencies.uptime()
    guard lastLook.map({ now - $0 >= Self.lookInterval }) ?? true else { return }
    lastLook = now
    do {
      try stores.lookForOtherPrograms()
    } catch .moved {
      leave()
    } catch {
      // The next look finds what this one did not.
    }
  }

  /// Has all come back, and reads again what it knows of their logs.
  private func leave() {
    for (socket, group) in groups {
      hosts[group]?.closed(socket)
      outlet.close(socket, 1011)
    }
    (groups, hosts, idle, gathering, lead) = ([:], [:], [], [], nil)
  }
}

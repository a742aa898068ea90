import Golf
import Hub
import TestSupport
import Testing

/// What is tested with a real server.
@Suite(
  .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed: make deps"), .postgreSQL)
struct HubTests {}

/// Connects to a database of a server as one of its users.
func connect(
  _ server: PostgreSQLServer, _ database: String, user: String = "owner",
  timeout: Duration = .seconds(60)
) throws -> HubConnection {
  try connect(server.address(database, user: user), timeout: timeout)
}

/// Connects to an address.
func connect(
  _ address: String, timeout: Duration = .seconds(60), bell: HubBell? = HubBell()
) throws -> HubConnection {
  try HubConnection(address: address, timeout: timeout, bell: #require(bell))
}

/// Makes events of a device with numbers.
func makeEvents(_ device: DeviceID, _ numbers: ClosedRange<Int>) -> [HubEvent] {
  numbers.map { HubEvent(device: device, number: $0, line: #"{"n":\#($0),"t":"Zoë, \"x\\"}"#) }
}

extension HubTests {
  @Suite struct `The log of a hub` {
    @Test func `events come back as they were sent, once and in order`() throws {
      let server = try PostgreSQLServer()
      let hub = try connect(server, server.makeDatabase())
      #expect(try hub.install() == HubInstallation(isNew: true, hasRoles: true))
      let events = makeEvents("a", 1...3)
      #expect(try hub.append(events, to: "r", info: "{}") == [.added, .added, .added])
      #expect(try hub.events(of: "r", after: VersionVector(), limit: 10) == events)
    }
  }
}

import Foundation
import LoopbackClients
import PhonePage
import ScoreLog
import Synchronization
import Testing

@testable import HyzerCLI

/// The host of a group with a log of its own, which is served in this process while it is not away.
final class GroupHost: Sendable {
  let path: String
  // Removed after the host has stopped, which would write into it.
  private let folder: Folder
  /// Nobody else gets the port while the host is away.
  private let port: LoopbackListener
  private let thread = Mutex<LiveHostThread?>(nil)

  /// Begins to keep a log for a group, and to serve it.
  init(_ name: String, in folder: Folder, group: String) throws {
    path = folder.path(name)
    self.folder = folder
    port = try LoopbackListener(isOpen: false, lent: true)
    try store.host(
      HostedGroup(id: GroupID("group of \(path)"), name: group, secret: JoinSecret.new()))
    try start()
  }

  deinit { stop() }

  var store: ScoreStore {
    get throws { try ScoreStore(path: path, busyTimeout: .seconds(60)) }
  }

  var place: String { "http://127.0.0.1:\(port.port)" }

  var invitation: String {
    get throws {
      HostAddress.invitation(to: try #require(try store.hostedGroup()), at: place, key: nil)
    }
  }

  func start() throws {
    let made = try LiveHostThread(
      serving: .one(store),
      settings: .init(
        address: "127.0.0.1", port: port.port, subprotocol: LiveHost.subprotocol),
      trust: WebTrust(names: [], isSecure: false),
      dependencies: .init(
        timestamp: { "2026-11-21T10:00:00.000Z" }, uptime: { .zero },
        newDevice: { DeviceID(UUID().uuidString) }))
    thread.withLock { $0 = made }
  }

  func stop() {
    let running = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    running?.stop()
  }
}

/// Ann, Bob and Cleo, each with a log of their own, and the host of their group.
struct Laptops {
  let folder = Folder()
  let host: GroupHost

  init() throws { host = try GroupHost("Club.db", in: folder, group: "Tuesday league") }

  var ann: Laptop { Laptop(name: "Ann", folder: folder) }
  var bob: Laptop { Laptop(name: "Bob", folder: folder) }
  var cleo: Laptop { Laptop(name: "Cleo", folder: folder) }
  /// The host's own.
  var club: Laptop { Laptop(name: "Club", folder: folder) }

  struct Laptop {
    let name: String
    let folder: Folder
    var path: String { folder.path("\(name).db") }

    func callAsFunction(
      _ arguments: String..., input: String = "", environment: [String: String] = [:],
      at time: String? = nil, surroundings: Surroundings = .counted()
    ) -> Outcome {
      run(arguments, input: input, environment: environment, at: time, surroundings: surroundings)
    }

    func run(
      _ arguments: [String], input: String, environment: [String: String] = [:],
      at time: String? = nil, surroundings: Surroundings = .counted()
    ) -> Outcome {
      // No time passes, so that nothing takes too long however busy the machine is; what is over by itself is.
      var patient = Surroundings(
        timestamp: { time.map { "2026-11-21T\($0).000Z" } ?? surroundings.timestamp() },
        newIdentifier: surroundings.newIdentifier, uptime: { .zero }, wait: surroundings.wait,
        isInterrupted: surroundings.isInterrupted, device: surroundings.device)
      patient.hostTimeouts = (.seconds(300), .seconds(300))
      // The host's thread writes into the log as well.
      patient.busyTimeout = .seconds(60)
      return hyzer(
        arguments, input: Array(input.utf8),
        environment: [
          "HYZER_MODEL": "/nowhere", "HYZER_USER": name, "HYZER_DEVICE": "\(name)'s laptop",
          "HYZER_DB": path,
        ].merging(environment) { $1 }.filter { !$0.value.isEmpty }, surroundings: patient)
    }

    private var store: ScoreStore {
      get throws { try ScoreStore(path: path, busyTimeout: .seconds(60)) }
    }

    var device: DeviceID { get throws { try store.thisDevice() } }

    func token(at place: String) throws -> String? { try store.hub(place)?.token }

    /// The lines of all that the log holds.
    var lines: [String] { self("export", "-", environment: ["HYZER_HUB": ""]).outputLines }
  }

  /// Runs commands, and compares what each prints with a transcript; the word after `$ ` is who runs it.
  ///
  /// `INVITATION` stands for the group's, `PLACE` for the host's address, and `DATE` for a date with hour.
  func expect(_ transcript: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let text = transcript.replacing("INVITATION", with: try host.invitation)
      .replacing("PLACE", with: host.place).replacing("DATE", with: "2026-11-21 10:00")
    expectTranscript(text, in: folder, sourceLocation: sourceLocation) { arguments, input in
      Laptop(name: arguments.first ?? "", folder: folder)
        .run(Array(arguments.dropFirst()), input: input)
    }
  }

  func join(_ laptops: Laptop...) throws {
    for laptop in laptops {
      let joined = laptop("hub", "join", try host.invitation)
      try #require(joined.isDone, "\(joined)")
    }
  }

  /// Makes a round of Ann and Bob on Ann's log, both of whom have joined the group.
  func makeRound() throws -> String {
    try join(ann)
    let made = ann("round", "new", "--course", "Heron Meadow", "--player", "Ann", "--player", "Bob")
    try #require(made.code == 0, "\(made.errors)")
    try join(bob)
    return try #require(made.outputLines.first)
  }
}

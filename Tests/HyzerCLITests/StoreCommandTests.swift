import Foundation
import LoopbackClients
import PostgreSQLSupport
import TestSupport
import Testing

@testable import HyzerCLI

/// A host's logs, kept, put back and erased.
@Suite struct `hyzer store` {
  private let folder = Folder()

  private func hyzer(_ arguments: String...) -> Outcome {
    var surroundings = Surroundings.counted()
    surroundings.newIdentifier = { UUID().uuidString.lowercased() }
    return ScoreLogFile().run(
      arguments, environment: ["HYZER_DB": folder.path("nowhere.db")], surroundings: surroundings)
  }

  private func laptop(_ name: String) -> Laptops.Laptop {
    Laptops.Laptop(name: name, folder: folder)
  }

  /// Begins a group, and returns its invitation at a host.
  private func begin(_ name: String, _ store: String, at place: String) throws -> String {
    let made = hyzer("group", "new", name, "--store", store, "--url", place)
    return try #require(made.code == 0 ? made.outputLines.first : nil, "\(made)")
  }

  private func serve(_ store: String, port: Int) throws -> RunningProgram {
    let login = PreparedDatabase.address(store, as: PreparedDatabase.host)
    let server = try RunningProgram(
      ["serve", "--address", "127.0.0.1:\(port)", "--store", login],
      environment: ScoreLogFile.environment.merging(["HYZER_DB": folder.path("none.db")]) { $1 })
    let line = try server.nextLine()
    try #require(line == "listening on http://127.0.0.1:\(port)")
    return server
  }

  /// What a leaderboard says but for the round's identifier, which a laptop abbreviates by its own log.
  private func scores(_ name: String) -> [Substring] {
    let text = laptop(name)("leaderboard", "--json").output
    return text.matches(of: /"player":"[^"]*","relativeToPar":[^,]*,"strokes":[0-9]+/).map(\.output)
  }

  @Test(.timeLimit(.minutes(10)))
  func `two hosts serve many groups, of which one is killed, restored and put elsewhere`() throws {
    let store = try PreparedDatabase.empty()
    #expect(hyzer("store", "init", "--store", store).code == 0)
    #expect(hyzer("store", "init", "--store", store).refuses(65, "has the tables already"))
    // Nobody else gets a port while no host is there.
    let held = try (0..<2).map { _ in try LoopbackListener(isOpen: false, lent: true) }
    let (port, otherPort) = (held[0].port, held[1].port)
    let (one, two) = (try serve(store, port: port), try serve(store, port: otherPort))
    let places = [port, otherPort].map { "http://127.0.0.1:\($0)" }
    let tuesday = try begin("Tuesday", store, at: places[0])
    let friday = try begin("Friday", store, at: places[1])
    #expect(hyzer("group", "list", "--store", store).outputLines.count == 2)
    let (ann, bob, zoe) = (laptop("Ann"), laptop("Bob"), laptop("Zoe"))
    #expect(ann("hub", "join", tuesday).isDone)
    let elsewhere = tuesday.replacing(places[0], with: places[1])
    #expect(bob("hub", "join", elsewhere).isDone)
    #expect(zoe("hub", "join", friday).isDone)
    let made = ann("round", "new", "--course", "Heron Meadow", "--player", "Ann", "--player", "Bob")
    #expect(made.code == 0, "\(made)")
    #expect(ann("enter", "ann 3 bob 4").code == 0)
    // By the other host, and to no other group.
    #expect(bob("enter", "ann 2 bob 5").code == 0)
    let both = scores("Bob")
    #expect(both.count == 2 && both.contains { $0.hasSuffix("\"strokes\":5") })
    #expect(scores("Ann") == both)
    #expect(zoe("round", "list").output.isEmpty)

    // What is entered while a host is dead is there when it is back.
    two.send(SIGKILL)
    _ = try two.end()
    #expect(bob("enter", "ann 3 bob 3").code == 0)
    #expect(bob("hub", "status", "--json").output.contains("\"pending\":2"))
    let again = try serve(store, port: otherPort)
    let status = bob("hub", "status", "--json").output
    #expect(status.contains("\"pending\":0"), "\(status)")
    #expect(scores("Ann") == scores("Bob"))
    #expect(
      hyzer("store", "verify", "--store", store)
        == .done("clean: 2 groups, 7 events and starts of rounds"))

    // A backup, of which others have more than it, put back into another database.
    let backup = folder.path("backup")
    #expect(hyzer("store", "backup", "--store", store, backup).isDone)
    #expect(hyzer("store", "backup", "--store", store, backup).refuses(65, "exists"))
    #expect(ann("enter", "ann 4 bob 4").code == 0)
    for server in [one, again] {
      server.send(SIGTERM)
      _ = try server.end()
    }
    let restored = try PreparedDatabase.empty()
    #expect(hyzer("store", "restore", "--store", restored, backup).isDone)
    #expect(hyzer("store", "restore", "--store", restored, backup).refuses(65, "has the tables"))
    let third = try serve(restored, port: port)
    let fourth = try serve(restored, port: otherPort)
    #expect(ann("hub", "status", "--json").output.contains("\"pending\":0"))
    #expect(scores("Bob") == scores("Ann") && scores("Ann").count == 2)
    #expect(
      hyzer("store", "verify", "--store", restored)
        == .done("clean: 2 groups, 9 events and starts of rounds"))
    for server in [third, fourth] {
      server.send(SIGTERM)
      _ = try server.end()
    }

    // Who is erased has left the strokes.
    let erasing = ["store", "erase", "--store", restored, "--group", "Tuesday"]
    func erase(_ more: String...) -> Outcome {
      ScoreLogFile().run(erasing + more, environment: ["HYZER_DB": folder.path("nowhere.db")])
    }
    #expect(erase("--player", "Bob").output.contains("add --yes"))
    #expect(erase("--player", "Nobody", "--yes").refuses(65, "Nobody"))
    #expect(
      erase("--player", "Bob", "--yes") == .done("\"Bob\" is \"removed player 1\" from now on"))
    #expect(try Self.rows(with: "Bob", in: restored) == 0)
    #expect(try Self.rows(with: "removed player 1", in: restored) == 8)
    #expect(hyzer("store", "verify", "--store", restored).code == 0)
    let fifth = try serve(restored, port: port)
    #expect(laptop("Cleo")("hub", "join", tuesday).isDone)
    let (cleos, anns) = (laptop("Cleo")("export", "-").output, ann("export", "-").output)
    #expect(cleos.contains("removed player 1") && !cleos.contains("Bob"))
    // Who has the name keeps it, and nothing comes back by them.
    #expect(anns.contains("Bob") && !anns.contains("removed player"))
    #expect(try Self.rows(with: "Bob", in: restored) == 0)
    fifth.send(SIGTERM)
    _ = try fifth.end()

    #expect(erase("--yes").isDone)
    #expect(try Self.rows(with: "removed player 1", in: restored) == 0)
    let idle = hyzer("store", "erase", "--store", restored, "--idle-since", "2999-01-01")
    #expect(idle.outputLines.last == "nothing was erased; add --yes" && idle.outputLines.count == 2)
    #expect(
      hyzer("store", "erase", "--store", restored, "--idle-since", "2999-01-01", "--yes").code == 0)
    #expect(hyzer("group", "list", "--store", restored).output.isEmpty)
  }

  @Test(.timeLimit(.minutes(10)))
  func `who made the tables revokes a device of one group, and of no file`() throws {
    let store = try PreparedDatabase.copy()
    let held = try LoopbackListener(isOpen: false, lent: true)
    let (server, place) = (try serve(store, port: held.port), "http://127.0.0.1:\(held.port)")
    let tuesday = try begin("Tuesday", store, at: place)
    _ = try begin("Friday", store, at: place)
    let (ann, bob) = (laptop("Ann"), laptop("Bob"))
    #expect(ann("hub", "join", tuesday).isDone)
    #expect(bob("hub", "join", tuesday).isDone)
    let made = ann("round", "new", "--course", "Heron Meadow", "--player", "Ann", "--player", "Bob")
    #expect(made.code == 0, "\(made)")
    #expect(bob("enter", "bob 3").isDone)
    func device(_ group: String?, _ command: String...) -> Outcome {
      ScoreLogFile().run(
        ["device"] + command + (group.map { ["--store", store, "--group", $0] } ?? []),
        environment: ["HYZER_DB": folder.path("nowhere.db")])
    }
    #expect(device("Tuesday", "list").output.contains("Bob's laptop"))
    #expect(!device("Friday", "list").output.contains("Bob's laptop"))
    #expect(device("Friday", "revoke", "Bob's laptop").refuses(65, "no device is called"))
    #expect(device("Tuesday", "revoke", "Bob's laptop") == .done("Bob's laptop is revoked"))
    #expect(device("Tuesday", "list", "--json").output.contains("\"isRevoked\":true"))
    #expect(bob("enter", "--hole", "2", "bob 4").errors.contains("does not let this device in"))
    #expect(
      device("Tuesday", "revoke", "--undo", "Bob's laptop")
        == .done("Bob's laptop is accepted again"))
    #expect(bob("hub", "status", "--json").output.contains("\"pending\":0"))
    // Half of what names a group's log does not mean this device's.
    #expect(device(nil, "list", "--store", store).refuses(64, "--group"))
    #expect(device(nil, "revoke", "x", "--group", "Tuesday").refuses(64, "--store"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("nowhere.db")))
    #expect(device(nil, "list").isDone)
    server.send(SIGTERM)
    _ = try server.end()
  }

  /// Returns how many rows of all tables hold a text.
  private static func rows(with text: String, in store: String) throws -> Int {
    let dump = try Tool.run(
      "/usr/bin/env", ["pg_dump", "--data-only", "--schema=hyzer", store], in: Tool.Directory())
    try #require(dump.output.contains("COPY hyzer.groups"))
    return dump.output.split(separator: "\n").count { $0.contains(text) }
  }

  @Test func `a file's backup is all of it, and is put back where none is`() throws {
    let log = ScoreLogFile()
    _ = try log.round()
    #expect(log("enter", "mike 3 jake 4").code == 0)
    let backup = folder.path("backup.db")
    #expect(log("store", "backup", backup).isDone)
    let before = log("export", "-").output
    let mode = try FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(log("store", "restore", backup).refuses(65, "exists"))
    let other = ScoreLogFile()
    #expect(other("store", "restore", backup).isDone)
    #expect(other("export", "-").output == before)
    #expect(other("store", "verify") == .done("clean"))
    #expect(other("store", "restore", "/nowhere").refuses(66, "cannot be read"))
  }

  @Test func `says what to give where the store cannot be used`() {
    for (arguments, code, reason) in [
      (["group", "list"], 64, "--store"),
      (["group", "list", "--store", "postgresql://@:x/y"], 74, "port"),
      (["store", "erase", "--store", "postgresql:///none?host=/nowhere", "--yes"], 74, "/nowhere"),
      (["serve", "--store", "postgresql:///none?host=/nowhere"], 74, "/nowhere"),
    ] {
      let outcome = ScoreLogFile().run(arguments)
      #expect(outcome.refuses(Int32(code), reason), "\(arguments): \(outcome)")
    }
  }
}

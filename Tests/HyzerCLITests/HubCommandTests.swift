import CommandLineKit
import DiscGolf
import Foundation
import ScoreLog
import Synchronization
import TestSupport
import Testing

@testable import HyzerCLI

/// Ann, Bob and Cleo, each with a log of their own, and a hub.
private struct Hosts {
  let folder = Folder()
  let server: PostgreSQLServer
  let database: String

  var hub: String { server.address(database) }
  var ann: Host { Host(name: "Ann", hosts: self) }
  var bob: Host { Host(name: "Bob", hosts: self) }
  var cleo: Host { Host(name: "Cleo", hosts: self) }

  struct Host {
    let name: String
    let hosts: Hosts
    var path: String { hosts.folder.path("\(name).db") }

    func callAsFunction(
      _ arguments: String..., input: String = "", environment: [String: String] = [:],
      surroundings: Surroundings = .counted()
    ) -> Outcome {
      run(arguments, input: input, environment: environment, surroundings: surroundings)
    }

    func run(
      _ arguments: [String], input: String, environment: [String: String] = [:],
      surroundings: Surroundings = .counted()
    ) -> Outcome {
      // The hub's thread writes into the log as well.
      var surroundings = surroundings
      surroundings.busyTimeout = .seconds(60)
      return hyzer(
        arguments, input: Array(input.utf8),
        environment: [
          "HYZER_MODEL": "/nowhere", "HYZER_USER": name, "HYZER_DEVICE": "\(name)'s phone",
          "HYZER_DB": path,
        ].merging(environment) { $1 }.filter { !$0.value.isEmpty }, surroundings: surroundings)
    }
  }

  /// Runs commands, and compares what each prints with a transcript; the word after `$ ` is who runs it.
  ///
  /// `HUB` stands for the hub's address, `PLACE` for how errors name it, and `DATE` for a date with hour.
  func expect(_ transcript: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let text = transcript.replacing("HUB", with: hub)
      .replacing("PLACE", with: "\(server.path):5432/\(database)")
      .replacing("DATE", with: "2026-11-21 10:00")
    expectTranscript(text, in: folder, sourceLocation: sourceLocation) { arguments, input in
      Host(name: arguments.first ?? "", hosts: self).run(Array(arguments.dropFirst()), input: input)
    }
  }

  /// Makes a round of Ann and Bob on Ann's log, both of whom have joined the hub.
  func makeRound() throws -> String {
    for arguments in [["hub", "init", hub], ["hub", "join", hub]] {
      try #require(hyzer(arguments, environment: ["HYZER_DB": ann.path]).code == 0)
    }
    let made = ann("round", "new", "--course", "Heron Meadow", "--player", "Ann", "--player", "Bob")
    try #require(made.code == 0, "\(made.errors)")
    try #require(bob("hub", "join", hub).code == 0)
    return try #require(made.outputLines.first)
  }
}

/// Tells of writes into the files of a folder.
private final class FolderWrites: Sendable {
  private let queue = inotify_init1(Int32(IN_CLOEXEC))

  init(_ path: String) throws {
    try #require(unsafe inotify_add_watch(queue, path, UInt32(IN_MODIFY)) >= 0)
  }

  deinit { _ = close(queue) }

  /// Waits for a write since the last call; false where there is none for a minute.
  func next() -> Bool {
    var ready = pollfd(fd: queue, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&ready, 1, 60_000) > 0 else { return false }
    var events = [UInt8](repeating: 0, count: 4096)
    return unsafe read(queue, &events, events.count) > 0
  }
}

@Suite(
  .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed: make deps"), .postgreSQL,
  .timeLimit(.minutes(10)))
struct `hyzer hub` {
  private func withHosts(
    _ own: Bool = false, _ body: (Hosts) throws -> Void
  ) throws {
    let server = try own ? PostgreSQLServer() : #require(PostgreSQLServer.shared)
    try body(Hosts(server: server, database: server.makeDatabase()))
  }

  @Test func `is made, joined, looked at and left`() throws {
    try withHosts { hosts in
      hosts.expect(
        """
        $ Ann hub status
        65! hyzer hub status: no hub is joined; see hyzer hub join
        $ Ann hub leave
        65! hyzer hub leave: no hub is joined
        $ Ann hub join
        64! hyzer hub join: which hub? give its URL, as in postgresql://USER@HOST/DATABASE
        $ Ann hub join HUB
        65! hyzer: the database PLACE is no hub; make it one with hyzer hub init
        $ Ann hub status
        65! hyzer hub status: no hub is joined; see hyzer hub join
        $ Ann hub init HUB
        PLACE is a hub
        $ Ann hub init HUB
        PLACE was a hub already
        $ Ann hub join HUB
        hub        HUB
        last sync  DATE
        pending    0
        $ Ann hub join --json HUB
        {"failed":0,"hub":"HUB","lastSync":"2026-11-21T10:00:[...]Z","pending":0,"problem":null,"since":null}
        $ Ann hub status --json
        {"failed":0,"hub":"HUB","lastSync":"2026-11-21T10:00:[...]Z","pending":0,"problem":null,"since":null}
        $ Ann hub leave postgresql://elsewhere/x
        65! hyzer hub leave: the joined hub is another: HUB
        $ Ann hub leave HUB
        $ Ann hub status
        65! hyzer hub status: no hub is joined; see hyzer hub join
        """)
    }
  }

  @Test func `is named by the environment as well`() throws {
    try withHosts { hosts in
      let environment = ["HYZER_HUB": hosts.hub]
      #expect(hosts.ann("hub", "init", environment: environment).code == 0)
      _ = hosts.ann(
        "round", "new", "--course", "Heron Meadow", "-p", "Ann", environment: environment)
      // Who has no round of their own takes up what comes.
      let outcome = hosts.bob("enter", "Ann 3", environment: environment)
      #expect(outcome.output.hasPrefix("hole 1: Ann 3 — saved"), "\(outcome)")
      #expect(
        hosts.ann("leaderboard", environment: environment).output.contains("1  Ann       E"))
      #expect(hosts.cleo("hub", "status", environment: environment).code == 0)
      // What the environment names is not joined, and what is joined stays so.
      #expect(hosts.cleo("hub", "status", environment: ["HYZER_HUB": ""]).code == 65)
      #expect(hosts.cleo("hub", "join", hosts.hub).code == 0)
      let other = hosts.server.address("postgres")
      _ = hosts.cleo("leaderboard", environment: ["HYZER_HUB": other])
      #expect(hosts.cleo("hub", "status").output.contains(hosts.hub))
    }
  }

  @Test func `that is away keeps nobody from scoring, and gets all when it is back`() throws {
    try withHosts(true) { hosts in
      _ = try hosts.makeRound()
      hosts.server.stop()
      hosts.expect(
        """
        $ Ann enter 'Ann 3, Bob 4'
        hole 1: Ann 3, Bob 4 — saved
        hole 2 of 9, par 3, Heron Meadow
        0! hyzer: the hub is away, 2 changes to send; see hyzer hub status
        $ Ann enter 'Ann 2'
        hole 2: Ann 2 — saved
        0! hyzer: the hub is away, 3 changes to send; see hyzer hub status
        $ Ann enter 'no such thing'
        65! [...]
        $ Ann hub status
        hub        HUB
        last sync  DATE
        pending    3, since DATE
        problem    cannot reach the hub PLACE[...]
        0! hyzer hub status: cannot reach the hub PLACE[...]; check the address and the network
        $ Ann hub status --json
        {"failed":0,"hub":"HUB","lastSync":"[...]","pending":3,"problem":"cannot reach[...]","since":"2026-11-21T10:00:[...]Z"}
        0! hyzer hub status: cannot reach the hub [...]
        $ Cleo hub join HUB
        69! hyzer: cannot reach the hub [...]
        """)
      try hosts.server.start()
      hosts.expect(
        """
        $ Ann hub status
        hub        HUB
        last sync  DATE
        pending    0
        $ Bob leaderboard
        Heron Meadow, hole 2 of 9, par 3
           player  +/-  strokes  thru
        1  Ann     [...]
        2  Bob      +1        4     1
        """)
      hosts.server.stop()
      hosts.expect(
        """
        $ Ann enter --hole 3 'Ann 2'
        hole 3: Ann 2 — saved
        0! hyzer: the hub is away, 1 change to send; see hyzer hub status
        $ Ann hub leave
        0! hyzer hub leave: 1 event had not reached the hub; join it again to send them
        """)
    }
  }

  @Test func `that cannot be used is named in one line, with its code and without a password`()
    throws
  {
    try withHosts { hosts in
      _ = try hosts.makeRound()
      _ = try hosts.server.run(
        "CREATE ROLE guarded LOGIN PASSWORD 'right' IN ROLE hyzer_writer", in: "postgres")
      let guarded = "postgresql://guarded:secret@/\(hosts.database)?host=\(hosts.server.path)"
      let keywords =
        "host=\(hosts.server.path) dbname=\(hosts.database) user=guarded password = 'se cret'"
      for address in [guarded, keywords] {
        let refused = hosts.cleo("hub", "join", address)
        #expect(refused.code == 69)
        #expect(refused.errorLines.count == 1)
        // It was joined before its password was changed.
        let store = try ScoreStore(path: hosts.bob.path)
        try store.joinHub(address)
        let entered = hosts.bob("enter", "--hole", "4", "Ann 3")
        #expect(entered.code == 0)
        #expect(entered.errorLines.count == 1)
        #expect(entered.errors.contains("refuses the login"))
        let status = hosts.bob("hub", "status", "--json")
        #expect(status.code == 0)
        #expect(status.output.contains("\"hub\":\"postgresql://guarded@/\(hosts.database)?host="))
        for outcome in [
          refused, entered, status, hosts.bob("hub", "status"), hosts.bob("hub", "leave", "x"),
        ] {
          #expect(!(outcome.output + outcome.errors).contains("cret"))
        }
      }
      _ = try hosts.server.run(
        "INSERT INTO hyzer.version (number) VALUES (99)", in: hosts.database)
      hosts.expect(
        """
        $ Cleo hub join HUB
        65! hyzer: the hub PLACE has schema 99, but this program knows only 1; install the later version that made it
        $ Ann enter --hole 5 'Ann 4'
        hole 5: Ann 4 — saved
        0! hyzer: the hub PLACE has schema 99, but this program knows only 1; install the later version that made it
        """)
    }
  }

  @Test func `shows two hosts' dispute to both, and the organiser alone ends it`() throws {
    try withHosts(true) { hosts in
      let round = try hosts.makeRound()
      hosts.server.stop()
      _ = hosts.ann("enter", "Ann 3, Bob 4")
      _ = hosts.bob("enter", "Ann 3, Bob 5")
      try hosts.server.start()
      _ = hosts.bob("hub", "status")
      _ = hosts.ann("hub", "status")
      let label = round.prefix(8)
      let outcome = hosts.ann("dispute", "list", "--json")
      let pattern =
        #"\{"disputes":\[\{"claims":\[\{"at":"[^"]*","device":"[^"]*","deviceName":"(Ann|Bob)'s phone","event":"[^"]*","reportedBy":"(Ann|Bob)","strokes":(4|5)\},"#
        + #"\{"at":"[^"]*","device":"[^"]*","deviceName":"(Ann|Bob)'s phone","event":"[^"]*","reportedBy":"(Ann|Bob)","strokes":(4|5)\}\],"#
        + #""hole":1,"player":"Bob","round":"\#(round)"\}\]\}"#
      #expect(try outcome.output.contains(Regex(pattern)), "\(outcome.output)")
      hosts.expect(
        """
        $ Ann dispute list
        round \(label)[...], Heron Meadow
          hole 1, Bob:
            [...] by [...] on [...]'s phone, DATE, counts meanwhile
            [...] by [...] on [...]'s phone, DATE
        $ Bob resolve --player Bob --hole 1 5
        65! hyzer: [...] Ann[...]
        $ Ann resolve --player Bob --hole 2 5
        65! [...]
        $ Ann resolve --player Ann --hole 1 3
        65! [...]
        $ Ann resolve --player Nobody --hole 1 3
        65! [...]
        $ Ann resolve --player Bob --hole 1 11
        64! hyzer resolve: "11" is no score; give 1 to 10, or none
        $ Ann resolve --player Bob --hole 1 --json 5
        {"events":["[...]"],"hole":1,"player":"Bob","round":"\(round)","strokes":5}
        $ Bob dispute list
        0! hyzer dispute list: no score is disputed
        $ Bob dispute list --json
        {"disputes":[]}
        $ Bob leaderboard
        Heron Meadow, hole 2 of 9, par 3
           player  +/-  strokes  thru
        1  Ann       E        3     1
        2  Bob      +2        5     1
        """)
      #expect(hosts.ann("export") == hosts.bob("export"))
    }
  }

  @Test func `gets of several typed lines those that are saved, though one is not`() throws {
    try withHosts { hosts in
      _ = try hosts.makeRound()
      #expect(hosts.ann("enter", "-", input: "Ann 3\nBob 4\nnonsense\n").code == 65)
      #expect(hosts.bob("leaderboard").output.contains("2  Bob      +1"))
    }
  }

  @Test func `has what was heard when listening ends`() throws {
    try withHosts { hosts in
      _ = try hosts.makeRound()
      let outcome = hosts.ann(
        "listen", "--round", demoRound, "--input", DemoAudio.path("pairs.flac"), "--fast",
        "--plain", environment: ["HYZER_MODEL": ""])
      #expect(outcome.isDone)
      #expect(outcome.output.contains("hole 7: Michael 3, Jake 4 — saved"), "\(outcome.output)")
      _ = hosts.bob("hub", "status")
      #expect(hosts.bob("export").outputLines.count == 2)
      #expect(hosts.bob("export") == hosts.ann("export"))
    }
  }

  @Test func `brings what another host saves to who watches the leaderboard`() throws {
    try withHosts { hosts in
      _ = try hosts.makeRound()
      let writes = try FolderWrites(hosts.folder.path)
      // Bob enters at the first look, and Ann looks until it is there, and once more.
      let looks = Mutex((isFirst: true, left: 2))
      let outcome = hosts.ann(
        "leaderboard", "--watch",
        surroundings: .counted(wait: { _ in
          let isFirst = looks.withLock { looks in
            defer { looks.isFirst = false }
            return looks.isFirst
          }
          if isFirst { _ = hosts.bob("enter", "Bob 2") }
          let vectors = (try? ScoreStore(path: hosts.ann.path).vectors()) ?? [:]
          guard vectors.values.contains(where: { !$0.numbers.isEmpty }) else {
            return writes.next()
          }
          return looks.withLock { looks in
            looks.left -= 1
            return looks.left > 0
          }
        }))
      #expect(outcome.code == 0)
      #expect(outcome.output.hasSuffix("hole 1: Bob 2\n"), "\(outcome.output)")
    }
  }

  // MARK: - Devices

  @Test func `knows devices by name, and takes nothing more of one that is revoked`() throws {
    try withHosts { hosts in
      _ = try hosts.makeRound()
      _ = hosts.ann("enter", "Ann 3")
      _ = hosts.bob("enter", "Bob 3")
      #expect(hosts.bob("device", "name", "Bob's watch") == .done())
      let own = try ScoreStore(path: hosts.bob.path).thisDevice().rawValue
      hosts.expect(
        """
        $ Ann device list
           device    name         events  last
        *  [...]  Ann's phone       1  DATE
           \(own.prefix(8))  Bob's phone       1  DATE
        $ Ann device name ''
        64! hyzer device name: the name is empty; give one that people know the device by
        $ Ann device revoke nothing
        65! hyzer: no device is called "nothing"; list devices with `hyzer device list`
        """)
      #expect(hosts.ann("device", "revoke", own) == .done("Bob's phone is revoked"))
      let outcome = hosts.bob("enter", "--hole", "2", "Bob 4")
      #expect(outcome.code == 0)
      #expect(
        outcome.errors
          == "hyzer: the hub takes nothing more of device \"\(own)\", which is revoked; its scores stay on this one\n"
      )
      #expect(hosts.bob("hub", "status").output.contains("failed     1"))
      #expect(hosts.bob("hub", "status", "--json").output.contains("\"failed\":1"))
      #expect(hosts.ann("export").outputLines.count == 2)
      #expect(hosts.ann("device", "list", "--json").output.contains("\"isRevoked\":true"))
    }
  }

  @Test func `is told of a revoked device by its owner alone`() throws {
    try withHosts { hosts in
      _ = try hosts.makeRound()
      _ = hosts.bob("enter", "Bob 3")
      let writer = "\(hosts.database)_writer"
      _ = try hosts.server.run("CREATE ROLE \(writer) LOGIN IN ROLE hyzer_writer", in: "postgres")
      let own = try ScoreStore(path: hosts.bob.path).thisDevice().rawValue
      let address = hosts.server.address(hosts.database, user: writer)
      #expect(hosts.ann("hub", "join", address).code == 0)
      let outcome = hosts.ann("device", "revoke", String(own.prefix(8)))
      #expect(
        outcome
          == .refused(
            65,
            "hyzer device revoke: Bob's phone is revoked here, but not at the hub: only the owner of the hub \(hosts.server.path):5432/\(hosts.database) may do that; ask them to"
          ))
      #expect(hosts.ann("device", "list").output.contains("revoked"))
      #expect(hosts.bob("enter", "--hole", "2", "Bob 4").errors == "")
    }
  }
}

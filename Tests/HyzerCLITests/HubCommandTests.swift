import Foundation
import LoopbackClients
import ScoreLog
import Synchronization
import TestSupport
import Testing

@testable import HyzerCLI

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

@Suite(.timeLimit(.minutes(10))) struct `hyzer hub` {
  private let laptops: Laptops
  private var host: GroupHost { laptops.host }
  private var ann: Laptops.Laptop { laptops.ann }
  private var bob: Laptops.Laptop { laptops.bob }
  private var cleo: Laptops.Laptop { laptops.cleo }
  private var club: Laptops.Laptop { laptops.club }

  init() throws { laptops = try Laptops() }

  @Test func `is joined, looked at and left`() throws {
    try laptops.expect(
      """
      $ Ann hub status
      65! hyzer hub status: no group is joined; see hyzer hub join
      $ Ann hub leave
      65! hyzer hub leave: no group is joined
      $ Ann hub join
      64! hyzer hub join: which host? give the invitation that hyzer group invite shows there
      $ Ann hub join PLACE
      65! hyzer: the host PLACE does not let this device in; ask there for hyzer group invite, and join again
      $ Ann hub status
      65! hyzer hub status: no group is joined; see hyzer hub join
      $ Ann hub join INVITATION
      hub        PLACE
      group      Tuesday league
      last sync  DATE
      pending    0
      $ Ann hub join --json PLACE
      {"failed":0,"forks":[],"group":"Tuesday league","hub":"PLACE","lastSync":"2026-11-21T10:00:[...]Z","pending":0,"problem":null,"since":null}
      $ Ann hub status --json
      {"failed":0,"forks":[],"group":"Tuesday league","hub":"PLACE","lastSync":"2026-11-21T10:00:[...]Z","pending":0,"problem":null,"since":null}
      $ Ann hub leave http://elsewhere
      65! hyzer hub leave: the joined host is another: PLACE
      $ Ann hub leave PLACE
      $ Ann hub status
      65! hyzer hub status: no group is joined; see hyzer hub join
      """)
  }

  @Test func `is joined once more by the same device, and by another once it was left`() throws {
    _ = try laptops.makeRound()
    let (device, token) = (try ann.device, try ann.token(at: host.place))
    #expect(ann("enter", "Ann 3").isDone)
    try laptops.join(ann)
    #expect(try (ann.device, ann.token(at: host.place)) == (device, token))
    #expect(ann("hub", "leave").isDone)
    try laptops.join(ann)
    #expect(try ann.device != device && ann.token(at: host.place) != token)
    // Its scores go on to the others, and so do theirs, and it organises what it did.
    #expect(ann("enter", "--hole", "2", "Ann 4").isDone)
    #expect(bob("enter", "--hole", "2", "Bob 2").isDone)
    #expect(ann("round", "pass", "Bob").isDone)
    #expect(bob("leaderboard").isDone)
    #expect(ann.lines == bob.lines && ann.lines.count == 4)
    #expect(ann("audit").isDone)
  }

  @Test func `is named by the environment as well`() throws {
    let environment = ["HYZER_HUB": try host.invitation]
    let made = ann(
      "round", "new", "--course", "Heron Meadow", "-p", "Ann", "-p", "Bob",
      environment: environment)
    #expect(made.isDone, "\(made)")
    // Who has no round of their own takes up what comes.
    let outcome = bob("enter", "Ann 3", environment: environment)
    #expect(outcome.isDone && outcome.output.hasPrefix("hole 1: Ann 3 — saved"), "\(outcome)")
    #expect(ann("leaderboard", environment: environment).output.contains("1  Ann       E"))
    // Who was let in needs no secret any more.
    #expect(ann("hub", "status", environment: ["HYZER_HUB": host.place]).code == 0)
    #expect(cleo("hub", "status", environment: ["HYZER_HUB": host.place]).code == 65)
    #expect(cleo("hub", "status", environment: environment).code == 0)
    // What the environment names is not joined, and what is joined stays so.
    #expect(cleo("hub", "status").code == 65)
    try laptops.join(cleo)
    let other = try GroupHost("Other.db", in: laptops.folder, group: "Others")
    let elsewhere = ["HYZER_HUB": try other.invitation]
    #expect(cleo("hub", "status", environment: elsewhere).output.contains("group      Others\n"))
    #expect(cleo("hub", "status").output.contains("group      Tuesday league\n"))
  }

  /// What `hyzer round invite --json` prints.
  private struct Shown: Decodable {
    let round, url: String
    let code, secret: String?
  }

  @Test func `takes phones in by its own page, where a laptop serves none`() throws {
    func shown(_ laptop: Laptops.Laptop, _ arguments: String...) throws -> Shown {
      let outcome = laptop.run(["round", "invite", "--json"] + arguments, input: "")
      try #require(outcome.code == 0, "\(outcome)")
      return try JSONDecoder().decode(Shown.self, from: Data(outcome.output.utf8))
    }
    let round = try laptops.makeRound()
    let first = try shown(ann)
    let secret = try #require(first.secret.flatMap { JoinSecret($0) })
    #expect(first.round == round)
    #expect(first.url == "\(host.place)/join#\(secret.text)")
    #expect(try host.store.invitedRound(secret: secret)?.id.rawValue == round)
    #expect(try ScoreStore(path: ann.path).invitedRound(secret: secret) == nil)
    #expect(try shown(bob).secret == first.secret)
    #expect(ann("round", "invite").outputLines.last?.hasSuffix("type \(first.code ?? "")") == true)
    #expect(try shown(bob, "--renew").secret != first.secret)
    #expect(try host.store.invitedRound(secret: secret) == nil)
    // Of a page that is named the log itself is asked.
    #expect(try shown(ann, "--url", "http://192.168.1.10:8080").secret != shown(ann).secret)
    #expect(try shown(ann, "--organiser").url.hasPrefix("\(host.place)/join#organiser."))
    #expect(bob("round", "invite", "--organiser").refuses(65, "only the organiser's device"))
    host.stop()
    #expect(ann("round", "invite").refuses(69, "cannot reach the host"))
  }

  @Test func `that cannot be joined is refused in one line, without what is secret`() throws {
    let (ours, wrong) = (try host.invitation, JoinSecret.new().text)
    try laptops.join(ann)
    #expect(club("group", "invite", "--renew").code == 0)
    // Who has joined stays.
    #expect(ann("hub", "status").isDone)
    // It answers as any other server does.
    let other = try LoopbackListener()
    Thread {
      for _ in 1...2 {
        guard let client = try? other.accept(), (try? client.request()) != nil else { return }
        try? client.send("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        _ = client.rest()
      }
    }.start()
    let nobody = try LoopbackListener(isOpen: false)
    let local = "http://127.0.0.1"
    for (address, code, reason) in [
      ("\(wrong)", 64, "the host's address cannot be read"),
      ("ftp://127.0.0.1/join#group.\(wrong)", 64, "the host's address cannot be read"),
      ("\(host.place)/join#\(wrong)", 64, "the host's address cannot be read"),
      ("\(host.place)/join#group.\(wrong).00", 64, "the host's address cannot be read"),
      ("\(host.place)/join#group.\(wrong)", 65, "does not let this device in"),
      (ours, 65, "does not let this device in"),
      ("\(local):\(nobody.port)/join#group.\(wrong)", 69, "cannot reach the host"),
      (
        "\(local):\(other.port)/join#group.\(wrong)", 69,
        "answers as no host of hyzer does (HTTP 404)"
      ),
      ("http://192.0.2.7/join#group.\(wrong)", 65, "serve by https there"),
    ] {
      let secret = address.contains(wrong) ? wrong : String(ours.suffix(22))
      for outcome in [
        cleo("hub", "join", address),
        cleo("hub", "status", environment: ["HYZER_HUB": address]),
      ] {
        #expect(outcome.refuses(Int32(code), reason), "\(address): \(outcome)")
        #expect(!(outcome.output + outcome.errors).contains(secret))
      }
      #expect(cleo("hub", "status").code == 65)
    }
    withExtendedLifetime(nobody) {}
  }

  @Test func `is reached without encryption on another machine where that is asked for`() throws {
    // As which this machine can be reached too.
    let address = try host.invitation.replacing("127.0.0.1", with: "0.0.0.0")
    #expect(
      cleo("hub", "join", address).refuses(65, "or give --insecure"))
    #expect(cleo("hub", "join", "--insecure", address).isDone)
    #expect(cleo("hub", "status").output.contains("pending    0\n"))
  }

  @Test func `that is away keeps nobody from scoring, and gets all when it is back`() throws {
    _ = try laptops.makeRound()
    host.stop()
    try laptops.expect(
      """
      $ Ann enter 'Ann 3, Bob 4'
      hole 1: Ann 3, Bob 4 — saved
      hole 2 of 9, par 3, Heron Meadow
      0! hyzer: the host is away, 2 changes to send; see hyzer hub status
      $ Ann enter 'Ann 2'
      hole 2: Ann 2 — saved
      0! hyzer: the host is away, 3 changes to send; see hyzer hub status
      $ Ann enter 'no such thing'
      65! [...]
      $ Ann hub status
      hub        PLACE
      group      Tuesday league
      last sync  DATE
      pending    3, since DATE
      problem    cannot reach the host PLACE[...]
      0! hyzer hub status: cannot reach the host PLACE[...]; check the address and the network
      $ Ann hub status --json
      {"failed":0,"forks":[],"group":"Tuesday league","hub":"PLACE","lastSync":"[...]","pending":3,"problem":"cannot reach[...]","since":"2026-11-21T10:00:[...]Z"}
      0! hyzer hub status: cannot reach the host PLACE[...]
      $ Cleo hub join INVITATION
      69! hyzer: cannot reach the host PLACE[...]
      """)
    try host.start()
    try laptops.expect(
      """
      $ Ann hub status
      hub        PLACE
      group      Tuesday league
      last sync  DATE
      pending    0
      $ Bob leaderboard
      Heron Meadow, hole 2 of 9, par 3
         player  +/-  strokes  thru
      1  Ann     [...]
      2  Bob      +1        4     1
      """)
    host.stop()
    try laptops.expect(
      """
      $ Ann enter --hole 3 'Ann 2'
      hole 3: Ann 2 — saved
      0! hyzer: the host is away, 1 change to send; see hyzer hub status
      $ Ann hub leave
      0! hyzer hub leave: 1 event had not reached the host; join it again to send them
      """)
  }

  @Test func `that was away a moment ago is not asked again by every command`() throws {
    _ = try laptops.makeRound()
    host.stop()
    let away = "the host is away"
    #expect(ann("enter", "Ann 3", at: "11:00:00").errors.contains(away))
    try host.start()
    #expect(ann("enter", "Bob 3", at: "11:00:29").errors.contains(away))
    #expect(club.lines == [])
    #expect(ann("enter", "Ann 2", at: "11:00:31").isDone)
    #expect(club.lines.count == 3)
  }

  @Test func `shows two laptops' dispute to both, and the organiser alone ends it`() throws {
    let round = try laptops.makeRound()
    host.stop()
    _ = ann("enter", "Ann 3, Bob 4")
    _ = bob("enter", "Ann 3, Bob 5")
    try host.start()
    _ = bob("hub", "status")
    _ = ann("hub", "status")
    let label = round.prefix(8)
    let outcome = ann("dispute", "list", "--json")
    let pattern =
      #"\{"disputes":\[\{"claims":\[\{"at":"[^"]*","device":"[^"]*","deviceName":"(Ann|Bob)'s laptop","event":"[^"]*","reportedBy":"(Ann|Bob)","strokes":(4|5)\},"#
      + #"\{"at":"[^"]*","device":"[^"]*","deviceName":"(Ann|Bob)'s laptop","event":"[^"]*","reportedBy":"(Ann|Bob)","strokes":(4|5)\}\],"#
      + #""hole":1,"player":"Bob","round":"\#(round)"\}\]\}"#
    #expect(try outcome.output.contains(Regex(pattern)), "\(outcome.output)")
    try laptops.expect(
      """
      $ Ann dispute list
      round \(label)[...], Heron Meadow
        hole 1, Bob:
          [...] by [...] on [...]'s laptop, DATE, counts meanwhile
          [...] by [...] on [...]'s laptop, DATE
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
    #expect(ann.lines.count == 5)
    #expect(ann.lines == bob.lines)
    #expect(ann.lines == club.lines)
  }

  @Test func `has no part in a log when a command has ended, so that its file is all of it`() throws
  {
    _ = try laptops.makeRound()
    for hole in 1...9 {
      #expect(ann("enter", "--hole", "\(hole)", "Ann 3").isDone)
      #expect(!FileManager.default.fileExists(atPath: ann.path + "-wal"))
    }
  }

  @Test func `gets of several typed lines those that are saved, though one is not`() throws {
    _ = try laptops.makeRound()
    #expect(ann("enter", "-", input: "Ann 3\nBob 4\nnonsense\n").code == 65)
    #expect(bob("leaderboard").output.contains("2  Bob      +1"))
  }

  @Test func `has what was heard when listening ends`() throws {
    _ = try laptops.makeRound()
    let outcome = ann(
      "listen", "--round", demoRound, "--input", DemoAudio.path("pairs.flac"), "--fast",
      "--plain", environment: ["HYZER_MODEL": ""])
    #expect(outcome.isDone, "\(outcome.errors)")
    #expect(outcome.output.contains("hole 7: Michael 3, Jake 4 — saved"), "\(outcome.output)")
    #expect(club.lines.count == 2)
    #expect(club.lines == ann.lines)
  }

  @Test func `brings what another laptop saves to who watches the leaderboard`() throws {
    _ = try laptops.makeRound()
    let writes = try FolderWrites(laptops.folder.path)
    // Bob enters at the first look, and Ann looks until her log has noted that the host has it too, and once more.
    let looks = Mutex((isFirst: true, left: 2))
    let (ann, bob, place) = (ann, bob, host.place)
    let outcome = ann(
      "leaderboard", "--watch",
      surroundings: .counted(wait: { _ in
        let isFirst = looks.withLock { looks in
          defer { looks.isFirst = false }
          return looks.isFirst
        }
        if isFirst { _ = bob("enter", "Bob 2") }
        let store = try? ScoreStore(path: ann.path, busyTimeout: .seconds(60))
        guard (try? store?.hub(place))??.sent == (try? store?.lastSequence()) else {
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

  // MARK: - Whose rounds

  @Test func `lets nobody score by chance in others' rounds`() throws {
    _ = try laptops.makeRound()
    _ = ann("enter", "Ann 3")
    try laptops.join(cleo)
    let before = ann.lines
    let outcome = cleo("enter", "Ann 5")
    #expect(outcome.code == 65, "\(outcome)")
    for laptop in [ann, bob, cleo, club] { #expect(laptop.lines == before) }
  }

  @Test func `asks before somebody scores in a round of others`() throws {
    let round = try laptops.makeRound()
    try laptops.join(cleo)
    try laptops.expect(
      """
      $ Cleo round use \(round)
      65! hyzer round use: you are "Cleo", and this is a round of Ann, Bob; say who you are with `hyzer me`, or give --yes to enter scores in it
      $ Cleo enter "Ann 3"
      65! hyzer: no round is current[...]
      $ Bob round use \(round)
      hole 1 of 9, par 3, Heron Meadow
      Ann –, Bob –
      $ Cleo round use --yes \(round)
      hole 1 of 9, par 3, Heron Meadow
      Ann –, Bob –
      $ Cleo enter "Ann 3"
      hole 1: Ann 3 — saved
      $ Cleo round use \(round)
      hole 1 of 9, par 3, Heron Meadow
      Ann 3, Bob –
      """)
  }

  @Test(arguments: [("y\n", 0), ("\n", 65), ("", 65)] as [(String, Int32)])
  func `asks in a terminal by a question`(answer: String, code: Int32) throws {
    let round = try laptops.makeRound()
    try laptops.join(cleo)
    let outcome = hyzer(
      ["round", "use", "--db", cleo.path, round], input: Array(answer.utf8),
      environment: ["HYZER_USER": "Cleo"], isTerminal: true)
    #expect(outcome.code == code, "\(outcome)")
    #expect(
      outcome.output.hasPrefix(
        "you are \"Cleo\", and this is a round of Ann, Bob. Enter scores in it? [y/N] "),
      "\(outcome)")
    #expect(cleo("enter", "Ann 3").code == code)
  }

  @Test func `lets nobody do under the organiser's name what is theirs, on another laptop`() throws
  {
    let round = try laptops.makeRound()
    let label = round.prefix(8)
    _ = ann("enter", "Ann 3, Bob 4")
    try laptops.join(cleo)
    try laptops.expect(
      """
      $ Cleo round delete --as Ann \(label)
      65! hyzer: only on the device of the organiser, Ann, can one delete the round; do it there, or pass the round on there with `hyzer round pass`
      $ Cleo round pass --as Ann --round \(label) Cleo
      65! [...]
      $ Cleo round pass --as Ann --round \(label) Bob
      65! hyzer: only on the device of the organiser, Ann, can one pass the round on; do it there, or pass the round on there with `hyzer round pass`
      $ Bob round use \(round)
      hole 2 of 9, par 3, Heron Meadow
      Ann –, Bob –
      $ Bob enter --as Ann --hole 1 "Ann 5"
      hole 1: Ann 3 → 5 — saved
      $ Bob resolve --as Ann --player Ann --hole 1 5
      65! hyzer: only on the device of the organiser, Ann, can one decide on a disputed score; do it there, or pass the round on there with `hyzer round pass`
      $ Ann resolve --player Ann --hole 1 3
      hole 1, Ann: 3, resolved by organiser
      """)
  }

  @Test func `passes a round on, and its host does it where the organiser is gone`() throws {
    let round = try laptops.makeRound()
    _ = bob("enter", "Bob 4")
    try laptops.expect(
      """
      $ Ann round pass Bob
      passed on to Bob by Ann
      $ Ann round delete \(round)
      65! hyzer: only the organiser, Bob, can delete the round; if that is you, say so with --as
      $ Bob round delete \(round)
      Heron Meadow, DATE: deleted; `hyzer round restore \(round.prefix(8))` brings it back
      no round is current now; choose one with `hyzer round use`, or make one with `hyzer round new`
      $ Bob round restore \(round)
      Heron Meadow, DATE: in play
      make it the current round with `hyzer round use \(round.prefix(8))`
      $ Club round pass --round \(round) Ann
      passed on to Ann by Club
      $ Bob round delete \(round)
      65! hyzer: only the organiser, Ann, can delete the round; if that is you, say so with --as
      """)
    #expect(ann.lines == club.lines)
  }

  @Test func `brings courses with the rounds that are played on them`() throws {
    try laptops.join(ann, bob)
    _ = bob("course", "new", "Heron Hill", "--holes", "9", "--par", "4")
    for (course, par) in [("Mill Pond", "5"), ("Heron Hill", "3")] {
      let made = ann(
        "round", "new", "--course", course, "--new-course", "--pars",
        Array(repeating: par, count: 9).joined(separator: ","), "-p", "Ann", "-p", "Bob")
      try #require(made.code == 0, "\(made)")
    }
    _ = bob("hub", "status")
    #expect(bob("course", "show", "mill pond").output.hasPrefix("Mill Pond: 9 holes, par 45\n"))
    // One that is known stays as it is.
    #expect(bob("course", "show", "Heron Hill").output.hasPrefix("Heron Hill: 9 holes, par 36\n"))
  }

  @Test func `brings that two players are one person, to every log and its rounds`() throws {
    try laptops.join(ann, bob)
    func makeRound(_ laptop: Laptops.Laptop, _ players: String...) throws {
      let made = laptop.run(
        ["round", "new", "--course", "Heron Meadow"] + players.flatMap { ["-p", $0] }, input: "")
      try #require(made.code == 0, "\(made)")
      #expect(laptop("enter", "\(players[0]) 3, \(players[1]) 4").isDone)
    }
    try makeRound(ann, "Ann", "Mike")
    try makeRound(bob, "Bob", "Michael")
    try makeRound(ann, "Ann", "Bob")
    try laptops.expect(
      """
      $ Ann player merge Mike Mike
      65! hyzer player merge: "Mike" is one player; give two
      $ Ann player merge Ann Bob
      65! hyzer: "Ann" and "Bob" both play in round "[...]", so they are two people; see `hyzer round show`
      $ Ann player merge Mike Michael
      Michael; also Mike; 1 round of Mike
      $ Bob player list
      Ann
      Bob
      Michael; also Mike
      """)
    for laptop in [ann, bob, club] {
      let report = laptop("history", "--player", "mike", "--json")
      #expect(report.outputLines.count == 2, "\(report)")
    }
    // A log that did not know yet calls them as before.
    #expect(
      try host.store.rounds(ofPlayer: "Mike").flatMap(\.round.entrants).map(\.player.name).sorted()
        == ["Ann", "Bob", "Michael", "Michael"])
    #expect(ann.lines == bob.lines)
    for laptop in [ann, bob, club] { #expect(laptop("audit").isDone) }
  }

  @Test func `knows who is at a laptop from what was said there once`() throws {
    let round = try laptops.makeRound()
    let account = ["HYZER_USER": "", "USER": "root"]
    #expect(bob("me", environment: account) == .done("root"))
    #expect(bob("round", "use", round, environment: account).code == 65)
    #expect(bob("me", "Bob", environment: account) == .done())
    #expect(bob("me", environment: account) == .done("Bob"))
    #expect(bob("me", environment: ["HYZER_USER": "Zed"]) == .done("Zed"))
    #expect(bob("me", "?", environment: account).refuses(65, "has no letter in it"))
    #expect(bob("round", "use", round, environment: account).code == 0)
    _ = bob("enter", "Bob 4", environment: account)
    #expect(try host.store.events(of: RoundID(round)).map(\.reportedBy) == ["Bob"])
  }

  @Test func `brings a round that was made elsewhere to its players, who enter into it`() throws {
    try laptops.join(ann, bob, cleo)
    func makeRound(_ players: String...) throws -> String {
      let made = ann.run(
        ["round", "new", "--course", "Heron Meadow"] + players.flatMap { ["-p", $0] }, input: "")
      try #require(made.isDone, "\(made)")
      return try #require(made.outputLines.first)
    }
    let first = try makeRound("Ann", "Bob")
    #expect(bob("enter", "Bob 3").isDone)
    // Whoever looked before has seen it come, and enters into it all the same.
    let second = try makeRound("Ann", "Cleo")
    #expect(cleo("hub", "status").isDone)
    #expect(cleo("enter", "Cleo 4").isDone)
    #expect(try host.store.events(of: RoundID(first)).map(\.player) == ["Bob"])
    #expect(try host.store.events(of: RoundID(second)).map(\.player) == ["Cleo"])
    // Bob's is not finished, and he stays in it.
    #expect(bob("enter", "Ann 5").isDone)
    #expect(try host.store.events(of: RoundID(first)).count == 2)
  }

  @Test func `gets nothing of rounds that are another group's`() throws {
    let first = try laptops.makeRound()
    let other = try GroupHost("Other.db", in: laptops.folder, group: "Others")
    #expect(ann("enter", "Ann 3").isDone)
    // In the place of the first, which says so.
    let moved = ann("hub", "join", try other.invitation)
    #expect(moved.code == 0)
    #expect(moved.errors == "hyzer hub join: left \(host.place)\n")
    #expect(ann("enter", "--hole", "2", "Ann 4").isDone)
    let second = ann("round", "new", "--course", "Heron Meadow", "-p", "Ann")
    #expect(ann("enter", "Ann 5").isDone)
    #expect(try other.store.rounds().map(\.id.rawValue) == second.outputLines)
    #expect(try host.store.rounds().map(\.id.rawValue) == [first])
    #expect(ann("hub", "status").output.contains("pending    0\n"))
    // Who comes back brings what the first lacks, and keeps from it what is not its own.
    #expect(ann("hub", "leave").isDone)
    try laptops.join(ann)
    #expect(try host.store.rounds().map(\.id.rawValue) == [first])
    #expect(try host.store.events(of: RoundID(first)).count == 2)
  }

  // MARK: - Devices

  @Test func `knows devices by name, and has nothing to do with one that is revoked`() throws {
    let round = try laptops.makeRound()
    #expect(ann("enter", "Ann 3").isDone)
    #expect(bob("enter", "Bob 3").isDone)
    #expect(bob("device", "name", "Bob's watch") == .done())
    let own = try ScoreStore(path: bob.path).thisDevice().rawValue
    try laptops.expect(
      """
      $ Ann device list
         device    name          events  last
      *  [...]  Ann's laptop       1  DATE
         \(own.prefix(8))  Bob's laptop       1  DATE
      $ Ann device name ''
      64! hyzer device name: the name is empty; give one that people know the device by
      $ Club device revoke nothing
      65! hyzer: no device is called "nothing"; list devices with `hyzer device list`
      """)
    #expect(club("device", "revoke", own) == .done("Bob's laptop is revoked"))
    let outcome = bob("enter", "--hole", "2", "Bob 4")
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("hole 2: Bob 4 — saved"))
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errors.contains("does not let this device in"), "\(outcome.errors)")
    #expect(bob.lines.count == 3)
    #expect(try host.store.events(of: RoundID(round)).count == 2)
    #expect(club("device", "list", "--json").output.contains("\"isRevoked\":true"))
    // What it entered meanwhile comes when it is let in again.
    #expect(club("device", "revoke", "--undo", own) == .done("Bob's laptop is accepted again"))
    #expect(club("device", "revoke", "--undo", own).refuses(65, "is not revoked"))
    #expect(bob("hub", "status").errors == "")
    #expect(try host.store.events(of: RoundID(round)).count == 3)
  }

  @Test func `lets a device that is revoked in no more, and says so`() throws {
    let round = try laptops.makeRound()
    #expect(bob("enter", "Bob 3").isDone)
    #expect(club("device", "revoke", "Bob's laptop").isDone)
    #expect(bob("enter", "--hole", "2", "Bob 4").code == 0)
    let again = bob("hub", "join", try host.invitation)
    #expect(again.refuses(65, "is revoked"), "\(again)")
    #expect(try host.store.events(of: RoundID(round)).count == 1)
    #expect(bob("hub", "leave").errors.contains("1 event had not reached the host"))
  }
}

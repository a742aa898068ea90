import Foundation
import ScoreSnap
import Synchronization
import TestSupport
import Testing

@testable import PhonePage
@testable import ScoreLog
@testable import SnapPage

/// A host of a group's log that serves the page of seasons, and phones that ask it.
final class HostedSeason {
  let host: LiveHost
  let store: ScoreStore
  private let folder: Tool.Directory
  private let last = Mutex(0)

  init(_ desk: ReadingDesk? = nil) throws {
    folder = try Tool.Directory()
    store = try ScoreStore(path: folder.url.appending(path: "scores.db").path)
    host = try LiveHost(
      store: store,
      reception: Reception(
        trust: WebTrust(names: ["host"], isSecure: false),
        dependencies: .init(
          timestamp: { "2026-11-26T18:00:00.000Z" }, uptime: { .zero }, newDevice: { "device" }),
        routes: SnapPage.routes(readingBy: desk)))
  }

  /// Lets a player of the group in, and returns the token of the phone.
  func phone(_ name: String) throws -> AccessToken {
    let token = AccessToken()
    let number = last.withLock { last in
      last += 1
      return last
    }
    _ = try store.admitPerson(
      tokenHash: token.hash(), device: DeviceID("phone-\(number)"), named: name,
      at: "2026-11-26T17:00:00.000Z")
    return token
  }

  func ask(
    _ method: String, _ path: String, _ body: [UInt8] = [], by token: AccessToken? = nil
  ) -> (status: Int, text: String) {
    let parts = path.split(separator: "?").map { String($0) }
    var request = WebRequest(
      method: method, path: parts[0], query: parts.count > 1 ? parts[1] : "", host: "host",
      body: body)
    request.authorization = token.map { "Bearer \($0.text)" } ?? ""
    let response = host.answer(request)
    return (response.status, String(decoding: response.body, as: UTF8.self))
  }

  func send(_ changes: [String], by token: AccessToken) -> (status: Int, text: String) {
    ask(
      "POST", "/api/snap/changes",
      Array("{\"changes\":[\(changes.joined(separator: ","))]}".utf8), by: token)
  }
}

private func uuid(_ number: Int) -> String {
  "00000000-0000-0000-0000-" + "\(1_000_000_000_000 + number)".suffix(12)
}

private func change(
  _ number: Int, at second: Int, _ kind: String, _ of: Int, _ set: String
) -> String {
  """
  {"id":"\(uuid(number))","at":"2026-11-26T12:00:0\(second).000Z","kind":"\(kind)","of":"\(uuid(of))","set":{\(set)}}
  """
}

@Suite struct `The page of seasons` {
  private let tigers = [
    change(11, at: 1, "player", 1, #""name":"Ava""#),
    change(12, at: 2, "team", 2, #""player":"\#(uuid(1))","name":"Tigers""#),
    change(
      13, at: 3, "game", 3,
      """
      "team":"\(uuid(2))","date":"2026-11-20","result":{"outcome":"win","team":72,"opponent":65}
      """),
  ]

  @Test(arguments: [
    ("/snap", 200), ("/snap/sw.js", 200), ("/snap/manifest.webmanifest", 200),
    ("/snap/a/0/snap.js", 404), ("/snap/other", 404), ("/api/snap", 401),
    ("/api/snap/reading/1", 401),
  ]) func `is for everybody, and the seasons for those who are let in`(
    _ path: String, _ status: Int
  ) throws {
    #expect(try HostedSeason().ask("GET", path).status == status)
  }

  @Test func `has all its files, kept by a worker of its own, in less than 40 kB`() throws {
    let hosted = try HostedSeason()
    let files = SnapPage.files
    let worker = hosted.ask("GET", "/snap/sw.js").text
    let request = WebRequest(path: "/snap/sw.js", host: "host")
    #expect(
      hosted.host.answer(request).headers.contains {
        $0.name == "Service-Worker-Allowed" && $0.value == "/snap"
      })
    #expect(worker.contains("snap-\(files.hash)"))
    var size = 0
    for asset in files.assets {
      #expect(!String(decoding: asset.bytes, as: UTF8.self).contains("PAGE-"), "\(asset.name)")
      var response = WebResponse(body: asset.bytes)
      response.isCompressible = true
      size += response.coded(for: WebRequest(encodings: "deflate")).body.count
      guard ["css", "js"].contains(asset.name.split(separator: ".").last), asset.name != "sw.js"
      else { continue }
      let path = "/snap/a/\(files.hash)/\(asset.name)"
      #expect(worker.contains(path), "\(asset.name)")
      #expect(hosted.ask("GET", path).status == 200)
    }
    #expect(size < 40_000)
    #expect(hosted.ask("GET", "/snap").text.contains("/snap/a/\(files.hash)/snap.js"))
  }

  @Test func `keeps what phones change, and tells the others`() throws {
    let hosted = try HostedSeason()
    let (mike, jake) = (try hosted.phone("Mike"), try hosted.phone("Jake"))
    #expect(
      hosted.ask("GET", "/api/snap", by: jake).text
        == #"{"players":[],"teams":[],"games":[],"latest":""}"#)
    #expect(hosted.send(tigers, by: mike).status == 200)
    let told = hosted.ask("GET", "/api/snap", by: jake).text
    #expect(
      told == """
        {"players":[{"id":"\(uuid(1))","name":"Ava","colour":"#30d5c8","position":0.0,"changes":["\(uuid(11))"]}],\
        "teams":[{"id":"\(uuid(2))","player":"\(uuid(1))","name":"Tigers","colour":"#30d5c8","position":0.0,"changes":["\(uuid(12))"]}],\
        "games":[{"id":"\(uuid(3))","team":"\(uuid(2))","date":"2026-11-20","time":"","utcOffset":"","location":"",\
        "latitude":null,"longitude":null,"result":{"outcome":"win","team":72,"opponent":65},"opponent":"","notes":"",\
        "changes":["\(uuid(13))"]}],"latest":"2026-11-26T12:00:03.000Z"}
        """)
    #expect(hosted.send(tigers, by: jake).text == "{\"book\":\(told),\"refused\":[]}")
  }

  @Test func `says of each change why it is not kept, and keeps the others`() throws {
    let hosted = try HostedSeason()
    let mike = try hosted.phone("Mike")
    let answer = hosted.send(
      tigers + [
        change(14, at: 4, "player", 1, #""colour":"red""#),
        change(15, at: 4, "game", 9, #""team":"\#(uuid(2))""#),
      ], by: mike)
    #expect(answer.status == 200)
    #expect(
      answer.text.hasSuffix(
        """
        "refused":[{"id":"\(uuid(14))","reason":"\\"red\\" is no colour as #30d5c8"},\
        {"id":"\(uuid(15))","reason":"a new game needs its date"}]}
        """), "\(answer.text)")
    #expect(try SnapStore(hosted.store).changes().count == 3)
    #expect(hosted.send(Array(repeating: tigers[0], count: 201), by: mike).status == 400)
    #expect(hosted.ask("POST", "/api/snap/changes", Array("{}".utf8), by: mike).status == 400)
  }

  @Test func `lets no clock that is fast win for ever`() throws {
    let hosted = try HostedSeason()
    let mike = try hosted.phone("Mike")
    _ = hosted.send(
      tigers + [
        change(14, at: 4, "player", 1, #""name":"Eva""#).replacing("2026", with: "2099")
      ], by: mike)
    let book = try SnapStore(hosted.store).book()
    #expect(book.players.map(\.name) == ["Eva"])
    #expect(book.latest == "2026-11-26T18:00:00.000Z")
  }

  // MARK: - Photos

  private static let reading = PhotoReading(
    scores: (61, 59), clock: "00.0", confidence: 0.98, pairs: [(61, 59)],
    takenAt: "2026-11-20T18:05", latitude: 51.5, longitude: -0.1)

  private final class Jobs: Sendable {
    let waiting = Mutex<[@Sendable () -> Void]>([])
    let last = Mutex(0)
  }

  /// A desk that reads when `work` is called; a photo of one byte is none, and speech is a win against the first
  /// who may be named.
  private func desk() -> (desk: ReadingDesk, work: () -> Void) {
    let box = Jobs()
    let readers = Readers(window: 1.5) { photo in
      guard photo.count > 1 else { throw SnapRefusal("this is no photo") }
      return Self.reading
    } remote: { photo in
      guard photo.count > 1 else { throw SnapRefusal("JSON error") }
      var reading = Self.reading
      reading.isRemote = true
      return reading
    } speech: { sound, names in
      sound.count > 8 ? nil : names.game(typed: "we beat the hawks 72 65")
    }
    let desk = ReadingDesk(
      readers,
      newIdentifier: {
        box.last.withLock { last in
          last += 1
          return "\(last)"
        }
      }, start: { job in box.waiting.withLock { $0.append(job) } })
    return (
      desk,
      {
        for job in box.waiting.withLock({ jobs in
          defer { jobs = [] }
          return jobs
        }) { job() }
      }
    )
  }

  @Test func `reads a photo beside the host, and tells its sender alone`() throws {
    let (desk, work) = desk()
    let hosted = try HostedSeason(desk)
    let (mike, jake) = (try hosted.phone("Mike"), try hosted.phone("Jake"))
    let sent = hosted.ask("POST", "/api/snap/reading", [1, 2, 3], by: mike)
    #expect(sent == (202, #"{"reading":"1"}"#))
    #expect(hosted.ask("GET", "/api/snap/reading/1", by: mike) == (202, #"{"reading":"1"}"#))
    work()
    #expect(hosted.ask("GET", "/api/snap/reading/1", by: jake).status == 404)
    let answer = hosted.ask("GET", "/api/snap/reading/1", by: mike)
    #expect(
      answer == (
        200,
        """
        {"scores":[61,59],"clock":"00.0","confidence":0.98,"pairs":[[61,59]],"reader":"local",\
        "canAskRemote":true,"takenAt":"2026-11-20T18:05","utcOffset":null,"latitude":51.5,"longitude":-0.1}
        """
      ))
    #expect(hosted.ask("GET", "/api/snap/reading/1", by: mike).status == 404)
  }

  @Test func `has a service read a photo for whom wishes it, five times a minute`() throws {
    let (desk, work) = desk()
    let hosted = try HostedSeason(desk)
    let (mike, jake) = (try hosted.phone("Mike"), try hosted.phone("Jake"))
    for number in 1...5 {
      #expect(hosted.ask("POST", "/api/snap/reading?remote", [1, 2], by: mike).status == 202)
      work()
      let answer = hosted.ask("GET", "/api/snap/reading/\(number)", by: mike)
      #expect(answer.text.contains(#""reader":"remote","canAskRemote":false"#))
    }
    #expect(
      hosted.ask("POST", "/api/snap/reading?remote", [1, 2], by: mike)
        == (429, #"{"error":"Rate limit error"}"#))
    // A service keeps nothing waiting that is read here.
    for _ in 0..<4 {
      #expect(hosted.ask("POST", "/api/snap/reading?remote", [1], by: jake).status == 202)
    }
    #expect(hosted.ask("POST", "/api/snap/reading?remote", [1], by: jake).status == 503)
    #expect(hosted.ask("POST", "/api/snap/reading", [1, 2], by: mike).status == 202)
    work()
    #expect(
      hosted.ask("GET", "/api/snap/reading/6", by: jake) == (400, #"{"error":"JSON error"}"#))
    // What there was no room for counts for nothing.
    #expect(hosted.ask("POST", "/api/snap/reading?remote", [1], by: jake).status == 202)
    #expect(hosted.ask("POST", "/api/snap/reading?remote", [1], by: jake).status == 429)
  }

  @Test func `hears how a game ended, of the team that was asked about and whom it has played`()
    throws
  {
    let (desk, work) = desk()
    let hosted = try HostedSeason(desk)
    let mike = try hosted.phone("Mike")
    let game =
      #""team":"\#(uuid(2))","date":"2026-11-01","opponent":"Hawks","#
      + #""result":{"outcome":"win","team":40,"opponent":30}"#
    #expect(hosted.send(tigers + [change(19, at: 3, "game", 3, game)], by: mike).status == 200)
    for (number, (query, opponent)) in [(uuid(2), "Hawks"), (uuid(7), "hawks"), ("", "hawks")]
      .enumerated()
    {
      let path = "/api/snap/reading?\(query)"
      #expect(hosted.ask("POST", path, Array("RIFF".utf8), by: mike).status == 202)
      work()
      #expect(
        hosted.ask("GET", "/api/snap/reading/\(number + 1)", by: mike) == (
          200,
          """
          {"outcome":"win","scores":[72,65],"opponent":"\(opponent)","questions":[],"window":1.5}
          """
        ))
    }
    _ = hosted.ask("POST", "/api/snap/reading", Array("RIFF, but no result".utf8), by: mike)
    work()
    let refused = hosted.ask("GET", "/api/snap/reading/4", by: mike)
    #expect(refused.status == 400 && refused.text.contains("that is no result"))
  }

  @Test func `says why something is no photo, and that several wait`() throws {
    let (desk, work) = desk()
    let hosted = try HostedSeason(desk)
    let mike = try hosted.phone("Mike")
    let sent = (0..<5).map { _ in hosted.ask("POST", "/api/snap/reading", [1], by: mike).status }
    #expect(sent == [202, 202, 202, 202, 503])
    work()
    #expect(
      hosted.ask("GET", "/api/snap/reading/1", by: mike) == (400, #"{"error":"this is no photo"}"#))
    #expect(hosted.ask("POST", "/api/snap/reading", [1, 2], by: mike).status == 202)
    work()
    #expect(hosted.ask("GET", "/api/snap/reading/5", by: mike).status == 200)
  }

  @Test func `says that a host reads no photos`() throws {
    let hosted = try HostedSeason()
    #expect(
      try hosted.ask("POST", "/api/snap/reading", [1, 2], by: hosted.phone("Mike"))
        == (501, #"{"error":"photos cannot be read on this host"}"#))
  }
}

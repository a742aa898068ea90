import Foundation
import TestSupport
import Testing

@testable import HyzerCLI

@Suite struct `hyzer serve` {
  private let log = ScoreLogFile()

  @Test func `says first where it listens, and where it listened nobody does afterwards`() throws {
    _ = try log.round()
    let outcome = log.run(["serve", "--address", "127.0.0.1:0"])
    #expect(outcome.code == 0, "\(outcome.errors)")
    let line = try #require(outcome.outputLines.first)
    #expect(line.wholeMatch(of: /listening on http:\/\/127\.0\.0\.1:[0-9]+/) != nil)
    #expect(!FileManager.default.fileExists(atPath: log.path + ".serving"))
  }

  @Test func `says how phones join the group of its log`() throws {
    _ = try log.round()
    #expect(log.run(["serve", "--address", "127.0.0.1:0"]).errors.isEmpty)
    #expect(log("group", "new", "Tuesday league").code == 0)
    let outcome = log.run(["serve", "--address", "127.0.0.1:0"])
    #expect(outcome.code == 0)
    #expect(outcome.errors == "hyzer group invite shows how phones join\n")
    #expect(outcome.outputLines.count == 1)
  }

  @Test func `refuses what it cannot serve by, and says what to give`() throws {
    _ = try log.folder.file("key.pem", "none")
    let token = try log.folder.file("token", "short\nwith more below it\n")
    for (arguments, code, reason) in [
      (["--address", "8080"], 64, "no address with a port"),
      (["--address", "127.0.0.1:99999"], 64, "no address with a port"),
      (["--address", "127.0.0.1:0", "--key", "key.pem"], 64, "go together"),
      (
        ["--address", "127.0.0.1:0", "--certificate", "/nowhere.pem", "--key", "/nowhere.key"],
        66, "cannot be read"
      ),
      (["--address", "192.0.2.77:8080"], 69, "cannot listen on 192.0.2.77:8080"),
      (["--address", "127.0.0.1:0", "--metrics-token", token], 65, "fewer than 16 characters"),
      (["--address", "127.0.0.1:0", "--metrics-token", "/nowhere"], 66, "no such file"),
    ] {
      let outcome = log.run(["serve"] + arguments)
      #expect(Int(outcome.code) == code, "\(arguments): \(outcome.errors)")
      #expect(outcome.errors.contains(reason), "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
  }

  /// In another process, as people start it: it goes on until it is told to end, and its page answers.
  @Test(.timeLimit(.minutes(10))) func `serves the page until it is told to end`() throws {
    _ = try log.round(course: "Cedar Creek", ["Ann", "Bob"])
    let server = try RunningProgram(
      ["serve", "--address", "127.0.0.1:0", "--db", log.path],
      environment: ScoreLogFile.environment)
    let url = try #require(try server.nextLine()).replacing("listening on ", with: "")
    let invited = log("round", "invite", "--json").output
    let answers = try Tool.run(
      "/usr/bin/env",
      ["python3", "-c", Self.phone, url, invited], in: Tool.Directory()
    ).output.split(separator: "\n").map(String.init)
    try #require(answers.count == 5, "\(answers)")
    #expect(answers[0] == "ok")
    #expect(answers[1] == #"401 {"added":1,"known":0,"refused":[]}"#)
    // The same bytes as the command prints.
    #expect([answers[2]] == log("leaderboard", "--json").outputLines)
    #expect(answers[2].contains(#""player":"Bob","relativeToPar":0,"strokes":3"#))
    #expect(answers[3] == #"404 {"added":1,"known":0,"refused":[]}"#)
    // A PNG of the width of the summary's.
    #expect(answers[4] == "89504e47 1080")
    server.send(SIGTERM)
    let (_, code, isKilled) = try server.end()
    #expect(code == 0 && !isKilled)
    #expect(!FileManager.default.fileExists(atPath: log.path + ".serving"))
  }

  /// What a phone does: it joins by the code, sends a score without and with its token, looks, finishes the round, and
  /// gets its picture.
  private static let phone = """
    import json, sys, urllib.request
    url, invited = sys.argv[1], json.loads(sys.argv[2])
    assert invited["url"] == url + "/join#" + invited["secret"], invited
    def get(path, body=None, token=None):
        request = urllib.request.Request(url + path, body and json.dumps(body).encode())
        if token: request.add_header("Authorization", "Bearer " + token)
        return urllib.request.urlopen(request, timeout=60).read()
    def ask(*question, **token):
        try:
            return get(*question, **token).decode()
        except urllib.error.HTTPError as error:
            return error.code
    print(ask("/healthz"))
    joined = json.loads(ask("/api/join", {"code": invited["code"], "player": "Bob"}))
    line = {"id": "a.1", "round": joined["round"], "player": "Bob", "hole": 1, "strokes": 3,
        "supersedes": None, "reportedBy": "Bob", "device": "x", "input": "typed",
        "transcript": None, "confidence": None, "at": "2026-05-01T09:30:00.000Z"}
    path = "/api/rounds/" + joined["round"]
    print(ask(path + "/events", line), ask(path + "/events", line, joined["token"]))
    print(ask(path + "/leaderboard", token=joined["token"]))
    finish = {"id": "b", "round": joined["round"], "kind": "finish", "player": None, "scoreCount": 1,
        "reportedBy": "Bob", "device": "x", "deviceName": "x", "number": 2, "clock": 2,
        "at": "2026-05-01T10:30:00.000Z"}
    print(ask(path + "/card.png", token=joined["token"]),
        ask(path + "/events", finish, joined["token"]))
    picture = get(path + "/card.png", token=joined["token"])
    print(picture[:4].hex(), int.from_bytes(picture[16:20], "big"))
    """
}

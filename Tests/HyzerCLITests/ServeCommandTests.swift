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

  /// As systemd runs it, with Python in its place: it hears when the page is there and when it ends, and has the
  /// certificate read again.
  @Test(.timeLimit(.minutes(10))) func `is a service that says how it does`() throws {
    _ = try log.round(course: "Cedar Creek", ["Ann", "Bob"])
    let outcome = try Tool.run(
      "/usr/bin/env", ["python3", "-c", Self.manager, BuiltProgram.path, log.path],
      in: Tool.Directory())
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        READY=1
        a wrong code was tried
        a phone joined round ROUND, as a player
        the certificate was read again: another
        the certificate is as before: the same
        the certificate is as before: the same
        the certificate is as before: the same
        STOPPING=1
        0

        """)
  }

  private static let manager = """
    import hashlib, json, os, queue, re, signal, socket, ssl, subprocess, sys, threading, urllib.request
    hyzer, log = sys.argv[1:]
    # A name of Linux's own, and no file.
    place = "\\0hyzer-test-%d" % os.getpid()
    told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    told.bind(place)
    told.settimeout(60)
    environment = dict(os.environ, NOTIFY_SOCKET="@" + place[1:], HYZER_DB=log, HYZER_USER="Ann")
    folder = os.path.dirname(log) + "/certificate/"
    def issue():
        subprocess.run([hyzer, "certificate"], env=environment, check=True, capture_output=True)
    issue()
    command = [hyzer, "serve", "--address", "127.0.0.1:0",
        "--certificate", folder + "server.crt", "--key", folder + "server.key"]
    server = subprocess.Popen(command, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        said = queue.Queue()
        threading.Thread(
            target=lambda: [said.put(line.strip()) for line in server.stderr], daemon=True).start()
        def line(): return re.sub("round [0-9a-f-]{36}", "round ROUND", said.get(timeout=60))
        url = server.stdout.readline().split()[-1]
        print(told.recv(100).decode())
        trust = ssl.create_default_context(cafile=folder + "ca.crt")
        def ask(body):
            try:
                urllib.request.urlopen(urllib.request.Request(
                    url + "/api/join", json.dumps(body).encode()), timeout=60, context=trust).read()
            except urllib.error.HTTPError: pass
            print(line())
        ask({"code": "AAAA-AAAA"})
        invited = json.loads(subprocess.run([hyzer, "round", "invite", "--json"],
            env=environment, check=True, capture_output=True).stdout)
        ask({"secret": invited["secret"], "player": "Bob"})
        def shown():
            host, port = url.split("//")[1].split(":")
            return ssl.get_server_certificate((host, int(port)))
        first = shown()
        issue()
        server.send_signal(signal.SIGHUP)
        print(line() + ":", "the same" if shown() == first else "another")
        second = shown()
        issue()
        third = open(folder + "server.crt").read()
        def refused():
            server.send_signal(signal.SIGHUP)
            print(line().split(":")[0] + ":", "the same" if shown() == second else "another")
        # A key that is of another certificate.
        open(folder + "server.crt", "w").write(second)
        refused()
        # A chain of which the second part is none.
        broken = "-----BEGIN CERTIFICATE-----\\nAAAA\\n-----END CERTIFICATE-----\\n"
        open(folder + "server.crt", "w").write(third + broken)
        refused()
        # A key of another kind.
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-noenc", "-subj", "/CN=rsa",
            "-keyout", folder + "server.key", "-out", folder + "server.crt"],
            check=True, stderr=subprocess.DEVNULL)
        refused()
        server.send_signal(signal.SIGTERM)
        print(told.recv(100).decode())
        print(server.wait(60))
    finally:
        server.kill()
    """
}

import Foundation
import TestSupport
import Testing

@testable import HyzerCLI

@Suite struct `hyzer serve` {
  @Test func `says first where it listens, and where it listened nobody does afterwards`() throws {
    try withScoreLog { log in
      _ = try log.round()
      let outcome = log.run(["serve", "--address", "127.0.0.1:0"])
      #expect(outcome.code == 0, "\(outcome.errors)")
      let line = try #require(outcome.outputLines.first)
      #expect(line.wholeMatch(of: /listening on http:\/\/127\.0\.0\.1:[0-9]+/) != nil)
      #expect(!FileManager.default.fileExists(atPath: log.path + ".serving"))
    }
  }

  @Test func `refuses what it cannot serve by, and says what to give`() throws {
    try withScoreLog { log in
      _ = try log.folder.file("key.pem", "none")
      for (arguments, code, reason) in [
        (["--address", "8080"], 64, "no address with a port"),
        (["--address", "127.0.0.1:99999"], 64, "no address with a port"),
        (["--address", "127.0.0.1:0", "--key", "key.pem"], 64, "go together"),
        (
          ["--address", "127.0.0.1:0", "--certificate", "/nowhere.pem", "--key", "/nowhere.key"],
          66, "cannot be read"
        ),
        (["--address", "192.0.2.77:8080"], 69, "cannot listen on 192.0.2.77:8080"),
      ] {
        let outcome = log.run(["serve"] + arguments)
        #expect(Int(outcome.code) == code, "\(arguments): \(outcome.errors)")
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
      }
    }
  }

  /// In another process, as people start it: it goes on until it is told to end, and its page answers.
  @Test func `serves the page until it is told to end`() throws {
    let folder = try Tool.Directory()
    let outcome = try BuiltProgram.shell(
      """
      export HYZER_DB=scores.db
      $HYZER round new --course "Cedar Creek" --player Ann --player Bob > round
      mkfifo out
      # It says where it listens, or ends, or is ended by then: the pipe gives a line or its end.
      timeout 60 $HYZER serve --address 127.0.0.1:0 > out & SERVER=$!
      exec 3< out
      read -r line <&3 || exit 1
      url=${line#listening on }
      $HYZER round invite --json > invited
      python3 - "$url" > answers 2>&1 <<'END'
      import json, sys, urllib.request
      url = sys.argv[1]
      invited = json.load(open("invited"))
      assert invited["url"] == url + "/join#" + invited["secret"], invited
      def ask(path, body=None, token=None):
          request = urllib.request.Request(url + path, body and json.dumps(body).encode())
          if token: request.add_header("Authorization", "Bearer " + token)
          try:
              return urllib.request.urlopen(request).read().decode()
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
      END
      cat answers
      $HYZER leaderboard --json
      kill $SERVER; wait $SERVER; echo "ended by $?"
      ls | grep -c serving
      """, in: folder)
    let lines = outcome.output.split(separator: "\n").map { String($0) }
    try #require(lines.count == 6, "\(outcome)")
    #expect(lines[0] == "ok")
    #expect(lines[1] == #"401 {"added":1,"known":0,"refused":[]}"#)
    // The same bytes as the command prints.
    #expect(lines[2] == lines[3])
    #expect(lines[2].contains(#""player":"Bob","relativeToPar":0,"strokes":3"#))
    #expect(lines[4] == "ended by 0")
    #expect(lines[5] == "0")
  }
}

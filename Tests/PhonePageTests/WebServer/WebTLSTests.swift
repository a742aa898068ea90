import Foundation
import HyzerBase
import PhonePage
import TestSupport
import Testing

/// What other programs make of the server behind a certificate of our own.
///
/// One at a time: of several servers with TLS at once in one process, libwebsockets loses the settings of some.
@Suite(
  .serialized,
  .enabled(if: Tool.exists("/usr/bin/curl"), "curl is not installed"),
  .enabled(if: Tool.exists("/usr/bin/openssl"), "openssl is not installed"),
  .timeLimit(.minutes(10)))
struct `A web server with a certificate` {
  /// Runs a command with `$PORT`, where `ca.crt` is what it trusts.
  private func output(of command: String) throws -> String {
    let folder = try Tool.Directory()
    let certificates = Certificates(folder: folder.url.path)
    var generator = SeededGenerator(seed: 1)
    // The other programs look at the clock.
    _ = try certificates.issue(
      for: [HostName("127.0.0.1")], owner: "test", at: Int(Date().timeIntervalSince1970),
      using: &generator)
    var settings = Served.settings
    settings.certificate = (certificates.serverFile, certificates.serverKeyFile)
    let served = try Served(settings)
    defer { served.stop() }
    let outcome = try Tool.run(
      "/bin/sh", ["-c", "PORT=\(served.port); \(command)"], in: folder)
    return outcome.output
  }

  private let curl = "/usr/bin/curl -sS --max-time 20 --cacert ca.crt"

  @Test func `requests are answered, also where a client would rather speak HTTP/2`() throws {
    let text = try output(
      of: """
        \(curl) --http2 -w ' %{http_version}\n' https://127.0.0.1:$PORT/a?b=c
        \(curl) --http2 -w '\n' -d hello https://127.0.0.1:$PORT/p
        \(curl) --tlsv1.3 -o /dev/null -w '%{http_code} %{size_download}\n' https://127.0.0.1:$PORT/large
        # Who does not trust the authority gets nothing.
        curl -s --max-time 20 https://127.0.0.1:$PORT/ || echo $?
        """)
    #expect(text == "/a?b=c 0 1.1\n/p? 5\n200 300000\n60\n")
  }

  @Test func `twenty requests at once are all answered`() throws {
    let text = try output(
      of: """
        for i in $(seq 20); do
          echo "url=https://127.0.0.1:$PORT/large"; echo "output=/dev/null"
        done > all
        \(curl) --no-progress-meter -Z --parallel-max 20 -K all \
          -w '%{http_code} %{size_download}\n' | sort | uniq -c
        """)
    #expect(text.split(separator: " ").joined(separator: " ") == "20 200 300000\n")
  }

  @Test func `a WebSocket is opened behind it`() throws {
    // A frame of text, masked by zeros.
    let text = try output(
      of: """
        printf '%s\r\n' 'GET /live HTTP/1.1' 'Host: h' 'Connection: Upgrade' 'Upgrade: websocket' \
          'Sec-WebSocket-Version: 13' 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==' \
          'Sec-WebSocket-Protocol: echo.1' '' > said
        mkfifo out in
        timeout 20 openssl s_client -quiet -no_ign_eof -CAfile ca.crt -verify_return_error \
          -connect 127.0.0.1:$PORT < out > in &
        exec 3> out 4< in
        cat said >&3
        while read -r line && [ "$line" != "$(printf '\r')" ]; do echo "$line"; done <&4
        printf '\\201\\205\\0\\0\\0\\0hello' >&3
        head -c 7 <&4
        exec 3>&-
        wait
        """)
    #expect(text.contains("HTTP/1.1 101") && text.contains("hello"))
  }

  @Test func `who speaks no TLS, or breaks off, harms nobody`() throws {
    let text = try output(
      of: """
        printf 'GET / HTTP/1.1\\r\\n\\r\\n' > plain
        for i in 1 2 3; do
          /usr/bin/curl -s -m 3 -o /dev/null http://127.0.0.1:$PORT/
          /usr/bin/curl -s -m 3 -o /dev/null https://127.0.0.1:$PORT/
          openssl s_client -connect 127.0.0.1:$PORT -no_tls1_3 -no_tls1_2 < plain > out 2>&1
        done
        \(curl) https://127.0.0.1:$PORT/still
        """)
    #expect(text == "/still? 0")
  }
}

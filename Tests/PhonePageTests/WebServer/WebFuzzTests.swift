import Foundation
import HyzerBase
import LoopbackClients
import Testing

/// What no client should say, of a seed: a failure names the seed, and `HYZER_FUZZ=COUNT` tries more.
private struct Mischief {
  var random: SeededGenerator

  private mutating func one<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  private mutating func bytes(_ most: Int) -> [UInt8] {
    (0..<Int.random(in: 0...most, using: &random)).map { _ in
      UInt8.random(in: .min ... .max, using: &random)
    }
  }

  /// Changes, removes, repeats or inserts some bytes.
  private mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      case 1: bytes.removeSubrange(place..<min(place + 9, bytes.count))
      case 2: bytes.insert(contentsOf: bytes[place..<min(place + 40, bytes.count)], at: place)
      case 3: bytes.insert(contentsOf: self.bytes(8), at: place)
      default: bytes.removeSubrange(place...)
      }
    }
    return bytes
  }

  mutating func request() -> [UInt8] {
    let method = one([
      "GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "CONNECT", "get", "PRI", "",
    ])
    let target = one(["/", "/large", "/refused", "*", "//", "/%00?%ff", "/?a=b&c=%zz", "http://h/"])
    var lines = ["\(method) \(target) \(one(["HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", ""]))"]
    let others = [
      "Host: h", "Host: h", "Host:", "Content-Length: 5", "Content-Length: 5, 7",
      "Content-Length: -1", "Content-Length: 1001", "Content-Length: 18446744073709551616",
      "Content-Length: 00000000000000000000000000000005", "Transfer-Encoding: chunked",
      "Expect: 100-continue", "Connection: close", "Connection: keep-alive", "Connection: Upgrade",
      "Upgrade: websocket", "Upgrade: h2c", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Version: 99",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Key: x",
      "Sec-WebSocket-Protocol: echo.1", "Sec-WebSocket-Protocol: other, echo.1",
      "Sec-WebSocket-Extensions: permessage-deflate", "Range: bytes=0-", "Accept-Encoding: gzip",
      "Cookie: " + String(repeating: "k=v; ", count: 300),
      "X: " + String(repeating: "y", count: 9000),
      " folded", ": nothing", "Authorization: Bearer \u{0}",
    ]
    for _ in 0..<Int.random(in: 0...8, using: &random) { lines.append(one(others)) }
    let end = one(["\r\n\r\n", "\r\n\r\n", "\r\n\r\n", "\n\n", "\r\n", ""])
    let body = one([
      "", "hello", "5\r\nhello\r\n0\r\n\r\n", "FFFFFFFFFFFFFFFF\r\nx", "GET / HTTP/1.1\r\n\r\n",
    ])
    return mutated(Array((lines.joined(separator: "\r\n") + end + body).utf8))
  }

  /// A frame of a WebSocket: sometimes as it should be.
  mutating func frame() -> [UInt8] {
    let payload = one([
      [], bytes(200), Array("flood".utf8), Array("bye".utf8), bytes(4), [3, 0xE8],
    ])
    let first =
      one([0x81, 0x82, 0x01, 0x02, 0x00, 0x80, 0x88, 0x89, 0x8A, 0x08, 0x09, 0xF1, 0x83, 0x8F])
    let isMasked = Int.random(in: 0..<8, using: &random) > 0
    var bytes = [UInt8(first)]
    let mask: UInt8 = isMasked ? 0x80 : 0
    switch Int.random(in: 0..<8, using: &random) {
    case 0: bytes += [mask | 126, 0xFF, 0xFF]
    case 1: bytes += [mask | 127] + Array(repeating: 0xFF, count: 8)
    case 2: bytes += [mask | 127, 0, 0, 0, 0, 0, 1, 0x20, 0]
    case 3: bytes += [mask | 127, 0, 0, 0, 0, 0, 0, 0, UInt8(payload.count)]
    default:
      bytes +=
        payload.count < 126
        ? [mask | UInt8(payload.count)] : [mask | 126, 0, UInt8(truncatingIfNeeded: payload.count)]
    }
    if isMasked { bytes += [0, 0, 0, 0] }
    return mutated(bytes + payload)
  }

  /// Says something, and goes away in one of several ways; what goes wrong is the server's to bear.
  mutating func meet(_ served: Served, keeping open: inout [LoopbackClient]) throws {
    let client = try served.client()
    if Bool.random(using: &random) {
      for _ in 0..<Int.random(in: 1...3, using: &random) { try? client.send(request()) }
    } else {
      guard try client.upgrade("/live", subprotocol: "echo.1") == 101 else { return }
      for _ in 0..<Int.random(in: 1...6, using: &random) { try? client.send(frame()) }
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: client.endSending()
    case 1: open.append(client)
    default: break
    }
    if open.count > 50 { open.removeFirst(25) }
  }
}

@Suite(.timeLimit(.minutes(10))) struct `A web server that is abused` {
  private static let count =
    ProcessInfo.processInfo.environment["HYZER_FUZZ"].flatMap { Int($0) } ?? 1

  @Test(arguments: 0..<count) func `serves others all the while`(seed: Int) throws {
    let served = try Served()
    defer { served.stop() }
    let steady = try served.client()
    try #require(try steady.upgrade("/steady", subprotocol: "echo.1") == 101)
    var mischief = Mischief(random: SeededGenerator(seed: UInt64(seed)))
    var open: [LoopbackClient] = []
    for batch in 0..<10 {
      for _ in 0..<20 { try mischief.meet(served, keeping: &open) }
      let answer = try served.client().ask("GET /well HTTP/1.1\r\nHost: h\r\n\r\n")
      try #require(answer.body == "/well? 0", "seed \(seed), batch \(batch)")
      try steady.frame(text: "\(batch)")
      while try steady.frame() != (1, Array("\(batch)".utf8)) {}
    }
  }
}

import Foundation
import Glibc

/// A device that keeps a connection to a host: a minimal end of a WebSocket that blocks nobody.
@safe
final class Device {
  enum Kind { case log, phone }
  enum State { case away, waiting, connecting, joining, open }

  let group, number: Int
  /// Its place among all.
  let id: Int
  let kind: Kind
  var host: Int
  var state = State.away
  /// The commits that no host has acknowledged, in their order.
  var pending: [Int] = []
  /// Up to where it has the group's log, for a log; for a phone up to which number it has each writer's events.
  var place: Int
  var held: [Int: Int] = [:]
  private(set) var descriptor: Int32 = -1
  private var unread: [UInt8] = []
  private var unsent: [UInt8] = []

  init(group: Int, number: Int, kind: Kind, host: Int, place: Int, id: Int) {
    (self.group, self.number, self.kind, self.id) = (group, number, kind, id)
    (self.host, self.place) = (host, place)
  }

  deinit { close() }

  func close() {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    (descriptor, unread, unsent, state) = (-1, [], [], .away)
  }

  /// Connects from an address that is its own, and asks for a WebSocket.
  func connect(to port: Int) -> Bool {
    descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    func address(_ number: Int, _ port: Int) -> sockaddr_in {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = UInt16(port).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0000 + number).bigEndian
      return address
    }
    func call(
      _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ address: sockaddr_in
    ) -> Bool {
      unsafe withUnsafePointer(to: address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe function(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
    }
    guard descriptor >= 0, unsafe call(bind, address(0x1_0000 + group * 8 + number, 0)),
      unsafe call(Glibc.connect, address(1, port)),
      fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
    else { return false }
    state = .connecting
    write(
      Array(
        Self.upgrade(authorization: "Bearer \(BenchDatabase.token(group, number))").utf8))
    return true
  }

  static func upgrade(authorization: String) -> String {
    """
    GET /live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
    Sec-WebSocket-Protocol: hyzer.1\r\nAuthorization: \(authorization)\r\n\r\n
    """
  }

  private func write(_ bytes: [UInt8]) {
    unsent += bytes
    flush()
  }

  /// Sends what waits; what the socket does not take is sent with the next of the host's messages.
  private func flush() {
    guard !unsent.isEmpty else { return }
    let count = unsafe Glibc.send(descriptor, unsent, unsent.count, Int32(MSG_NOSIGNAL))
    if count > 0 { unsent.removeFirst(count) }
  }

  /// Sends a frame, masked by zeros; 1 is text, 10 the answer to a ping.
  func send(_ payload: [UInt8], kind: UInt8 = 1) {
    let head: [UInt8] =
      payload.count < 126
      ? [0x80 | UInt8(payload.count)]
      : [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    write([0x80 | kind] + head + [0, 0, 0, 0] + payload)
  }

  /// Reads what has come, and hands over each message; returns false where the connection has ended.
  func read(into buffer: inout [UInt8], _ take: (ArraySlice<UInt8>) -> Void) -> Bool {
    flush()
    var count = buffer.count
    while count == buffer.count {
      count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      if count == 0 || count < 0 && errno != EAGAIN { return false }
      if count > 0 { unread += buffer[..<count] }
    }
    var place = 0
    defer { if place > 0 { unread.removeFirst(place) } }
    if state == .connecting {
      guard let end = Search.first("\r\n\r\n", in: unread[...]) else { return true }
      guard Search.first(" 101 ", in: unread[..<end]) != nil else { return false }
      place = end + 4
      state = .joining
      take([])
    }
    while unread.count >= place + 2 {
      var (size, head) = (Int(unread[place + 1] & 127), 2)
      if size >= 126 {
        head = size == 126 ? 4 : 10
        guard unread.count >= place + head else { break }
        size = unread[place + 2..<place + head].reduce(0) { $0 << 8 | Int($1) }
      }
      guard unread.count >= place + head + size else { break }
      let payload = unread[place + head..<place + head + size]
      switch unread[place] & 15 {
      case 1: take(payload)
      case 9: send(Array(payload), kind: 10)
      case 8: return false
      default: break
      }
      place += head + size
    }
    return true
  }
}

/// Finds texts in messages, which are not read any further.
enum Search {
  static func first(_ text: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
    unsafe bytes.withUnsafeBufferPointer { hay -> Int? in
      let count = text.utf8CodeUnitCount
      guard let start = hay.baseAddress else { return nil }
      var place = 0
      while place + count <= hay.count {
        let first = Int32(unsafe text.utf8Start[0])
        guard let found = unsafe memchr(start + place, first, hay.count - place - count + 1)
        else { return nil }
        place = unsafe UnsafeRawPointer(found) - UnsafeRawPointer(start)
        if unsafe memcmp(found, text.utf8Start, count) == 0 { return bytes.startIndex + place }
        place += 1
      }
      return nil
    }
  }

  /// The number that follows a place.
  static func number(at place: Int, in bytes: ArraySlice<UInt8>) -> (value: Int, end: Int) {
    var (value, end) = (0, place)
    while end < bytes.endIndex, case 48...57 = bytes[end] {
      value = value * 10 + Int(bytes[end] - 48)
      end += 1
    }
    return (value, end)
  }
}

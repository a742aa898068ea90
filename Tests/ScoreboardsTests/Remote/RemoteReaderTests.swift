import Foundation
import LoopbackClients
import Synchronization
import Testing

@testable import Scoreboards

/// A service on this machine that answers one request after the other with what it was given, each on a connection of
/// its own; where it has nothing left it says nothing.
private final class Service: Sendable {
  private let listener: LoopbackListener
  private let answers: Mutex<[String?]>
  private let taken = Mutex<[(head: String, body: [UInt8])]>([])
  private let open = Mutex<[Int: LoopbackClient]>([:])
  private let ended = DispatchSemaphore(value: 0)

  var address: String { "http://127.0.0.1:\(listener.port)/read" }
  var requests: [(head: String, body: [UInt8])] { taken.withLock { $0 } }

  init(_ answers: [String?]) throws {
    listener = try LoopbackListener()
    self.answers = Mutex(answers)
    Thread { [self] in
      for _ in answers { try? serve() }
      ended.signal()
    }.start()
  }

  /// Waits until all answers are given.
  func wait() { ended.wait() }

  private func serve() throws {
    let client = try listener.accept()
    let head = try client.request()
    let length = head.matches(of: /Content-Length: (\d+)/.ignoresCase()).first.flatMap { Int($0.1) }
    let body = try client.bytes(length ?? 0)
    taken.withLock { $0.append((head, body)) }
    if let answer = answers.withLock({ $0.removeFirst() }) {
      try client.send(answer)
    } else {
      // Says nothing until the other side has waited enough.
      _ = client.rest()
    }
  }
}

@Suite struct `A service that reads photos` {
  private static let key = "secret-key"
  private let photo = Photo(
    Raster(width: 40, height: 30, bytes: [UInt8](repeating: 90, count: 3600)),
    details: PhotoDetails(takenAt: "2026-02-03T18:05", latitude: 47.5, longitude: 8.7))

  private static func answer(_ body: String, status: String = "200 OK", more: String = "") -> String
  {
    "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\(more)\r\n\(body)"
  }

  private static let good = answer(#"{"scores":[72,65],"clock":"0:00","confidence":0.9}"#)

  /// Returns what a service is read as that answers so, and what it was asked.
  private func read(
    _ answers: [String?], patience: Int = 10_000
  ) throws -> (result: Result<BoardReading, RemoteReaderError>, service: Service) {
    let service = try Service(answers)
    let reader = try RemoteReader(address: service.address, key: Self.key, patience: patience)
    let result = Result { () throws(RemoteReaderError) in try reader.read(photo) }
    service.wait()
    return (result, service)
  }

  @Test func `sends the picture and the key, and nothing that the camera noted`() throws {
    let (result, service) = try read([Self.good])
    #expect(
      try result.get()
        == BoardReading(pairs: [[72, 65]], scores: [72, 65], clock: "0:00", confidence: 0.9))
    let (head, body) = try #require(service.requests.first)
    #expect(head.hasPrefix("POST /read HTTP/1.1\r\n"))
    #expect(head.contains("Authorization: Bearer \(Self.key)\r\n"))
    #expect(head.contains("Content-Type: image/jpeg\r\n"))
    let sent = try Photo(bytes: body, name: "sent")
    #expect((sent.width, sent.height) == (40, 30))
    #expect(sent.details == PhotoDetails())
  }

  @Test(arguments: [
    "hello", "", "[]", #"{"scores":[72,65],"clock":null}"#,
    #"{"scores":[72],"clock":null,"confidence":1}"#,
    #"{"scores":[72,201],"clock":null,"confidence":1}"#,
    #"{"scores":[72,6.5],"clock":null,"confidence":1}"#,
    #"{"scores":["72","65"],"clock":null,"confidence":1}"#,
    #"{"scores":[72,65],"clock":null,"confidence":2}"#,
    #"{"scores":[72,65],"clock":0,"confidence":1}"#,
    #"{"scores":[72,65],"clock":null,"confidence":1,"more":1}"#,
    String(repeating: " ", count: 2_000_000),
  ])
  func `asks exactly once more for what is no answer`(_ wrong: String) throws {
    let (result, service) = try read([Self.answer(wrong), Self.good])
    #expect(try result.get().scores == [72, 65])
    #expect(service.requests.count == 2)
    #expect(service.requests[0].body == service.requests[1].body)
    let (twice, other) = try read([Self.answer(wrong), Self.answer(wrong)])
    #expect(twice == .failure(.answer))
    #expect("\(RemoteReaderError.answer)" == "JSON error")
    #expect(other.requests.count == 2)
  }

  @Test func `what a service is not sure of is to be looked at`() throws {
    let answer = Self.answer(#"{"scores":[72,65],"clock":null,"confidence":0.49}"#)
    let reading = try read([answer]).result.get()
    #expect(reading.scores == nil)
    #expect(reading.pairs == [[72, 65]])
  }

  @Test func `a service that has enough of it is not asked again`() throws {
    let (result, service) = try read([Self.answer("{}", status: "429 Too Many Requests")])
    #expect(result == .failure(.rate))
    #expect("\(RemoteReaderError.rate)" == "Rate limit error")
    #expect(service.requests.count == 1)
  }

  @Test(arguments: [
    answer("", status: "500 Internal Server Error"), answer("", status: "401 Unauthorized"),
    answer("", status: "302 Found", more: "Location: http://127.0.0.1:1/elsewhere\r\n"),
    "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"scores\":[72,", "nonsense\r\n\r\n",
  ])
  func `what fails otherwise is the network, and goes nowhere else`(_ wrong: String) throws {
    let (result, service) = try read([wrong])
    #expect(result == .failure(.network))
    #expect(service.requests.count == 1)
  }

  @Test func `silence ends, and nobody is there`() throws {
    let (silent, _) = try read([nil], patience: 100)
    #expect(silent == .failure(.network))
    #expect("\(RemoteReaderError.network)" == "Cannot connect to network for image analysis")
    let taken = try LoopbackListener(isOpen: false)
    let reader = try RemoteReader(address: "http://127.0.0.1:\(taken.port)/", key: Self.key)
    #expect(throws: RemoteReaderError.network) { try reader.read(photo) }
  }

  @Test(arguments: [
    ("http://reader.test/", "key"), ("", "key"), ("ftp://127.0.0.1/", "key"), ("reader", "key"),
    ("https://reader.test/", ""), ("https://reader.test/", "two\r\nlines"),
  ])
  func `sends no key in the clear, and none that is none`(_ address: String, _ key: String) {
    #expect(throws: RemoteReaderFault.self) { try RemoteReader(address: address, key: key) }
  }
}

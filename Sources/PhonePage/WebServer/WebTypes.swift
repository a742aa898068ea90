internal import CZlib

/// What a client asks for; texts that it does not say are empty.
package struct WebRequest: Hashable, Sendable {
  package var method = "GET"
  /// Begins with a slash; without the query.
  package var path = "/"
  /// What comes after the question mark, its parts as libwebsockets parts them.
  package var query = ""
  package var host = ""
  package var origin = ""
  package var cookie = ""
  package var authorization = ""
  /// In which codings the client takes an answer, as it says.
  package var encodings = ""
  package var address = ""
  package var body: [UInt8] = []
}

package struct WebResponse: Hashable, Sendable {
  package struct Header: Hashable, Sendable {
    package let name, value: String
  }

  package var status: Int
  package var headers: [Header]
  package var body: [UInt8]
  /// Whether the body may be sent in fewer bytes: nothing secret should, since lengths would tell of it.
  package var isCompressible = false

  package init(status: Int = 200, headers: KeyValuePairs<String, String> = [:], body: [UInt8] = [])
  {
    self.status = status
    self.headers = headers.map { Header(name: $0.key, value: $0.value) }
    self.body = body
  }

  package mutating func add(_ name: String, _ value: String) {
    headers.append(Header(name: name, value: value))
  }
}

extension WebResponse {
  /// Returns the answer as a client takes it in fewest bytes.
  ///
  /// The coding is "deflate" of RFC 9110, which is zlib's format. Wraps `compress2`.
  func coded(for request: WebRequest) -> WebResponse {
    guard isCompressible,
      request.encodings.split(separator: ",").contains(where: { $0.contains("deflate") })
    else { return self }
    var count = compressBound(UInt(body.count))
    var bytes = [UInt8](repeating: 0, count: Int(count))
    let status = unsafe body.withUnsafeBufferPointer {
      unsafe compress2(&bytes, &count, $0.baseAddress, UInt($0.count), Z_BEST_COMPRESSION)
    }
    // Without memory for it, it goes as it is.
    guard status == Z_OK else { return self }
    var coded = self
    coded.body = Array(bytes.prefix(Int(count)))
    coded.add("Content-Encoding", "deflate")
    coded.add("Vary", "Accept-Encoding")
    return coded
  }
}

package enum WebMessage: Hashable, Sendable {
  case text(String)
  case binary([UInt8])
}

/// Names an open WebSocket; none gets the name of an earlier one.
package struct WebSocketID: Hashable, Sendable {
  package let number: Int

  package init(_ number: Int) { self.number = number }
}

/// What a server serves; all calls come from the thread that runs the server.
package protocol WebService: AnyObject {
  func answer(_ request: WebRequest) -> WebResponse
  /// Returns nil where a WebSocket may be opened, or else the status of the refusal.
  func refusal(ofUpgrade request: WebRequest) -> Int?
  func opened(_ socket: WebSocketID, by request: WebRequest)
  func received(_ message: WebMessage, from socket: WebSocketID)
  /// All that was sent has gone.
  func drained(_ socket: WebSocketID)
  func closed(_ socket: WebSocketID)
  /// ``LoopWaker/wakeUp()`` was called, or the alarm's time has come.
  func woken()
}

package enum WebServerError: Error, Hashable, Sendable, CustomStringConvertible {
  case cannotListen(address: String, port: Int, reason: String)
  case ended(address: String, port: Int)

  /// Whether libwebsockets says so that there was EADDRINUSE.
  private func isTaken(_ reason: String) -> Bool { reason.hasSuffix("(-1 98)") }

  package var description: String {
    switch self {
    case .cannotListen(let address, let port, let reason):
      "cannot listen on \(address):\(port): \(isTaken(reason) ? "another program listens there" : reason); give another address or port"
    case .ended(let address, let port):
      "the server on \(address):\(port) ended by itself; start it again"
    }
  }
}

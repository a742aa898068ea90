internal import CCurl
internal import FoundationEssentials
internal import Glibc
internal import HyzerBase

/// Why a service did not read a photo; people enter the score by hand.
package enum RemoteReaderError: Error, Hashable, Sendable, CustomStringConvertible {
  case network, answer, rate

  package var description: String {
    switch self {
    case .network: "Cannot connect to network for image analysis"
    case .answer: "JSON error"
    case .rate: "Rate limit error"
    }
  }
}

/// A service somewhere else that reads photos, and the key for it.
package struct RemoteReader: Sendable {
  /// Chosen: a photo of 300 kB, and a model that looks at it.
  private static let patience = 20_000
  /// Chosen: an answer has 60 bytes.
  private static let longestAnswer = 4096

  private let address: String
  private let key: String
  private let patience: Int

  /// Makes a reader, in tests of less patience, in milliseconds.
  ///
  /// - Throws: ``RemoteReaderFault`` for an address that would send the key in the clear, or a key that is none.
  package init(
    address: String, key: String, patience: Int = patience
  ) throws(RemoteReaderFault) {
    let url = URL(string: address)
    let isNear = ["127.0.0.1", "localhost", "[::1]", "::1"].contains(url?.host() ?? "")
    guard url?.scheme == "https" || url?.scheme == "http" && isNear else {
      throw RemoteReaderFault("the address of the reader has to begin with https://")
    }
    guard !key.isEmpty, key.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw RemoteReaderFault(
        "the key of the reader is empty, or has other characters than letters and signs")
    }
    (self.address, self.key, self.patience) = (address, key, patience)
  }

  /// Sends a photo, without what the camera noted beside it, and returns what the service says that it shows.
  ///
  /// Asks exactly once more where the answer is none as
  /// `{"scores": [72, 65], "clock": "0:00" | null, "confidence": 0…1}`. Blocks meanwhile.
  ///
  /// - Throws: ``RemoteReaderError``.
  package func read(_ photo: Photo) throws(RemoteReaderError) -> BoardReading {
    guard let jpeg = photo.raster.jpeg else { throw .network }
    if let reading = try ask(jpeg) { return reading }
    guard let reading = try ask(jpeg) else { throw .answer }
    return reading
  }

  /// Returns what the service answers; nil for what is no answer.
  private func ask(_ jpeg: [UInt8]) throws(RemoteReaderError) -> BoardReading? {
    var answer = [UInt8](repeating: 0, count: Self.longestAnswer)
    let exchange = unsafe answer.withUnsafeMutableBufferPointer { room in
      var exchange = unsafe hyzer_curl_exchange()
      unsafe exchange.answer = room.baseAddress
      unsafe exchange.capacity = room.count
      let isDone = unsafe hyzer_curl_post(
        address, "Authorization: Bearer \(key)", "Content-Type: image/jpeg", jpeg, jpeg.count,
        patience, &exchange)
      return unsafe (
        isDone: isDone != 0, status: exchange.status, length: exchange.length,
        isTooLong: exchange.is_too_long != 0
      )
    }
    guard exchange.isDone else { throw .network }
    guard exchange.status != 429 else { throw .rate }
    guard exchange.status == 200 else { throw .network }
    guard !exchange.isTooLong else { return nil }
    return BoardReading(answer: Data(answer[..<exchange.length]))
  }
}

/// What is wrong with how a reader is set up, in one line.
package struct RemoteReaderFault: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

extension BoardReading {
  /// Chosen: below it the service itself takes the scores for likelier wrong.
  private static let leastConfidence = 0.5

  private struct Answer: Decodable {
    let scores: [Int]
    let clock: String?
    let confidence: Double
  }

  /// Takes the answer of a service; nil for one of another form, or scores that no board shows.
  fileprivate init?(answer: Data) {
    guard let keys = try? JSONDecoder().decode([String: JSONTree].self, from: answer),
      Set(keys.keys) == ["scores", "clock", "confidence"],
      let answer = try? JSONDecoder().decode(Answer.self, from: answer), answer.scores.count == 2,
      answer.scores.allSatisfy(BoardNumber.scores.contains), (0...1).contains(answer.confidence),
      answer.clock?.count ?? 0 <= 8
    else { return nil }
    self.init(
      pairs: [answer.scores],
      scores: answer.confidence >= Self.leastConfidence ? answer.scores : nil, clock: answer.clock,
      confidence: answer.confidence)
  }
}

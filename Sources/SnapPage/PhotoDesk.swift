internal import HyzerBase
internal import PhonePage
internal import ScoreLog
internal import ScoreSnap
internal import Synchronization

/// What a photo of a scoreboard shows, and where and when it was taken.
package struct PhotoReading: Sendable {
  /// The pair that is likeliest by far, in the order of reading; nil where none is sure enough.
  package var scores: (Int, Int)?
  package var clock: String?
  /// From 0 to 1.
  package var confidence: Double
  /// The likeliest first.
  package var pairs: [(Int, Int)]
  /// As a camera writes it: `2026-11-26T18:05`.
  package var takenAt: String?
  package var utcOffset: String?
  /// In degrees.
  package var latitude, longitude: Double?

  package init(
    scores: (Int, Int)?, clock: String?, confidence: Double, pairs: [(Int, Int)],
    takenAt: String? = nil, utcOffset: String? = nil, latitude: Double? = nil,
    longitude: Double? = nil
  ) {
    (self.scores, self.clock, self.confidence) = (scores, clock, confidence)
    (self.pairs, self.takenAt, self.utcOffset) = (pairs, takenAt, utcOffset)
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  fileprivate var object: OrderedObject {
    OrderedObject(members: [
      ("scores", scores.map { [$0.0, $0.1] }), ("clock", clock), ("confidence", confidence),
      ("pairs", pairs.map { [$0.0, $0.1] }), ("reader", "local"), ("takenAt", takenAt),
      ("utcOffset", utcOffset), ("latitude", latitude), ("longitude", longitude),
    ])
  }
}

/// Reads photos that phones send, one after the other, beside the thread of the host, which goes on meanwhile.
///
/// A photo is gone once it is read; what it showed waits a while for the phone that asks.
package final class PhotoDesk: Sendable {
  /// Reads the bytes of a photo.
  ///
  /// - Throws: an error whose description says in one line why it is none.
  package typealias Reader = @Sendable ([UInt8]) throws -> PhotoReading

  private struct Job {
    let id: String
    let owner: TokenHash
    let photo: [UInt8]
  }

  private struct State {
    /// The first of them is being read while `isReading`.
    var jobs: [Job] = []
    var isReading = false
    /// The last that were read, the newest at the end.
    var done: [(id: String, owner: TokenHash, answer: Result<PhotoReading, SnapRefusal>)] = []
  }

  /// Chosen: what a few phones send at the end of a game.
  private static let mostWaiting = 4
  private static let mostDone = 16

  private let state = Mutex(State())
  private let read: Reader
  private let newIdentifier: @Sendable () -> String
  private let start: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Makes a desk; `start` runs something beside what goes on, on a thread of its own.
  package init(
    newIdentifier: @escaping @Sendable () -> String,
    start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void, read: @escaping Reader
  ) {
    (self.newIdentifier, self.start, self.read) = (newIdentifier, start, read)
  }

  /// Takes a photo, and returns by what to ask for what it shows; nil where too many wait.
  func take(_ photo: [UInt8], of owner: TokenHash) -> String? {
    let (id, isFirst) = state.withLock { state -> (String?, Bool) in
      guard state.jobs.count < Self.mostWaiting else { return (nil, false) }
      let id = newIdentifier()
      state.jobs.append(Job(id: id, owner: owner, photo: photo))
      defer { state.isReading = true }
      return (id, !state.isReading)
    }
    if isFirst { start { [self] in readAll() } }
    return id
  }

  private func readAll() {
    while let job = next() {
      let answer: Result<PhotoReading, SnapRefusal>
      do {
        answer = .success(try read(job.photo))
      } catch {
        answer = .failure(SnapRefusal("\(error)"))
      }
      state.withLock { state in
        state.done = state.done.suffix(Self.mostDone - 1) + [(job.id, job.owner, answer)]
        state.jobs.removeFirst()
      }
    }
  }

  private func next() -> Job? {
    state.withLock { state in
      state.isReading = !state.jobs.isEmpty
      return state.jobs.first
    }
  }

  fileprivate enum Progress {
    case unknown, reading
    case done(Result<PhotoReading, SnapRefusal>)
  }

  fileprivate func progress(_ id: String, of owner: TokenHash) -> Progress {
    state.withLock { state in
      if let index = state.done.firstIndex(where: { ($0.id, $0.owner) == (id, owner) }) {
        return .done(state.done.remove(at: index).answer)
      }
      return state.jobs.contains { ($0.id, $0.owner) == (id, owner) } ? .reading : .unknown
    }
  }
}

// MARK: - As answers

extension PhotoDesk? {
  /// Answers a phone that sends a photo: by what to ask for what it shows.
  func take(_ photo: [UInt8], of admission: Admission) -> WebResponse {
    guard let self else { return .error(501, "photos cannot be read on this host") }
    guard let id = self.take(photo, of: admission.token) else {
      return .error(503, "several photos are being read; try again in a moment")
    }
    return .json(OrderedObject(members: [("reading", id)]).json, status: 202)
  }

  /// Answers a phone that asks what its photo shows: 202 as long as it is being read.
  func answer(_ id: String, to admission: Admission) -> WebResponse {
    switch self?.progress(id, of: admission.token) ?? .unknown {
    case .unknown: .error(404, "there is no such photo; send it again")
    case .reading: .json(OrderedObject(members: [("reading", id)]).json, status: 202)
    case .done(.success(let reading)): .json(reading.object.json)
    case .done(.failure(let refusal)): .error(400, refusal.description)
    }
  }
}

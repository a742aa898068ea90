internal import HyzerBase
internal import PhonePage
internal import ScoreLog
package import ScoreSnap
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
  /// Whether it is what a service somewhere else says.
  package var isRemote: Bool

  package init(
    scores: (Int, Int)?, clock: String?, confidence: Double, pairs: [(Int, Int)],
    takenAt: String? = nil, utcOffset: String? = nil, latitude: Double? = nil,
    longitude: Double? = nil, isRemote: Bool = false
  ) {
    (self.scores, self.clock, self.confidence) = (scores, clock, confidence)
    (self.pairs, self.takenAt, self.utcOffset) = (pairs, takenAt, utcOffset)
    (self.latitude, self.longitude, self.isRemote) = (latitude, longitude, isRemote)
  }

  fileprivate func object(canAskRemote: Bool) -> OrderedObject {
    OrderedObject(members: [
      ("scores", scores.map { [$0.0, $0.1] }), ("clock", clock), ("confidence", confidence),
      ("pairs", pairs.map { [$0.0, $0.1] }), ("reader", isRemote ? "remote" : "local"),
      ("canAskRemote", canAskRemote), ("takenAt", takenAt),
      ("utcOffset", utcOffset), ("latitude", latitude), ("longitude", longitude),
    ])
  }
}

/// What reads that phones send.
package struct Readers: Sendable {
  /// Reads the bytes of a photo.
  ///
  /// - Throws: an error whose description says in one line why it is none.
  package typealias Photo = @Sendable ([UInt8]) throws -> PhotoReading
  /// Hears how a game ended in a WAV file of one channel in 16 bits; nil for no result.
  ///
  /// - Throws: an error whose description says in one line why nothing is heard.
  package typealias Speech = @Sendable ([UInt8], GameNames) throws -> SaidGame?

  let photo: Photo
  /// Has a service read a photo; nil where no key for one is set.
  let remote: Photo?
  let speech: Speech
  /// How often each phone, and the account of the host, may have a service read: developers change this, people neither
  /// see nor set it.
  package static let remoteLimits = [(seconds: 60, count: 5), (seconds: 86_400, count: 50)]

  /// After how many seconds what was said clearly saves itself.
  let window: Double

  package init(
    window: Double, photo: @escaping Photo, remote: Photo? = nil, speech: @escaping Speech
  ) {
    (self.window, self.photo, self.remote, self.speech) = (window, photo, remote, speech)
  }

  /// What is to be done with what a phone sends.
  enum Wish: Sendable {
    case read, readRemotely
    case hear(GameNames)
  }

  /// Returns what the bytes say, as JSON.
  fileprivate func read(_ bytes: [UInt8], _ wish: Wish) throws -> String {
    switch wish {
    case .read: return try photo(bytes).object(canAskRemote: remote != nil).json
    case .readRemotely:
      guard let remote else { throw SnapRefusal("no service reads photos for this host") }
      return try remote(bytes).object(canAskRemote: false).json
    case .hear(let names): return try hear(bytes, names)
    }
  }

  private func hear(_ bytes: [UInt8], _ names: GameNames) throws -> String {
    guard let game = try speech(bytes, names) else {
      throw SnapRefusal("that is no result; say it as in \"we won 72 to 65 against the Hawks\"")
    }
    return OrderedObject(members: [
      ("outcome", game.outcome?.rawValue),
      ("scores", game.result.map { [$0.team, $0.opponent] } ?? game.scores),
      ("opponent", game.opponent), ("questions", game.questions), ("window", window),
    ]).json
  }
}

/// Reads photos and speech that phones send, one after the other, beside the thread of the host, which goes on
/// meanwhile.
///
/// What was sent is gone once it is read; what it said waits a while for the phone that asks.
package final class ReadingDesk: Sendable {
  private struct Job {
    let id: String
    let owner: TokenHash
    let read: @Sendable () throws -> String
  }

  /// What waits for one thread.
  private struct Line {
    /// The first of them is being read while `isReading`.
    var jobs: [Job] = []
    var isReading = false
  }

  private struct State {
    /// What is read here, and what a service reads, which may be slow, and keeps nothing else waiting.
    var lines = [Line(), Line()]
    /// The last that were read, the newest at the end.
    var done: [(id: String, owner: TokenHash, answer: Result<String, SnapRefusal>)] = []
  }

  /// Chosen: what a few phones send at the end of a game.
  private static let mostWaiting = 4
  private static let mostDone = 16

  private let state = Mutex(State())
  private let readers: Readers
  private let newIdentifier: @Sendable () -> String
  private let start: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Makes a desk; `start` runs something beside what goes on, on a thread of its own.
  package init(
    _ readers: Readers, newIdentifier: @escaping @Sendable () -> String,
    start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    (self.readers, self.newIdentifier, self.start) = (readers, newIdentifier, start)
  }

  private static func line(of wish: Readers.Wish) -> Int {
    if case .readRemotely = wish { 1 } else { 0 }
  }

  /// Whether another may wait; only ``take(_:_:of:)`` takes that place.
  fileprivate func hasRoom(for wish: Readers.Wish) -> Bool {
    state.withLock { $0.lines[Self.line(of: wish)].jobs.count < Self.mostWaiting }
  }

  /// Takes a photo or speech, for which there is room, and returns by what to ask for what it says.
  fileprivate func take(_ bytes: [UInt8], _ wish: Readers.Wish, of owner: TokenHash) -> String {
    let line = Self.line(of: wish)
    let (id, isFirst) = state.withLock { state -> (String, Bool) in
      let id = newIdentifier()
      state.lines[line].jobs.append(
        Job(id: id, owner: owner) { [readers] in try readers.read(bytes, wish) })
      defer { state.lines[line].isReading = true }
      return (id, !state.lines[line].isReading)
    }
    if isFirst { start { [self] in readAll(of: line) } }
    return id
  }

  private func readAll(of line: Int) {
    while let job = next(of: line) {
      let answer: Result<String, SnapRefusal>
      do {
        answer = .success(try job.read())
      } catch {
        answer = .failure(SnapRefusal("\(error)"))
      }
      state.withLock { state in
        state.done = state.done.suffix(Self.mostDone - 1) + [(job.id, job.owner, answer)]
        state.lines[line].jobs.removeFirst()
      }
    }
  }

  private func next(of line: Int) -> Job? {
    state.withLock { state in
      state.lines[line].isReading = !state.lines[line].jobs.isEmpty
      return state.lines[line].jobs.first
    }
  }

  fileprivate enum Progress {
    case unknown, reading
    case done(Result<String, SnapRefusal>)
  }

  fileprivate func progress(_ id: String, of owner: TokenHash) -> Progress {
    state.withLock { state in
      if let index = state.done.firstIndex(where: { ($0.id, $0.owner) == (id, owner) }) {
        return .done(state.done.remove(at: index).answer)
      }
      let jobs = state.lines.flatMap(\.jobs)
      return jobs.contains { ($0.id, $0.owner) == (id, owner) } ? .reading : .unknown
    }
  }
}

// MARK: - As answers

extension ReadingDesk? {
  /// Answers a phone that sends a photo or speech: by what to ask for what it says.
  ///
  /// Where there is room, `refusal` may say why it is not taken all the same.
  func take(
    _ bytes: [UInt8], _ wish: Readers.Wish, of admission: Admission,
    unless refusal: () throws -> WebResponse? = { nil }
  ) throws -> WebResponse {
    guard let self else { return .error(501, "photos cannot be read on this host") }
    guard self.hasRoom(for: wish) else {
      return .error(503, "several are being read; try again in a moment")
    }
    if let refused = try refusal() { return refused }
    let id = self.take(bytes, wish, of: admission.token)
    return .json(OrderedObject(members: [("reading", id)]).json, status: 202)
  }

  /// Answers a phone that asks what it sent says: 202 as long as it is being read.
  func answer(_ id: String, to admission: Admission) -> WebResponse {
    switch self?.progress(id, of: admission.token) ?? .unknown {
    case .unknown: .error(404, "there is no such reading; send it again")
    case .reading: .json(OrderedObject(members: [("reading", id)]).json, status: 202)
    case .done(.success(let said)): .json(said)
    case .done(.failure(let refusal)): .error(400, refusal.description)
    }
  }
}

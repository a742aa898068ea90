internal import Dispatch
internal import FoundationEssentials
internal import HyzerBase
package import HyzerVoice
package import Scorekeeping
internal import Synchronization

/// Hears what is said into phones, on threads of its own, while the person speaks.
///
/// No call waits for a recogniser. What comes of a talk is in ``popReplies()`` once `wakeUp` was called.
package final class TalkDesk: Sendable {
  package static let longestSeconds = 15
  package static let ratesHz = StreamedSound.ratesHz
  /// Chosen: a recogniser takes a tenth of a core, and so many still leave room for another program.
  static let talksPerWorker = 4
  /// Chosen: behind those who are heard; each keeps its sound until then, 3 MB at most.
  static let mostWaiting = 8

  private let queue: Mutex<TalkQueue>
  private let hasWork: [DispatchSemaphore]
  private let threads = Mutex<[StartedThread]>([])
  private let uptime: @Sendable () -> Duration
  private let wakeUp: @Sendable () -> Void

  /// Starts the threads, one less than the machine has cores unless told otherwise.
  ///
  /// - Parameters:
  ///   - workers: How many threads recognise.
  ///   - confirmation: How long windows are, as on the host's own screen.
  ///   - uptime: Returns the time since some moment.
  ///   - makeScorer: Makes what hears a round; each thread makes its own.
  ///   - wakeUp: Called, on any thread, whenever replies wait; it must not wait for the desk.
  package init(
    workers: Int = max(ProcessInfo.processInfo.activeProcessorCount - 1, 1),
    confirmation: Confirmation.Settings, uptime: @escaping @Sendable () -> Duration,
    makeScorer: @escaping @Sendable (Round) throws -> UtteranceScorer,
    wakeUp: @escaping @Sendable () -> Void
  ) {
    precondition(workers > 0, "somebody has to listen")
    queue = Mutex(
      TalkQueue(
        workers: workers, talksPerWorker: Self.talksPerWorker, mostWaiting: Self.mostWaiting))
    hasWork = (0..<workers).map { _ in DispatchSemaphore(value: 0) }
    (self.uptime, self.wakeUp) = (uptime, wakeUp)
    let threads = (0..<workers).map { number in
      startThread("talk \(number)") { [self] in
        work(TalkWorker(number, confirmation: confirmation, makeScorer: makeScorer))
      }
    }
    self.threads.withLock { $0 = threads }
  }

  /// Begins a talk; one of the same connection that goes on is forgotten.
  package func begin(_ talk: Talk) {
    let now = uptime()
    change { $0.begin(talk, at: now) }
  }

  /// Hears a frame of a talk: 16-bit little-endian mono samples, the frames numbered from 0.
  ///
  /// What is not of a talk that goes on is passed over.
  package func feed(_ key: Talk.Key, sequence: UInt32, _ bytes: [UInt8]) {
    let now = uptime()
    change { $0.feed(key, sequence: sequence, bytes, at: now) }
  }

  /// Ends a talk, whose draft comes.
  package func end(_ key: Talk.Key) { change { $0.end(key) } }

  /// Forgets a talk, of which nothing comes.
  package func cancel(_ key: Talk.Key) { change { $0.cancel(key) } }

  /// Forgets all talks of a connection that ended.
  package func drop(connection: Int) { change { $0.drop(connection: connection) } }

  package func popReplies() -> [(key: Talk.Key, reply: TalkReply)] {
    queue.withLock { $0.popReplies() }
  }

  /// Ends the threads, and returns when they have ended; talks are forgotten.
  package func stop() {
    change { $0.stop() }
    for thread in threads.withLock({ $0 }) { thread.waitForEnd() }
  }

  private func change<Result: Sendable>(
    _ change: (inout TalkQueue) -> Result
  ) -> Result {
    let (result, wakeUps) = queue.withLock { queue in (change(&queue), queue.popWakeUps()) }
    for worker in wakeUps.workers { hasWork[worker].signal() }
    if wakeUps.hasReplies { wakeUp() }
    return result
  }

  private func work(_ worker: TalkWorker) {
    var last = 0
    while true {
      let (isStopped, tickets, step) = change { queue in
        let next = queue.next(for: worker.number, after: last)
        return (queue.isStopped, next.tickets, next.step)
      }
      if isStopped { return }
      worker.keepOnly(tickets)
      guard let step else {
        hasWork[worker.number].wait()
        continue
      }
      last = step.ticket
      for reply in worker.hear(step) { change { $0.post(reply, step.ticket) } }
    }
  }
}

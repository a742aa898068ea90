public import Audio
internal import Foundation
public import Pronunciation
public import Recognition

/// Judges the lines of a corpus on several cores, and hands the results over in their order.
///
/// What is held at a time is bounded, however long the corpus.
public struct CorpusRunner: Sendable {
  /// A line whose names cannot be heard.
  public struct UnhearableLine: Error {
    /// The line.
    public let line: CorpusUtterance
    /// Why.
    public let reason: LexiconError
  }

  /// What became of a line.
  public enum Verdict: Sendable {
    /// An outcome for each condition.
    case judged([UtteranceOutcome])
    /// The recording could not be read.
    case unreadable(RecordingError)
  }

  private let experiment: Experiment
  private let lexicon: PronunciationLexicon
  private let settings: DecoderSettings
  private let workers: Int

  /// Makes a runner with so many workers, at least one; as many as there are cores if nil.
  public init(
    experiment: Experiment, lexicon: PronunciationLexicon, settings: DecoderSettings,
    workers: Int? = nil
  ) {
    self.experiment = experiment
    self.lexicon = lexicon
    self.settings = settings
    self.workers = max(1, workers ?? ProcessInfo.processInfo.activeProcessorCount)
  }

  /// Judges every line that `next` gives until it gives nil.
  ///
  /// Neither closure is called from two threads at once; `take` gets the lines in their order.
  ///
  /// - Throws: What `next` or `take` throws, ``UnhearableLine`` and ``RecognizerError``; no further
  ///   line is then begun.
  public func run(
    _ next: () throws -> CorpusUtterance?, take: (CorpusUtterance, Verdict) throws -> Void
  ) throws {
    try withoutActuallyEscaping(next) { next in
      try withoutActuallyEscaping(take) { take in
        let belt = ConveyorBelt(next: next, take: take, workers: workers)
        DispatchQueue.concurrentPerform(iterations: workers) { _ in
          let judge = UtteranceJudge(
            experiment: experiment, lexicon: lexicon, settings: settings)
          belt.work { line in
            do {
              return .judged(try judge.judge(line))
            } catch let error as RecordingError {
              return .unreadable(error)
            } catch let error as LexiconError {
              throw UnhearableLine(line: line, reason: error)
            }
          }
        }
        try belt.finish()
      }
    }
  }
}

/// Lines on their way to the workers, and verdicts on their way back into order.
///
/// The two closures are called under the lock alone, which is why the class may be shared.
private final class ConveyorBelt: @unchecked Sendable {
  private let next: () throws -> CorpusUtterance?
  private let take: (CorpusUtterance, CorpusRunner.Verdict) throws -> Void
  /// How many lines may be under way: more than workers, so that a long one holds nobody up at once.
  private let window: Int
  private let condition = NSCondition()
  private var begun = 0
  private var taken = 0
  private var waiting: [Int: (CorpusUtterance, CorpusRunner.Verdict)] = [:]
  private var isAtEnd = false
  private var failure: (any Error)?

  init(
    next: @escaping () throws -> CorpusUtterance?,
    take: @escaping (CorpusUtterance, CorpusRunner.Verdict) throws -> Void, workers: Int
  ) {
    self.next = next
    self.take = take
    window = workers * 16
  }

  /// Judges lines until there are no more.
  func work(_ judge: (CorpusUtterance) throws -> CorpusRunner.Verdict) {
    while let (index, line) = draw() {
      let verdict: CorpusRunner.Verdict
      do {
        verdict = try judge(line)
      } catch {
        fail(error)
        return
      }
      put(index, line, verdict)
    }
  }

  func finish() throws {
    if let failure { throw failure }
  }

  private func draw() -> (Int, CorpusUtterance)? {
    condition.lock()
    defer { condition.unlock() }
    while begun - taken >= window, failure == nil { condition.wait() }
    guard !isAtEnd, failure == nil else { return nil }
    do {
      guard let line = try next() else {
        isAtEnd = true
        return nil
      }
      begun += 1
      return (begun - 1, line)
    } catch {
      failure = failure ?? error
      condition.broadcast()
      return nil
    }
  }

  private func put(_ index: Int, _ line: CorpusUtterance, _ verdict: CorpusRunner.Verdict) {
    condition.lock()
    defer { condition.unlock() }
    waiting[index] = (line, verdict)
    while failure == nil, let (line, verdict) = waiting.removeValue(forKey: taken) {
      taken += 1
      do {
        try take(line, verdict)
      } catch {
        failure = error
      }
    }
    condition.broadcast()
  }

  private func fail(_ error: any Error) {
    condition.lock()
    defer { condition.unlock() }
    failure = failure ?? error
    condition.broadcast()
  }
}

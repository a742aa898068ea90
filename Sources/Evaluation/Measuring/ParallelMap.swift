internal import Foundation

/// Works on many items on several cores, each core with a context of its own, and keeps their order.
public enum ParallelMap {
  /// Works on each item.
  ///
  /// `finished` is told after each item how many are done, by one thread at a time.
  ///
  /// - Parameters:
  ///   - items: What to work on.
  ///   - workers: How many cores to use; all if nil.
  ///   - context: Makes what a worker keeps from item to item, such as a decoder.
  ///   - work: Works on an item.
  ///   - finished: Told how many items are done.
  /// - Returns: The result for each item, in their order.
  /// - Throws: The first error of `context` or `work`; no further item is then begun.
  public static func map<Item: Sendable, Context, Result: Sendable>(
    _ items: [Item], workers: Int?, context: () throws -> Context,
    work: (Context, Item) throws -> Result, finished: (Int) -> Void = { _ in }
  ) throws -> [Result] {
    let count = min(items.count, max(1, workers ?? ProcessInfo.processInfo.activeProcessorCount))
    return try withoutActuallyEscaping(context) { context in
      try withoutActuallyEscaping(work) { work in
        try withoutActuallyEscaping(finished) { finished in
          let job = Job(items: items, context: context, work: work, finished: finished)
          DispatchQueue.concurrentPerform(iterations: count) { _ in job.run() }
          return try job.results()
        }
      }
    }
  }

  /// The work of one call.
  ///
  /// What changes is touched under the lock alone, and the closures are called
  /// by nobody after the call, which is why the class may be shared.
  private final class Job<Item: Sendable, Context, Result: Sendable>: @unchecked Sendable {
    private let items: [Item]
    private let context: () throws -> Context
    private let work: (Context, Item) throws -> Result
    private let finished: (Int) -> Void
    private let lock = NSLock()
    private var next = 0
    private var found: [Int: Result] = [:]
    private var failure: (any Error)?

    init(
      items: [Item], context: @escaping () throws -> Context,
      work: @escaping (Context, Item) throws -> Result, finished: @escaping (Int) -> Void
    ) {
      self.items = items
      self.context = context
      self.work = work
      self.finished = finished
    }

    func run() {
      do {
        let context = try context()
        while let index = draw() {
          let result = try work(context, items[index])
          lock.withLock {
            found[index] = result
            finished(found.count)
          }
        }
      } catch {
        lock.withLock { failure = failure ?? error }
      }
    }

    func results() throws -> [Result] {
      if let failure { throw failure }
      return items.indices.compactMap { found[$0] }
    }

    private func draw() -> Int? {
      lock.withLock {
        guard failure == nil, next < items.count else { return nil }
        next += 1
        return next - 1
      }
    }
  }
}

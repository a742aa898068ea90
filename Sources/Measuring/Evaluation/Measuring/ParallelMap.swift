internal import Foundation

/// Works on many items on several cores, each core with a context of its own, and keeps their order.
package enum ParallelMap {
  /// Works on each item; `take` gets the results in the order of the items.
  ///
  /// `context` makes what a worker keeps from item to item, such as a decoder. All cores are used
  /// where `workers` is nil. `take` is never called from two threads at once.
  ///
  /// - Throws: The first error of a closure; no further item is then begun, and no result taken.
  package static func forEach<Item: Sendable, Context, Result>(
    _ items: [Item], workers: Int?, context: () throws -> Context,
    work: (Context, Item) throws -> Result, take: (Item, Result) throws -> Void
  ) throws {
    let count = min(items.count, max(1, workers ?? ProcessInfo.processInfo.activeProcessorCount))
    try withoutActuallyEscaping(context) { context in
      try withoutActuallyEscaping(work) { work in
        try withoutActuallyEscaping(take) { take in
          let job = Job(items: items, context: context, work: work, take: take)
          DispatchQueue.concurrentPerform(iterations: count) { _ in job.run() }
          if let failure = job.failure { throw failure }
        }
      }
    }
  }

  /// Returns the result for each item, in their order; `finished` gets how many are done.
  package static func map<Item: Sendable, Context, Result>(
    _ items: [Item], workers: Int?, context: () throws -> Context,
    work: (Context, Item) throws -> Result, finished: (Int) -> Void = { _ in }
  ) throws -> [Result] {
    var results: [Result] = []
    try forEach(items, workers: workers, context: context, work: work) { _, result in
      results.append(result)
      finished(results.count)
    }
    return results
  }

  /// The work of one call.
  ///
  /// What changes is touched under the lock alone, and nobody calls the closures after the call,
  /// which is why the class may be shared.
  private final class Job<Item: Sendable, Context, Result>: @unchecked Sendable {
    private let items: [Item]
    private let context: () throws -> Context
    private let work: (Context, Item) throws -> Result
    private let take: (Item, Result) throws -> Void
    private let lock = NSLock()
    private var begun = 0
    private var taken = 0
    private var waiting: [Int: Result] = [:]
    private(set) var failure: (any Error)?

    init(
      items: [Item], context: @escaping () throws -> Context,
      work: @escaping (Context, Item) throws -> Result,
      take: @escaping (Item, Result) throws -> Void
    ) {
      self.items = items
      self.context = context
      self.work = work
      self.take = take
    }

    func run() {
      do {
        let context = try context()
        while let index = next() {
          let result = try work(context, items[index])
          try lock.withLock { try finish(index, result) }
        }
      } catch {
        lock.withLock { failure = failure ?? error }
      }
    }

    private func next() -> Int? {
      lock.withLock {
        guard failure == nil, begun < items.count else { return nil }
        begun += 1
        return begun - 1
      }
    }

    /// Hands over the results whose turn it is.
    private func finish(_ index: Int, _ result: Result) throws {
      waiting[index] = result
      while failure == nil, let result = waiting.removeValue(forKey: taken) {
        taken += 1
        do {
          try take(items[taken - 1], result)
        } catch {
          failure = error  // Before the lock is free for another result.
        }
      }
    }
  }
}

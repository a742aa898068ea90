internal import Dispatch
internal import FoundationEssentials
internal import Synchronization

/// A value that cannot be copied, such as a decoder, in a box that a worker keeps.
final class Boxed<Value: ~Copyable> {
  var value: Value

  init(_ value: consuming Value) { self.value = value }
}

/// Works on many items on several cores, each core with a context of its own, and keeps their order.
package enum ParallelMap {
  private struct Shared<Output> {
    var begun = 0
    var appended = 0
    var waiting: [Int: Output] = [:]
    var failure: (any Error)?
  }

  /// Works on each item; `append` gets the outputs in the order of the items.
  ///
  /// `context` makes what a worker keeps from item to item, such as a decoder. All cores are used
  /// where `workers` is nil. `append` is never called from two threads at once.
  ///
  /// - Throws: The first error of a closure; no further item is then begun, and no output appended.
  package static func forEach<Item: Sendable, Context, Output: Sendable>(
    _ items: [Item], workers: Int?, context: () throws -> Context,
    work: (Context, Item) throws -> Output, append: (Item, Output) throws -> Void
  ) throws {
    let shared = Mutex(Shared<Output>())
    func next() -> Int? {
      shared.withLock { shared in
        guard shared.failure == nil, shared.begun < items.count else { return nil }
        shared.begun += 1
        return shared.begun - 1
      }
    }
    /// Hands over the outputs whose turn it is.
    func finish(_ index: Int, _ output: Output) {
      shared.withLock { shared in
        shared.waiting[index] = output
        while shared.failure == nil,
          let output = shared.waiting.removeValue(forKey: shared.appended)
        {
          do {
            try append(items[shared.appended], output)
          } catch {
            shared.failure = error  // Before the lock is free for another output.
          }
          shared.appended += 1
        }
      }
    }
    func run() {
      do {
        let context = try context()
        while let index = next() { finish(index, try work(context, items[index])) }
      } catch {
        shared.withLock { $0.failure = $0.failure ?? error }
      }
    }
    let count = min(items.count, max(1, workers ?? ProcessInfo.processInfo.activeProcessorCount))
    withoutActuallyEscaping(run) { run in
      // Nobody calls it after this call, and what it changes is under the lock.
      nonisolated(unsafe) let run = run
      DispatchQueue.concurrentPerform(iterations: count) { _ in unsafe run() }
    }
    if let failure = shared.withLock({ $0.failure }) { throw failure }
  }

  /// Returns the output for each item, in their order; `finished` gets how many are done.
  package static func map<Item: Sendable, Context, Output: Sendable>(
    _ items: [Item], workers: Int?, context: () throws -> Context,
    work: (Context, Item) throws -> Output, finished: (Int) -> Void = { _ in }
  ) throws -> [Output] {
    var outputs: [Output] = []
    try forEach(items, workers: workers, context: context, work: work) { _, output in
      outputs.append(output)
      finished(outputs.count)
    }
    return outputs
  }
}

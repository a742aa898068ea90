import Measuring
import Testing

private struct Stop: Error, Equatable {
  let item: Int
}

@Suite struct `Parallel map` {
  /// Works longer on early items, so that later ones are ready before them.
  private func square(_ item: Int) -> Int {
    (0..<(50 - item) * 200).reduce(item * item) { sum, number in sum + (number % 2 == 0 ? 0 : 0) }
  }

  @Test(arguments: [1, 3, nil, 100])
  func `results come in the order of the items, with any number of workers`(workers: Int?) throws {
    var taken: [Int] = []
    var done: [Int] = []
    try ParallelMap.forEach(
      Array(0..<50), workers: workers, context: {}, work: { _, item in square(item) },
      append: { item, result in
        taken.append(item)
        #expect(result == item * item)
      })
    #expect(taken == Array(0..<50))
    let squares = try ParallelMap.map(
      Array(0..<50), workers: workers, context: {}, work: { _, item in square(item) },
      finished: { done.append($0) })
    #expect(squares == (0..<50).map { $0 * $0 })
    #expect(done == Array(1...50))
    let none = try ParallelMap.map([Int](), workers: workers, context: {}, work: { $1 })
    #expect(none.isEmpty)
  }

  @Test func `the first error of the work, or of a context, ends it`() {
    #expect(throws: Stop(item: 7)) {
      try ParallelMap.map(
        Array(0..<50), workers: 2, context: {},
        work: { _, item in if item == 7 { throw Stop(item: item) } })
    }
    #expect(throws: Stop(item: -1)) {
      try ParallelMap.map([1, 2], workers: 2, context: { throw Stop(item: -1) }, work: { $1 })
    }
  }

  @Test func `what the taker throws ends it, and nothing more is taken`() {
    var taken = 0
    #expect(throws: Stop(item: 3)) {
      try ParallelMap.forEach(
        Array(0..<50), workers: 2, context: {}, work: { $1 },
        append: { item, _ in
          if item == 3 { throw Stop(item: item) }
          taken += 1
        })
    }
    #expect(taken == 3)
  }
}

/// Counts in numbered bins, of which only those that hold something are kept.
struct SparseCounts: Hashable, Sendable {
  private var counts: [Int: Int] = [:]
  /// All counts together.
  private(set) var total = 0

  /// Counts one more in a bin.
  mutating func add(bin: Int) {
    counts[bin, default: 0] += 1
    total += 1
  }

  /// How many are in a bin.
  subscript(bin: Int) -> Int { counts[bin, default: 0] }

  /// The bins that hold something, in their order.
  var bins: [Int] { counts.keys.sorted() }
}

/// Counts in numbered bins, of which only those that hold something are kept.
///
/// Encoded as an array of bin and count by turns, in the order of the bins.
struct SparseCounts: Hashable, Sendable {
  private var counts: [Int: Int] = [:]
  /// All counts together.
  private(set) var total = 0

  /// Counts one more in a bin.
  mutating func add(bin: Int) {
    counts[bin, default: 0] += 1
    total += 1
  }

  static func += (left: inout SparseCounts, right: SparseCounts) {
    left.counts.merge(right.counts, uniquingKeysWith: +)
    left.total += right.total
  }

  /// How many are in a bin.
  subscript(bin: Int) -> Int { counts[bin, default: 0] }

  /// The bins that hold something, in their order.
  var bins: [Int] { counts.keys.sorted() }
}

extension SparseCounts: Codable {
  init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    var last = -1
    while !values.isAtEnd {
      let bin = try values.decode(Int.self)
      let count = try values.decode(Int.self)
      let (sum, isTooLarge) = total.addingReportingOverflow(count)
      guard bin > last && count > 0 && !isTooLarge else {
        throw DecodingError.dataCorruptedError(
          in: values, debugDescription: "bin \(bin) with count \(count) is out of order or range")
      }
      counts[bin] = count
      total = sum
      last = bin
    }
  }

  func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    for bin in bins {
      try values.encode(bin)
      try values.encode(self[bin])
    }
  }
}

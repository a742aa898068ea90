/// Returns the least cost of turning one sequence into another: insertions and deletions cost 1 each,
/// replacements what `substitution` says, swaps of neighbours `swap`, where it is given.
///
/// The weighted distance of Levenshtein (1965), row by row; with swaps that of Damerau (1964), where
/// nothing is changed after it was swapped.
package func editDistance<Element: Equatable>(
  _ left: [Element], _ right: [Element], swap: Double? = nil,
  substitution: (Element, Element) -> Double = { $0 == $1 ? 0 : 1 }
) -> Double {
  var beforeLast: [Double] = []
  var last = (0...right.count).map(Double.init)
  for i in left.indices {
    var row = [Double(i + 1)]
    row.reserveCapacity(last.count)
    for j in right.indices {
      var cost = min(last[j] + substitution(left[i], right[j]), last[j + 1] + 1, row[j] + 1)
      if let swap, i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
        cost = min(cost, beforeLast[j - 1] + swap)
      }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[right.count]
}

extension Sequence where Element: Hashable {
  /// The elements in order, each at its first place only.
  package var withoutRepeats: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

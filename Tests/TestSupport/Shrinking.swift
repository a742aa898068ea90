/// Returns the shortest list that is found by leaving out steps, in halves and at last one by one, and
/// which still fails.
///
/// That is delta debugging (A. Zeller and R. Hildebrandt, "Simplifying and Isolating Failure-Inducing
/// Input", 2002), trying only what is left when a part is taken out.
package func shrunk<Step>(
  _ steps: [Step], while fails: ([Step]) throws -> Bool
) rethrows -> [Step] {
  var (steps, size) = (steps, max(1, steps.count / 2))
  while true {
    var (start, isShorter) = (0, false)
    while start < steps.count {
      let rest = Array(steps[..<start] + steps.dropFirst(start + size))
      if try fails(rest) { (steps, isShorter) = (rest, true) } else { start += size }
    }
    // One by one until none can go, since one that is left out can make others needless.
    if size > 1 { size /= 2 } else if !isShorter { return steps }
  }
}

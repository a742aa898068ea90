import HyzerBase
import Testing

@Suite struct `Edit distance` {
  @Test(arguments: [
    ("", "", 0, 0), ("", "abc", 3, 3), ("round", "ruond", 2, 1), ("kitten", "sitting", 3, 3),
    ("a", "b", 1, 1), ("abcd", "badc", 3, 2), ("flaw", "lawn", 2, 2),
  ])
  func `a swap counts twice, or once where it is asked for`(
    left: String, right: String, plain: Double, swapping: Double
  ) {
    for (one, other) in [(Array(left), Array(right)), (Array(right), Array(left))] {
      #expect(editDistance(one, other) == plain)
      #expect(editDistance(one, other, swap: 1) == swapping)
    }
  }

  @Test func `a replacement costs what is said`() {
    #expect(editDistance([1, 2, 3], [1, 5, 3]) { $0 == $1 ? 0 : 0.5 } == 0.5)
    // Two insertions and deletions are cheaper than three.
    #expect(editDistance([1], [2]) { $0 == $1 ? 0 : 3 } == 2)
  }
}

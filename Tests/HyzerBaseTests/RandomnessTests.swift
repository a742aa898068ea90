import HyzerBase
import Testing

@Suite struct `Randomness` {
  @Test(arguments: [
    ("", 0xCBF2_9CE4_8422_2325 as UInt64), ("a", 0xAF63_DC4C_8601_EC8C),
    ("foobar", 0x8594_4171_F739_67E8),
  ])
  func `the hash is FNV-1a, by its authors' test vectors`(text: String, hash: UInt64) {
    #expect(stableHash(text) == hash)
  }

  @Test func `a seed and a name give one sequence, others give others`() {
    func draw(_ seed: UInt64, _ name: String) -> [Int] {
      var random = SeededGenerator(seed: seed, name: name)
      return (0..<8).map { _ in Int.random(in: 0..<1_000_000, using: &random) }
    }
    #expect(draw(1, "a.flac") == draw(1, "a.flac"))
    #expect(draw(1, "a.flac") != draw(1, "b.flac"))
    #expect(draw(1, "a.flac") != draw(2, "a.flac"))
  }

  @Test func `numbers spread evenly`() {
    var random = SeededGenerator(seed: 1)
    var counts = Array(repeating: 0, count: 10)
    for _ in 0..<100_000 { counts[Int.random(in: 0..<10, using: &random)] += 1 }
    #expect(counts.allSatisfy { abs($0 - 10_000) < 500 })
  }
}

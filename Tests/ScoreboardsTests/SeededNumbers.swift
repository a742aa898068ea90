import HyzerBase

/// Numbers that are as good as random, and the same in every run.
struct SeededNumbers {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func number(below end: Int) -> Int { Int.random(in: 0..<end, using: &generator) }

  mutating func byte() -> UInt8 { UInt8(number(below: 256)) }

  mutating func real(_ range: ClosedRange<Float>) -> Float {
    Float.random(in: range, using: &generator)
  }
}

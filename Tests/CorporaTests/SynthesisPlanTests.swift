import Corpora
import Testing

@Suite struct `Voices and plans` {
  @Test(arguments: ["flite:slt", "espeak:en-us+m3", "festival:cmu_us_slt_arctic_hts"])
  func `a voice is read as it is written`(text: String) throws {
    #expect(try #require(Voice(text)).description == text)
  }

  @Test(arguments: [
    "", "slt", "flite:", "flite", "sapi:anna", "flite:a b", "festival:x) (exit", "flite:../slt",
    "espeak:-v", "flite:slt:2", "espeak:José",
  ])
  func `what is no voice, or could do harm, is refused`(text: String) {
    #expect(Voice(text) == nil)
  }

  private func voices(_ names: String...) -> [Voice] { names.compactMap { Voice($0) } }

  @Test func `the plan goes sentence by sentence, each thing once`() {
    let plan = SynthesisPlan(
      sentences: 2, voices: voices("flite:slt", "flite:rms", "flite:slt"), speeds: [1, 1.25, 1])
    let written = plan.items.map { "\($0.sentence) \($0.voice.name) \($0.speed)" }
    #expect(
      written == [
        "0 slt 1.0", "0 slt 1.25", "0 rms 1.0", "0 rms 1.25", "1 slt 1.0", "1 slt 1.25",
        "1 rms 1.0", "1 rms 1.25",
      ])
  }

  @Test func `a limit draws by seed, in order, and a higher one keeps what a lower one drew`() {
    func plan(_ limit: Int?, _ seed: UInt64) -> [SynthesisPlan.Item] {
      SynthesisPlan(
        sentences: 20, voices: voices("flite:slt", "flite:rms"), speeds: [0.8, 1], limit: limit,
        seed: seed
      ).items
    }
    let all = plan(nil, 1)
    let drawn = plan(10, 1)
    #expect(drawn.count == 10)
    #expect(drawn == plan(10, 1))
    #expect(drawn != plan(10, 2))
    #expect(drawn == all.filter(drawn.contains))
    #expect(Set(drawn).isSubset(of: plan(30, 1)))
    #expect(Set(drawn.map(\.voice)).count == 2)
    #expect(plan(80, 1) == all)
    #expect(plan(500, 1) == all)
  }
}

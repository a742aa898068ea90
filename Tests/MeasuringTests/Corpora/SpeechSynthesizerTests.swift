import DiscGolf
import TestSupport
import Testing

@testable import Measuring

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

  /// The plan as "0 slt 1.25": sentence, voice and pace.
  private func plan(
    _ sentences: Int, _ voices: [String], _ speeds: [Double], limit: Int? = nil, seed: UInt64 = 0
  ) throws -> [String] {
    let round = try makeRound(["Mike"])
    let sentences = (0..<sentences).map {
      ManifestEntry(audio: nil, transcript: "\($0)", round: round, scores: [])
    }
    return SynthesizedClip.plan(
      sentences, voices: voices.compactMap { Voice("flite:" + $0) }, speeds: speeds, limit: limit,
      seed: seed
    ).map { "\($0.text) \($0.voice.name) \($0.pace)" }
  }

  @Test func `a limit draws by seed, in order, and a higher one keeps what a lower one drew`()
    throws
  {
    func plan(_ limit: Int?, _ seed: UInt64) throws -> [String] {
      try self.plan(20, ["slt", "rms"], [0.8, 1], limit: limit, seed: seed)
    }
    let all = try plan(nil, 1)
    let drawn = try plan(10, 1)
    #expect(drawn.count == 10)
    #expect(try drawn == plan(10, 1))
    #expect(try drawn != plan(10, 2))
    #expect(drawn == all.filter(drawn.contains))
    #expect(try Set(drawn).isSubset(of: plan(30, 1)))
    #expect(try plan(80, 1) == all && plan(500, 1) == all)
  }
}

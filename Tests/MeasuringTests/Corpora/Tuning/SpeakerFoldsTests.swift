import Testing

@testable import Measuring

@Suite struct `Folds of speakers` {
  /// Uneven numbers of lines, interleaved: speaker "s3" has four.
  private let speakers = {
    let lines = (0..<12).flatMap { Array(repeating: "s\($0)", count: $0 % 4 + 1) }
    return lines.indices.map { lines[$0 * 7 % lines.count] }
  }()

  @Test(arguments: [UInt64(1), 2, 3, 99], [2, 3, 5, 12, 40])
  func `no speaker is in two folds, and every line is held out once`(seed: UInt64, most: Int) {
    let folds = SpeakerFolds(speakers: speakers, most: most, seed: seed)
    #expect(folds.count == min(most, 12))
    var heldOut: [Int] = []
    for fold in 0..<folds.count {
      let (out, training) = (folds.heldOut(fold), folds.training(fold))
      #expect(!out.isEmpty)
      #expect(
        Set(out.map { speakers[$0] }).isDisjoint(with: training.map { speakers[$0] }))
      #expect(out.count + training.count == speakers.count)
      heldOut += out
    }
    #expect(heldOut.sorted() == Array(speakers.indices))
    #expect(folds.training(folds.count) == Array(speakers.indices))
  }

  @Test func `folds are of about one size, and another seed parts them otherwise`() {
    let folds = SpeakerFolds(speakers: speakers, most: 3, seed: 1)
    #expect((0..<3).map { folds.heldOut($0).count } == [10, 10, 10])
    #expect(folds == SpeakerFolds(speakers: speakers, most: 3, seed: 1))
    #expect(
      Set((1...5).map { SpeakerFolds(speakers: speakers, most: 3, seed: $0) }).count == 5)
  }

  @Test func `a single speaker makes one fold`() {
    #expect(SpeakerFolds(speakers: ["a", "a"], most: 5, seed: 1).count == 1)
  }
}

import Audio
import Evaluation
import Golf
import Pronunciation
import TestSupport
import Testing

private struct Stop: Error {}

@Suite struct `Corpus runner` {
  /// Lines of very unequal length: texts, recordings and one that is missing.
  private func lines() throws -> [CorpusUtterance] {
    let mike = ScorePair(player: "Michael", strokes: 3)
    return try (1...24).map { line in
      switch line % 4 {
      case 0: try makeLine(DemoAudio.path("golf.flac"), [mike], line: line)
      case 1: try makeLine("/nowhere/\(line).wav", [mike], line: line)
      default: try makeLine(nil, [mike], says: "mike three", line: line)
      }
    }
  }

  private func run(_ lines: [CorpusUtterance], workers: Int) throws -> [String] {
    var rest = lines[...]
    var verdicts: [String] = []
    func take(_ line: CorpusUtterance, _ verdict: CorpusRunner.Verdict) {
      switch verdict {
      case .judged(let outcomes):
        verdicts.append(
          "\(line.line) \(outcomes.map { "\($0.accepted) \($0.heard) \($0.result)" })")
      case .unreadable(let error): verdicts.append("\(line.line) \(error)")
      }
    }
    try makeRunner(Experiment(), workers: workers).run({ rest.popFirst() }, take: take)
    return verdicts
  }

  @Test func `verdicts come in order, and are the same with any number of workers`() throws {
    let lines = try lines()
    let one = try run(lines, workers: 1)
    #expect(one.count == lines.count)
    #expect(one.enumerated().allSatisfy { $0.element.hasPrefix("\($0.offset + 1) ") })
    #expect(try run(lines, workers: 3) == one)
  }

  @Test func `a line that fails for good ends the run with its error`() throws {
    let bad = try makeLine(
      nil, [], says: "x", players: [Player(name: "Mike", pronunciations: ["QQ"])])
    let error = #expect(throws: CorpusRunner.UnhearableLine.self) {
      _ = try run([bad] + lines(), workers: 2)
    }
    #expect(error?.line.line == 1)
  }

  @Test func `what the taker throws ends the run, and no further line is taken`() throws {
    var rest = try lines()[...]
    var taken = 0
    func take(_ line: CorpusUtterance, _ verdict: CorpusRunner.Verdict) throws {
      taken += 1
      if taken == 3 { throw Stop() }
    }
    #expect(throws: Stop.self) {
      try makeRunner(Experiment(), workers: 2).run({ rest.popFirst() }, take: take)
    }
    #expect(taken == 3)
  }

  @Test func `what the giver throws ends the run`() throws {
    #expect(throws: Stop.self) {
      try makeRunner(Experiment(), workers: 2).run({ throw Stop() }, take: { _, _ in })
    }
  }
}

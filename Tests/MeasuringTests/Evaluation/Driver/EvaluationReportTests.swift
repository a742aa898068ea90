import Foundation
import HyzerBase
import TestSupport
import Testing

@testable import Measuring

extension EvaluationHeader {
  fileprivate init(seed: UInt64 = 1, snr: [Double] = [], shard: Shard? = nil) {
    self.init(
      version: "1", settingsSHA256: "s",
      manifests: [.init(path: "a.jsonl", sha256: "m", utterances: 6)], negatives: [],
      noises: [], snrDecibels: snr, seed: seed, endpointing: false, shard: shard)
  }
}

private func line(_ number: Int, heard: Int? = 3) -> JudgedLine {
  JudgedLine([mikeOutcome(number, heard: heard)])
}

private func unreadable(_ number: Int) -> JudgedLine {
  JudgedLine(
    unreadable: .init(corpus: 0, line: number, id: "\(number)", message: "gone", code: 66))
}

@Suite struct `Outcome journal` {
  @Test func `a journal goes on where it ends, wherever it was cut`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/journal"
      let lines = [line(1), unreadable(2), line(3)]
      do {
        let journal = try OutcomeJournal(resuming: path, header: EvaluationHeader())
        #expect(journal.judged.isEmpty)
        for line in lines { try journal.append(line) }
      }
      let whole = try Data(contentsOf: URL(fileURLWithPath: path))
      let headerEnd = try #require(whole.firstIndex(of: UInt8(ascii: "\n"))) + 1
      for length in headerEnd...whole.count {
        try whole.prefix(length).write(to: URL(fileURLWithPath: path))
        let kept = whole[headerEnd..<length].count { $0 == UInt8(ascii: "\n") }
        do {
          let journal = try OutcomeJournal(resuming: path, header: EvaluationHeader())
          #expect(journal.judged == Array(lines.prefix(kept)), "cut at \(length)")
          try journal.append(line(9))
        }
        let again = try OutcomeJournal(resuming: path, header: EvaluationHeader())
        #expect(again.judged == lines.prefix(kept) + [line(9)])
      }
    }
  }

  @Test func `a journal of another evaluation is refused, and stays as it is`() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/journal"
      do { try OutcomeJournal(resuming: path, header: EvaluationHeader()).append(line(1)) }
      let before = try read(path)
      let other = EvaluationHeader(seed: 2)
      #expect(throws: FileFailure.self) { try OutcomeJournal(resuming: path, header: other) }
      #expect(try read(path) == before)
      let notes = try write("my notes\n", to: folder + "/notes.txt")
      #expect(throws: FileFailure.self) { try OutcomeJournal(resuming: notes, header: other) }
      #expect(try read(notes) == "my notes\n")
      #expect(throws: FileFailure.self) {
        try OutcomeJournal(resuming: folder + "/no/journal", header: other)
      }
    }
  }

  @Test func `an empty file becomes a journal, and a journal in use is refused`() throws {
    try withTemporaryFolder { folder in
      let path = try write("", to: folder + "/journal")
      do {
        let journal = try OutcomeJournal(resuming: path, header: EvaluationHeader())
        try journal.append(line(1))
        #expect(throws: FileFailure.self) {
          try OutcomeJournal(resuming: path, header: EvaluationHeader())
        }
      }
      #expect(try OutcomeJournal(resuming: path, header: EvaluationHeader()).judged == [line(1)])
    }
  }
}

@Suite struct `Shards joined` {
  @Test(
    arguments: [
      ([nil], [1], "\"0\" is no shard"), (["1/2"], [1], "shard 2/2 is missing"),
      (["1/2", "1/2"], [1, 1], "\"0\" and \"1\" are both shard 1/2"),
      (["1/2", "2/3"], [1, 1], "shards of different evaluations"),
      (["1/2", "2/2"], [1, 9], "shards of different evaluations"),
      (["3/4", "1/4"], [1, 1], "shard 2/4, 4/4 is missing"),
    ] as [([String?], [UInt64], String)])
  func `shards that do not make a whole are refused`(
    texts: [String?], seeds: [UInt64], message: String
  ) throws {
    let headers = zip(texts, seeds).map {
      EvaluationHeader(seed: $1, shard: $0.flatMap(Shard.init))
    }
    let failure = #expect(throws: FileFailure.self) {
      try EvaluationHeader(joining: headers, paths: headers.indices.map(String.init))
    }
    #expect(failure?.description.contains(message) == true)
  }

  @Test func `a file that is no report is refused`() throws {
    try withTemporaryFolder { folder in
      let path = try write("{}", to: folder + "/x.json")
      let failure = #expect(throws: FileFailure.self) { try EvaluationReport.Printed(path: path) }
      #expect(failure?.description.contains("is no report of hyzer evaluate --json") == true)
    }
  }

  @Test func `an outcome of a condition that there is not is refused`() {
    let line = JudgedLine([mikeOutcome(1, condition: 1)])
    #expect(throws: FileFailure.self) { try EvaluationReport(EvaluationHeader(), [line]) }
  }
}

@Suite struct `Comparison with an earlier report` {
  /// Compares, and returns the exact utterances gained and lost, and the notes.
  private func compare(
    _ before: [JudgedLine], _ after: [JudgedLine], earlier: EvaluationHeader = EvaluationHeader(),
    _ later: EvaluationHeader = EvaluationHeader()
  ) throws -> ComparisonReport {
    try withTemporaryFolder { folder in
      let path = try write(
        JSONLine.encode(EvaluationReport(earlier, before)), to: folder + "/before.json")
      let report = try EvaluationReport(
        later, after, baseline: (path, EvaluationReport.Printed(path: path)))
      return try #require(report.comparison)
    }
  }

  @Test func `what two reports do not share is named, and left out of the comparison`() throws {
    let relabelled = JudgedLine([mikeOutcome(3, said: 5)])
    let comparison = try compare(
      [line(1), line(2), line(3)], [line(1), relabelled, line(4)],
      EvaluationHeader(seed: 7))
    #expect(comparison.text.contains("as recorded  1 "))
    #expect(
      comparison.text.components(separatedBy: "\nnote: ").dropFirst() == [
        "1 outcomes are in the earlier report only", "1 outcomes are in this evaluation only",
        "1 outcomes have another label, text or recording, and are left out",
        "the earlier seed was 1: noise lies elsewhere",
      ])
    #expect(throws: FileFailure.self) { try compare([line(1)], [line(2)]) }
  }

  @Test func `lines with the same text are distinguished by their order`() throws {
    func twice(_ heard: [Int?]) -> [JudgedLine] {
      heard.enumerated().map { index, heard in
        var outcome = mikeOutcome(index + 1, heard: heard)
        outcome.id = "mike three"
        return JudgedLine([outcome])
      }
    }
    let comparison = try compare(twice([3, nil]), twice([nil, 3]))
    #expect(comparison.text.contains("as recorded  2 "))
    #expect(comparison.text.contains("+1 -1"))
  }
}

@Suite struct `Targets` {
  @Test(
    arguments: [
      ("85", Target(.exact, percent: 85)), ("pairs=95.5", Target(.pairs, percent: 95.5)),
      ("wrong-commits=5@noise", Target(.wrongCommits, percent: 5, scope: .noise)),
      ("93@15", Target(.exact, percent: 93, scope: .level(15))),
      ("none=3", nil), ("101", nil), ("pairs", nil), ("", nil), ("pairs=1=2", nil), ("5@", nil),
    ] as [(String, Target?)])
  func `a target is read from the command line`(text: String, target: Target?) {
    #expect(Target(text) == target)
  }

  @Test func `a target that nothing measures is missed`() throws {
    let report = try EvaluationReport(EvaluationHeader(), [line(1), line(2, heard: 4)])
    let targets = ["40", "60", "wrong-commits=1", "false-accepts=1", "40@noise"].compactMap {
      Target($0)
    }
    #expect(report.missed(targets) == Array(targets.dropFirst()))
  }
}

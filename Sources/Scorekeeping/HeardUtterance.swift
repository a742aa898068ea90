internal import Audio
internal import Foundation
internal import Golf
public import Language
internal import Recognition
public import Understanding

/// An utterance as it was heard, kept until its scores are saved or dropped.
public struct HeardUtterance: Hashable, Sendable {
  /// What it was taken for, and by which measures.
  public let evidence: Evidence
  /// What it says.
  public let result: ParseResult
  /// The hole that was the current one.
  public let hole: Int
  /// Its audio: 16 kHz mono samples.
  public let samples: [Int16]

  /// Makes an utterance from its parts.
  public init(evidence: Evidence, result: ParseResult, hole: Int, samples: [Int16]) {
    self.evidence = evidence
    self.result = result
    self.hole = hole
    self.samples = samples
  }

  /// Returns what the log keeps of it; nil where the evidence holds a number that is none.
  func logged(_ id: UtteranceID, round: RoundID, clip: String?, at time: String)
    -> UtteranceEvidence?
  {
    guard let details = evidence.json else { return nil }
    let range = evidence.samples ?? 0..<samples.count
    let seconds = { (sample: Int) in Double(sample) / Double(Recording.sampleRateHz) }
    return UtteranceEvidence(
      id: id, round: round, hole: hole, startSeconds: seconds(range.lowerBound),
      endSeconds: seconds(range.upperBound), transcript: evidence.hypothesis.transcript,
      result: result.status, details: details, clip: clip, at: time)
  }
}

extension Evidence {
  /// The evidence as a JSON object, its keys in alphabetical order.
  var json: String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The acoustic score of each frame of an utterance, spread evenly over each segment.
struct FrameScores {
  private var scores: [Double]

  init(_ segments: [Segment]) {
    scores = Array(repeating: 0, count: segments.map(\.frames.upperBound).max() ?? 0)
    for segment in segments {
      for frame in segment.frames {
        scores[frame] = Double(segment.score) / Double(segment.frames.count)
      }
    }
  }

  /// The sum over some frames; those beyond the end count nothing.
  func total(over frames: Range<Int>) -> Double {
    scores[frames.clamped(to: scores.indices)].reduce(0, +)
  }
}

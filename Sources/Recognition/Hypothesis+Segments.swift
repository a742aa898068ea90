extension Hypothesis {
  /// Measures words against the phones heard in the same frames; nothing for no words.
  ///
  /// `texts` are the words of the lexicon as transcripts have them.
  init(
    _ segments: [Segment], texts: [String: String], beside loop: FrameScores,
    confidence: DecoderSettings.Confidence, isContested: Bool = false, rival: Rival? = nil
  ) {
    let margins = segments.map { Double($0.score) - loop.total(over: $0.frames) }
    let frames = segments.map { Double($0.frames.count) }
    let words = segments.indices.map { index in
      let margin = margins[index] / frames[index]
      return RecognizedWord(
        text: texts[segments[index].word] ?? segments[index].word,
        confidence: confidence.confidence(margin: margin), margin: margin,
        frames: segments[index].frames)
    }
    self.init(
      words: words,
      confidence: segments.isEmpty
        ? 0 : confidence.confidence(margin: margins.reduce(0, +) / frames.reduce(0, +)),
      isContested: isContested, rival: rival)
  }
}

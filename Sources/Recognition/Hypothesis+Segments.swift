extension Hypothesis {
  /// Measures the words of a reply against the phones heard in the same frames; nothing for no words.
  ///
  /// `texts` are the words of the lexicon as transcripts have them.
  init(
    reply segments: [Segment], texts: [String: String], beside loop: FrameScores,
    confidence: DecoderSettings.Confidence
  ) {
    let words = segments.map { segment in
      let margin = loop.margin(of: [segment])
      return RecognizedWord(
        text: texts[segment.word] ?? segment.word,
        confidence: confidence.confidence(margin: margin), margin: margin, frames: segment.frames)
    }
    self.init(
      words: words,
      confidence: words.isEmpty ? 0 : confidence.confidence(margin: loop.margin(of: segments)))
  }

  /// Measures the words of a sentence against the phones heard in the same frames, and each against
  /// its rival; nothing for no words.
  ///
  /// `phones` are how many each word of the lexicon has at most.
  init(
    sentence segments: [Segment], texts: [String: String], phones: [String: Int],
    rivals: [WordRival?], talk: [WordRival?], opinions: [RecognizedWord.Opinion?],
    beside loop: FrameScores, settings: DecoderSettings, isContested: Bool, rival: Rival?
  ) {
    let words = segments.indices.map { index in
      let (segment, rival) = (segments[index], rivals[index])
      let margin = loop.margin(of: [segment])
      let framesPerPhone = Double(segment.frames.count) / Double(phones[segment.word] ?? 1)
      let isTooLong = framesPerPhone > settings.wordConfidence.mostFramesPerPhone
      return RecognizedWord(
        text: texts[segment.word] ?? segment.word,
        confidence: isTooLong
          ? 0
          : settings.wordConfidence.confidence(
            margin: margin, lead: rival?.lead, talkLead: talk[index]?.lead,
            opinion: opinions[index]),
        margin: margin,
        rival: rival.map {
          RecognizedWord.Rival(text: texts[$0.word] ?? $0.word, lead: $0.lead)
        },
        talk: talk[index].map { RecognizedWord.Rival(text: $0.word, lead: $0.lead) },
        opinion: opinions[index], frames: segment.frames)
    }
    guard !words.isEmpty else {
      self = .nothing
      return
    }
    self.init(
      words: words,
      confidence: settings.sentenceConfidence.confidence(words: words.map(\.confidence)),
      isContested: isContested, rival: rival)
  }
}

extension FrameScores {
  /// How much better words explain their frames than these scores, per frame; the words are not
  /// empty.
  fileprivate func margin(of words: [Segment]) -> Double {
    let difference = words.reduce(0) { $0 + Double($1.score) - total(over: $1.frames) }
    return difference / Double(words.reduce(0) { $0 + $1.frames.count })
  }
}

internal import Glibc

/// A word that the recogniser heard.
public struct RecognizedWord: Hashable, Sendable, Codable {
  /// Another word that may have been said in its place.
  package struct Competitor: Hashable, Sendable, Codable {
    /// The other word, as it is written in a transcript.
    package let text: String
    /// The log-likelihood ratio (LLR) of the word that was heard against it, in the units of
    /// ``DecoderHandle/logarithm(_:)``; below 0 where the grammar decided for the word.
    package let llr: Double

    enum CodingKeys: String, CodingKey {
      case text
      case llr = "lead"
    }
  }

  /// The word or name as it is written in a transcript.
  public let text: String
  /// How surely it is this word, from 0 to 1.
  public let confidence: Double
  /// Its LLR per frame against the phone loop.
  package var loopLLR = 0.0
  /// The likeliest word that would make another score; nil where there is none.
  package var competitor: Competitor?
  /// What fits best there of the garbage model; nil where that was not searched.
  package var garbage: Competitor?
  /// Where it lies, in frames of 10 ms from the utterance's start.
  package var frames = 0..<0

  /// Where it lies, in seconds from the utterance's start, to 10 ms.
  public var seconds: Range<Double> {
    Double(frames.lowerBound) / 100..<Double(frames.upperBound) / 100
  }

  /// The keys of score logs, which stay as they were first written.
  enum CodingKeys: String, CodingKey {
    case text, confidence, frames
    case loopLLR = "margin"
    case competitor = "rival"
    case garbage = "talk"
  }
}

/// What the recogniser heard in an utterance.
public struct Hypothesis: Hashable, Sendable, Codable {
  /// A sentence that was heard as well, and was not chosen.
  package struct Competitor: Hashable, Sendable, Codable {
    /// Its words, separated by spaces.
    package let transcript: String
    /// The LLR of the sentence chosen against it; below 0 where that was chosen for what it says.
    package let llr: Double

    enum CodingKeys: String, CodingKey {
      case transcript
      case llr = "lead"
    }
  }

  /// The words in order; empty where nothing was heard.
  public let words: [RecognizedWord]
  /// How surely the words were said, all together, from 0 to 1; 0 where nothing was heard.
  public let confidence: Double
  /// Whether another sentence explains the audio nearly as well.
  package var isContested = false
  /// The other sentence, where the searches of the two grammars heard different ones.
  package var competitor: Competitor?
  /// The pause before, between or behind the words, in frames of 10 ms, in which something was said that is none of
  /// them; nil for none.
  package var unheard: Range<Int>?

  enum CodingKeys: String, CodingKey {
    case words, confidence, isContested, unheard
    case competitor = "rival"
  }

  package static let nothing = Hypothesis(words: [], confidence: 0)

  /// The words, separated by spaces.
  public var transcript: String { words.map(\.text).joined(separator: " ") }
}

/// What the recogniser heard in an utterance when it listened for nothing but a reply.
package struct ReplyHypothesis: Hashable, Sendable, Codable {
  /// The words of the likeliest reply.
  package let hypothesis: Hypothesis
  /// The LLR per frame of the reply against the phone loop, over all frames of the utterance; low
  /// where only a part of what was said sounds like a reply.
  package let loopLLR: Double
  /// Its LLR per frame against the likeliest sentence; nil where no sentence fits the audio.
  package let sentenceLLR: Double?

  enum CodingKeys: String, CodingKey {
    case hypothesis
    case loopLLR = "coverage"
    case sentenceLLR = "lead"
  }
}

// MARK: - Confidences

extension ReplyHypothesis {
  /// Measures what a search found against the phone loop, and against a sentence where there is one; nil
  /// where it found no words.
  init?(
    _ decoding: Decoding, words table: WordTable, beside scores: borrowing SenoneScores,
    confidence: DecoderSettings.Confidence, sentence: Decoding = .nothing
  ) {
    let words = table.words(of: decoding)
    guard !words.isEmpty else { return nil }
    let frames = Double(scores.frames)
    self.init(
      hypothesis: Hypothesis(
        reply: words, words: table, beside: scores.phones, confidence: confidence),
      loopLLR: (decoding.acousticScore - scores.phones.total(over: 0..<scores.frames)) / frames,
      sentenceLLR: sentence.segments.isEmpty
        ? nil : (decoding.acousticScore - sentence.acousticScore) / frames)
  }
}

extension Hypothesis {
  /// Measures the words of a reply against the phone loop in the same frames; nothing for no words.
  init(
    reply segments: [Segment], words: WordTable, beside loop: FrameScores,
    confidence: DecoderSettings.Confidence
  ) {
    self.init(
      words: segments.map { segment in
        let llr = loop.llr(of: [segment])
        return RecognizedWord(
          text: words.text(segment.word), confidence: confidence.confidence(loopLLR: llr),
          loopLLR: llr, frames: segment.frames)
      },
      confidence: segments.isEmpty ? 0 : confidence.confidence(loopLLR: loop.llr(of: segments)))
  }

  /// Measures the words of a sentence by all that they were compared with; there is one or more.
  ///
  /// `competitors` is nil where none were searched, as for what is rejected whatever they are: then no word is likelier than
  /// its competitor.
  ///
  /// That a word is likelier than its competitor before anything is heard makes it sure enough to be shown, and never
  /// sure enough to save itself: that takes the audio alone. Nor does a word save itself that any phones
  /// fit far better, as one that the grammar makes up.
  init(
    sentence segments: [Segment], words table: WordTable,
    competitors: [RecognizedWord.Competitor?]?, rarities: [String: Double],
    garbage: [RecognizedWord.Competitor?],
    beside loop: FrameScores, settings: DecoderSettings,
    isContested: Bool, unheard: Range<Int>?, competitor: Competitor?
  ) {
    let words = segments.indices.map { index in
      let segment = segments[index]
      let llr = loop.llr(of: [segment])
      let framesPerPhone =
        Double(segment.frames.count) / Double(table.phoneCount(segment.word))
      let isTooLong = framesPerPhone > settings.wordConfidence.mostFramesPerPhone
      let competitor = competitors?[index]
      func confidence(prior: Double) -> Double {
        settings.wordConfidence.confidence(
          loopLLR: llr, competitor: competitors == nil ? 0 : competitor.map { $0.llr + prior },
          garbage: garbage[index]?.llr)
      }
      let prior = competitor.flatMap { rarities[$0.text] }.flatMap { other in
        rarities[segment.word].map { DecoderHandle.logarithm(pow(10, other - $0)) }
      }
      let mostWithPrior = settings.confidence.confirmBelow.nextDown
      let mostWithoutPrior = llr < settings.wordConfidence.poorLoopLLR ? mostWithPrior : 1
      return RecognizedWord(
        text: table.text(segment.word),
        confidence: isTooLong
          ? 0
          : max(
            min(confidence(prior: 0), mostWithoutPrior),
            min(confidence(prior: max(prior ?? 0, 0)), mostWithPrior)),
        loopLLR: llr, competitor: competitor, garbage: garbage[index],
        frames: segment.frames)
    }
    self.init(
      words: words,
      confidence: settings.sentenceConfidence.confidence(words: words, by: settings.wordConfidence),
      isContested: isContested, competitor: competitor, unheard: unheard)
  }
}

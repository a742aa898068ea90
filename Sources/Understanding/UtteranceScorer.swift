public import Golf
public import Language
public import Pronunciation
public import Recognition

/// What was heard in an utterance and what it says.
public struct ScoredUtterance: Hashable, Sendable {
  /// The words that were heard.
  public let hypothesis: Hypothesis
  /// What they say, weighed by how clearly they were heard.
  public let result: ParseResult
  /// Whether something in it would be accepted if only the utterance as a whole were clear enough.
  public let isAcceptable: Bool
  /// What was heard of a reply; nil where none was listened for, or none was heard.
  public internal(set) var replyHypothesis: ReplyHypothesis?
  /// What the utterance says to scores that wait to be saved; nil where it is no reply.
  ///
  /// Where there is one, it says all that the utterance says: ``result`` then holds the same score,
  /// or nothing that was meant.
  public internal(set) var reply: Reply?
}

/// Turns the samples of an utterance into scores: recognise, parse, weigh.
public struct UtteranceScorer: ~Copyable {
  /// The round whose scores are heard.
  public private(set) var round: Round
  /// How long the stages of the last utterance took, by the clock that the scorer was given.
  public private(set) var timings = UtteranceTimings()
  private var recognizer: PocketSphinxRecognizer
  private var parser: UtteranceParser
  private var replyParser: ReplyParser
  private let words: RoundLexicon
  private let lexicon: PronunciationLexicon
  private let confidence: DecoderSettings.Confidence
  private let replies: DecoderSettings.Replies
  private let uptime: () -> Duration

  /// Makes a scorer for a round; `uptime` returns the time since some moment, to measure with.
  ///
  /// - Throws: ``LexiconError`` for a name without a pronunciation, ``RecognizerError`` where the
  ///   engine does not start.
  public init(
    round: Round, lexicon: PronunciationLexicon, settings: DecoderSettings,
    uptime: @escaping () -> Duration = { .zero }
  ) throws {
    let words = try RoundLexicon(roster: round.roster, lexicon: lexicon, settings: settings)
    recognizer = try PocketSphinxRecognizer(grammar: words.grammar, settings: settings)
    parser = UtteranceParser(round: round, words: words, lexicon: lexicon)
    replyParser = ReplyParser(round: round, words: words)
    confidence = settings.confidence
    replies = settings.replies
    self.uptime = uptime
    self.round = round
    self.words = words
    self.lexicon = lexicon
  }

  /// Goes on to another hole or par of the same roster, for which nothing need be loaded.
  public mutating func move(to round: Round) {
    precondition(round.roster == self.round.roster, "another roster needs another scorer")
    guard round != self.round else { return }
    self.round = round
    parser = UtteranceParser(round: round, words: words, lexicon: lexicon)
    replyParser = ReplyParser(round: round, words: words)
  }

  /// Returns what words say that were spoken, without weighing how clearly they were heard.
  public func parse(spoken text: String) -> ParseResult { parser.parse(text, input: .spoken) }

  /// Returns what an utterance says: mono samples at ``PocketSphinxRecognizer/sampleRateHz``.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  public mutating func score(_ samples: [Int16]) throws(RecognizerError) -> ScoredUtterance {
    let start = uptime()
    let hypothesis = try recognizer.recognize(samples)
    let heard = uptime()
    let utterance = understand(hypothesis).weighed(by: confidence)
    note(start: start, heard: heard)
    return utterance
  }

  /// Returns what an utterance says, and what it replies to scores that wait to be saved.
  ///
  /// A reply counts where it is clear and explains the audio better than any sentence of scores, as
  /// ``DecoderSettings/Replies`` says; one that has the words of the sentence heard, "Mike five",
  /// counts where the sentence would save itself.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  public mutating func scoreOrReply(_ samples: [Int16]) throws(RecognizerError) -> ScoredUtterance {
    let start = uptime()
    recognizer.feed(samples)
    let (sentence, reply) = try recognizer.finishWithReply()
    let heard = uptime()
    var utterance = understand(sentence).weighed(by: confidence)
    utterance.replyHypothesis = reply
    utterance.reply = replyParser.reply(
      heard: reply, beside: sentence, saying: utterance.result, thresholds: replies)
    note(start: start, heard: heard)
    return utterance
  }

  private mutating func note(start: Duration, heard: Duration) {
    timings.recognition = heard - start
    timings.parsing = uptime() - heard
  }

  /// Returns the words that an utterance seems to begin with, as far as it has been said.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  public mutating func beginning(of samples: [Int16]) throws(RecognizerError) -> [String] {
    try recognizer.beginning(of: samples)
  }

  /// Returns the evidence for what an utterance was taken for, to be kept with its scores.
  public func evidence(
    for utterance: ScoredUtterance, samples: Range<Int>? = nil
  ) -> Evidence {
    Evidence(
      hypothesis: utterance.hypothesis, reply: utterance.replyHypothesis, confidence: confidence,
      replies: replies, samples: samples)
  }

  /// Returns what the words that were heard say, not weighed yet.
  public func understand(_ hypothesis: Hypothesis) -> UnweighedUtterance {
    UnweighedUtterance(
      hypothesis: hypothesis, result: parse(spoken: hypothesis.transcript), round: round)
  }
}

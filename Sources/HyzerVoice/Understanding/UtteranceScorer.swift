package struct UtteranceTimings: Hashable, Sendable {
  /// To score frames of it while it went on.
  package var following = Duration.zero
  /// To hear its words when it had ended.
  package var recognition = Duration.zero
  /// To find out what they say.
  package var parsing = Duration.zero

  package init() {}
}

/// Turns recordings of single utterances into scores: recognise, parse, weigh.
///
/// ```swift
/// var scorer = try UtteranceScorer(players: ["Mike", "Jake"], par: 3)
/// for score in try scorer.score(Recording(path: "hole.wav")).scores {
///   print(score.player, score.strokes)
/// }
/// ```
///
/// It loads an acoustic model, which takes a moment and some 100 MB; it blocks while it works, and
/// belongs to one task at a time. A stream of audio is for ``LiveScorer``.
public struct UtteranceScorer: ~Copyable {
  /// How long the stages of the last utterance took, by the clock that the scorer was given.
  package private(set) var timings = UtteranceTimings()
  /// How long it took so far to follow the utterance that goes on.
  private var following = Duration.zero
  private var recognizer: Recognizer
  private var parsers: SpokenParsers
  private var words: RoundLexicon
  private let lexicon: PronunciationLexicon
  private let settings: DecoderSettings
  private let sayableOnly: Bool
  private let uptime: () -> Duration

  /// The round whose scores are heard.
  public var round: Round { parsers.round }

  /// The players' names and aliases that have no pronunciation and are not listened for.
  package var unheardNames: [String] {
    let heard = Set(words.names.map(\.spelling))
    return round.roster.players.flatMap(\.spellings).filter { !heard.contains($0) }
  }

  /// What tells whether somebody speaks in a stream, at its start; nil where no network is used.
  var speechDetector: SpeechDetector? { recognizer.speechDetector }

  /// Makes a scorer for players on a hole.
  ///
  /// - Parameters:
  ///   - players: At least one, each with a display name of its own. Aliases are listened for too.
  ///   - par: The hole's par in strokes, within `Round.parRange`: golf words such as "birdie" count
  ///     from it.
  ///   - hole: The hole's number within `Round.holeRange`, where it is known.
  /// - Throws: `RosterError` or `RoundError` for players or a hole that make no round,
  ///   and what ``init(round:)`` throws.
  public init(players: [Player], par: Int = 3, hole: Int? = nil) throws {
    try self.init(round: Round(hole: hole, par: par, roster: Roster(players)))
  }

  /// Makes a scorer for a round, with the toolkit's settings and the installed acoustic model.
  ///
  /// - Throws: ``LexiconError`` for a name without a pronunciation, or where no dictionary is installed;
  ///   ``RecognizerError`` where the engine does not start.
  public init(round: Round) throws {
    try self.init(
      round: round, lexicon: PronunciationLexicon.standard.get(), settings: .standard())
  }

  /// Makes a scorer for a round; `uptime` returns the time since some moment, to measure with.
  ///
  /// Where it is `sayableOnly`, names without a pronunciation are not listened for, as long as there are
  /// others.
  ///
  /// - Throws: ``LexiconError`` for a name without a pronunciation, ``RecognizerError`` where the
  ///   engine does not start.
  package init(
    round: Round, lexicon: PronunciationLexicon, settings: DecoderSettings,
    sayableOnly: Bool = false, uptime: @escaping () -> Duration = { .zero }
  ) throws {
    let words = try RoundLexicon(
      roster: round.roster, par: round.par, lexicon: lexicon, settings: settings,
      sayableOnly: sayableOnly)
    recognizer = try Recognizer(grammar: words.grammar, settings: settings)
    parsers = SpokenParsers(round: round, names: words.names, lexicon: lexicon)
    self.settings = settings
    self.uptime = uptime
    self.lexicon = lexicon
    self.words = words
    self.sayableOnly = sayableOnly
  }

  /// Goes on to another hole or par, or to a roster that somebody has joined, for which alone the models
  /// are loaded again.
  ///
  /// - Throws: ``LexiconError`` or ``RecognizerError`` where the roster cannot be listened for; the
  ///   players of before still are, on the new hole.
  public mutating func move(to round: Round) throws {
    guard round != self.round else { return }
    let known = self.round.roster
    // With the roster of before, nothing is out of range that was not.
    let moved = try Round(
      course: round.course, hole: round.hole, par: round.par, roster: known, away: round.away)
    if moved.par != self.round.par {
      let words = try RoundLexicon(
        roster: known, par: moved.par, lexicon: lexicon, settings: settings,
        sayableOnly: sayableOnly)
      try recognizer.listen(for: words.grammar)
      self.words = words
    }
    if moved != self.round {
      parsers = SpokenParsers(round: moved, names: words.names, lexicon: lexicon)
    }
    guard round.roster != known else { return }
    self = try UtteranceScorer(
      round: round, lexicon: lexicon, settings: settings, sayableOnly: sayableOnly, uptime: uptime)
  }

  /// Returns what an utterance says where it is of another hole of the round than the one that was being
  /// played.
  func take(_ utterance: ScoredUtterance, on round: Round) -> ScoredUtterance {
    ScoredUtterance(
      utterance.evidence,
      parsers: SpokenParsers(round: round, names: words.names, lexicon: lexicon))
  }

  /// Returns what words say that were spoken, without weighing how clearly they were heard.
  package func parse(spoken text: String) -> ParseResult {
    parsers.sentences.parse(text, input: .spoken)
  }

  /// Returns what a recording of one utterance says: of two minutes at most.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  public mutating func score(_ recording: Recording) throws(RecognizerError) -> ScoredUtterance {
    try score(recording.samples)
  }

  /// Returns what an utterance says, and if asked what it replies to scores that wait to be saved.
  ///
  /// - Parameters:
  ///   - samples: The whole utterance: mono samples at ``Recording/sampleRateHz``.
  ///   - listensForReplies: Whether it may be a reply; it changes nothing of how scores are heard.
  ///   - range: Where it lies in a stream.
  /// - Returns: The utterance with its evidence.
  /// - Throws: ``RecognizerError`` where the engine fails.
  public mutating func score(
    _ samples: [Int16], listensForReplies: Bool = false, range: Range<Int>? = nil
  ) throws(RecognizerError) -> ScoredUtterance {
    defer { forget() }
    return try scoreFollowed(samples, listensForReplies: listensForReplies, range: range)
  }

  /// Scores likewise an utterance that may go on, and keeps what it was scored by.
  mutating func scoreFollowed(
    _ samples: [Int16], listensForReplies: Bool, range: Range<Int>?
  ) throws(RecognizerError) -> ScoredUtterance {
    let start = uptime()
    let (sentence, reply) = try recognizer.recognize(samples, withReply: listensForReplies)
    let heard = uptime()
    let utterance = ScoredUtterance(
      Evidence(
        hypothesis: sentence, reply: reply, confidence: settings.confidence,
        replies: settings.replies, samples: range),
      parsers: parsers)
    timings.recognition = heard - start
    timings.parsing = uptime() - heard
    timings.following = following
    return utterance
  }

  /// Returns whether an utterance seems to break off, so that more of it may come after a pause.
  func isUnfinished(_ utterance: ScoredUtterance) -> Bool {
    utterance.breaksOff(settings.unfinished)
  }

  /// Takes an utterance as far as it has been said, so that scoring it takes less time when it ends.
  mutating func follow(_ samples: [Int16]) throws(RecognizerError) {
    let start = uptime()
    try recognizer.follow(samples)
    following += uptime() - start
  }

  /// Frees what is kept of the utterance that was followed, which is over.
  mutating func forget() {
    recognizer.forget()
    following = .zero
  }

  /// Returns the words that an utterance seems to begin with, as far as it has been said.
  mutating func beginning(of samples: [Int16]) throws(RecognizerError) -> [String] {
    try recognizer.beginning(of: samples)
  }
}

@available(*, unavailable)
extension UtteranceScorer: Sendable {}

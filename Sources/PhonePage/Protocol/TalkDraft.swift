internal import ScoreLog
internal import Scorekeeping

/// What became of words that were said into a phone: scores to be shown there, or what the words did to
/// those that are shown already.
///
/// Players have their names here. One that comes from a phone is no more than well-formed:
/// ``TalkTranslation`` checks names and numbers of rows against the round. When scores save themselves is
/// the host's to say, so that nothing is read of that.
package struct TalkDraft: Hashable, Sendable {
  /// What the words came to.
  enum Result: String, Hashable, Sendable, Codable {
    /// Nothing is open; the scores save themselves after ``window``.
    case success
    /// Something is open, and a person is asked.
    case partial
    case failed
    /// A person said yes to what was shown; sent by a phone, that it has saved it since.
    case accepted
    case dismissed
    /// What the phone saved last is to be taken back.
    case undo
  }

  /// One player's score, or what is known of it.
  package struct Row: Hashable, Sendable {
    var player: String?
    var result: HoleResult?
    var confidence = 1.0
    /// Whether a person has to look at it, though player and score are known.
    var isDoubtful = false
    /// Who may be meant where ``player`` is open, the likeliest first.
    var candidates: [String] = []
    /// The words in question, where something is open; may be empty.
    var words = ""
    var replaces: HoleResult?
    var input = ScoreEvent.Input.voice
  }

  var result: Result
  var hole: Int
  /// The holes of which they may be, where that is open; two, or none.
  var holes: [Int] = []
  /// The scores, in the order in which they were said.
  var rows: [Row] = []
  /// What was said beside them and stays open, in words for people.
  var remarks: [String] = []
  var transcript = ""
  /// After how many seconds the scores save themselves; nil where a person must act.
  var window: Double?
  /// After how many seconds of a hands-free talk what the next one is to hear begins; nil where nothing is left.
  var until: Double?
  /// For how many seconds a phone has shown it as it is; nil in what the host sends.
  var shownFor: Double?
  /// By which the page finds the window again where a person changes a row; nil in what a phone shows.
  var rules: Rules?

  /// When scores of a hole save themselves.
  struct Rules: Hashable, Sendable, Encodable {
    /// In seconds, where all scores are sure and usual and replace no other.
    let window: Double
    let longWindow: Double
    /// From this confidence on, of 0 to 1, a score is sure.
    let sureFrom: Double
    /// The scores that are unusual on the hole, which depends on its par.
    let unusual: [Strokes]

    init(_ settings: Confirmation.Settings, par: Int) {
      window = settings.window / .seconds(1)
      longWindow = settings.cautiousWindow / .seconds(1)
      sureFrom = settings.sureFrom
      unusual = Confirmation.Settings.rareStrokes(par: par)
    }
  }
}

extension TalkDraft: Codable {
  private enum CodingKeys: String, CodingKey {
    case result, hole, holes, rows, remarks, transcript, window, until, shownFor, rules
  }

  /// Reads what a phone sends; of what it leaves out, nothing is known.
  ///
  /// - Throws: `DecodingError`.
  package init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      result: try object.decode(Result.self, forKey: .result),
      hole: try object.decode(Int.self, forKey: .hole),
      holes: try object.decodeIfPresent([Int].self, forKey: .holes) ?? [],
      rows: try object.decode([Row].self, forKey: .rows),
      remarks: try object.decodeIfPresent([String].self, forKey: .remarks) ?? [],
      transcript: try object.decodeIfPresent(String.self, forKey: .transcript) ?? "",
      shownFor: try object.decodeIfPresent(Double.self, forKey: .shownFor))
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(result, forKey: .result)
    try object.encode(hole, forKey: .hole)
    try object.encode(holes, forKey: .holes)
    try object.encode(rows, forKey: .rows)
    try object.encode(remarks, forKey: .remarks)
    try object.encode(transcript, forKey: .transcript)
    try object.encode(window, forKey: .window)
    try object.encodeIfPresent(until, forKey: .until)
    try object.encode(rules, forKey: .rules)
  }
}

extension TalkDraft.Row: Codable {
  private enum CodingKeys: String, CodingKey {
    case player, strokes, noScore, confidence, isDoubtful, candidates, words, replaces, input
  }

  /// How ``replaces`` says that the hole was over without a score.
  private static let none = "none"

  /// Reads a row; of what is left out, nothing is known.
  ///
  /// - Throws: `DecodingError`, also for strokes that nobody can have.
  package init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    let strokes = try object.decodeIfPresent(Strokes.self, forKey: .strokes)
    let hasNone = try object.decodeIfPresent(Bool.self, forKey: .noScore) ?? false
    let confidence = try object.decodeIfPresent(Double.self, forKey: .confidence) ?? 1
    let inputName = try object.decodeIfPresent(String.self, forKey: .input)
    guard strokes == nil || !hasNone, (0...1).contains(confidence),
      let input = inputName.map(ScoreEvent.Input.init(rawValue:)) ?? .voice
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .input, in: object, debugDescription: "no draft has such a row")
    }
    self.init(
      player: try object.decodeIfPresent(String.self, forKey: .player),
      result: hasNone ? .noScore : strokes.map { .strokes($0) }, confidence: confidence,
      isDoubtful: try object.decodeIfPresent(Bool.self, forKey: .isDoubtful) ?? false,
      candidates: try object.decodeIfPresent([String].self, forKey: .candidates) ?? [],
      words: try object.decodeIfPresent(String.self, forKey: .words) ?? "",
      replaces: try Self.replaced(object), input: input)
  }

  private static func replaced(
    _ object: KeyedDecodingContainer<CodingKeys>
  ) throws -> HoleResult? {
    if (try? object.decode(String.self, forKey: .replaces)) == none { return .noScore }
    return try object.decodeIfPresent(Strokes.self, forKey: .replaces).map { .strokes($0) }
  }

  /// Writes every member; a hole that was over without a score is replaced as "none".
  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    try object.encode(player, forKey: .player)
    try object.encode(result?.strokes, forKey: .strokes)
    try object.encode(result == .noScore, forKey: .noScore)
    try object.encode(confidence, forKey: .confidence)
    try object.encode(isDoubtful, forKey: .isDoubtful)
    try object.encode(candidates, forKey: .candidates)
    try object.encode(words, forKey: .words)
    switch replaces {
    case .noScore: try object.encode(Self.none, forKey: .replaces)
    case .strokes(let strokes): try object.encode(strokes, forKey: .replaces)
    case nil: try object.encodeNil(forKey: .replaces)
    }
    try object.encode(input.rawValue, forKey: .input)
  }
}

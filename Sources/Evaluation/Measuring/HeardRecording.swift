internal import Golf
internal import Language
internal import Recognition
internal import Understanding

/// What was heard in a recording, whether in one utterance or in several after another.
struct HeardRecording {
  /// The pairs that were accepted: as in a round, a player's later score replaces the earlier one.
  private(set) var accepted: [ScorePair] = []
  /// Success where something would have saved itself and nobody would be asked.
  private(set) var result = UtteranceOutcome.Result.failed
  /// The words that were heard.
  private(set) var words: [String] = []
  /// What was heard, utterance by utterance.
  private(set) var transcripts: [String] = []
  /// How clear the clearest utterance was in which something would be accepted; nil for none.
  private(set) var confidence: Double?
  /// The number of utterances in which anything was accepted.
  private(set) var acceptedUtterances = 0
  /// Whether an utterance would have saved a pair that was not said.
  private(set) var savedWrongPair = false

  private let reference: Set<ScorePair>

  /// Nothing heard yet of a recording in which `reference` was said.
  init(reference: [ScorePair]) { self.reference = Set(reference) }

  /// Adds the next utterance, heard in a round of `roster`.
  mutating func add(_ utterance: ScoredUtterance, _ roster: Roster) {
    let pairs = HeardRecording.pairs(utterance.result, roster)
    accepted = HeardRecording.replacing(accepted, by: pairs)
    switch (result, utterance.result.status) {
    case (.partial, _), (_, .partial): result = .partial
    case (.success, _), (_, .success): result = .success
    case (.failed, .failed): break
    }
    if utterance.result.status == .success, !reference.isSuperset(of: pairs) {
      savedWrongPair = true
    }
    words += utterance.hypothesis.words.flatMap { NameKey.words(of: $0.text) }
    transcripts.append(utterance.hypothesis.transcript)
    if utterance.isAcceptable {
      confidence = max(confidence ?? 0, utterance.hypothesis.confidence)
    }
    acceptedUtterances += pairs.isEmpty ? 0 : 1
  }

  /// Whether anything would have saved itself wrongly.
  var isWrongCommit: Bool {
    savedWrongPair || result == .success && Set(accepted) != reference
  }

  /// Returns what would have been accepted if every word had been clear.
  func acceptedUnweighed(_ roster: Roster, parse: (String) -> ParseResult) -> [ScorePair] {
    transcripts.reduce([]) {
      HeardRecording.replacing($0, by: HeardRecording.pairs(parse($1), roster))
    }
  }

  /// Returns the scores of a result by display name.
  static func pairs(_ result: ParseResult, _ roster: Roster) -> [ScorePair] {
    result.scores.map { ScorePair(player: roster[$0.player].name, strokes: $0.strokes.count) }
  }

  private static func replacing(_ old: [ScorePair], by new: [ScorePair]) -> [ScorePair] {
    old.filter { pair in !new.contains { $0.player == pair.player } } + new
  }
}

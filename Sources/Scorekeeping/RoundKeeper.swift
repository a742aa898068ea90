public import Confirmation
public import Golf
public import Parsing
public import ScoreLog
public import ScoreStore

/// A round between its log and those who enter scores: where it stands, what saves scores and what
/// takes them back.
public struct RoundKeeper {
  /// Who enters scores, and what tells the time and makes identifiers.
  public struct Reporter {
    /// Who.
    public let name: String
    /// On which device.
    public let device: String
    /// Returns the time in the form of `ScoreEvent.at`.
    public let timestamp: () -> String
    /// Returns an identifier that nothing else has.
    public let newIdentifier: () -> String

    /// Makes a reporter.
    public init(
      name: String, device: String, timestamp: @escaping () -> String,
      newIdentifier: @escaping () -> String
    ) {
      self.name = name
      self.device = device
      self.timestamp = timestamp
      self.newIdentifier = newIdentifier
    }
  }

  /// How long the parts of the last commit took.
  public struct Timings: Hashable, Sendable {
    /// Until it was saved.
    public var commit = Duration.zero
    /// Until the players were ranked.
    public var standings = Duration.zero
  }

  /// A commit that was tried: tried again, it is the same.
  private struct Attempt {
    let id: CommitID
    let at: String
  }

  /// The scores as they stand.
  public private(set) var card: Scorecard
  /// The current hole.
  public private(set) var hole: Int
  /// How long the parts of the last commit took.
  public private(set) var timings = Timings()

  private var roster: Roster?
  private let store: ScoreStore
  private let reporter: Reporter
  private let uptime: () -> Duration
  private let keepClip: ((_ name: String, _ samples: [Int16]) throws -> String)?
  private var version: Int
  private var attempts: [Int: Attempt] = [:]
  private var heard: [Int: HeardUtterance] = [:]

  /// Takes up the current round of a log.
  ///
  /// - Parameters:
  ///   - store: The log.
  ///   - reporter: Who enters scores.
  ///   - uptime: Returns the time since some moment, to measure with.
  ///   - keepClip: Writes the audio of an utterance and returns the file's name; nil where no audio
  ///     is to be kept.
  /// - Throws: ``ScoreStoreError``, with `ScoreLogRefusal.noCurrentRound` where there is none.
  public init(
    store: ScoreStore, reporter: Reporter, uptime: @escaping () -> Duration,
    keepClip: ((_ name: String, _ samples: [Int16]) throws -> String)? = nil
  ) throws(ScoreStoreError) {
    guard let current = try store.currentHole() else { throw .refused(.noCurrentRound) }
    version = try store.dataVersion()
    card = try store.scorecard(of: current.round)
    hole = current.hole
    self.store = store
    self.reporter = reporter
    self.uptime = uptime
    self.keepClip = keepClip
  }

  /// What the confirmation needs to know of the current hole.
  public var context: HoleContext {
    let scores = card.round.players.compactMap { player in
      card.strokes(of: player, onHole: hole).map { (player, $0) }
    }
    return HoleContext(
      hole: hole, par: card.round.par(ofHole: hole), players: card.round.players,
      scores: Dictionary(uniqueKeysWithValues: scores))
  }

  /// Returns what parsing and recognising need to know of the current hole.
  ///
  /// - Throws: ``RoundRecordError`` where nobody has joined the round.
  public func situation() throws(RoundRecordError) -> Round {
    let situation = try card.round.situation(atHole: hole)
    guard let roster else { return situation }
    do throws(RoundError) {
      return try Round(
        course: situation.course, hole: situation.hole, par: situation.par, roster: roster)
    } catch {
      preconditionFailure("hole and par were those of a round: \(error)")
    }
  }

  /// Takes the aliases and pronunciations of a roster in place of those that the round has.
  ///
  /// - Precondition: it has the round's players, in their order.
  public mutating func speak(of roster: Roster) {
    precondition(
      roster.players.map(\.name) == card.round.entrants.map(\.player.name),
      "the roster of another round")
    self.roster = roster
  }

  /// Keeps an utterance until its scores are saved.
  public mutating func note(_ utterance: HeardUtterance, number: Int) { heard[number] = utterance }

  /// Forgets all utterances, since no scores of theirs wait any more.
  public mutating func forgetUtterances() { heard = [:] }

  /// Saves the scores of a draft, all or none; the same number again saves nothing twice.
  ///
  /// Rows without a player or a score are passed over: a draft that is let through has none.
  ///
  /// - Throws: ``ScoreStoreError``.
  public mutating func commit(_ draft: Draft, number: Int) throws(ScoreStoreError)
    -> StandingsChange
  {
    _ = try refresh()
    let attempt =
      attempts[number]
      ?? Attempt(id: CommitID(reporter.newIdentifier()), at: reporter.timestamp())
    attempts[number] = attempt
    var clips: [Int: String] = [:]
    for utterance in Set(draft.rows.map(\.utterance)) {
      guard let samples = heard[utterance]?.samples else { continue }
      // A score is worth more than its audio: without room for the clip it is saved all the same.
      clips[utterance] = try? keepClip?("\(attempt.id)-\(utterance)", samples)
    }
    func id(_ utterance: Int) -> UtteranceID? {
      heard[utterance] == nil ? nil : UtteranceID("\(attempt.id)-\(utterance)")
    }
    let scores = draft.rows.compactMap { row -> ScoreCommit.Score? in
      guard let player = row.player, let strokes = row.strokes else { return nil }
      let transcript = draft.transcripts[row.utterance].flatMap { $0.isEmpty ? nil : $0 }
      return ScoreCommit.Score(
        player: player, strokes: strokes, input: row.input == .voice ? .voice : .typed,
        transcript: transcript, confidence: row.input == .voice ? row.confidence : nil,
        clip: clips[row.utterance], utterance: id(row.utterance))
    }
    let evidence = Set(draft.rows.map(\.utterance)).sorted().compactMap { number in
      id(number).flatMap { id in
        heard[number]?.logged(id, round: card.round.id, clip: clips[number], at: attempt.at)
      }
    }
    let change = try save(attempt, scores, onHole: draft.hole, evidence: evidence)
    attempts[number] = nil
    return change
  }

  /// Saves the scores of a typed line, all or none.
  ///
  /// - Parameters:
  ///   - result: What the line says; a success.
  ///   - text: The line.
  ///   - hole: The hole on which the scores were made.
  /// - Returns: The commit, and what it changed: nothing where every score stood already.
  /// - Throws: ``ScoreStoreError``.
  public mutating func commit(
    _ result: ParseResult, typed text: String, onHole hole: Int
  ) throws(ScoreStoreError) -> (id: CommitID, change: StandingsChange) {
    precondition(result.status == .success, "only what is clear saves itself")
    _ = try refresh()
    let attempt = Attempt(id: CommitID(reporter.newIdentifier()), at: reporter.timestamp())
    let scores = result.scores.map {
      ScoreCommit.Score(
        player: $0.player, strokes: $0.strokes, input: .typed, transcript: text)
    }
    return (attempt.id, try save(attempt, scores, onHole: hole))
  }

  /// What is to be done after the scores of a hole were saved.
  public enum Onward: Hashable, Sendable {
    /// Nothing: scores of the current hole are missing, or it is another.
    case stay
    /// Every player has the current hole; this one is next.
    case go(hole: Int)
    /// Every player has every hole.
    case finish
  }

  /// Returns what comes after scores of a hole were saved, or are to be saved as soon as the log can.
  ///
  /// - Parameters:
  ///   - hole: The hole.
  ///   - pending: Scores that the log does not have yet; they count as if it had.
  public func onward(from hole: Int, pending: [Draft] = []) -> Onward {
    func isComplete(_ hole: Int) -> Bool {
      let players = pending.filter { $0.hole == hole }.flatMap(\.rows).compactMap(\.player)
      return card.playersMissing(onHole: hole).allSatisfy(players.contains)
    }
    guard hole == self.hole, isComplete(hole) else { return .stay }
    let holes = card.round.holes
    let others = holes.filter { $0 > hole } + holes.filter { $0 < hole }
    return others.first { !isComplete($0) }.map { .go(hole: $0) } ?? .finish
  }

  private mutating func save(
    _ attempt: Attempt, _ scores: [ScoreCommit.Score], onHole hole: Int,
    evidence: [UtteranceEvidence] = []
  ) throws(ScoreStoreError) -> StandingsChange {
    let start = uptime()
    let outcome = try store.commit(
      ScoreCommit(
        id: attempt.id, round: card.round.id, hole: hole, scores: scores,
        reportedBy: reporter.name, device: reporter.device, at: attempt.at),
      evidence: evidence)
    let saved = uptime()
    let change = try take(outcome)
    timings = Timings(commit: saved - start, standings: uptime() - saved)
    return change
  }

  /// Takes back the last commit of the round that is not taken back yet; nil where there is none.
  ///
  /// - Throws: ``ScoreStoreError``.
  public mutating func undo(transcript: String? = nil) throws(ScoreStoreError)
    -> (hole: Int, change: StandingsChange)?
  {
    _ = try refresh()
    guard let next = try store.nextUndoing(in: card.round.id) else { return nil }
    let outcome = try store.undo(
      Undoing.Request(
        id: CommitID(reporter.newIdentifier()), round: card.round.id, reportedBy: reporter.name,
        device: reporter.device, input: transcript == nil ? .typed : .voice,
        transcript: transcript, at: reporter.timestamp()))
    return (next.hole, try take(outcome))
  }

  /// Goes to a hole that the round has, also where the log cannot keep that.
  ///
  /// - Throws: ``ScoreStoreError``.
  public mutating func go(to hole: Int) throws(ScoreStoreError) {
    self.hole = hole
    try store.setCurrentHole(CurrentHole(round: card.round.id, hole: hole))
  }

  /// Reads the scores again where another program has written since; returns whether it has.
  ///
  /// - Throws: ``ScoreStoreError``.
  public mutating func refresh() throws(ScoreStoreError) -> Bool {
    let now = try store.dataVersion()
    guard now != version else { return false }
    version = now
    let fresh = try store.scorecard(of: card.round.id)
    defer { card = fresh }
    return fresh != card
  }

  /// Takes in what the log has saved.
  private mutating func take(_ outcome: CommitOutcome) throws(ScoreStoreError) -> StandingsChange {
    let change = StandingsChange(from: card, trigger: outcome.events)
    for event in outcome.events { card.apply(event) }
    // The first scores start the round, which the record then tells.
    if card.round.startedAt == nil { card = try store.scorecard(of: card.round.id) }
    return change
  }
}

internal import FoundationEssentials
internal import HyzerVoice
package import ScoreLog

/// A round between its log and those who enter scores: where it stands, what saves scores and what
/// takes them back.
package struct RoundKeeper {
  /// Who enters scores, and what gives the time and makes identifiers.
  package struct Reporter {
    let name: String
    /// Whether nobody gave the name: it is that of the machine's account.
    package let isAssumed: Bool
    let deviceName: String
    /// Returns the time in the form of `ScoreEvent.at`.
    let timestamp: () -> String
    let newIdentifier: () -> String

    package init(
      name: String, isAssumed: Bool = false, deviceName: String, timestamp: @escaping () -> String,
      newIdentifier: @escaping () -> String
    ) {
      (self.name, self.isAssumed) = (name, isAssumed)
      self.deviceName = deviceName
      self.timestamp = timestamp
      self.newIdentifier = newIdentifier
    }

    /// Returns who makes a change of a round, and when: now.
    package func stamp() -> RoundChange.Stamp {
      RoundChange.Stamp(
        id: ChangeID(newIdentifier()), reportedBy: name, deviceName: deviceName, at: timestamp())
    }
  }

  /// How long it took until the last commit was saved, and then until the players were ranked.
  package struct Timings: Hashable, Sendable {
    package fileprivate(set) var commit = Duration.zero
    package fileprivate(set) var standings = Duration.zero
  }

  /// A commit that was tried: tried again, it is the same.
  private struct Attempt {
    let id: CommitID
    let at: String
  }

  /// How the log stands to the current hole.
  private enum Place {
    case kept
    /// It does not have it yet: it could not be written, or lacks scores that led here.
    case owed
    case elsewhere
  }

  /// An utterance as it was heard, kept until its scores are saved or dropped.
  private struct Heard {
    let evidence: Evidence
    let result: ParseStatus
    let hole: Int
    /// Its audio: 16 kHz mono samples.
    let samples: [Int16]

    /// Returns what the log keeps of it; nil where its evidence holds a number that is none.
    func logged(
      as id: UtteranceID, in round: RoundID, at time: String, clip: String?
    ) -> UtteranceEvidence? {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      guard let details = try? encoder.encode(evidence) else { return nil }
      let range = evidence.samples ?? 0..<samples.count
      let seconds = { (sample: Int) in Double(sample) / Double(Recording.sampleRateHz) }
      return UtteranceEvidence(
        id: id, round: round, hole: hole, startSeconds: seconds(range.lowerBound),
        endSeconds: seconds(range.upperBound), transcript: evidence.hypothesis.transcript,
        result: result, details: String(decoding: details, as: UTF8.self), clip: clip, at: time)
    }
  }

  /// The scores as they stand, everybody in the place by which drafts know them.
  package private(set) var card: Scorecard
  package private(set) var hole: Int
  package private(set) var timings = Timings()
  /// What this device would take back next, and bring back; nil where nothing is left.
  package private(set) var undoing: Undoing?
  package private(set) var redoing: Redoing?

  private var roster: Roster?
  let store: ScoreStore
  /// That of the log, which another takes the place of where the log is a copy.
  private(set) var device: DeviceID
  private var ownDevices: Set<DeviceID>
  private let follower: LogFollower
  let reporter: Reporter
  private let uptime: () -> Duration
  private let keepClip: ((_ name: String, _ samples: [Int16]) throws -> String)?
  /// What came into the log and is not in the card yet, since it could not be read.
  private var unread: [LogChanges] = []
  /// Whether something came into the log since ``refresh(looksOutside:)`` said so, and the card of then.
  private var hasNews = false
  private var seenCard: Scorecard
  private var place = Place.kept
  /// The commits of this session that the log has, by number; nil for one that changed nothing.
  private var saved: [Int: CommitID?] = [:]
  private var attempts: [Int: Attempt] = [:]
  private var heard: [Int: Heard] = [:]

  /// Takes up the current round of a log; `uptime` is to measure with, and `keepClip` writes the audio
  /// of an utterance and returns the file's name.
  ///
  /// - Throws: ``ScoreStoreError``, with `ScoreLogRefusal.noCurrentRound` where there is none.
  package init(
    store: ScoreStore, reporter: Reporter, uptime: @escaping () -> Duration,
    keepClip: ((_ name: String, _ samples: [Int16]) throws -> String)? = nil
  ) throws(ScoreStoreError) {
    follower = try LogFollower(of: store)
    guard let current = try store.currentHole() else { throw .refused(.noCurrentRound) }
    card = try store.scorecard(of: current.round)
    seenCard = card
    device = try store.thisDevice()
    ownDevices = try store.ownDevices()
    hole = current.hole
    self.store = store
    self.reporter = reporter
    self.uptime = uptime
    self.keepClip = keepClip
    noteSteps()
  }

  /// Works out what can be taken back and brought back on the card as it is now.
  private mutating func noteSteps() {
    undoing = Undoing(on: card, by: device)
    redoing = Redoing(on: card, by: device)
  }

  package var context: HoleContext { context(ofHole: hole) }

  func context(ofHole hole: Int) -> HoleContext {
    HoleContext(hole: hole, on: card, at: reporter.timestamp())
  }

  /// The scores over which devices differ, where the organiser reports here; nobody else is told.
  package var disputes: [Dispute] {
    card.round.isOrganiser(reporter.name) && card.round.isOrganisers(ownDevices)
      ? card.disputes : []
  }

  /// Returns the scores of a draft that was saved over which another stands.
  package func overruled(_ saved: Draft) -> [OverruledScore] {
    saved.scores.compactMap { player, result in
      guard let standing = card.event(of: player, onHole: saved.hole), standing.result != result
      else { return nil }
      return OverruledScore(player: player, result: result, standing: standing)
    }
  }

  /// Returns what parsing and recognising need to know of a hole, or of the current one.
  ///
  /// - Throws: ``RoundRecordError`` where nobody has joined the round, or it has no such hole.
  package func situation(atHole hole: Int? = nil) throws(RoundRecordError) -> Round {
    let situation = try card.round.situation(atHole: hole ?? self.hole)
    guard let roster else { return situation }
    do {
      // Who joined since is spelled as in the log.
      let late = situation.roster.players.dropFirst(roster.players.count)
      return try Round(
        course: situation.course, hole: situation.hole, par: situation.par,
        roster: Roster(roster.players + late), away: situation.away)
    } catch {
      preconditionFailure("hole, par and names were those of a round: \(error)")
    }
  }

  /// Takes the aliases and pronunciations of a roster in place of those that the round has; the names
  /// stay those of the round.
  ///
  /// - Precondition: it has the round's players, in their order, however it spells them; those who
  ///   joined last may be missing.
  package mutating func setRoster(_ roster: Roster) {
    let names = card.round.entrants.prefix(roster.players.count).map(\.player.name)
    precondition(
      roster.players.enumerated().allSatisfy {
        card.round.player(named: $1.name) == PlayerID($0)
      }, "the roster of another round")
    let players = zip(names, roster.players).map { name, player in
      // Who has another name by now is called by both.
      Player(
        name: name,
        aliases: player.aliases + (NameKey(player.name) == NameKey(name) ? [] : [player.name]),
        pronunciations: player.pronunciations)
    }
    do throws(RosterError) {
      self.roster = try Roster(players)
    } catch {
      preconditionFailure("the names and aliases were those of a roster: \(error)")
    }
  }

  /// Keeps an utterance, which was said on a hole, until its scores are saved.
  mutating func note(
    _ utterance: ScoredUtterance, samples: [Int16], onHole hole: Int, number: Int
  ) {
    heard[number] = Heard(
      evidence: utterance.evidence, result: utterance.result.status, hole: hole, samples: samples)
  }

  /// Forgets all utterances, since no scores of theirs wait any more.
  mutating func forgetUtterances() { heard = [:] }

  /// Saves the scores of a draft, all or none; the same number again saves nothing twice.
  ///
  /// Rows without a player or a score are passed over: a draft that is let through has none. Where
  /// every player has the current hole then, the next one is the current one.
  ///
  /// - Returns: What it changed, and why audio that was to be kept was not, where that failed.
  /// - Throws: ``ScoreStoreError``, with `ScoreLogRefusal.changedMeanwhile` where the draft would replace
  ///   another score than it shows.
  mutating func commit(_ draft: Draft, number: Int) throws(ScoreStoreError)
    -> (change: StandingsChange, clipFailure: String?)
  {
    try store.lookForOtherPrograms()
    try receive()
    let attempt =
      attempts[number]
      ?? Attempt(id: CommitID(reporter.newIdentifier()), at: reporter.timestamp())
    attempts[number] = attempt
    var evidence: [Int: UtteranceEvidence] = [:]
    var clipFailure: String?
    for number in Set(draft.rows.map(\.utterance)) {
      guard let utterance = heard[number] else { continue }
      let name = "\(attempt.id)-\(number)"
      var clip: String?
      do {
        clip = try keepClip?(name, utterance.samples)
      } catch {
        // A score is worth more than its audio.
        clipFailure = "the audio was not kept: \(error)"
      }
      evidence[number] = utterance.logged(
        as: UtteranceID(name), in: card.round.id, at: attempt.at, clip: clip)
    }
    let change = try save(
      attempt, scores(of: draft, evidence), onHole: draft.hole, seen: draft.replaced,
      evidence: evidence.sorted { $0.key < $1.key }.map(\.value))
    attempts[number] = nil
    saved[number] = .some(change.triggers.isEmpty ? nil : attempt.id)
    return (change, clipFailure)
  }

  /// Returns what a draft's rows save; those without a player or a score are passed over.
  private func scores(
    of draft: Draft, _ evidence: [Int: UtteranceEvidence] = [:]
  ) -> [ScoreCommit.Score] {
    draft.rows.compactMap { row in
      guard let player = row.player, let result = row.result else { return nil }
      let transcript = draft.transcripts[row.utterance].flatMap { $0.isEmpty ? nil : $0 }
      let utterance = evidence[row.utterance]
      return ScoreCommit.Score(
        player: card.round.name(of: player), result: result, input: row.input,
        transcript: transcript, confidence: row.input == .voice ? row.confidence : nil,
        clip: utterance?.clip, utterance: utterance?.id)
    }
  }

  func hasSaved(number: Int) -> Bool { saved[number] != nil }

  mutating func giveUp(number: Int) { attempts[number] = nil }

  /// Saves the scores of a typed line, of which nothing is open, all or none.
  ///
  /// - Returns: The commit, and what it changed: nothing where every score stood already.
  /// - Throws: ``ScoreStoreError``, with `ScoreLogRefusal.changedMeanwhile` where the draft would replace
  ///   another score than it says.
  package mutating func commit(
    typed draft: Draft
  ) throws(ScoreStoreError) -> (id: CommitID, change: StandingsChange) {
    precondition(draft.isResolved, "only what is clear saves itself")
    let attempt = Attempt(id: CommitID(reporter.newIdentifier()), at: reporter.timestamp())
    let change = try save(attempt, scores(of: draft), onHole: draft.hole, seen: draft.replaced)
    return (attempt.id, change)
  }

  /// Goes on from the current hole where every player has it, counting scores that the log refused:
  /// who plays on speaks of the next one.
  ///
  /// The log comes after, with those scores.
  mutating func goAhead(of refused: [Draft]) {
    let players = refused.reduce(into: [:]) { players, draft in
      players[draft.hole, default: Set<PlayerID>()].formUnion(draft.rows.compactMap(\.player))
    }
    guard card.isComplete(hole: hole, counting: players[hole] ?? []),
      let next = card.nextHole(after: hole, counting: players)
    else { return }
    hole = next
    if place == .kept { place = .owed }
  }

  private mutating func save(
    _ attempt: Attempt, _ scores: [ScoreCommit.Score], onHole hole: Int,
    seen: [PlayerID: HoleResult], evidence: [UtteranceEvidence] = []
  ) throws(ScoreStoreError) -> StandingsChange {
    let start = uptime()
    let outcome = try store.commit(
      ScoreCommit(
        id: attempt.id, round: card.round.id, hole: hole, scores: scores,
        seen: Dictionary(
          uniqueKeysWithValues: seen.map { (card.round.name(of: $0.key), $0.value) }),
        reportedBy: reporter.name, deviceName: reporter.deviceName, at: attempt.at),
      evidence: evidence)
    let saved = uptime()
    let wasComplete = card.isComplete(hole: hole)
    let change = receive(outcome)
    moveOn(from: hole, wasComplete: wasComplete, outcome.current)
    timings = Timings(commit: saved - start, standings: uptime() - saved)
    return change
  }

  /// Goes to the hole that comes after scores were saved, which is that of the log; scores of a hole that was
  /// complete before, as `wasComplete` says, correct it, and whoever corrects stays.
  private mutating func moveOn(from saved: Int, wasComplete: Bool, _ current: CurrentHole?) {
    let inLog = current.flatMap { $0.round == card.round.id ? $0.hole : nil }
    if place == .kept, let inLog {
      hole = inLog
    } else if saved == hole, !wasComplete, card.isComplete(hole: hole) {
      hole = card.nextHole(after: hole) ?? hole
    }
    if place == .owed, inLog == hole { place = .kept }
  }

  /// Takes back this device's last commit of the round that is not taken back yet: the one of this
  /// session with a number, or else whichever is the last; its hole is the current one then, where a score is
  /// open again by that.
  ///
  /// - Returns: What changed, and on which hole; nil where nothing is left to take back.
  /// - Throws: ``ScoreStoreError``, with `ScoreLogRefusal.notTheLast` where another commit came
  ///   after the one that is meant.
  package mutating func undo(
    number: Int? = nil, transcript: String? = nil
  ) throws(ScoreStoreError) -> (hole: Int, change: StandingsChange)? {
    try store.lookForOtherPrograms()
    try receive()
    var meant: CommitID?
    if let number, let known = saved[number] {
      // Scores that this device had said made no event, so there is nothing to take back.
      guard let known else { return nil }
      meant = known
    }
    guard try store.nextUndoing(in: card.round.id) != nil else { return nil }
    let outcome = try store.undo(
      Undoing.Request(
        id: CommitID(reporter.newIdentifier()), round: card.round.id, commit: meant,
        reportedBy: reporter.name, deviceName: reporter.deviceName,
        input: transcript == nil ? .typed : .voice, transcript: transcript,
        at: reporter.timestamp()))
    guard let undone = outcome.events.first?.hole else { return nil }
    let change = receive(outcome)
    if outcome.events.contains(where: { $0.result == nil }) {
      hole = undone
      if place == .owed { place = .kept }
    }
    return (undone, change)
  }

  /// Goes on to the next hole that is open, and leaves this one as it is.
  package mutating func passOver() throws(ScoreStoreError) {
    if let next = card.nextHole(after: hole) { try go(to: next) }
  }

  /// Leaves a hole that is open for nobody, for the next one that is open; where there is none, it stays.
  package mutating func leaveCompleteHole() throws(ScoreStoreError) {
    if card.isComplete(hole: hole) { try passOver() }
  }

  /// Brings back the scores that this device took back last, where it has entered nothing else since.
  ///
  /// - Returns: Their hole and what changed; nil where nothing is left to bring back.
  /// - Throws: ``ScoreStoreError``, with `ScoreLogRefusal.changedMeanwhile` where others have changed them
  ///   since.
  package mutating func redo() throws(ScoreStoreError) -> (hole: Int, change: StandingsChange)? {
    try store.lookForOtherPrograms()
    try receive()
    guard let redone = redoing?.hole else { return nil }
    let outcome = try store.redo(
      in: card.round.id, as: CommitID(reporter.newIdentifier()), reportedBy: reporter.name,
      deviceName: reporter.deviceName, at: reporter.timestamp())
    let wasComplete = card.isComplete(hole: redone)
    let change = receive(outcome)
    moveOn(from: redone, wasComplete: wasComplete, outcome.current)
    return (redone, change)
  }

  /// Starts the round: from now on players keep their places, and who joins comes last.
  ///
  /// - Throws: ``ScoreStoreError``, with a refusal where the round is finished or has no players.
  package mutating func start() throws(ScoreStoreError) {
    try store.startRound(card.round.id, at: reporter.timestamp())
    try receive()
    seenCard = card
  }

  /// Finishes the round; scores may be missing only where that is `early`, and count as no score then.
  ///
  /// - Throws: ``ScoreStoreError``, with a refusal where scores are missing, or the round is finished.
  mutating func finish(early: Bool) throws(ScoreStoreError) {
    try store.lookForOtherPrograms()
    try receive()
    // What others did until now is news; the finish itself is not.
    let hadNews = hasNews && card != seenCard
    try store.finishRound(card.round.id, reporter.stamp(), early: early)
    try receive()
    if !hadNews { seenCard = card }
  }

  /// Whether nothing is left to be scored.
  var isOver: Bool { card.round.finish != nil || card.round.isDeleted || card.isComplete }

  /// Returns the keeper of the round that is played next, where this one is over; nil while scores of it are
  /// missing, and where there is no other.
  ///
  /// That is the current round, where it is another; else the one that whoever reports here plays or organises, made
  /// after this one, where this one is finished or deleted.
  func next() throws(ScoreStoreError) -> RoundKeeper? {
    let round = card.round
    guard isOver else { return nil }
    var current = try store.currentHole()?.round ?? round.id
    if current == round.id, round.finish != nil || round.isDeleted {
      try store.takeUpRound(of: reporter.name, at: reporter.timestamp()) {
        $0.createdAt > round.createdAt
      }
      current = try store.currentHole()?.round ?? round.id
    }
    guard current != round.id else { return nil }
    let other = try store.round(current)
    guard other.finish == nil, !other.isDeleted, !other.entrants.isEmpty else { return nil }
    var next = try RoundKeeper(store: store, reporter: reporter, uptime: uptime, keepClip: keepClip)
    try next.start()
    return next
  }

  /// Goes to a hole that the round has, also where the log cannot keep that.
  ///
  /// Once another round is the current one, the log is left at that.
  package mutating func go(to hole: Int) throws(ScoreStoreError) {
    self.hole = hole
    if place == .kept { place = .owed }
    try keepHole()
  }

  /// Whether the log has yet to be told of the current hole.
  var owesHole: Bool { place == .owed }

  /// Has the log keep the current hole, where it does not and its current round is this one.
  mutating func keepHole() throws(ScoreStoreError) {
    guard place == .owed, try store.currentHole()?.round == card.round.id else { return }
    try store.setCurrentHole(CurrentHole(round: card.round.id, hole: hole))
    place = .kept
  }

  /// What others did to the log: another program, a phone or the group's host.
  package enum Elsewhere: Hashable, Sendable {
    case nothing
    /// The scores or the current hole are others now.
    case changed
    case anotherRound
  }

  /// Takes in what came into the log since the last call, and returns what others did to it; nil where
  /// nothing was written.
  ///
  /// What other programs write is seen where it `looksOutside`.
  @discardableResult
  package mutating func refresh(looksOutside: Bool = true) throws(ScoreStoreError) -> Elsewhere? {
    if looksOutside { try store.lookForOtherPrograms() }
    try receive()
    guard hasNews else { return nil }
    let current = try store.currentHole()
    var elsewhere: Elsewhere = card == seenCard ? .nothing : .changed
    if let current, current.round == card.round.id {
      switch place {
      case .kept where current.hole != hole:
        hole = current.hole
        elsewhere = .changed
      // Where this session stands has more right than where the round was left.
      case .elsewhere: place = current.hole == hole ? .kept : .owed
      // A move of this session that the log could not keep is not undone by others' writing.
      case .kept, .owed: break
      }
    } else if place != .elsewhere {
      place = .elsewhere
      elsewhere = .anotherRound
    }
    hasNews = false
    seenCard = card
    return elsewhere
  }

  private mutating func receive() throws(ScoreStoreError) {
    if let changes = try follower.changes() { unread.append(changes) }
    guard !unread.isEmpty else { return }
    while let next = unread.first {
      card = try store.scorecard(card, since: next)
      unread.removeFirst()
      hasNews = true
    }
    device = try store.thisDevice()
    ownDevices.insert(device)
    noteSteps()
  }

  /// Takes in what the log has saved, and returns what that changed.
  ///
  /// Nothing here may fail: the scores are safe.
  private mutating func receive(_ outcome: CommitOutcome) -> StandingsChange {
    // What cannot be read now is read at the next look; what was saved is known.
    try? receive()
    for event in outcome.events { card.apply(event) }
    noteSteps()
    let own = Set(outcome.events.map(\.id))
    let before = Scorecard(card.round, replaying: card.events.filter { !own.contains($0.id) })
    seenCard = card
    return StandingsChange(from: before, trigger: outcome.events)
  }
}

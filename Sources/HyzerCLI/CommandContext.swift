internal import CommandLineKit
internal import HyzerBase
internal import HyzerVoice
internal import PostgreSQLStore
internal import ScoreLog
internal import ScoreScreen
internal import Scorekeeping

/// What a command works with: its arguments, its streams, and what it needs of the libraries, which is
/// opened when it is first asked for.
final class CommandContext {
  let arguments: ParsedArguments
  let console: Console
  let surroundings: Surroundings

  /// These are read once, however many rosters a corpus has.
  private lazy var openedSettings = Result { try readSettings() }
  private lazy var openedLexicon = Result { try PronunciationLexicon.lexicon(of: settings()) }

  private var openedStore: ScoreStore?
  /// The current hole before others' scores came from the host when the log was opened.
  private(set) var holeBefore: CurrentHole?
  /// Who the log says is at this device, once it is open.
  private var person: String?
  /// What keeps the log and its group's host apart; nil where nothing does.
  private var hubProblem: String?

  /// What somebody types at the terminal, shared by all who ask there: it may come ahead of the questions.
  private(set) lazy var typedLines = TypedLines(console)

  /// Whether the command changes nothing in the score log.
  private let onlyReads: Bool

  init(
    _ arguments: ParsedArguments, _ console: Console, _ surroundings: Surroundings,
    onlyReads: Bool = false
  ) {
    self.arguments = arguments
    self.onlyReads = onlyReads
    self.console = console
    self.surroundings = surroundings
  }

  /// A variable of the environment; nil where it is missing or empty.
  func variable(_ name: String) -> String? {
    console.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: - Output

  var isJSON: Bool { arguments.flag(.json) }

  /// Prints a result as a JSON object where `--json` asks for it, and otherwise as lines for people.
  func show(json: @autoclosure () -> JSONObject, lines: @autoclosure () throws -> [String]) throws {
    try isJSON ? console.json(json()) : console.lines(lines())
  }

  /// Prints one JSON object for each of several items where `--json` asks for it, and otherwise a table.
  func show<Item>(
    _ items: [Item], json: (Item) throws -> JSONObject, table: ([Item]) throws -> [String]
  ) throws {
    guard isJSON else { return try console.lines(table(items)) }
    for item in items { try console.json(json(item)) }
  }

  /// Says on standard error, after the command's name, what somebody should know.
  func warn(_ message: String) {
    console.errorLine("\(arguments.location): \(message)".replacing("\n", with: " ").printable)
  }

  /// The failure of a command that the log or its data do not allow, after the command's name.
  func refusal(_ message: String) -> Failure {
    Failure(.badData, "\(arguments.location): \(message)")
  }

  /// Warns of names that are easily taken for something else, or that nobody can say; one line each.
  func warn(ofNamesOf players: [Player], beside others: [Player] = []) {
    // Without a dictionary nothing can be heard either.
    let warnings = NameWarnings(of: players, beside: others, lexicon: try? lexicon())
    for line in warnings.lines { warn("warning: \(line)") }
  }

  // MARK: - Hearing and parsing

  /// The decoder's settings, with the model and the changes that the environment names.
  func settings() throws -> DecoderSettings { try openedSettings.get() }

  func lexicon() throws -> PronunciationLexicon { try openedLexicon.get() }

  private func readSettings() throws -> DecoderSettings {
    let model = console.environment["HYZER_MODEL"]
    guard let path = variable("HYZER_SETTINGS") else {
      return try DecoderSettings.standard(modelDirectory: model)
    }
    let changes = try InputFile.contents(of: path)
    do {
      return try DecoderSettings.standard(modelDirectory: model, changes: Array(changes))
    } catch {
      throw Failure(.badData, "\"\(path)\", which HYZER_SETTINGS names: \(error.description)")
    }
  }

  /// Every word that can be said in a round, with its grammar.
  func words(_ round: Round) throws -> RoundLexicon {
    try RoundLexicon(roster: round.roster, par: round.par, lexicon: lexicon(), settings: settings())
  }

  /// What hears the scores of a round; where it is `sayableOnly`, names without a pronunciation are left
  /// out.
  func scorer(_ round: Round, sayableOnly: Bool = false) throws -> UtteranceScorer {
    try UtteranceScorer(
      round: round, lexicon: lexicon(), settings: settings(), sayableOnly: sayableOnly,
      uptime: surroundings.uptime)
  }

  /// A parser for typed text, which goes by spelling where there is no dictionary; "I" is the player
  /// who is named as the reporter, if one is.
  func parser(_ round: Round, reporter: String? = nil) throws -> UtteranceParser {
    let lexicon: PronunciationLexicon?
    do {
      lexicon = try self.lexicon()
    } catch is LexiconError {
      lexicon = nil
    }
    return try UtteranceParser(
      typedIn: round, reporter: reporter.flatMap(round.roster.player), lexicon: lexicon)
  }

  /// The round of the file that `--round` names in commands which require it.
  func round() throws -> Round { try round(arguments.required(.roundFile)) }

  func round(_ path: String) throws -> Round { try roundFile(path).round }

  /// The round of the file that `--round` names, or else the current one of the score log.
  func anyRound() throws -> Round {
    if let path = arguments.value(.anyRoundFile) { return try round(path) }
    guard let current = try store.currentHole() else {
      throw ScoreStoreError.refused(.noCurrentRound)
    }
    let situation = try store.round(current.round).situation(atHole: current.hole)
    return try Round(
      course: situation.course, hole: situation.hole, par: situation.par,
      roster: saidAsNow(situation.roster), away: situation.away)
  }

  /// Returns the players of a round with the pronunciations that were registered for some since they joined.
  func saidAsNow(_ roster: Roster) throws -> Roster {
    let registered = try store.players()
    return try Roster(
      roster.players.map { player in
        guard player.pronunciations.isEmpty,
          let now = registered.first(where: { NameKey($0.name) == NameKey(player.name) })
        else { return player }
        return Player(
          name: player.name, aliases: player.aliases, pronunciations: now.pronunciations)
      })
  }

  /// Reads a round file, for what a log makes of it.
  func roundFile(_ path: String) throws -> RoundFile {
    try JSONFile.read(RoundFile.self, from: path)
  }

  // MARK: - The score log

  private var namedLog: String? { given(.database) ?? given(.store) ?? variable("HYZER_DB") }

  /// The argument of an option that not every command has.
  private func given(_ option: OptionSpec) -> String? {
    arguments.command.options.contains(option) ? arguments.value(option) : nil
  }

  /// The database of many groups that the command means; nil where it means a score log's file.
  func database() throws -> PostgreSQLAddress? {
    guard arguments.command.options.contains(.store), given(.database) == nil,
      let named = arguments.value(.store) ?? variable("HYZER_STORE"), PostgreSQLAddress.isOne(named)
    else { return nil }
    return try PostgreSQLAddress(named)
  }

  /// Where the score log is: by `--db`, the environment, or the XDG base directories.
  ///
  /// - Throws: ``Failure`` where the environment has no home folder either.
  func logPath() throws -> String {
    if let namedLog { return namedLog }
    // A relative path in the variable is to be ignored, the specification says.
    if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") {
      return data + "/hyzer/scores.db"
    }
    guard let home = variable("HOME") else {
      throw arguments.misuse("there is no home folder for the score log; give --db FILE")
    }
    return home + "/.local/share/hyzer/scores.db"
  }

  /// The score log, created if it is missing, but for commands that only read the one that `--db` names; what
  /// its group's host has is fetched when it is opened.
  var store: ScoreStore {
    get throws {
      if let openedStore { return openedStore }
      let store = try openStore()
      openedStore = store
      person = try store.person()
      if isSharing {
        if !onlyReads { try takeUpRoundOfPhones() }
        holeBefore = try store.currentHole()
        hubProblem = exchange(store)
      }
      return store
    }
  }

  private func openStore() throws -> ScoreStore {
    let path = try logPath()
    if onlyReads {
      do {
        return try ScoreStore(existing: path, busyTimeout: surroundings.busyTimeout)
      } catch ScoreStoreError.missing where !arguments.flag(.database) {
        // What the environment or the default names was set once and not typed now: it begins empty.
      }
    }
    // The default folder is the program's own, so that it is made where it is missing.
    return try ScoreStore(
      path: path, makingFolder: namedLog == nil, busyTimeout: surroundings.busyTimeout)
  }

  /// Whether the log is exchanged with its group's host before and after the command; those of hub and group
  /// see to it themselves, and whoever completes a line waits for nobody.
  private var isSharing: Bool {
    !["hub", "group", "store", "completion", "snap"].contains(arguments.command.path[0])
  }

  /// Whether the score log was changed.
  var hasSaved: Bool { openedStore?.hasSaved == true }

  /// Ends the command: sends what it saved to the group's host, where it has one, and says what keeps them
  /// apart, unless the command failed and has said something itself.
  func finish(hasFailed: Bool) {
    guard let openedStore, isSharing else { return }
    if openedStore.hasSaved { hubProblem = exchange(openedStore) }
    guard !hasFailed else { return }
    if let hubProblem { console.errorLine("hyzer: \(hubProblem)".printable) }
    // Where the organiser would look; dispute and resolve say it themselves.
    let shown = ["enter", "undo", "redo", "leaderboard", "round", "summary", "history"]
    guard shown.contains(arguments.command.path[0]), let disputes = try? disputes(in: openedStore),
      disputes > 0
    else { return }
    console.errorLine(
      "hyzer: \(RoundWords.count(disputes, "score")) \(disputes == 1 ? "is" : "are") disputed; see "
        + "hyzer dispute list")
  }

  /// How many scores of the current round devices differ over, for the organiser of it.
  private func disputes(in store: ScoreStore) throws -> Int {
    guard let current = try store.currentHole() else { return 0 }
    let card = try store.scorecard(of: current.round)
    let isHere =
      try card.round.isOrganiser(claimant(in: card.round))
      && card.round.isOrganisers(store.ownDevices())
    return isHere ? card.disputes.count : 0
  }

  /// The round that an operand names, or else the current one, or for commands that only read the one to look at.
  func round(_ operand: OperandSpec) throws -> RoundID {
    let named = arguments.operands(operand).first
    return try onlyReads ? store.shownRound(named) : store.chosenRound(named)
  }

  /// The round that `--round` names, or else the current one.
  func roundOfOption() throws -> RoundID { try store.chosenRound(arguments.value(.roundID)) }

  /// Who reports scores: by `--as`, which commands that report nothing do not have, the environment, or the log once it
  /// is open.
  var reporterName: String {
    givenReporter ?? variable("USER") ?? variable("LOGNAME") ?? "somebody"
  }

  /// Who reports, where somebody said so; nil where only the account's name is known.
  private var givenReporter: String? {
    (arguments.command.options.contains(.reporter) ? arguments.value(.reporter) : nil)
      ?? variable("HYZER_USER") ?? person
  }

  /// Asks in a terminal whether something is meant.
  ///
  /// - Throws: ``Failure`` where it is not, or nobody can be asked; it goes on with `advice`.
  func confirm(_ doubt: String, _ question: String, advice: String) throws {
    guard console.isTerminal else { throw refusal("\(doubt); \(advice)") }
    try confirm("\(doubt). \(question)")
  }

  /// Asks a question in a terminal.
  ///
  /// - Throws: ``Failure`` where the answer is no.
  func confirm(_ question: String) throws {
    guard try isYes(question) else { throw refusal("left as it was") }
  }

  /// Asks a question in a terminal, and returns whether the answer is yes.
  func isYes(_ question: String) throws -> Bool {
    try console.piece("\(question) [y/N] ".printable)
    return ["y", "yes"].contains(try typedLines.next()?.lowercased())
  }

  /// Asks in a terminal, once for a log, who enters scores there, where nobody has said so.
  ///
  /// - Throws: ``Failure`` for a name that cannot be one.
  func meet() throws {
    let store = try store
    guard console.isTerminal, !printsJSON, givenReporter == nil else { return }
    // An account is written otherwise than its person is.
    let likely = try store.registeredPlayer(named: reporterName)?.name ?? reporterName
    try console.piece("What should we call you? [\(likely)] ".printable)
    // Nobody is there to answer.
    guard let answer = try typedLines.next() else { return }
    let name = answer.isEmpty ? likely : answer
    try store.setPerson(name)
    person = name
  }

  /// Whether what is printed is read by a program, also where it is on a terminal.
  private var printsJSON: Bool {
    arguments.occurrences.contains { $0.option.long == OptionSpec.json.long }
  }

  /// By whose name the organiser's rights are judged: that of the account, where nobody of the round has it,
  /// stands for the organiser, as whom anybody at this machine could report.
  func claimant(in round: RoundRecord) -> String {
    let isSomebody =
      givenReporter != nil || round.isOrganiser(reporterName)
      || (try? round.chosenPlayer(reporterName)) != nil || round.organiser.isEmpty
    return isSomebody ? reporterName : round.organiser
  }

  /// What people call the device of the score log.
  func deviceName() throws -> String {
    try variable("HYZER_DEVICE") ?? store.thisDeviceName() ?? surroundings.device
  }

  /// Who reports scores, with the time and new identifiers.
  func reporter() throws -> RoundKeeper.Reporter {
    let deviceName = try deviceName()
    for (name, source) in [
      (reporterName, "--as or HYZER_USER"), (variable("HYZER_DEVICE") ?? "", "HYZER_DEVICE"),
    ] where Player.isTooLong(name) {
      throw refusal(
        "the name by \(source) has more than \(Player.longestName) letters; give a shorter one")
    }
    return RoundKeeper.Reporter(
      name: reporterName, isAssumed: givenReporter == nil, deviceName: deviceName,
      timestamp: surroundings.timestamp,
      newIdentifier: surroundings.newIdentifier)
  }

  /// Who makes a change of a round, and when: now.
  func stamp() throws -> RoundChange.Stamp { try reporter().stamp() }

  /// Who makes a change that only the organiser may make.
  func organisersStamp(in id: RoundID) throws -> RoundChange.Stamp {
    let stamp = try stamp()
    return try RoundChange.Stamp(
      id: stamp.id, reportedBy: claimant(in: store.round(id)), deviceName: stamp.deviceName,
      at: stamp.at)
  }

  /// The current round of the score log.
  func keeper(
    keepClip: ((_ name: String, _ samples: [Int16]) throws -> String)? = nil
  ) throws -> RoundKeeper {
    try RoundKeeper(
      store: store, reporter: reporter(), uptime: surroundings.uptime, keepClip: keepClip)
  }
}

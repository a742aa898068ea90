internal import CommandLineKit
internal import DiscGolf
internal import HyzerBase
internal import HyzerVoice
internal import Measuring
internal import ScoreLog
internal import ScoreScreen
internal import Scorekeeping

/// What the commands need of the toolkit, opened the same way by all of them.
final class Toolkit {
  let console: Console
  let surroundings: Surroundings
  /// These are read once, however many rosters a corpus has: the dictionary has three megabytes.
  private lazy var openedSettings = Result { try readSettings() }
  private lazy var openedLexicon = Result {
    try PronunciationLexicon(dictionaryPaths: settings().dictionaries)
  }

  private var openedStore: ScoreStore?
  /// The command for which the log was opened.
  private var openedBy: ParsedArguments?
  /// Whether the opened log exchanges with its hub before and after the command.
  private var sharesStore = false
  /// The current hole before others' scores came in with the command.
  private(set) var leftHole: CurrentHole?
  /// What keeps the log and its hub apart; nil where nothing does.
  private var hubProblem: String?
  /// Whether the score log was changed.
  var hasSaved: Bool { openedStore?.hasSaved == true }

  init(console: Console, surroundings: Surroundings) {
    self.console = console
    self.surroundings = surroundings
  }

  /// The decoder's settings, with the model and the changes that the environment names.
  func settings() throws -> DecoderSettings { try openedSettings.get() }

  func lexicon() throws -> PronunciationLexicon { try openedLexicon.get() }

  private func readSettings() throws -> DecoderSettings {
    let model = console.environment["HYZER_MODEL"]
    guard let path = console.environment["HYZER_SETTINGS"], !path.isEmpty else {
      return try DecoderSettings.standard(modelDirectory: model)
    }
    let changes = try JSONFile.contents(of: path)
    do {
      return try DecoderSettings.standard(modelDirectory: model, changes: Array(changes))
    } catch {
      throw Failure(.badData, "\"\(path)\", which HYZER_SETTINGS names: \(error.description)")
    }
  }

  /// Reads the round file that a command requires.
  func round(_ arguments: ParsedArguments) throws -> Round {
    try round(arguments.required(.roundFile))
  }

  func round(_ path: String) throws -> Round { try roundFile(path).round }

  /// Reads a round file, for what a log makes of it.
  func roundFile(_ path: String) throws -> RoundFile {
    try JSONFile.read(RoundFile.self, from: path)
  }

  /// Every word that can be said in a round, with its grammar.
  func words(_ round: Round) throws -> RoundLexicon {
    try RoundLexicon(roster: round.roster, lexicon: lexicon(), settings: settings())
  }

  /// What hears the scores of a round; where it is `sayableOnly`, names without a pronunciation are left out.
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

  /// The score log that the arguments and the environment name, opened, and created if missing.
  func scoreStore(_ arguments: ParsedArguments) throws -> ScoreStore {
    let place = try scoreLogPlace(arguments)
    let store = try ScoreStore(
      path: place.path, makingFolder: place.isDefault, busyTimeout: surroundings.busyTimeout)
    (openedStore, openedBy) = (store, arguments)
    // Those of the hub see to it themselves.
    sharesStore = arguments.command.path[0] != "hub"
    if sharesStore {
      leftHole = try store.currentHole()
      hubProblem = exchange(store, for: place.reporter)
    }
    return store
  }

  /// Sends what a command has saved to the log's hub, where it has one, and says what keeps them apart,
  /// unless the command has to say something itself.
  func share(hasFailed: Bool) {
    guard let openedStore, let openedBy, sharesStore, let place = try? scoreLogPlace(openedBy)
    else { return }
    if openedStore.hasSaved { hubProblem = exchange(openedStore, for: place.reporter) }
    guard !hasFailed else { return }
    if let hubProblem { console.errorLine("hyzer: \(hubProblem)".printable) }
    // Where the organiser would look; dispute and resolve say it themselves.
    let shown = ["enter", "undo", "leaderboard", "round", "summary", "history"]
    guard shown.contains(openedBy.command.path[0]),
      let disputes = try? disputes(in: openedStore, for: place.reporter), disputes > 0
    else { return }
    console.errorLine(
      "hyzer: \(RoundWords.count(disputes, "score")) \(disputes == 1 ? "is" : "are") disputed; see hyzer dispute list"
    )
  }

  /// How many scores of the current round devices differ over, where somebody organises it.
  private func disputes(in store: ScoreStore, for reporter: String) throws -> Int {
    guard let current = try store.currentHole() else { return 0 }
    let card = try store.scorecard(of: current.round)
    return card.round.isOrganiser(reporter) ? card.disputes.count : 0
  }

  /// Where the score log is, and who writes into it.
  func scoreLogPlace(_ arguments: ParsedArguments) throws(Failure) -> ScoreLogPlace {
    try ScoreLogPlace(arguments, environment: console.environment)
  }

  /// Who reports scores, with the time and identifiers of the world.
  func reporter(
    _ store: ScoreStore, _ arguments: ParsedArguments
  ) throws -> RoundKeeper.Reporter {
    let place = try scoreLogPlace(arguments)
    return RoundKeeper.Reporter(
      name: place.reporter, deviceName: try deviceName(store, place),
      timestamp: surroundings.timestamp,
      newIdentifier: surroundings.newIdentifier)
  }

  /// What people call the device of a score log.
  func deviceName(_ store: ScoreStore, _ place: ScoreLogPlace) throws -> String {
    try place.givenDeviceName ?? store.thisDeviceName() ?? surroundings.device
  }

  /// The current round of a score log.
  func keeper(
    _ store: ScoreStore, _ arguments: ParsedArguments,
    keepClip: ((_ name: String, _ samples: [Int16]) throws -> String)? = nil
  ) throws -> RoundKeeper {
    try RoundKeeper(
      store: store, reporter: reporter(store, arguments), uptime: surroundings.uptime,
      keepClip: keepClip)
  }

  /// Warns of names that are easily taken for something else, or that nobody can say; one line each.
  func warn(
    ofNamesOf players: [Player], beside others: [Player] = [], _ arguments: ParsedArguments
  ) {
    // Without a dictionary nothing can be heard either.
    let warnings = NameWarnings(of: players, beside: others, lexicon: try? lexicon())
    for line in warnings.lines {
      console.errorLine("\(arguments.location): warning: \(line)".printable)
    }
  }
}

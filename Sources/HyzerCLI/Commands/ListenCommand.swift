internal import CommandLineKit
internal import DiscGolf
internal import Foundation
internal import HyzerBase
internal import HyzerVoice
internal import PhonePage
internal import ScoreLog
internal import ScoreScreen
internal import Scorekeeping

enum ListenCommand: Command {
  static let spec = CommandSpec(
    path: ["listen"], abstract: "Listen to a microphone and keep score.",
    discussion: """
      What is heard is shown, and saves itself after a moment in which anybody can say no, \
      cancel, undo, yes, make it five, or another score. Where something is unclear it waits \
      for a person. When everybody has a score, the next hole comes.

      The round is the current one of the score log. With --round it is that of a round file, \
      which goes on where it was left; a recording of a hole that is complete already belongs \
      to another round. Where there is no microphone or no model, scores are typed; a name that \
      nobody can say is typed too. In a terminal there is a screen with keys; ? explains them. \
      Leaving the screen prints the leaderboard. When output is not a terminal, and with --plain, \
      events are printed as text.

      Ctrl-C, SIGTERM and a closed terminal end the session in order. Scores that are shown and not \
      saved yet are dropped; those that the log refused are printed as hyzer enter takes them, and \
      after SIGTERM or without the terminal the next session asks about them. The exit code is 0, \
      or 74 where something could not be saved.
      """,
    options: [
      round, json, .device, input, fast, plain, handsFree, .window, keepAudio, timings, serve,
    ] + OptionSpec.page + OptionSpec.scoreLog,
    examples: [
      Example("hyzer listen", "Keep score of the current round with the default microphone."),
      Example(
        "hyzer listen --round round.json --input walk.flac --fast",
        "Find and save the scores in a long recording."),
    ])

  private static let round = OptionSpec(
    long: "round", short: "r", argument: "FILE",
    help: "A round file, in place of the current round.", completion: .files)
  private static let json = OptionSpec(
    long: "json", short: "j", help: "Print one JSON object for each event instead of a screen.",
    conflicts: ["plain"])
  private static let input = OptionSpec(
    long: "input", short: "i", argument: "AUDIO",
    help: "Listen to a recording instead of the microphone.", conflicts: ["device"],
    completion: .files)
  private static let fast = OptionSpec(
    long: "fast", help: "Play the recording as fast as possible.")
  private static let plain = OptionSpec(
    long: "plain", short: "p", help: "Print events as text, also in a terminal.")
  private static let handsFree = OptionSpec(
    long: "hands-free",
    help: "Listen all the time; otherwise the screen listens after the space bar is pressed.")
  private static let keepAudio = OptionSpec(
    long: "keep-audio", help: "Keep the audio of saved scores in a folder beside the log.")
  private static let timings = OptionSpec(
    long: "timings", help: "Print how long each stage took.")

  private static let serve = OptionSpec(
    long: "serve", argument: "ADDRESS:PORT",
    help: "Serve the live page to phones as well; see hyzer serve. The first line printed is its "
      + "address.")

  static func run(_ toolkit: CommandContext) throws {
    let arguments = toolkit.arguments
    let isFast = arguments.flag(fast)
    if isFast, !arguments.flag(input) {
      throw arguments.misuse("--fast goes with --input; a microphone is as fast as it is")
    }
    let window = try arguments.window()
    let console = toolkit.console
    let isScreen = !arguments.flag(json) && !arguments.flag(plain) && console.isTerminal
    // A signal that comes from here on is reported at the end; on a screen, once it is there.
    if !isScreen, toolkit.surroundings.isInterrupted() { return }
    let canAnswer = isScreen || (console.isTerminal && !arguments.flag(json))
    let canType = isScreen || (canAnswer && !arguments.flag(input))
    var (source, trouble) = try openSource(arguments, mayFail: canType)
    let store = try toolkit.store
    var roster: Roster?
    if let path = arguments.value(round) {
      let file = try toolkit.roundFile(path)
      try file.takeUp(
        in: store, by: toolkit.reporter(), isLive: !arguments.flag(input))
      roster = file.round.roster
    }
    let clips = arguments.flag(keepAudio) ? try ClipFolder(besideLog: store.path) : nil
    var keeper = try toolkit.keeper(keepClip: clips?.keep)
    // From here on who joins or leaves changes nobody's number.
    try keeper.start()
    if let roster = try roster ?? ListenCommand.newlySaid(keeper.situation().roster, in: store) {
      keeper.setRoster(roster)
    }
    let reporter = toolkit.reporterName
    let isHandsFree = arguments.flag(handsFree) || arguments.flag(input) || !isScreen
    var scorer: LiveScorer?
    if trouble == nil {
      do {
        let heard = try toolkit.scorer(keeper.situation(), sayableOnly: true)
        trouble = ListenCommand.text(ofUnheard: heard.unheardNames)
        scorer = LiveScorer(scorer: heard)
      } catch  where canType && (error is LexiconError || error is RecognizerError) {
        trouble = "\(error)"
      }
    }
    let isSilent = scorer == nil
    // What is typed is sure.
    let confirmation: Confirmation.Settings =
      try isSilent
      ? .init(window: window, sureFrom: 1) : .init(window: window, hearingBy: toolkit.settings())
    // Without a screen it is the audio that goes on.
    if isSilent { source = isScreen ? NoSource() : SilentSource() }
    var live = LiveRound(
      keeper: keeper, scorer: scorer,
      settings: .init(
        microphone: isHandsFree ? .handsFree : .pushToTalk,
        confirmation: confirmation, showsPartialWords: isScreen,
        typedParser: { try toolkit.parser($0, reporter: reporter) }))
    let hub = try toolkit.hubThread()
    defer { hub?.stop() }
    let page = try arguments.value(serve).map { try PageOfLog(at: $0, store, arguments, toolkit) }
    defer { page?.end() }
    if let page { try console.line("listening on \(page.url)") }
    let presenter = try presenter(
      arguments, toolkit, isScreen: isScreen, isSilent: isSilent, unsent: { hub?.unsent })
    if let trouble { try presenter.warn(trouble) }
    if console.showsProgress, !presenter.acceptsInput, !isSilent {
      console.errorLine("listening to \(source.name); end with Ctrl-C")
    }
    let leftovers = LeftoverScores(besideLog: store.path, of: keeper.card.round)
    var earlier: [Draft] = []
    do { earlier = try leftovers.read() } catch { try presenter.warn("\(error)") }
    let asked = canAnswer ? earlier : []
    var loop = LiveLoop(
      source: source, presenter: presenter, leftover: asked,
      isFast: isFast, showsTimings: arguments.flag(timings),
      uptime: toolkit.surroundings.uptime, isInterrupted: toolkit.surroundings.isInterrupted,
      isAbandoned: toolkit.surroundings.isAbandoned,
      note: { console.errorLine("hyzer listen: \($0)") })
    let failure = Result { () throws in try run(&loop, &live, store, arguments) }
    do {
      try leftovers.replace(asked, by: loop.leftover)
    } catch {
      // What the scores were is said anyway.
      console.errorLine("hyzer listen: \(error)")
    }
    if !canAnswer, !earlier.isEmpty {
      console.errorLine(
        "hyzer listen: an earlier session left scores in \"\(leftovers.path)\" that are not saved; hyzer "
          + "listen asks about them in a terminal")
    }
    try failure.get()
    // Nothing of the screen is left on the terminal.
    if isScreen { try console.lines(Leaderboard(store, round: keeper.card.round.id).lines) }
  }

  /// Runs a session; scores that it could not save are named as `hyzer enter` takes them.
  private static func run(
    _ loop: inout LiveLoop, _ live: inout LiveRound, _ store: ScoreStore,
    _ arguments: ParsedArguments
  ) throws {
    do {
      try loop.run(&live)
    } catch let error as UnsavedScores {
      func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
      let log = arguments.value(.database).map { " --db \(quoted($0))" } ?? ""
      let round = live.keeper.card.round.id
      // The command enters scores of the current round.
      let isCurrent = (try? store.currentHole()?.round) == round
      let lines =
        (isCurrent ? [] : ["hyzer round use\(log) \(round)"])
        + error.lines.map { "hyzer enter --hole \($0.hole)\(log) \(quoted($0.text))" }
      throw Failure(
        .inputOutput,
        "hyzer listen: \(error); enter them with: \(lines.joined(separator: "; "))")
    } catch let lost as LostAnswer {
      // Some of what was said may be saved, and some not.
      throw Failure(
        .inputOutput,
        "hyzer listen: ended, since standard output cannot be written: \(lost.reason); see what is "
          + "saved with hyzer round show")
    }
  }

  /// Returns the players of a round with the pronunciations that were registered for some since they
  /// joined; nil where there are none.
  private static func newlySaid(_ roster: Roster, in store: ScoreStore) throws -> Roster? {
    let registered = try store.players()
    let players = roster.players.map { player in
      guard player.pronunciations.isEmpty,
        let now = registered.first(where: { NameKey($0.name) == NameKey(player.name) })
      else { return player }
      return Player(
        name: player.name, aliases: player.aliases, pronunciations: now.pronunciations)
    }
    return players == roster.players ? nil : try Roster(players)
  }

  /// Returns what to say where names are not listened for; nil where all are.
  private static func text(ofUnheard names: [String]) -> String? {
    guard !names.isEmpty else { return nil }
    let quoted = names.map { "\"\($0)\"" }.joined(separator: ", ").printable
    return "\(quoted) cannot be listened for without a pronunciation; see hyzer player edit --say"
  }

  /// Opens the recording or the microphone; without a microphone scores can still be typed where
  /// somebody can, and the reason is returned.
  private static func openSource(
    _ arguments: ParsedArguments, mayFail: Bool
  ) throws -> (source: any AudioSource, trouble: String?) {
    if let input = arguments.value(input) {
      return (try RecordingSource(path: input, isPaced: !arguments.flag(fast)), nil)
    }
    do {
      return (try MicrophoneSource(device: arguments.value(.device) ?? "default"), nil)
    } catch let error as CaptureError where mayFail {
      return (NoSource(), error.description)
    }
  }

  private static func presenter(
    _ arguments: ParsedArguments, _ toolkit: CommandContext, isScreen: Bool, isSilent: Bool,
    unsent: @escaping () -> Int?
  ) throws -> any RoundPresenter {
    let console = toolkit.console
    if arguments.flag(json) { return JSONPresenter(console: console) }
    if isScreen {
      return try ScreenPresenter(
        console.environment, localTime: toolkit.surroundings.localTime, unsent: unsent)
    }
    return LinePresenter(
      write: console.line, note: console.errorLine,
      readLine: console.isTerminal ? TypedLines(console).next : nil, endsWithInput: isSilent)
  }
}

/// The folder beside a score log in which the audio of its scores is kept.
struct ClipFolder {
  let path: String

  /// Makes the folder: "scores-audio" beside "scores.db".
  init(besideLog log: String) throws {
    path = ClipFolder.path(besideLog: log)
    try OutputFile.makeFolder(path)
  }

  static func path(besideLog log: String) -> String {
    URL(fileURLWithPath: log).deletingPathExtension().path + "-audio"
  }

  /// Writes 16 kHz mono samples and returns the file's name.
  func keep(_ name: String, _ samples: [Int16]) throws -> String {
    let file = "\(name).flac"
    try OutputFile.replace("\(path)/\(file)") {
      try Recording.write(samples: samples, sampleRateHz: Recording.sampleRateHz, path: $0)
    }
    return file
  }
}

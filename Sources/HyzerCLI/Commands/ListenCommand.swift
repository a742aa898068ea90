internal import CommandLineKit
internal import FoundationEssentials
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
      to another round. Once the round is over, the next one is taken up: the current one, or that \
      which a host brings. Where there is no microphone or no model, scores are typed; a name that \
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

  static func run(_ context: CommandContext) throws {
    let session = try ListenSession(context)
    // A signal that comes from here on is reported at the end; on a screen, once it is there.
    if !session.isScreen, context.surroundings.isInterrupted() { return }
    try session.run()
  }

  /// One run of the command: what was asked for, and the steps from opening to the leaderboard.
  private struct ListenSession {
    let context: CommandContext
    /// How long a usual score is shown, where that was asked for.
    let window: Duration?
    let isScreen: Bool
    /// Whether a person can answer what an earlier session left.
    let canAnswer: Bool
    /// Whether scores can be typed where there is no microphone.
    let canType: Bool

    private var arguments: ParsedArguments { context.arguments }
    private var console: Console { context.console }
    private var isRecording: Bool { arguments.flag(input) }

    init(_ context: CommandContext) throws {
      let (arguments, console) = (context.arguments, context.console)
      if arguments.flag(fast), !arguments.flag(input) {
        throw arguments.misuse("--fast goes with --input; a microphone is as fast as it is")
      }
      self.context = context
      window = try arguments.window()
      let isJSON = arguments.flag(json)
      isScreen = !isJSON && !arguments.flag(plain) && console.isTerminal
      canAnswer = isScreen || (console.isTerminal && !isJSON)
      canType = isScreen || (canAnswer && !arguments.flag(input))
    }

    func run() throws {
      var trouble: String?
      let source = try openSource(&trouble)
      let store = try context.store
      let keeper = try takeUpRound(in: store)
      let scorer = try makeScorer(for: keeper, &trouble)
      let isSilent = scorer == nil
      var live = try liveRound(keeper, scorer)
      let host = try context.hostThread()
      defer { host?.stop() }
      let page = try arguments.value(serve).map {
        try PageOfLog(at: $0, .one(store), context)
      }
      defer { page?.end() }
      if let page { try console.line("listening on \(page.url)") }
      let presenter = try makePresenter(isSilent: isSilent, unsent: { host?.unsent })
      if let trouble { try presenter.warn(trouble) }
      if console.showsProgress, !presenter.acceptsInput, !isSilent {
        console.errorLine("listening to \(source.name); end with Ctrl-C")
      }
      // Without a screen it is the audio that goes on.
      try keepScore(&live, isSilent ? Silence(isEndless: !isScreen) : source, presenter, in: store)
      // Nothing of the screen is left on the terminal.
      if isScreen { try console.lines(Leaderboard(store, round: keeper.card.round.id).lines) }
    }

    /// Opens the recording or the microphone; without a microphone scores can still be typed where
    /// somebody can, and the reason is noted.
    private func openSource(_ trouble: inout String?) throws -> any AudioSource {
      if let input = arguments.value(input) {
        return try RecordingSource(path: input, isPaced: !arguments.flag(fast))
      }
      do {
        return try MicrophoneSource(device: arguments.value(.device) ?? "default")
      } catch let error as CaptureError where canType {
        trouble = error.description
        return Silence(isEndless: false)
      }
    }

    /// Takes up the log's current round, or that of the round file.
    private func takeUpRound(in store: ScoreStore) throws -> RoundKeeper {
      let file = try arguments.value(round).map(context.roundFile)
      try file?.takeUp(in: store, by: context.reporter(), isLive: !isRecording)
      let clips = arguments.flag(keepAudio) ? try ClipFolder(besideLog: store.path) : nil
      var keeper = try context.keeper(keepClip: clips?.keep)
      // From here on who joins or leaves changes nobody's number.
      try keeper.start()
      let known = try keeper.situation().roster
      let roster = try file?.round.roster ?? context.saidAsNow(known)
      if roster != known { keeper.setRoster(roster) }
      return keeper
    }

    /// Makes what hears the round; nil where there is no audio or no model, of which the reason is noted
    /// where scores can be typed, as is who cannot be heard.
    private func makeScorer(
      for keeper: RoundKeeper, _ trouble: inout String?
    ) throws -> LiveScorer? {
      guard trouble == nil else { return nil }
      do {
        let scorer = try context.scorer(keeper.situation(), sayableOnly: true)
        if !scorer.unheardNames.isEmpty {
          let names = scorer.unheardNames.map { "\"\($0)\"" }.joined(separator: ", ").printable
          trouble =
            "\(names) cannot be listened for without a pronunciation; see hyzer player edit --say"
        }
        return LiveScorer(scorer: scorer)
      } catch  where canType && (error is LexiconError || error is RecognizerError) {
        trouble = "\(error)"
        return nil
      }
    }

    private func liveRound(
      _ keeper: RoundKeeper, _ scorer: consuming LiveScorer?
    ) throws -> LiveRound {
      // Without a model nothing is heard, and what is typed is sure.
      let confirmation: Confirmation.Settings =
        try scorer == nil
        ? .init(window: window, sureFrom: 1)
        : .init(window: window, hearingBy: context.settings())
      let isHandsFree = arguments.flag(handsFree) || isRecording || !isScreen
      return LiveRound(
        keeper: keeper, scorer: scorer, microphone: isHandsFree ? .handsFree : .pushToTalk,
        confirmation: confirmation, showsPartialWords: isScreen,
        typedParser: { [context] in try context.parser($0, reporter: context.reporterName) })
    }

    private func makePresenter(
      isSilent: Bool, unsent: @escaping () -> Int?
    ) throws -> any RoundPresenter {
      if arguments.flag(json) { return JSONPresenter(console: console) }
      if isScreen {
        return try ScreenPresenter(
          console.environment, localTime: context.surroundings.localTime, unsent: unsent)
      }
      return LinePresenter(
        write: console.line, note: console.errorLine,
        readLine: console.isTerminal ? context.typedLines.next : nil, endsWithInput: isSilent)
    }

    /// Runs the session, and keeps for the next one what nobody answered.
    private func keepScore(
      _ live: inout LiveRound, _ source: any AudioSource, _ presenter: any RoundPresenter,
      in store: ScoreStore
    ) throws {
      func leftovers(_ live: borrowing LiveRound) -> LeftoverScores {
        LeftoverScores(besideLog: store.path, of: live.keeper.card)
      }
      let before = leftovers(live)
      var earlier: [LeftoverScores.Entry] = []
      do { earlier = try before.read() } catch { try presenter.warn("\(error)") }
      // Two sessions would save them twice, the second over what was entered since.
      let claim = canAnswer && !earlier.isEmpty ? LeftoverScores.Claim(before) : nil
      defer { claim?.end() }
      let asked = claim == nil ? [] : earlier
      let surroundings = context.surroundings
      var loop = LiveLoop(
        source: source, presenter: presenter, leftover: asked.compactMap(\.draft),
        isFast: arguments.flag(fast),
        showsTimings: arguments.flag(timings), uptime: surroundings.uptime,
        isInterrupted: surroundings.isInterrupted, isAbandoned: surroundings.isAbandoned,
        note: note)
      let result = Result { () throws in try loop.run(&live) }
      do {
        try leftovers(live).replace(asked, by: loop.leftover)
      } catch {
        // What the scores were is said anyway.
        note("\(error)")
      }
      if !canAnswer, earlier.contains(where: { $0.draft != nil }) {
        note(
          "an earlier session left scores in \"\(before.path)\" that are not saved; hyzer listen asks "
            + "about them in a terminal")
      }
      do {
        try result.get()
      } catch let error as UnsavedScores {
        throw failure(error, round: live.keeper.card.round.id, in: store)
      } catch let lost as LostAnswer {
        // Some of what was said may be saved, and some not.
        throw Failure(
          .inputOutput,
          "hyzer listen: ended, since standard output cannot be written: \(lost.reason); see what is "
            + "saved with hyzer round show")
      }
    }

    private func note(_ text: String) { console.errorLine("hyzer listen: \(text)") }

    /// Names scores that could not be saved as `hyzer enter` takes them.
    private func failure(_ error: UnsavedScores, round: RoundID, in store: ScoreStore) -> Failure {
      func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
      let log = arguments.value(.database).map { " --db \(quoted($0))" } ?? ""
      // The command enters scores of the current round.
      let isCurrent = (try? store.currentHole()?.round) == round
      let lines =
        (isCurrent ? [] : ["hyzer round use\(log) \(round)"])
        + error.lines.map { "hyzer enter --hole \($0.hole)\(log) \(quoted($0.text))" }
      return Failure(
        .inputOutput,
        "hyzer listen: \(error); enter them with: \(lines.joined(separator: "; "))")
    }
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

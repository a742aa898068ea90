internal import Audio
internal import CommandLineKit
internal import Golf
internal import ScoreStore
internal import Scorekeeping
internal import Understanding

/// `hyzer listen`: the live loop over a microphone or a recording.
struct ListenCommand: Command {
  static let spec = CommandSpec(
    path: ["listen"], abstract: "Listen to a microphone and keep score.",
    discussion: """
      What is heard is shown, and saves itself after a moment in which anybody can say no, \
      cancel, undo, yes, make it five, or another score. Where something is unclear it waits \
      for a person. When everybody has a score, the next hole comes.

      The round is the current one of the score log. With --round it is that of a round file, \
      which goes on where it was left; a recording of a hole that is complete already is of \
      another round. In a terminal there is a screen with keys, of which ? \
      tells; anywhere else, and with --plain, it is told in lines. There Ctrl-C drops what is \
      shown and not saved yet, tells so, and ends with exit code 0.
      """,
    options: [
      OptionSpec(
        long: "round", short: "r", argument: "FILE",
        help: "A round file, in place of the current round.", completion: .files),
      OptionSpec(
        long: "json", short: "j", help: "Print one JSON object an event instead of a screen.",
        conflicts: ["plain"]),
      .device,
      OptionSpec(
        long: "input", short: "i", argument: "AUDIO",
        help: "Listen to a recording instead of the microphone.", conflicts: ["device"],
        completion: .files),
      OptionSpec(long: "fast", help: "Play the recording as fast as it goes."),
      OptionSpec(long: "plain", short: "p", help: "Tell it in lines, also in a terminal."),
      OptionSpec(
        long: "hands-free",
        help: "Listen all the time; on a screen, space is for talking otherwise."),
      OptionSpec(
        long: "window", short: "w", argument: "SECONDS",
        help: "How long a sure score is shown before it saves itself; 1.5 if not given. One that "
          + "is rare, unsure or replaces another has twice that."),
      OptionSpec(
        long: "keep-audio", help: "Keep the audio of saved scores in a folder beside the log."),
      OptionSpec(long: "timings", help: "Tell how long each stage took."),
    ] + OptionSpec.scoreLog,
    examples: [
      Example("hyzer listen", "Keep score of the current round with the default microphone."),
      Example(
        "hyzer listen --round round.json --input walk.flac --fast",
        "Find and save the scores in a long recording."),
    ])

  private static let windowRange = 0.5...60.0

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let isFast = arguments.flag("fast")
    if isFast, arguments.value("input") == nil {
      throw Failure(
        .usage, "hyzer listen: --fast goes with --input; a microphone is as fast as it is")
    }
    let window = try arguments.number("window", in: ListenCommand.windowRange)
    let isScreen =
      !arguments.flag("json") && !arguments.flag("plain") && toolkit.console.isTerminal
    // A signal that comes from here on is told of at the end; a screen has its own way.
    if !isScreen, toolkit.surroundings.isInterrupted() { return }
    let (source, silence) = try openSource(mayFail: isScreen)
    let store = try toolkit.scoreStore(arguments)
    var spoken: Roster?
    if arguments.value("round") != nil {
      let file = try toolkit.roundFile(arguments)
      try RoundFileStart(file, store: store, toolkit: toolkit, arguments: arguments)
        .takeUp(isLive: arguments.value("input") == nil)
      spoken = file.round.roster
    }
    let clips = try clipFolder(store)
    var keeper = try toolkit.keeper(store, arguments, keepClip: clips?.keep)
    // Who joined later would not be listened for.
    try keeper.start()
    if let spoken { keeper.speak(of: spoken) }
    let isHandsFree =
      arguments.flag("hands-free") || arguments.value("input") != nil || !isScreen
    let scorer = LiveScorer(scorer: try toolkit.scorer(keeper.situation()))
    var live = LiveRound(
      keeper: keeper, scorer: scorer, microphone: isHandsFree ? .handsFree : .pushToTalk,
      settings: window.map { Confirmation.Settings(window: .seconds($0)) }
        ?? Confirmation.Settings(),
      typedParser: toolkit.parser)
    live.showsPartialWords = isScreen
    let front = try front(toolkit, live.keeper, isScreen: isScreen)
    if let silence { try front.warn(silence.description, of: live) }
    var loop = LiveLoop(
      toolkit: toolkit, command: arguments.location, isFast: isFast,
      showsTimings: arguments.flag("timings"), source: source, front: front)
    try loop.run(&live)
  }

  /// Opens the recording or the microphone; without a microphone scores can still be typed where
  /// there is a screen, and the reason is returned.
  private func openSource(
    mayFail: Bool
  ) throws -> (source: any AudioSource, silence: CaptureError?) {
    if let input = arguments.value("input") {
      return (try RecordingSource(path: input, isPaced: !arguments.flag("fast")), nil)
    }
    do {
      return (try MicrophoneSource(device: arguments.value("device") ?? "default"), nil)
    } catch let error as CaptureError where mayFail {
      return (NoSource(), error)
    }
  }

  private func front(
    _ toolkit: Toolkit, _ keeper: RoundKeeper, isScreen: Bool
  ) throws -> any LiveFront {
    if arguments.flag("json") { return JSONFront(console: toolkit.console) }
    return isScreen
      ? try ScreenFront(toolkit.console.environment)
      : try PlainFront(console: toolkit.console, roster: keeper.situation().roster)
  }

  /// Where audio is kept: in a folder beside the log, so that the two stay together.
  private func clipFolder(_ store: ScoreStore) throws -> ClipFolder? {
    guard arguments.flag("keep-audio") else { return nil }
    return try ClipFolder(besideLog: store.path)
  }
}

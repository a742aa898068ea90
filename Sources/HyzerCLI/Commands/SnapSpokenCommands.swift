internal import CommandLineKit
internal import HyzerBase
internal import HyzerVoice
internal import Measuring
internal import ScoreSnap
internal import Scorekeeping

extension SaidGame {
  /// The game in a few words: "win, 72 - 65, against Hawks".
  fileprivate var summary: String {
    let score = result?.text ?? scores.map(String.init).joined(separator: " and ")
    let against = opponent.isEmpty ? nil : "against \(opponent)"
    return [outcome?.rawValue, score, against].compactMap(\.self).joined(separator: ", ")
  }

  fileprivate static func report(
    _ game: SaidGame?, input: String, transcript: String
  ) -> JSONObject {
    [
      "input": input, "transcript": transcript, "outcome": game?.outcome?.rawValue,
      "scores": game?.scores, "opponent": game?.opponent,
      "savesItself": game.map(\.questions.isEmpty) ?? false, "questions": game?.questions ?? [],
    ]
  }
}

extension SnapSession {
  /// Who may be named in a sentence of a team: itself, the opponents of its player's games, and some more.
  fileprivate func names(of team: SnapTeam?, and more: [String]) -> GameNames {
    GameNames(
      team: team?.name, opponents: (team.map { book.opponents(of: $0.player) } ?? []) + more)
  }
}

enum SnapHearCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["snap", "hear"], abstract: "Print how games ended that recordings tell.",
    discussion: """
      \(InputRecordings.discussion) Nothing is added; hyzer snap say adds a game. Known are the current team, the \
      opponents of earlier games, and those of --opponent.
      """,
    options: [.json, opponents, .database], operands: [InputRecordings.operand],
    examples: [Example("hyzer snap hear won.wav", "Print what was said of a game.")])

  private static let opponents = OptionSpec(
    long: "opponent", argument: "NAME", help: "An opponent that may be named.", repeats: true)

  static func run(_ context: CommandContext) throws {
    let session = try SnapSession(context)
    let names = session.names(
      of: session.context.shown(in: session.book).team,
      and: context.arguments.values(opponents))
    var recognizer = try PhraseRecognizer(
      .games, roster: names.roster, lexicon: context.lexicon(), settings: context.settings())
    try InputRecordings.forEach(context) { input, samples in
      let (game, transcript) = names.game(try recognizer.hear(samples))
      let words = game.map { ([$0.summary] + $0.questions).joined(separator: "; ") }
      return (
        SaidGame.report(game, input: input, transcript: transcript),
        ["\(input): \(words ?? "no game")"]
      )
    }
  }
}

enum SnapParseCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["snap", "parse"], abstract: "Print how games ended that sentences tell.",
    discussion: """
      Each line of the manifest is a sentence as somebody typed it, with those who may be named: \
      {"transcript", "team", "opponents": […]}. What it says is printed as a line of JSON. With --heard, the recording \
      that a line names under "audio" is heard instead.
      """,
    options: [isHeard], operands: [manifest])

  private static let isHeard = OptionSpec(
    long: "heard", help: "Hear the recordings of the lines, beside the manifest.")

  private static let manifest = OperandSpec(
    name: "MANIFEST", help: "A file in JSON Lines.", completion: .files)

  private struct Sentence: Decodable {
    let transcript: String
    let team: String?
    let opponents: [String]?
    let audio: String?
  }

  static func run(_ context: CommandContext) throws {
    let path = context.arguments.operands(manifest)[0]
    for line in try LineReader.filledLines(of: path) {
      let place = "\(path):\(line.number)"
      let sentence = try JSONFile.decode(Sentence.self, from: line.data, place: place)
      let names = GameNames(team: sentence.team, opponents: sentence.opponents ?? [])
      guard context.arguments.flag(isHeard) else {
        let game = names.game(typed: sentence.transcript)
        try context.console.json(
          SaidGame.report(game, input: place, transcript: sentence.transcript))
        continue
      }
      guard let audio = sentence.audio else {
        throw Failure(.badData, "\(place): no \"audio\" to hear")
      }
      let file = ManifestEntry.path(of: audio, beside: path)
      var recognizer = try PhraseRecognizer(
        .games, roster: names.roster, lexicon: context.lexicon(), settings: context.settings())
      let heard = try recognizer.hear(InputRecordings.samples(of: file, context.console))
      let (game, transcript) = names.game(heard)
      try context.console.json(SaidGame.report(game, input: file, transcript: transcript))
    }
  }
}

enum SnapSayCommand: Command {
  static let spec = CommandSpec(
    path: ["snap", "say"], abstract: "Add a game by a sentence, typed or spoken.",
    discussion: """
      Without a sentence the microphone listens for one, or a recording is heard. What is clear saves itself after \
      \(window / .seconds(1)) s, in which Ctrl-C keeps it from being saved; you are asked about what is not, in a script \
      --yes answers for you. Known are the team and the opponents of earlier games: type the name of another.
      """,
    options: [input, .device, .snapPlayer, .snapTeam] + OptionSpec.details
      + [.unasked, .database],
    operands: [sentence],
    examples: [
      Example(
        "hyzer snap say \"we won 72 to 65 against the Hawks\"", "Add a game by a sentence."),
      Example("hyzer snap say", "Listen for a sentence."),
    ])

  private static let sentence = OperandSpec(
    name: "WORDS", minimum: 0, maximum: nil,
    help: "How the game ended, as in: lost to Lincoln fifty to forty eight.")
  private static let input = OptionSpec(
    long: "input", short: "i", argument: "FILE", help: "A recording of the sentence.",
    completion: .files)

  /// As long as scores of golf wait.
  private static let window = Confirmation.Settings().window

  static func run(_ context: CommandContext) throws {
    let arguments = context.arguments
    var session = try SnapSession(context)
    let names = try session.names(
      of: session.team(of: context), and: [arguments.value(.opponent)].compactMap(\.self))
    let typed = arguments.operands(sentence).joined(separator: " ")
    if !typed.isEmpty, arguments.flag(input) || arguments.flag(.device) {
      throw arguments.misuse("give a sentence, or where to hear one, but not both")
    }
    guard
      let game = try typed.isEmpty ? heard(names, context) : names.game(typed: typed)
    else {
      throw context.refusal(
        "that is no result; say it as in \"we won 72 to 65 against the Hawks\"")
    }
    guard let result = game.result else {
      throw context.refusal(
        "\(game.summary): \(game.questions.joined(separator: "; ")); say it again, or use hyzer snap add"
      )
    }
    if game.questions.isEmpty || arguments.flag(.unasked) {
      try show(game, typed: !typed.isEmpty, context)
    } else {
      try context.confirm(
        "\(game.questions.joined(separator: "; "))", "Save a \(game.summary)?",
        advice: "give --yes if \"\(game.summary)\" is right")
    }
    var details = try arguments.details()
    if !game.opponent.isEmpty, details[.opponent] == nil {
      details[.opponent] = try SnapField.opponent.checked(.text(game.opponent))
    }
    let added = try session.add(result, with: details, context)
    try context.console.lines(session.lines(of: added))
  }

  /// Shows a game for as long as somebody may object; what was typed has been seen.
  private static func show(_ game: SaidGame, typed: Bool, _ context: CommandContext) throws {
    guard !typed else { return }
    try context.console.line("\(game.summary). Saving; Ctrl-C keeps it from being saved.")
    let steps = 15
    for step in 0...steps {
      guard !context.surroundings.isInterrupted() else {
        throw context.refusal("not saved")
      }
      if step < steps { _ = context.surroundings.wait(window / steps) }
    }
  }

  private static func heard(_ names: GameNames, _ context: CommandContext) throws -> SaidGame? {
    var recognizer = try PhraseRecognizer(
      .games, roster: names.roster, lexicon: context.lexicon(), settings: context.settings())
    let samples: [Int16]
    if let path = context.arguments.value(input) {
      samples = try InputRecordings.samples(of: path, context.console)
    } else {
      var microphone = try MicrophoneSource(device: context.arguments.value(.device) ?? "default")
      context.console.errorLine("Listening: say how the game ended.")
      samples = try sentence(from: &microphone)
    }
    return names.game(try recognizer.hear(samples)).game
  }

  /// Returns the first utterance of a stream: nobody says how a game ended in more than this.
  private static func sentence(from source: inout some AudioSource) throws -> [Int16] {
    var endpointer = Endpointer(
      settings: EndpointerSettings(
        trailingSilence: .milliseconds(900), maximumLength: .seconds(15)))
    var samples: [Int16] = []
    let most = 30 * Recording.sampleRateHz
    while samples.count < most, let block = try source.next(waitingAtMost: .milliseconds(100)) {
      samples += block
      for case .ended(let range, _) in endpointer.feed(block) {
        return Array(samples[range.clamped(to: samples.indices)])
      }
    }
    for case .ended(let range, _) in endpointer.finish() {
      return Array(samples[range.clamped(to: samples.indices)])
    }
    return []
  }
}

internal import Audio
internal import CommandLineKit
internal import Golf
internal import Language
internal import Pronunciation

/// `hyzer pronounce`: how names are said, and where that is known from.
struct PronounceCommand: Command {
  static let spec = CommandSpec(
    path: ["pronounce"], abstract: "Show how names are said, and where that comes from.",
    options: [
      OptionSpec(
        long: "round", short: "r", argument: "FILE", help: "The round whose names to say.",
        completion: .files), .device,
      OptionSpec(long: "play", short: "p", help: "Say them aloud."),
      OptionSpec(
        long: "out", short: "o", argument: "FILE",
        help: "Write the speech to a WAV or .flac file.",
        completion: .files),
    ],
    operands: [
      OperandSpec(
        name: "NAME", minimum: 0, maximum: nil, help: "A name; without any, all of the round's.")
    ])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let lexicon = try toolkit.lexicon()
    let spellings = try self.spellings(toolkit)
    guard !spellings.isEmpty else {
      throw Failure(.usage, "hyzer pronounce: no names; give some, or a round file with --round")
    }
    var spoken: [Int16] = []
    var failures: [Failure] = []
    for (spelling, player) in spellings {
      let found: [SourcedPronunciation]
      do {
        found = try lexicon.pronunciations(of: spelling, of: player)
      } catch {
        failures.append(Failure(error))
        toolkit.console.errorLine("hyzer pronounce: \(Failure(error).message)")
        continue
      }
      for (index, item) in found.enumerated() {
        let mark = index == 0 ? spelling : "\(spelling) (\(index + 1))"
        try toolkit.console.line("\(mark)\t\(item.pronunciation)\t\(item.source.rawValue)")
        if arguments.flag("play") || arguments.value("out") != nil {
          spoken += try LetterToSound.speak(item.pronunciation)
        }
      }
    }
    if let path = arguments.value("out"), !spoken.isEmpty {
      try Recording.write(
        samples: spoken, sampleRateHz: Recording.sampleRateHz, path: path)
    }
    if arguments.flag("play"), !spoken.isEmpty {
      try Playback.play(
        samples: spoken, sampleRateHz: Recording.sampleRateHz,
        device: arguments.value("device") ?? "default")
    }
    if let first = failures.first { throw Reported(code: first.code) }
  }

  /// The names asked for, or all of the round's; a name that the round has is said as it has it.
  private func spellings(_ toolkit: Toolkit) throws -> [(String, Player)] {
    let names = arguments.operands("NAME")
    guard arguments.value("round") != nil else { return names.map { ($0, Player(name: $0)) } }
    let roster = try toolkit.round(arguments).roster
    if names.isEmpty {
      return roster.players.flatMap { player in player.spellings.map { ($0, player) } }
    }
    return names.map { name in
      guard let id = roster.player(named: name) else { return (name, Player(name: name)) }
      let player = roster[id]
      return (NameKey(player.name) == NameKey(name) ? player.name : name, player)
    }
  }
}

internal import CommandLineKit
internal import Golf
internal import ScoreStore
internal import Scorekeeping

/// `hyzer round new`: make a round, and make it the current one.
struct RoundNewCommand: Command {
  static let spec = CommandSpec(
    path: ["round", "new"], abstract: "Make a round, and make it the current one.",
    discussion: """
      Prints the round's identifier. Players who are not registered yet are registered. A guest \
      is a name in this round only. More can join until the first score.
      """,
    options: [
      OptionSpec(
        long: "course", short: "c", argument: "NAME", help: "The course; see hyzer course list.",
        conflicts: ["from"]),
      OptionSpec(
        long: "player", short: "p", argument: "NAME", help: "Somebody who plays.", repeats: true),
      OptionSpec(
        long: "guest", short: "g", argument: "NAME", help: "A guest who plays.", repeats: true),
      OptionSpec(
        long: "from", short: "f", argument: "FILE",
        help: "A round file, in place of --course, --player and --guest.", completion: .files),
    ] + OptionSpec.scoreLog,
    examples: [
      Example(
        "hyzer round new --course \"Cedar Creek\" --player Mike --player Jake --guest Sam",
        "Start a round of three.")
    ])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    if arguments.flag("from") {
      for option in ["player", "guest"] where arguments.flag(option) {
        throw Failure(
          .usage, "\(arguments.location): the players are those of --from; leave --\(option) away")
      }
      return try toolkit.console.line(takeUp(toolkit).rawValue)
    }
    guard let name = arguments.value("course") else {
      throw UsageError.missingOption(
        "--course", usage: "--course NAME", at: arguments.location)
    }
    let store = try toolkit.scoreStore(arguments)
    let id = RoundID(toolkit.surroundings.newIdentifier())
    try store.createRound(
      id, course: course(name, in: store, toolkit.console),
      organiser: toolkit.scoreLogPlace(arguments).reporter, joining: joining,
      at: toolkit.surroundings.timestamp())
    try toolkit.console.line(id.rawValue)
  }

  /// Makes the round that a round file describes.
  private func takeUp(_ toolkit: Toolkit) throws -> RoundID {
    try toolkit.roundFile(arguments, option: "from")
      .create(in: toolkit.scoreStore(arguments), by: toolkit.reporter(arguments))
  }

  /// The course of a name; one that the log does not have is made, with par 3 on 18 holes.
  private func course(_ name: String, in store: ScoreStore, _ console: Console) throws -> Course {
    do throws(ScoreStoreError) {
      return try store.course(named: name)
    } catch .refused(.unknownCourse) {
      let course = try Course(name: name)
      try store.addCourse(course)
      console.errorLine(
        "hyzer round new: made the course \"\(name)\" with par 3 on 18 holes; "
          + "change it with hyzer course edit before the next round")
      return course
    } catch {
      throw error
    }
  }

  /// Players and guests in the order in which they were given.
  private var joining: [Joining] {
    arguments.occurrences.compactMap { option in
      guard let name = option.value else { return nil }
      return switch option.name {
      case "player": .player(name)
      case "guest": .guest(.init(name: name))
      default: nil
      }
    }
  }
}

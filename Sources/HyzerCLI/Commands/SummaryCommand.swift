internal import CommandLineKit
internal import Evaluation
internal import Golf
internal import ScoreStore
internal import Screen

/// `hyzer summary`: a round's result for a group chat, as text or as a picture.
struct SummaryCommand: Command {
  static let spec = CommandSpec(
    path: ["summary"], abstract: "Sum a round up for a group chat.",
    discussion: """
      Prints the result as text, or draws it with every hole's scores: a circle is under par, a \
      square over par.
      """,
    options: [
      OptionSpec(
        long: "svg", argument: "FILE", help: "Draw it as an SVG; - for standard output.",
        completion: .files),
      .database,
    ],
    operands: [.round],
    examples: [Example("hyzer summary --svg round.svg", "Draw the current round.")])

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let card = try store.scorecard(of: store.chosenRound(arguments.operands.first))
    let course = RoundWords.course(card.round.course)
    let date = String(toolkit.surroundings.localTime(card.round.createdAt).prefix(10))
    let state = RoundWords.phase(card.phase)
    if let path = arguments.value("svg") {
      let svg = RoundCard(card, course: course, date: date, state: state).svg
      return try path == "-"
        ? toolkit.console.piece(svg) : OutputFile.write(svg, to: path)
    }
    try toolkit.console.line("\(course), \(date), \(state)".printable)
    let standings = card.standings
    for line in standings.lines {
      try toolkit.console.line(text(line, in: standings, of: card.round.pars.count).printable)
    }
  }

  /// A line that reads well in a proportional font too.
  private func text(_ line: Standing, in standings: Standings, of holes: Int) -> String {
    guard line.holesPlayed > 0 else { return "– \(line.name): no score" }
    let thru = line.holesPlayed < holes ? " thru \(line.holesPlayed)" : ""
    return "\(RoundWords.place(line, in: standings)) \(line.name): "
      + "\(RoundWords.relative(line.relativeToPar)) (\(line.strokes)\(thru))"
  }
}

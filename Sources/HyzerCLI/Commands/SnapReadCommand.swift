internal import CommandLineKit
internal import HyzerBase
internal import Scoreboards

enum SnapReadCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["snap", "read"], abstract: "Read the score off photos of scoreboards.",
    discussion: """
      \(InputPhotos.discussion) Of each the two numbers are printed that are the score, and the clock; \
      where that is not sure, the pairs that it may be, the likeliest first.
      """,
    options: [.json, .remote, explain, .database], operands: [InputPhotos.operand],
    examples: [
      Example("hyzer snap read board.jpg", "Print what the board shows."),
      Example("hyzer snap read --json *.jpg", "Print one JSON object for each photo."),
    ])

  private static let explain = OptionSpec(
    long: "explain", help: "With --json, print each pair that was weighed, and by what.")

  /// What is printed of a pair that was weighed.
  private static func report(_ pair: WeighedPair) -> JSONObject {
    [
      "scores": pair.scores, "at": pair.places.flatMap { [$0.x, $0.y] },
      "features": pair.features, "likelihood": pair.likelihood.inThousandths,
    ]
  }

  /// What is printed of a photo for machines.
  private static func report(
    _ input: String, _ reading: BoardReading, isRemote: Bool
  ) -> JSONObject {
    [
      "input": input, "scores": reading.scores, "clock": reading.clock,
      "confidence": reading.confidence.inThousandths, "pairs": reading.pairs,
      "reader": isRemote ? "remote" : "local",
    ]
  }

  /// What is printed of a photo for people.
  private static func line(_ input: String, _ reading: BoardReading) -> String {
    let pairs = reading.pairs.map { $0.map(String.init).joined(separator: " - ") }
    let clock = reading.clock.map { ", clock \($0)" } ?? ""
    guard reading.scores == nil else { return "\(input): \(pairs[0])\(clock)" }
    return pairs.isEmpty
      ? "\(input): no score found\(clock)"
      : "\(input): not sure; perhaps \(pairs.joined(separator: ", "))\(clock)"
  }

  static func run(_ context: CommandContext) throws {
    let reader = try ScoreboardReader()
    let isExplained = context.arguments.flag(explain)
    try InputPhotos.forEach(context) { input, photo in
      let isRemote = context.arguments.flag(.remote)
      let (reading, weighed) =
        isRemote
        ? (try context.read(photo, by: reader), []) : reader.explained(photo)
      let object = report(input, reading, isRemote: isRemote)
        .adding(["weighed": isExplained ? weighed.map(report) : nil])
      return (object, [line(input, reading)])
    }
  }
}

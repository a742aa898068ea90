internal import CommandLineKit
internal import HyzerBase
internal import HyzerVoice

enum RecognizeCommand: Command {
  static let spec = CommandSpec(
    path: ["recognize"], abstract: "Recognise sentences of any grammar.",
    discussion: """
      The grammar is in the Java Speech Grammar Format (JSGF) and has one public rule. Its words are \
      looked up in --dictionary and in the installed dictionary, or else said by letter-to-sound rules. \
      \(InputRecordings.discussion) Where nothing of the grammar was said, nothing is made up.
      """,
    options: [grammar, dictionary, .json], operands: [InputRecordings.operand],
    examples: [
      Example(
        "hyzer recognize --grammar lights.jsgf --json order.wav",
        "Print what was said, and when each word was.")
    ])

  private static let grammar = OptionSpec(
    long: "grammar", short: "g", argument: "FILE", help: "The grammar, in JSGF.", required: true,
    completion: .files)
  private static let dictionary = OptionSpec(
    long: "dictionary", argument: "FILE",
    help: "Pronunciations of words in the CMU format: a word and its ARPAbet phones on each line.",
    completion: .files)

  /// What is printed of a recording; times are in seconds from its start, and there is no transcript where
  /// nothing of the grammar was said.
  private static func report(_ input: String, _ heard: Hypothesis?) -> JSONObject {
    let words = (heard?.words ?? []).map { word -> JSONObject in
      [
        "text": word.text, "start": word.seconds.lowerBound, "end": word.seconds.upperBound,
        "confidence": word.confidence.inThousandths,
      ]
    }
    return [
      "input": input, "transcript": heard?.transcript,
      "confidence": (heard?.confidence ?? 0).inThousandths, "words": words,
    ]
  }

  static func run(_ context: CommandContext) throws {
    var recognizer = try recognizer(context)
    try InputRecordings.forEach(context) { input, samples in
      let heard = try recognizer.recognize(samples)
      return (report(input, heard), ["\(input): \(heard?.transcript ?? "nothing of the grammar")"])
    }
  }

  private static func recognizer(_ context: CommandContext) throws -> GrammarRecognizer {
    let path = context.arguments.required(grammar)
    do {
      return try GrammarRecognizer(
        grammar: text(of: path), dictionary: context.arguments.value(dictionary).map(text) ?? "",
        lexicon: context.lexicon(), settings: context.settings())
    } catch let error as GrammarError {
      throw Failure(.badData, "\"\(path)\": \(error)")
    }
  }

  private static func text(of path: String) throws(FileFailure) -> String {
    String(decoding: try InputFile.contents(of: path), as: UTF8.self)
  }
}

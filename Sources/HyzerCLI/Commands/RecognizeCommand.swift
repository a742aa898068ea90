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

  /// What is printed of a recording; times are in seconds from its start.
  private struct Report: Encodable {
    struct Word: Encodable {
      let text: String
      let start: Double
      let end: Double
      let confidence: Double
    }

    let input: String
    /// Written as null where nothing of the grammar was said.
    let transcript: String?
    let confidence: Double
    let words: [Word]

    private enum CodingKeys: CodingKey { case input, transcript, confidence, words }

    init(_ input: String, _ heard: Hypothesis?) {
      func rounded(_ confidence: Double) -> Double { (confidence * 1000).rounded() / 1000 }
      self.input = input
      transcript = heard?.transcript
      confidence = rounded(heard?.confidence ?? 0)
      words = (heard?.words ?? []).map {
        Word(
          text: $0.text, start: $0.seconds.lowerBound, end: $0.seconds.upperBound,
          confidence: rounded($0.confidence))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(input, forKey: .input)
      try container.encode(transcript, forKey: .transcript)
      try container.encode(confidence, forKey: .confidence)
      try container.encode(words, forKey: .words)
    }
  }

  static func run(_ context: CommandContext) throws {
    var recognizer = try recognizer(context)
    try InputRecordings.forEach(context) { input, samples in
      let heard = try recognizer.recognize(samples)
      return (
        Report(input, heard), "\(input): \(heard?.transcript ?? "nothing of the grammar")"
      )
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

internal import CommandLineKit
internal import Corpora

/// `hyzer corpus voices`: the voices that can say a corpus.
struct CorpusVoicesCommand: Command {
  static let spec = CommandSpec(
    path: ["corpus", "voices"], abstract: "List the voices of the speech synthesisers.",
    discussion: "An espeak voice also takes a variant, as in espeak:en-us+m3.")

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let synthesizer = SpeechSynthesizer(path: toolkit.console.environment["PATH"])
    for voice in try synthesizer.voices() { try toolkit.console.line(voice.description) }
    for engine in synthesizer.missingEngines {
      toolkit.console.errorLine(
        "hyzer corpus voices: \(engine.rawValue) is not installed; it is in the package "
          + engine.debianPackage)
    }
  }
}

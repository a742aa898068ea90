/// What keeps a recogniser from working.
public enum RecognizerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No acoustic model at any of the places.
  case modelMissing([String])
  /// A file of the acoustic model is missing.
  case modelIncomplete(directory: String, file: String)
  /// The engine refused the model.
  case modelRejected(directory: String, reason: String)
  /// No acoustic network at any of the places.
  case networkMissing([String])
  /// An acoustic network cannot be used.
  case networkRejected(reason: String)
  /// The acoustic network is for a model of as many senones, which this one does not have.
  case networkOfOtherModel(String, senones: Int)
  /// The engine does not know an option that the settings name.
  case unknownOption(String)
  /// The engine refused a word's pronunciation.
  case wordRejected(String, reason: String)
  /// The engine refused the grammar.
  case grammarRejected(reason: String)
  /// The engine failed on an utterance.
  case decodingFailed(step: String, reason: String)
  /// The decoder's settings are not what they should be.
  case badSettings(String)
  /// The acoustic scores of an utterance cannot be kept in a folder.
  case noRoomForScores(String)
  /// There is no memory for the engine.
  case outOfMemory

  /// What Debian has models in.
  private static let packages = "pocketsphinx-en-us"

  /// One line: what failed, on what, and what to do.
  public var description: String {
    switch self {
    case .modelMissing(let paths):
      "no acoustic model at \(paths.joined(separator: " or ")); install pocketsphinx-en-us, or "
        + "name its folder in HYZER_MODEL"
    case .modelIncomplete(let directory, let file):
      "the acoustic model \"\(directory)\" has no file \"\(file)\"; install \(RecognizerError.packages) again"
    case .modelRejected(let directory, let reason):
      "PocketSphinx cannot load the acoustic model \"\(directory)\": \(reason)"
    case .networkMissing(let paths):
      "no acoustic network at \(paths.joined(separator: " or ")); correct \"network.files\" in the "
        + "decoder settings"
    case .networkRejected(let reason): reason
    case .networkOfOtherModel(let model, let senones):
      "the acoustic network is for a model of \(senones) senones, and \"\(model)\" has another number; "
        + "name its own in \"network.files\", or set \"network.scale\" to 0"
    case .unknownOption(let name):
      "this PocketSphinx has no option \"\(name)\"; use Debian's 0.8+5prealpha"
    case .wordRejected(let word, let reason):
      "PocketSphinx cannot take the word \"\(word)\": \(reason)"
    case .grammarRejected(let reason): "PocketSphinx cannot take the grammar: \(reason)"
    case .decodingFailed(let step, let reason): "PocketSphinx failed to \(step): \(reason)"
    case .badSettings(let reason): "the decoder settings are wrong: \(reason)"
    case .noRoomForScores(let folder):
      "the acoustic scores of an utterance cannot be kept in \"\(folder)\"; make room there"
    case .outOfMemory: "not enough memory for PocketSphinx"
    }
  }
}

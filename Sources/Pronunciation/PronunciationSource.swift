public import Language

/// Where a pronunciation comes from, the most trusted first.
public enum PronunciationSource: String, Hashable, Sendable {
  /// The round file gives it.
  case roundFile = "round file"
  /// The toolkit adds it to the dictionary.
  case toolkit = "toolkit"
  /// The acoustic model's dictionary has it.
  case dictionary = "dictionary"
  /// The word is said letter by letter.
  case initials = "initials"
  /// Flite's lexicon of exceptions has it.
  case lexicon = "flite lexicon"
  /// Flite's letter-to-sound rules guess it.
  case letterToSound = "letter-to-sound guess"
}

/// A pronunciation and where it comes from.
public struct SourcedPronunciation: Hashable, Sendable {
  /// How it is said.
  public let pronunciation: Pronunciation
  /// Where that comes from; of a name of several words, the least trusted source of them.
  public let source: PronunciationSource
}

/// Why a name or word has no pronunciation.
public enum LexiconError: Error, Hashable, Sendable, CustomStringConvertible {
  /// None of the places has the dictionary.
  case dictionaryMissing([String])
  /// The dictionary could not be read.
  case dictionaryUnreadable(String, reason: String)
  /// A pronunciation in the round file is wrong.
  case badPronunciation(name: String, PronunciationError)
  /// Nothing can be guessed from the letters.
  case unpronounceable(String)
  /// The voice could not say the phones.
  case speechFailed(String)

  /// One line: what is wrong and what to do.
  public var description: String {
    switch self {
    case .dictionaryMissing(let paths):
      "no pronunciation dictionary at \(paths.joined(separator: " or ")); install pocketsphinx-en-us"
    case .dictionaryUnreadable(let path, let reason):
      "cannot read the pronunciation dictionary \"\(path)\": \(reason)"
    case .badPronunciation(let name, let error): "player \"\(name)\": \(error)"
    case .unpronounceable(let name):
      "no pronunciation can be guessed for \"\(name)\"; give \"pronunciations\" for it in the round file"
    case .speechFailed(let phones): "the voice cannot say \"\(phones)\""
    }
  }
}

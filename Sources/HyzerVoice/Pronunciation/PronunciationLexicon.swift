internal import FoundationEssentials
internal import HyzerBase

/// Where a pronunciation comes from, the most trusted first.
package enum PronunciationSource: String, Hashable, Sendable, CaseIterable {
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

  /// Returns the less trusted of two sources.
  static func lessTrusted(_ one: Self, _ other: Self) -> Self {
    allCases.last { $0 == one || $0 == other } ?? one
  }
}

/// A pronunciation and where it comes from.
package struct SourcedPronunciation: Hashable, Sendable {
  package let pronunciation: Pronunciation
  /// Where that comes from; of a name of several words, the least trusted source of them.
  package let source: PronunciationSource
}

/// Knows how words and names are said: from the round file, the dictionary, or by rule.
package struct PronunciationLexicon: Sendable {
  /// The most pronunciations that one name is given.
  private static let mostVariants = 4

  private let toolkit: PronouncingDictionary
  private let dictionary: PronouncingDictionary

  /// The installed dictionary, which is read once: it has three megabytes.
  package static let standard = Result<PronunciationLexicon, any Error> {
    try PronunciationLexicon(dictionaryPaths: DecoderSettings.standard().dictionaries)
  }

  /// Returns the lexicon of some settings.
  ///
  /// - Throws: ``LexiconError`` where their dictionary cannot be read.
  package static func lexicon(of settings: DecoderSettings) throws -> PronunciationLexicon {
    try settings.dictionaries == DecoderSettings.standard().dictionaries
      ? standard.get() : PronunciationLexicon(dictionaryPaths: settings.dictionaries)
  }

  /// Opens the first of some dictionaries that exists.
  ///
  /// - Throws: ``LexiconError/dictionaryMissing(_:)`` or
  ///   ``LexiconError/dictionaryUnreadable(_:reason:)``.
  package init(dictionaryPaths: [String]) throws(LexiconError) {
    guard let path = dictionaryPaths.first(where: { FileManager.default.fileExists(atPath: $0) })
    else { throw .dictionaryMissing(dictionaryPaths) }
    toolkit = PronouncingDictionary(text: PackageResources.pronunciations_dict)
    do throws(SystemFault) {
      dictionary = PronouncingDictionary(text: try OpenFile(path).read())
    } catch {
      throw .dictionaryUnreadable(path, reason: "\(error)")
    }
  }

  /// Returns how a word is said, the usual way first; empty where its letters give no idea.
  package func pronunciations(ofWord word: String) -> [SourcedPronunciation] {
    let word = word.lowercased().replacing("’", with: "'")
    lazy var letters = Self.letters(of: word)
    func sourced(
      _ found: [Pronunciation], _ source: PronunciationSource
    ) -> [SourcedPronunciation]? {
      found.isEmpty
        ? nil : found.map { SourcedPronunciation(pronunciation: $0, source: source) }
    }
    return sourced(toolkit.pronunciations(of: word), .toolkit)
      ?? sourced(dictionary.pronunciations(of: word), .dictionary)
      ?? sourced(dictionary.pronunciations(of: letters), .dictionary)
      ?? Initials.pronunciation(of: word).flatMap { sourced([$0], .initials) }
      ?? LetterToSound.pronounce(letters).flatMap {
        sourced([$0.pronunciation], $0.isGuess ? .letterToSound : .lexicon)
      } ?? []
  }

  /// Returns how a name is said, word after word, the usual way first; at most four ways.
  ///
  /// - Throws: ``LexiconError/unpronounceable(_:)``; no name goes without a pronunciation.
  package func pronunciations(ofName name: String) throws(LexiconError) -> [SourcedPronunciation] {
    var variants: [SourcedPronunciation] = []
    for word in Self.words(of: name) {
      let next = pronunciations(ofWord: word)
      guard !next.isEmpty else { throw .unpronounceable(name) }
      guard !variants.isEmpty else {
        variants = next
        continue
      }
      variants = variants.flatMap { first in
        next.map { second in
          SourcedPronunciation(
            pronunciation: first.pronunciation.followed(by: second.pronunciation),
            source: .lessTrusted(first.source, second.source))
        }
      }
    }
    guard !variants.isEmpty else { throw .unpronounceable(name) }
    return Array(variants.prefix(Self.mostVariants))
  }

  /// Returns how a player's spelling of the name is said: as the round file has it, or as
  /// ``pronunciations(ofName:)`` finds it.
  ///
  /// - Throws: ``LexiconError/badPronunciation(name:_:)`` or ``LexiconError/unpronounceable(_:)``.
  package func pronunciations(of spelling: String, of player: Player) throws(LexiconError)
    -> [SourcedPronunciation]
  {
    guard spelling == player.name, !player.pronunciations.isEmpty else {
      return try pronunciations(ofName: spelling)
    }
    do throws(PronunciationError) {
      return try player.pronunciations.map { text throws(PronunciationError) in
        SourcedPronunciation(pronunciation: try Pronunciation(parsing: text), source: .roundFile)
      }
    } catch {
      throw .badPronunciation(name: player.name, error)
    }
  }

  /// Returns how flite says a name, whatever the dictionary has; nil where it cannot say a word.
  package func letterToSound(ofName name: String) -> Pronunciation? {
    var whole: Pronunciation?
    for word in Self.words(of: name) {
      guard let next = LetterToSound.pronounce(Self.letters(of: word))?.pronunciation else {
        return nil
      }
      whole = whole.map { $0.followed(by: next) } ?? next
    }
    return whole
  }

  /// Splits a name into the words that are said, keeping initials and apostrophes together.
  private static func words(of name: String) -> [String] {
    name.split { $0.isWhitespace || "-‐–_/,".contains($0) }.map(String.init).flatMap { word in
      // "T.J." is said letter by letter; other full stops and signs say nothing.
      Initials.pronunciation(of: word) != nil || !word.contains(where: \.isNumber)
        ? [word] : NameKey.words(of: word)
    }
  }

  /// Returns a word of any script in plain Latin letters.
  private static func letters(of word: String) -> String {
    NameKey(Romanization.latin(word)).letters.filter(\.isASCII)
  }
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
      "no pronunciation can be guessed for \"\(name)\"; say how it is said, by \"pronunciations\" in the round file or hyzer player edit --say"
    case .speechFailed(let phones): "the voice cannot say \"\(phones)\""
    }
  }
}

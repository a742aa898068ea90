internal import Foundation
public import Golf
public import Language

/// Knows how words and names are said: from the round file, the dictionary, or by rule.
public struct PronunciationLexicon: Sendable {
  /// The most pronunciations that one name is given.
  private static let mostVariants = 4

  private let toolkit: PronouncingDictionary
  private let dictionary: PronouncingDictionary

  /// Opens the first of some dictionaries that exists.
  ///
  /// - Throws: ``LexiconError/dictionaryMissing(_:)`` or
  ///   ``LexiconError/dictionaryUnreadable(_:reason:)``.
  public init(dictionaryPaths: [String]) throws(LexiconError) {
    guard let path = dictionaryPaths.first(where: { FileManager.default.fileExists(atPath: $0) })
    else { throw .dictionaryMissing(dictionaryPaths) }
    toolkit = PronouncingDictionary(text: PackageResources.pronunciations_dict)
    dictionary = try PronouncingDictionary(path: path)
  }

  /// Returns how a word is said, the usual way first; empty where its letters give no idea.
  public func pronunciations(ofWord word: String) -> [SourcedPronunciation] {
    let word = word.lowercased().replacing("’", with: "'")
    for (dictionary, source) in [
      (toolkit, PronunciationSource.toolkit), (dictionary, PronunciationSource.dictionary),
    ] {
      let found = dictionary.pronunciations(of: word)
      if !found.isEmpty {
        return found.map { SourcedPronunciation(pronunciation: $0, source: source) }
      }
    }
    // Transliteration leaves marks, such as the soft sign, that no rule here can say.
    let letters = NameKey(PronunciationLexicon.latin(word)).letters.filter(\.isASCII)
    if letters != word, !letters.isEmpty {
      let found = dictionary.pronunciations(of: letters)
      if !found.isEmpty {
        return found.map { SourcedPronunciation(pronunciation: $0, source: .dictionary) }
      }
    }
    if let spelled = Initials.pronunciation(of: word) {
      return [SourcedPronunciation(pronunciation: spelled, source: .initials)]
    }
    guard let guess = LetterToSound.pronounce(letters) else { return [] }
    return [
      SourcedPronunciation(
        pronunciation: guess.pronunciation, source: guess.isGuess ? .letterToSound : .lexicon)
    ]
  }

  /// Returns how a name is said, word after word, the usual way first; at most four ways.
  ///
  /// - Throws: ``LexiconError/unpronounceable(_:)``; no name goes without a pronunciation.
  public func pronunciations(ofName name: String) throws(LexiconError) -> [SourcedPronunciation] {
    var variants: [SourcedPronunciation] = []
    for word in PronunciationLexicon.words(of: name) {
      let next = pronunciations(ofWord: word)
      guard !next.isEmpty else { throw .unpronounceable(name) }
      if variants.isEmpty {
        variants = next
        continue
      }
      variants = variants.flatMap { first in
        next.map { second in
          SourcedPronunciation(
            pronunciation: first.pronunciation.followed(by: second.pronunciation),
            source: second.source.trust > first.source.trust ? second.source : first.source)
        }
      }
    }
    guard !variants.isEmpty else { throw .unpronounceable(name) }
    return Array(variants.prefix(PronunciationLexicon.mostVariants))
  }

  /// Returns how a player's spelling of the name is said: as the round file has it, or as
  /// ``pronunciations(ofName:)`` finds it.
  ///
  /// - Throws: ``LexiconError/badPronunciation(name:_:)`` or ``LexiconError/unpronounceable(_:)``.
  public func pronunciations(of spelling: String, of player: Player) throws(LexiconError)
    -> [SourcedPronunciation]
  {
    guard spelling == player.name, !player.pronunciations.isEmpty else {
      return try pronunciations(ofName: spelling)
    }
    var own: [SourcedPronunciation] = []
    for text in player.pronunciations {
      do throws(PronunciationError) {
        own.append(
          SourcedPronunciation(pronunciation: try Pronunciation(parsing: text), source: .roundFile))
      } catch {
        throw .badPronunciation(name: player.name, error)
      }
    }
    return own
  }

  /// Returns how flite says a name, whatever the dictionary has; nil where it cannot say a word.
  public func letterToSound(ofName name: String) -> Pronunciation? {
    var whole: Pronunciation?
    for word in PronunciationLexicon.words(of: name) {
      let letters = NameKey(PronunciationLexicon.latin(word)).letters.filter(\.isASCII)
      guard let next = LetterToSound.pronounce(letters)?.pronunciation else { return nil }
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

  /// Writes a word of another script in Latin letters.
  private static func latin(_ word: String) -> String {
    word.applyingTransform(.toLatin, reverse: false) ?? word
  }
}

extension PronunciationSource {
  /// The place in the order of trust; lower is more trusted.
  fileprivate var trust: Int {
    switch self {
    case .roundFile: 0
    case .toolkit: 1
    case .dictionary: 2
    case .initials: 3
    case .lexicon: 4
    case .letterToSound: 5
    }
  }
}

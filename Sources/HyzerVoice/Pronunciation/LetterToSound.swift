internal import CFlite
internal import Synchronization

/// Flite's CMU lexicon, letter-to-sound rules and voice.
///
/// Flite keeps its lexicon and voice in global variables, so one lock guards every call into it.
package enum LetterToSound {
  @safe private struct Library: ~Copyable {
    let lexicon: UnsafePointer<cst_lexicon>?
    let voice: UnsafeMutablePointer<cst_voice>?

    init() {
      _ = flite_init()  // It has nothing to report: it only sets up its tables, once.
      unsafe lexicon = UnsafePointer(cmulex_init())
      unsafe voice = register_cmu_us_kal16(nil)
    }
  }

  private static let library = Mutex(Library())

  /// Returns how a word is said, and whether that is a guess by rule.
  ///
  /// Nil for a word with anything but the letters a to z and apostrophes. Wraps `lex_lookup`.
  static func pronounce(_ word: String) -> (pronunciation: Pronunciation, isGuess: Bool)? {
    let isPlain = word.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "'")
    }
    guard isPlain, !word.isEmpty else { return nil }
    return library.withLock { library in
      guard let lexicon = unsafe library.lexicon,
        let list = unsafe lex_lookup(lexicon, word, nil, nil)
      else { return nil }
      defer { unsafe delete_val(list) }
      var phones: [Phone] = []
      var rest: UnsafePointer<cst_val>? = unsafe UnsafePointer(list)
      while let item = unsafe rest {
        if let name = unsafe val_string(val_car(item)),
          let phone = Phone(spelling: unsafe String(cString: name))
        {
          phones.append(phone)
        }
        unsafe rest = val_cdr(item)
      }
      let isGuess = unsafe in_lex(lexicon, word, nil, nil) == 0
      return Pronunciation(phones).map { ($0, isGuess) }
    }
  }

  /// Returns phones spoken aloud: 16 kHz mono samples, as the voice has them.
  ///
  /// Wraps `flite_synth_phones`.
  ///
  /// - Throws: ``LexiconError/speechFailed(_:)``.
  package static func speak(_ pronunciation: Pronunciation) throws(LexiconError) -> [Int16] {
    // The voice wants a pause at both ends, and its own name for the vowel of "but".
    let phones = ["pau"] + pronunciation.phones.map { $0.rawValue.lowercased() } + ["pau"]
    let samples: [Int16] = library.withLock { library in
      guard let voice = unsafe library.voice,
        let utterance = unsafe flite_synth_phones(phones.joined(separator: " "), voice)
      else { return [] }
      defer { unsafe delete_utterance(utterance) }
      guard let wave = unsafe utt_wave(utterance), let data = unsafe wave.pointee.samples else {
        return []
      }
      return unsafe Array(UnsafeBufferPointer(start: data, count: Int(wave.pointee.num_samples)))
    }
    guard !samples.isEmpty else { throw .speechFailed(pronunciation.description) }
    return samples
  }
}

/// Names that are said letter by letter, such as "T.J." and "DJ".
enum Initials {
  private static let letters: [Character: String] = [
    "a": "EY", "b": "B IY", "c": "S IY", "d": "D IY", "e": "IY", "f": "EH F", "g": "JH IY",
    "h": "EY CH", "i": "AY", "j": "JH EY", "k": "K EY", "l": "EH L", "m": "EH M", "n": "EH N",
    "o": "OW", "p": "P IY", "q": "K Y UW", "r": "AA R", "s": "EH S", "t": "T IY", "u": "Y UW",
    "v": "V IY", "w": "D AH B AH L Y UW", "x": "EH K S", "y": "W AY", "z": "Z IY",
  ]

  /// Returns the letters' names one after the other, or nil for a word that is not initials: those
  /// are single letters with full stops, a single letter, or up to three letters without a vowel.
  static func pronunciation(of word: String) -> Pronunciation? {
    let plain = word.lowercased().filter { $0 != "." }
    let withStops = word.split(separator: ".", omittingEmptySubsequences: false)
    let isDotted =
      word.contains(".") && withStops.last?.isEmpty == true
      && withStops.dropLast().allSatisfy { $0.count == 1 }
    let isVowelless = plain.count <= 3 && !plain.contains { "aeiouy".contains($0) }
    guard isDotted || isVowelless || plain.count == 1 else { return nil }
    let names = plain.compactMap { letters[$0] }
    guard names.count == plain.count, !names.isEmpty else { return nil }
    return try? Pronunciation(parsing: names.joined(separator: " "))
  }
}

public import Golf
public import Language
public import Pronunciation

extension UtteranceParser {
  /// Makes a parser that knows how every word is said.
  init(round: Round, words: RoundLexicon, lexicon: PronunciationLexicon) {
    self.init(
      round: round, namePronunciations: words.pronunciationsBySpelling,
      pronounce: { lexicon.pronunciations(ofWord: $0).map(\.pronunciation) })
  }

  /// Makes a parser for spoken words, the one that an ``UtteranceScorer`` uses, for which no
  /// acoustic model is loaded.
  ///
  /// - Throws: ``LexiconError`` for a name without a pronunciation.
  public init(spokenIn round: Round, lexicon: PronunciationLexicon) throws(LexiconError) {
    self.init(
      round: round,
      namePronunciations: try RoundLexicon.Name.all(of: round.roster, lexicon: lexicon)
        .pronunciationsBySpelling,
      pronounce: { lexicon.pronunciations(ofWord: $0).map(\.pronunciation) })
  }

  /// Makes a parser for typed text.
  ///
  /// It needs no acoustic model: without a lexicon it goes by spelling, and a name that nothing can
  /// pronounce is still a name that can be typed.
  ///
  /// - Throws: ``LexiconError`` for a pronunciation in the roster that is none.
  public init(typedIn round: Round, lexicon: PronunciationLexicon?) throws(LexiconError) {
    guard let lexicon else {
      self.init(round: round)
      return
    }
    var sounds: [String: [SourcedPronunciation]] = [:]
    for player in round.roster.players {
      for spelling in player.spellings {
        do throws(LexiconError) {
          sounds[spelling] = try lexicon.pronunciations(of: spelling, of: player)
        } catch .unpronounceable {
          continue
        } catch {
          throw error
        }
      }
    }
    self.init(
      round: round, namePronunciations: sounds.mapValues { $0.map(\.pronunciation) },
      pronounce: { lexicon.pronunciations(ofWord: $0).map(\.pronunciation) })
  }
}

extension ReplyParser {
  /// Makes a parser that knows how every name is said.
  init(round: Round, words: RoundLexicon) {
    self.init(round: round, namePronunciations: words.pronunciationsBySpelling)
  }

  /// Makes a parser for replies, the one that an ``UtteranceScorer`` uses.
  ///
  /// - Throws: ``LexiconError`` for a name without a pronunciation.
  public init(spokenIn round: Round, lexicon: PronunciationLexicon) throws(LexiconError) {
    self.init(
      round: round,
      namePronunciations: try RoundLexicon.Name.all(of: round.roster, lexicon: lexicon)
        .pronunciationsBySpelling)
  }
}

/// A class of words that a pattern can ask for.
enum Terminal: Hashable, Sendable {
  /// A player's name or alias.
  case name
  /// A score: a number or a golf word.
  case score
  /// A score in the plural, which is given to each player named.
  case pluralScore
  /// The number of a hole, or a hole's par.
  case number
  /// A word with a role of its own.
  case function(FunctionWord)
}

/// A regular expression over classes of words.
indirect enum Pattern: Hashable, Sendable {
  case terminal(Terminal)
  case sequence([Pattern])
  case choice([Pattern])
  case optional(Pattern)
  /// A pattern once or more often.
  case repeated(Pattern)

  static let name = Pattern.terminal(.name)
  static let score = Pattern.terminal(.score)

  static func word(_ function: FunctionWord) -> Pattern { .terminal(.function(function)) }

  static func maybe(_ function: FunctionWord) -> Pattern { .optional(.word(function)) }
}

/// How often people say a form; the grammar's weights follow from it.
package enum Likelihood: Hashable, Sendable {
  /// What nearly every sentence is made of.
  case usual
  /// Said now and then.
  case occasional
  /// Said seldom.
  case rare
  /// Said now and then, but so short that noise between two words passes for it, and then it
  /// changes a score.
  case mistakable
}

/// What a form of statement does with the names and scores in it.
package enum FormKind: String, Hashable, Sendable {
  /// Gives one score to each player named.
  case assign
  /// Gives the scores to the players named, in order.
  case list
  /// Gives a score to a group, except to those named.
  case group
  /// Gives players the score of the player named last.
  case sameAs
  /// Gives players the score said before.
  case sameFor
  /// Replaces the name just said: the last name counts.
  case renamed
  /// Replaces the score said last.
  case fixScore
  /// Gives the score said last to another player.
  case fixName
  /// Announces that the next statement corrects the one before.
  case fix
  /// Takes the last statement back.
  case scratch
  /// Takes the whole sentence back.
  case startOver
  /// Says which hole is played.
  case announcement
  /// Says nothing of a score.
  case aside
}

/// What a reply does with scores that wait to be saved, as the cases of ``Reply`` say.
enum ReplyKind: Hashable, Sendable {
  case accept, dismiss, undo, change
}

/// One way to say one thing: a pattern, what it does, and how likely it is.
struct Form<Kind: Hashable & Sendable>: Hashable, Sendable {
  let kind: Kind
  let pattern: Pattern
  let likelihood: Likelihood
  /// Whether the recogniser listens for it; others are understood in text alone.
  let isSpoken: Bool

  init(
    _ kind: Kind, _ likelihood: Likelihood, spoken: Bool = true, _ pattern: [Pattern]
  ) {
    self.kind = kind
    self.pattern = .sequence(pattern)
    self.likelihood = likelihood
    isSpoken = spoken
  }
}

/// The description from which the recogniser's grammars, the parsers and the sentence generator are
/// all made.
package struct LanguageDescription: Sendable {
  let vocabulary: Vocabulary
  /// The statements: a sentence is one or more, one after the other.
  let forms: [Form<FormKind>]
  let replyVocabulary: Vocabulary
  /// The replies, each one form with nothing beside it.
  ///
  /// They are few on purpose: what waits to be saved is read in a second, and each word more is one
  /// that noise can be taken for.
  let replies: [Form<ReplyKind>]

  var spokenForms: [Form<FormKind>] { forms.filter(\.isSpoken) }

  /// The language of the game in English.
  package static let english = LanguageDescription(
    vocabulary: .english, forms: englishForms, replyVocabulary: .englishReplies,
    replies: [
      Form(.accept, .usual, [.repeated(.word(.accept))]),
      Form(.dismiss, .usual, [.repeated(.word(.dismiss))]),
      Form(.undo, .usual, [.word(.undo)]),
      Form(.change, .usual, [.maybe(.dismiss), .word(.makeIt), .score]),
      Form(.change, .usual, [.maybe(.dismiss), .name, .score]),
    ])

  /// The most names that a list "Mike Jake three four" can have.
  private static let longestList = 6
  private static let longestSpokenList = 4

  private static let joined = Pattern.choice([.word(.joiner), .word(.for)])
  private static let moreNames = Pattern.repeated(.sequence([.maybe(.and), .name]))
  private static let names = Pattern.sequence([.name, moreNames])
  private static let group = Pattern.choice([.word(.everyone), .word(.everyoneElse)])

  private static let englishForms: [Form<FormKind>] =
    [
      Form(.assign, .usual, [.name, .score]),
      Form(.assign, .occasional, [.name, .word(.joiner), .maybe(.article), .score]),
      Form(.assign, .occasional, [.score, .word(.for), .name]),
      Form(.assign, .occasional, [.name, .word(.and), .name, .word(.each), .score]),
      Form(.assign, .occasional, spoken: false, [.name, .word(.article), .score]),
      Form(.assign, .occasional, spoken: false, [.name, .word(.for), .maybe(.article), .score]),
      Form(.assign, .occasional, spoken: false, [.word(.for), .name, .maybe(.article), .score]),
      Form(
        .assign, .occasional, spoken: false,
        [.word(.article), .score, .word(.for), .name]),
      Form(
        .assign, .rare, spoken: false,
        [.maybe(.article), .score, .word(.for), .maybe(.each), names]),
      Form(
        .assign, .rare, spoken: false,
        [names, .word(.each), .optional(joined), .maybe(.article), .score]),
      Form(
        .assign, .rare, spoken: false,
        [names, .word(.joiner), .word(.each), .maybe(.article), .score]),
      Form(.assign, .rare, spoken: false, [.word(.each), names, .optional(joined), .score]),
      Form(
        .assign, .rare, spoken: false,
        [names, .optional(joined), .maybe(.each), .terminal(.pluralScore)]),
      Form(
        .assign, .rare, spoken: false,
        [.word(.give), .name, .optional(.word(.downFor)), .maybe(.article), .score]),
      Form(.group, .occasional, [group, .score]),
      Form(
        .group, .rare, spoken: false, [group, joined, .maybe(.article), .score]),
      Form(.group, .rare, spoken: false, [group, .word(.article), .score]),
      Form(
        .group, .rare, spoken: false, [.maybe(.article), .score, .word(.for), group]),
      Form(.group, .rare, spoken: false, [.word(.each), .score]),
      Form(.group, .rare, spoken: false, [group, .terminal(.pluralScore)]),
      Form(.group, .rare, [.word(.everyone), .word(.except), .name, .score]),
      Form(
        .group, .rare, spoken: false,
        [
          .word(.everyone), .word(.except), .choice([.name, names]), .optional(joined),
          .maybe(.article), .score,
        ]),
      Form(.sameAs, .occasional, [.name, .word(.sameAs), .name]),
      Form(
        .sameAs, .rare, spoken: false,
        [.choice([.name, names, group]), .optional(joined), .word(.sameAs), .name]),
      Form(.sameFor, .rare, [.word(.sameFor), .name]),
      Form(.sameFor, .rare, spoken: false, [.word(.sameFor), .choice([names, group])]),
      Form(.fixScore, .mistakable, [.word(.fix), .score]),
      Form(
        .fixScore, .rare, spoken: false, [.repeated(.word(.fix)), .maybe(.article), .score]),
      Form(.fixName, .rare, spoken: false, [.repeated(.word(.fix)), .name]),
      Form(.renamed, .rare, [.name, .word(.fix), .name, .score]),
      Form(
        .renamed, .rare, spoken: false,
        [.name, .repeated(.word(.fix)), .name, .optional(joined), .maybe(.article), .score]),
      Form(.fix, .rare, spoken: false, [.repeated(.word(.fix))]),
      Form(.scratch, .rare, [.word(.scratch)]),
      Form(.startOver, .rare, [.word(.startOver)]),
      Form(.announcement, .rare, [.word(.hole), .terminal(.number)]),
      Form(
        .announcement, .rare, spoken: false,
        [
          .maybe(.on), .word(.hole), .terminal(.number), .optional(.word(.joiner)),
          .word(.par), .terminal(.number),
        ]),
      Form(.announcement, .rare, spoken: false, [.word(.on), .word(.hole), .terminal(.number)]),
      Form(.aside, .rare, [.word(.filler)]),
      Form(.aside, .rare, spoken: false, [.word(.and)]),
    ]
    + (2...longestList).map { count in
      Form(
        .list, count == 2 ? .occasional : .rare, spoken: count <= longestSpokenList,
        Array(repeating: .name, count: count) + Array(repeating: .score, count: count))
    }
    + (2...longestList).map { count in
      let lastName = [Pattern.word(.and), .name]
      let scores = Array(repeating: Pattern.score, count: count - 1)
      return Form(
        .list, .rare, spoken: false,
        Array(repeating: .name, count: count - 1) + lastName + scores + [.maybe(.and), .score])
    }
}

/// How often people say a form; the grammar's weights and the cost of a reading follow from it.
package enum Likelihood: Hashable, Sendable, CaseIterable {
  /// What joins statements, or says of which hole they are.
  case connective
  /// What nearly every sentence is made of.
  case usual
  /// Said now and then.
  case occasional
  /// Said seldom.
  case rare
  /// Said now and then, but so short that noise between two words passes for it, and then it
  /// changes a score.
  case mistakable
  /// Said, but not clearly: the reading is shown, and a person is asked.
  case doubtful
}

/// What a form of statement does with the names and scores in it.
package enum FormKind: String, Hashable, Sendable {
  /// Gives a score to each player named; several scores must be the same.
  case assign
  /// Gives each score to the player named after it.
  case scoreFirst
  /// Gives the scores to the players named, in order.
  case list
  /// Gives a score to a group, except to those named.
  case group
  /// Gives a score to a group, the last score to those named.
  case groupBut
  /// Gives a score to as many players as play the round.
  case countedGroup
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
  /// Says nothing of a score, and stands before the first.
  case opening
  /// Says nothing of a score, and stands behind one.
  case ending
  /// Speaks to somebody, who gets no score by it.
  case address
  /// Says nothing of a score at the end; before a name it may speak to somebody.
  case closing
}

/// What a reply does with scores that wait to be saved, as the cases of ``Reply`` say.
enum ReplyKind: Hashable, Sendable {
  case accept, dismiss, undo, change
}

/// One way to say one thing: a pattern, what it does, and how likely it is.
struct Form<Kind: Hashable & Sendable>: Hashable, Sendable {
  let kind: Kind
  let likelihood: Likelihood
  /// The pattern as the table writes it.
  let notation: String
  let pattern: Pattern
  /// Whether the recogniser listens for it; others are understood in text alone.
  let isSpoken: Bool
  /// The score of a form that holds no word for it.
  let implied: Meaning?
  /// A sentence of this form, for a round of the first ``examplePlayers`` of Mike, Jake, Sarah, Nate, Ann
  /// and Bob at hole 7, par 3.
  let example: String
  let examplePlayers: Int
}

/// The description from which the recogniser's grammars, the parsers, the sentence generator and the
/// page of what can be said are all made.
package struct LanguageDescription: Sendable {
  let vocabulary: Vocabulary
  /// The statements: a sentence is one or more, one after the other.
  let forms: [Form<FormKind>]
  /// What the recogniser listens for as well, lest it be heard as one of them; the parser does not understand it.
  let lookalikes: [Pattern]
  let replyVocabulary: Vocabulary
  /// The replies, each one form with nothing beside it.
  ///
  /// They are few on purpose: what waits to be saved is read in a second, and each word more is one
  /// that noise can be taken for.
  let replies: [Form<ReplyKind>]

  var spokenForms: [Form<FormKind>] { forms.filter(\.isSpoken) }
  /// What the recogniser listens for at the beginning of a sentence alone, and at its end alone.
  var spokenEdges: (openings: [Form<FormKind>], endings: [Form<FormKind>]) {
    (
      spokenForms.filter { $0.kind == .opening },
      spokenForms.filter { [.ending, .closing].contains($0.kind) }
    )
  }
  /// What it listens for between these, once or more often.
  var spokenStatements: [Form<FormKind>] {
    spokenForms.filter { ![.opening, .ending, .closing].contains($0.kind) }
  }

  package static let english = LanguageDescription(
    vocabulary: .english, forms: englishForms, lookalikes: englishLookalikes,
    replyVocabulary: .englishReplies, replies: englishReplyForms)
}

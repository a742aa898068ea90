package import HyzerVoice

/// What a form of sentence says of a game.
package struct GameForm: Hashable, Sendable {
  /// How it ended for the subject; nil where that is not said.
  let outcome: Outcome?
  /// Whether the first name is the subject; else the family's team is.
  var hasSubject = false
  /// Whether the family's team is the object, as in "the Hawks beat us".
  var isOfUs = false
}

extension PhraseLanguage<GameForm> {
  /// The sentences by which people say how a game ended.
  package static let games = PhraseLanguage(
    spoken: spoken, typed: typed, shorthands: shorthands,
    fillers: ["um", "uh", "er", "hey", "okay", "ok", "so", "well", "yeah", "and", "just"],
    senses: [
      ["won", "win", "beat", "defeated"], ["lost", "loss", "fell"],
      ["tied", "tie", "drew", "draw"],
    ])

  private static let shorthands = [
    ("US", "(we | our team | my team | the (team | girls | boys | kids))"),
    ("ITS", "(it was | it's | that's | that was | it ended in | it ended)"),
    ("START", "[(okay | okay so | so | well | um | hey | yeah | and)]"),
    ("WHO", "[the] NAME"),
    ("OTHER", "[the] (NAME | STRANGER)+"),
    ("BY", "(against | versus | over | with)"),
    ("WHOM", "BY OTHER"),
    ("TO-WHOM", "(to | BY) OTHER"),
    ("PAIR", "(NUMBER to NUMBER | ~(NUMBER NUMBER))"),
    ("EVEN", "(PAIR | NUMBER (all | each | apiece | even) | at NUMBER)"),
    ("GAME", "(the game | a game | again | it)"),
    ("END", "[(final | final score | in overtime | today | tonight)]"),
    ("BEAT", "(beat | defeated)"),
    ("US-TYPED", "(US | i | it was | it's | a)"),
    (
      "SCORE-TYPED",
      "[(by | with | with a score of | by a score of | :)] NUMBER [to | and | against | over] NUMBER"
    ),
    ("BY-TYPED", "(BY | vs | v | @ | at)"),
  ]

  private static let (won, lost, tied) = (
    GameForm(outcome: .win), GameForm(outcome: .loss), GameForm(outcome: .tie)
  )
  private static let (theyWon, theyLost, theyBeatUs) = (
    GameForm(outcome: .win, hasSubject: true), GameForm(outcome: .loss, hasSubject: true),
    GameForm(outcome: .loss, isOfUs: true)
  )

  private static let spoken: [(GameForm, String)] = [
    (won, "START [US] won [GAME] PAIR [WHOM] END"),
    (won, "START [US] won [GAME] WHOM PAIR END"),
    (won, "START [US] BEAT OTHER PAIR END"),
    (won, "START [ITS] [a] win PAIR [WHOM] END"),
    (won, "START PAIR (win | US won) [WHOM]"),
    (lost, "START [US] lost [GAME] PAIR [TO-WHOM] END"),
    (lost, "START [US] lost [GAME] TO-WHOM PAIR END"),
    (lost, "START [US] fell [to OTHER] PAIR END"),
    (lost, "START [US] fell PAIR to OTHER END"),
    (lost, "START [ITS] [a] loss PAIR [TO-WHOM] END"),
    (lost, "START PAIR (loss | US lost) [TO-WHOM]"),
    (tied, "START [US] (tied | drew) [GAME] EVEN [WHOM] END"),
    (tied, "START [US] (tied | drew) [GAME] WHOM EVEN END"),
    (tied, "START [US] tied OTHER EVEN END"),
    (tied, "START [ITS] [a] (tie | draw) EVEN [WHOM] END"),
    (tied, "START [ITS] [a] EVEN (tie | draw) [WHOM]"),
    (theyBeatUs, "START OTHER BEAT us PAIR END"),
    (theyBeatUs, "START they BEAT us PAIR END"),
    (theyWon, "START WHO won PAIR [WHOM] END"),
    (theyWon, "START WHO BEAT OTHER PAIR END"),
    (theyLost, "START WHO lost PAIR [TO-WHOM] END"),
    (theyLost, "START WHO lost TO-WHOM PAIR END"),
    (
      GameForm(outcome: nil),
      "START [(final score | the score is | score | final)] PAIR [WHOM]"
    ),
  ]

  private static let typed: [(GameForm, String)] = [
    (won, "[US-TYPED] (w | win | won | victory) [GAME] SCORE-TYPED [BY-TYPED OTHER] END"),
    (won, "[US-TYPED] (w | win | won | victory) [GAME] BY-TYPED OTHER SCORE-TYPED END"),
    (won, "SCORE-TYPED (w | win | victory) [BY-TYPED OTHER] END"),
    (
      lost,
      "[US-TYPED] (l | loss | lost | lose | defeat) [GAME] SCORE-TYPED [(to | BY-TYPED) OTHER] END"
    ),
    (
      lost,
      "[US-TYPED] (l | loss | lost | lose | defeat) [GAME] (to | BY-TYPED) OTHER SCORE-TYPED END"
    ),
    (lost, "SCORE-TYPED (l | loss | defeat) [(to | BY-TYPED) OTHER] END"),
    (tied, "[US-TYPED] (t | tie | tied | draw | drew) [GAME] EVEN [BY-TYPED OTHER] END"),
    (tied, "[US-TYPED] (t | tie | tied | draw | drew) [GAME] BY-TYPED OTHER EVEN END"),
  ]
}

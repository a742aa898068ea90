package import HyzerVoice

/// What a form of sentence says of a game.
package struct GameForm: Hashable, Sendable {
  /// Whose game a sentence is about, and who else is in it.
  enum Sides: Hashable, Sendable {
    /// The family's team is the subject; a name is the opponent.
    case us
    /// The first name is the subject, the second the object.
    case named
    /// The name is the subject, and the family's team the object: "the Hawks beat us".
    case againstUs
    /// Each score stands behind its side: two names, or the family's team first or last.
    case paired, usFirst, usLast
  }

  /// How it ended for the subject; nil where the scores alone say it.
  var outcome: Outcome?
  var sides = Sides.us
}

extension PhraseLanguage<GameForm> {
  /// The sentences by which people say how a game ended.
  package static let games = PhraseLanguage(
    spoken: spoken, typed: typed, shorthands: shorthands,
    fillers: ["um", "uh", "er", "hey", "okay", "ok", "so", "well", "yeah", "and", "just"],
    smallWords: ["to", "we"],
    senses: [
      ["won", "win", "wins", "beat", "defeated"], ["lost", "loss", "fell"],
      ["tied", "tie", "drew", "draw"],
    ])

  private static let shorthands = [
    (
      "START",
      "[(okay | so | well | um | hey | yeah | and | just | oh man | sadly | final | final score | game over | great game | good game)+]"
    ),
    ("US", "(we | our team | my team | the (team | girls | boys | kids)) [just]"),
    ("ITS", "(it was | it's | that's | that was | it ended in | it ended | we ended up)"),
    ("WHO", "[the] NAME"),
    ("WORD", "(NAME | STRANGER)"),
    ("OTHER", "(them | [the] WORD [WORD [WORD]])"),
    ("KIND", "[(big | good | great | nice | close | tough)]"),
    ("BY", "(against | versus | over | with)"),
    ("WHOM", "BY OTHER"),
    ("TO-WHOM", "(to | BY) OTHER"),
    ("PAIR", "(NUMBER to NUMBER | ~(NUMBER NUMBER))"),
    ("ALL", "(all | each | apiece | even)"),
    ("EVEN", "(PAIR | NUMBER ALL | at NUMBER)"),
    (
      "GAME",
      "(the game | our game | a game | a (close | tight) one | again | it | big | in overtime | today | tonight)"
    ),
    ("MARGIN", "[by NUMBER [(points | point)]]"),
    ("END", "[(final | final score | in overtime | in double overtime)]"),
    ("BEAT", "(beat | defeated | smashed | crushed | killed | destroyed | took down)"),
    ("BEATEN", "(got | were) (beat | beaten | crushed | killed | smashed | destroyed)"),
    ("WON", "(won | pulled it out | got the win)"),
    ("LOST", "(lost | dropped one | came up short | went down)"),
    // As people type them.
    ("US-TYPED", "(US | i | ITS | a)"),
    (
      "PAIR-TYPED",
      "[(by | with | with a score of | by a score of)] NUMBER [to | and | against | over] NUMBER"
    ),
    ("BY-TYPED", "(BY | vs | v | @ | at)"),
    (
      "BEAT-TYPED",
      "(BEAT | edged | topped | shut out | got by | def | squeaked by | got past | routed | downed)"
    ),
    ("WIN-TYPED", "(w | win | won | victory)"),
    ("LOSS-TYPED", "(l | loss | lost | lose | defeat)"),
    ("TIE-TYPED", "(t | tie | tied | draw | drew)"),
    (
      "END-TYPED",
      "[END] [(today | tonight | at the buzzer | what a game | great game | ouch | yay | in 2ot | in ot | ot)]"
    ),
  ]

  private static let (won, lost, tied) = (
    GameForm(outcome: .win), GameForm(outcome: .loss), GameForm(outcome: .tie)
  )
  private static let (theyWon, theyLost, theyTied) = (
    GameForm(outcome: .win, sides: .named), GameForm(outcome: .loss, sides: .named),
    GameForm(outcome: .tie, sides: .named)
  )
  private static let (theyBeatUs, theyLostToUs) = (
    GameForm(outcome: .win, sides: .againstUs), GameForm(outcome: .loss, sides: .againstUs)
  )
  private static let (paired, usFirst, usLast) = (
    GameForm(sides: .paired), GameForm(sides: .usFirst), GameForm(sides: .usLast)
  )

  private static let spoken: [(GameForm, String)] = [
    (won, "START [US] WON [GAME] PAIR [WHOM] END"),
    (won, "START [US] WON [GAME] WHOM PAIR END"),
    (won, "START [US] BEAT OTHER PAIR END"),
    (won, "START [ITS] [a] KIND win PAIR [WHOM] END"),
    (won, "START [ITS] PAIR for us [WHOM]"),
    (won, "START PAIR [WHOM] (win | US won)"),
    (won, "START PAIR END US (won [WHOM] | BEAT OTHER)"),
    (lost, "START [US] LOST [GAME] PAIR [TO-WHOM] END"),
    (lost, "START [US] LOST [GAME] TO-WHOM PAIR END"),
    (lost, "START [US] fell [to OTHER] PAIR END"),
    (lost, "START [US] fell PAIR to OTHER END"),
    (lost, "START [US] BEATEN PAIR by OTHER END"),
    (lost, "START [US] BEATEN by OTHER PAIR END"),
    (lost, "START [ITS] [a] KIND loss PAIR [TO-WHOM] END"),
    (lost, "START PAIR END (loss | US lost) [TO-WHOM]"),
    (won, "START [US] played OTHER [and] [US] won PAIR END"),
    (lost, "START [US] played OTHER [and] [US] lost PAIR END"),
    (lost, "START [US] BEATEN PAIR END"),
    (tied, "START [a] tie game EVEN [WHOM] END"),
    (tied, "START [US] (tied | drew) [GAME] EVEN [WHOM] END"),
    (tied, "START [US] (tied | drew) [GAME] WHOM EVEN END"),
    (tied, "START [US] tied OTHER EVEN END"),
    (tied, "START [ITS] [a] (tie | draw) EVEN [WHOM] END"),
    (tied, "START [ITS] tied [WHOM] EVEN END"),
    (tied, "START [ITS] [a] EVEN (tie | draw) [WHOM]"),
    (tied, "START [ITS] NUMBER ALL [WHOM]"),
    (theyBeatUs, "START OTHER (BEAT | got) us PAIR END"),
    (theyBeatUs, "START they BEAT us PAIR END"),
    (theyLostToUs, "START OTHER lost to us PAIR END"),
    // A subject that nobody knows is heard as one, and is no result, lest it become fillers: "um okay won".
    (theyWon, "START OTHER (won | win | wins) PAIR [WHOM] END"),
    (theyWon, "START WHO (beat | defeated) OTHER PAIR END"),
    (theyWon, "START [ITS] PAIR for WHO"),
    (theyWon, "START PAIR WHO won"),
    (theyLost, "START OTHER lost PAIR [TO-WHOM] END"),
    (theyLost, "START WHO lost TO-WHOM PAIR END"),
    (theyTied, "START WHO [(and | with)] OTHER tied EVEN END"),
    (paired, "START WHO [had] NUMBER WHO [had] NUMBER END"),
    (usFirst, "START us NUMBER (WHO | them) NUMBER END"),
    (usFirst, "START we (had | scored) NUMBER [and] OTHER [had | scored] NUMBER END"),
    (usLast, "START (WHO | them) NUMBER us NUMBER END"),
    (GameForm(), "START [(the score is | score)] PAIR [WHOM]"),
  ]

  private static let typed: [(GameForm, String)] = [
    (won, "START [US-TYPED] WIN-TYPED [GAME] MARGIN PAIR-TYPED [[BY-TYPED] OTHER] END-TYPED"),
    (won, "START [US-TYPED] WIN-TYPED [GAME] BY-TYPED OTHER MARGIN PAIR-TYPED END-TYPED"),
    (won, "START PAIR-TYPED WIN-TYPED [BY-TYPED OTHER] END-TYPED"),
    (won, "START [US] BEAT-TYPED OTHER MARGIN PAIR-TYPED END-TYPED"),
    (won, "START PAIR END-TYPED US BEAT-TYPED OTHER"),
    (
      lost,
      "START [US-TYPED] LOSS-TYPED [GAME] MARGIN PAIR-TYPED [[(to | BY-TYPED)] OTHER] END-TYPED"
    ),
    (
      lost,
      "START [US-TYPED] LOSS-TYPED [GAME] MARGIN (to | BY-TYPED) OTHER MARGIN PAIR-TYPED END-TYPED"
    ),
    (lost, "START LOST to OTHER MARGIN PAIR-TYPED END-TYPED"),
    (lost, "START PAIR-TYPED LOSS-TYPED [(to | BY-TYPED) OTHER] END-TYPED"),
    (tied, "START [US-TYPED] TIE-TYPED [GAME] EVEN [[BY-TYPED] OTHER] END-TYPED"),
    (tied, "START [US-TYPED] TIE-TYPED [GAME] BY-TYPED OTHER EVEN END-TYPED"),
    (theyBeatUs, "START OTHER (BEAT-TYPED | got) us MARGIN PAIR-TYPED END-TYPED"),
    (theyWon, "START WHO (def | w | win | wins | won) OTHER PAIR-TYPED END-TYPED"),
    (theyWon, "START WHO (w | win | wins | won) PAIR-TYPED BY-TYPED OTHER END-TYPED"),
    (paired, "START WHO NUMBER OTHER NUMBER END-TYPED"),
    (paired, "START OTHER NUMBER WHO NUMBER END-TYPED"),
    (usFirst, "START us NUMBER OTHER NUMBER END-TYPED"),
    (usLast, "START OTHER NUMBER us NUMBER END-TYPED"),
    (GameForm(outcome: .win, sides: .usLast), "START OTHER NUMBER us NUMBER US won END-TYPED"),
    (GameForm(outcome: .loss, sides: .usLast), "START OTHER NUMBER us NUMBER US lost END-TYPED"),
  ]
}

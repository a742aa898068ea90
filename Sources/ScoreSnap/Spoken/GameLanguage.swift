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
  /// Whether it may as well say something else, so that a person has to look.
  var isGuess = false

  /// Whether two scores are hardly those of such an end: of a win, the winner's is said first; of a loss, either.
  func contradicts(_ scores: [Int]) -> Bool {
    guard scores.count == 2 else { return false }
    return switch outcome {
    case nil: false
    case .win: scores[0] <= scores[1]
    case .loss: scores[0] == scores[1]
    case .tie: scores[0] != scores[1]
    }
  }
}

extension PhraseLanguage<GameForm> {
  /// The sentences by which people say how a game ended.
  package static let games = PhraseLanguage(
    spoken: spoken, typed: typed, loose: loose, shorthands: shorthands,
    written: ["def", "f", "l", "ot", "2ot", "t", "v", "vs", "w"],
    fillers: ["um", "uh", "er", "hey", "okay", "ok", "so", "well", "yeah", "and", "just", "like"],
    smallWords: ["to", "we"],
    senses: [
      ["won", "win", "wins", "beat", "defeated"], ["lost", "loss", "fell"],
      ["tied", "tie", "drew", "draw"],
    ], weighty: ["we", "us", "they"], contradict: { $0.contradicts($1) })

  private static let shorthands = [
    (
      "START",
      "[(okay | so | well | um | hey | yeah | and | just | oh man | sadly | final | final score | game over | great game | good game)+]"
    ),
    ("US", "(we | our team | my team | the (team | girls | boys | kids)) [just]"),
    ("ITS", "(it was | it's | that's | that was | it ended in | it ended | we ended up)"),
    ("WHO", "[the] NAME"),
    ("WORD", "(NAME | STRANGER)"),
    ("OTHER", "(them | [the] WORD+)"),
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
    ("END", "[(final | final score | in overtime | in double overtime | at the buzzer)]"),
    (
      "BEAT",
      """
      (beat | beats | defeated | smashed | crushed | killed | destroyed | took down | edged | topped | outscored \
      | got past | squeaked by | knocked off | took care of | finally beat | shut out)
      """
    ),
    ("BEATEN", "(got | were) (beat | beaten | crushed | killed | smashed | destroyed)"),
    (
      "WON",
      """
      (won | won it | pulled it out | got the win | came out on top | came back and won | ended up winning \
      | pulled off the upset | took it)
      """
    ),
    ("LOST", "(lost | dropped one | came up short | fell short | went down | ended up losing)"),
    ("WIN", "(WON | win | wins | win it | get the win)"),
    ("THEIRS", "(had | scored | got | finished with)"),
    // As people type them.
    ("US-TYPED", "(US | i | ITS | a)"),
    (
      "PAIR-TYPED",
      "[(by | with | with a score of | by a score of)] NUMBER [to | and | against | over] NUMBER"
    ),
    ("BY-TYPED", "(BY | vs | v | @ | at)"),
    (
      "BEAT-TYPED",
      "(BEAT | got by | def | routed | downed)"
    ),
    ("WIN-TYPED", "(w | win | won | victory)"),
    ("LOSS-TYPED", "(l | loss | lost | lose | defeat)"),
    ("TIE-TYPED", "(t | tie | tied | draw | drew)"),
    (
      "END-TYPED",
      "[END] [(today | tonight | what a game | great game | ouch | yay | in 2ot | in ot | ot)]"
    ),
    // In more ways than can be relied on.
    ("US-LOOSE", "(US-TYPED | our (team | girls | boys | kids | guys))"),
    ("CORRECTED", "(no | wait | i mean | sorry | make that | hang on | actually | scratch that)+"),
    ("BETWEEN", "(to | and | against | over)"),
    // Of scores that are corrected the last two count.
    (
      "PAIR-LOOSE",
      """
      [(by | with | with a score of | by a score of)] [NUMBER [[BETWEEN] NUMBER | to] CORRECTED] \
      NUMBER [BETWEEN] NUMBER
      """
    ),
    ("PAST", "(past | out)"),
    (
      "BEAT-LOOSE",
      """
      (BEAT-TYPED | squeaked out | (edged | slipped) PAST | ran (past | over) \
      | rolled (past | over) | blew [OTHER] out | held off | outlasted | upset | whipped | whooped | spanked | handled \
      | stomped | demolished | dominated | swept | pulled away from | (came back (and | to) | barely) beat | over \
      | beating | defeating | had no trouble with | bested | thumped | clobbered)
      """
    ),
    (
      "WIN-LOOSE",
      """
      (WIN | WIN-TYPED | (took | got | get | gets | grabbed) (it | (the | a) (win | w | victory)) | came back [to] win \
      | pulled off an upset | ended up with the win | prevailed | held on [to win | and won] | survived \
      | (squeaked | eked) (it | one) out | squeaked by | with the (win | w))
      """
    ),
    (
      "LOSS-LOOSE",
      """
      (LOST | LOSS-TYPED | loses | lost it | took (an | the | a) (l | loss) | fell | fall \
      | dropped (it | the game | that one | another one) | got (smoked | blown out | crushed | killed | destroyed | spanked \
      | stomped | whooped | routed | rolled | trounced | beat | beaten))
      """
    ),
    (
      "TIE-LOOSE",
      """
      (TIE-TYPED | ended (up in | in | up) a (tie | draw) | ended [up] tied | tied it [up])
      """
    ),
    (
      "GOT-US",
      """
      (BEAT-LOOSE | got | smoked | blew | put it on | came back against | chomped | pounded | trounced | outplayed) us
      """
    ),
    (
      "HAD",
      "(THEIRS | has | have | get | ended [up] with | put up | [only] managed | only (had | scored | got) | at)"
    ),
    (
      "END-LOOSE",
      "END-TYPED [(2ot | f | final)]"
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
    (theyBeatUs, "START (OTHER | they) (BEAT | got) us PAIR END"),
    (theyLostToUs, "START OTHER lost to us PAIR END"),
    (theyLostToUs, "START OTHER BEATEN by us PAIR END"),
    // A subject that nobody knows is heard as one, and is no result, lest it become fillers: "um okay won".
    (theyWon, "START OTHER WIN PAIR [WHOM] END"),
    (theyWon, "START WHO (BEAT | over) OTHER PAIR END"),
    (theyWon, "START [ITS] PAIR for WHO"),
    (theyWon, "START PAIR WHO won"),
    (theyLost, "START OTHER lost PAIR [TO-WHOM] END"),
    (theyLost, "START WHO lost TO-WHOM PAIR END"),
    (theyTied, "START WHO [(and | with)] OTHER tied EVEN END"),
    (paired, "START WHO [THEIRS] NUMBER WHO [THEIRS] NUMBER END"),
    (usFirst, "START us NUMBER (WHO | them) NUMBER END"),
    (usFirst, "START we THEIRS NUMBER [and] (OTHER | they) [THEIRS] NUMBER END"),
    (usLast, "START (WHO | them) NUMBER us NUMBER END"),
    (usLast, "START (OTHER | they) THEIRS NUMBER [and] we [THEIRS] NUMBER END"),
    (GameForm(outcome: .win, sides: .named, isGuess: true), "START [ITS] PAIR WHO"),
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

  /// As people type and say it in more ways than can be relied on: all of it is asked about.
  private static let loose: [(GameForm, String)] = [
    (won, "START [US-LOOSE] WIN-LOOSE [GAME] MARGIN PAIR-LOOSE [[BY-TYPED] OTHER] END-LOOSE"),
    (won, "START [US-LOOSE] WIN-LOOSE [GAME] BY-TYPED OTHER MARGIN PAIR-LOOSE END-LOOSE"),
    (won, "START PAIR-LOOSE WIN-LOOSE [BY-TYPED OTHER] END-LOOSE"),
    (won, "START [US] BEAT-LOOSE OTHER MARGIN PAIR-LOOSE END-LOOSE"),
    (won, "START PAIR END-LOOSE US BEAT-LOOSE OTHER"),
    (
      lost,
      "START [US-LOOSE] LOSS-LOOSE [GAME] MARGIN PAIR-LOOSE [[(to | BY-TYPED)] OTHER] END-LOOSE"
    ),
    (
      lost,
      "START [US-LOOSE] LOSS-LOOSE [GAME] MARGIN (to | BY-TYPED) OTHER MARGIN PAIR-LOOSE END-LOOSE"
    ),
    (lost, "START PAIR-LOOSE LOSS-LOOSE [(to | BY-TYPED) OTHER] END-LOOSE"),
    (tied, "START [US-LOOSE] TIE-LOOSE [GAME] EVEN [[BY-TYPED] OTHER] END-LOOSE"),
    (tied, "START [US-LOOSE] TIE-LOOSE [GAME] BY-TYPED OTHER EVEN END-LOOSE"),
    (tied, "START EVEN [[BY-TYPED] OTHER] TIE-LOOSE END-LOOSE"),
    (tied, "START OTHER tied us EVEN END-LOOSE"),
    (theyBeatUs, "START (OTHER | they) GOT-US MARGIN PAIR-LOOSE END-LOOSE"),
    (theyBeatUs, "START OTHER (handed | gave | dealt) us loss PAIR-LOOSE"),
    (theyLostToUs, "START OTHER LOSS-LOOSE (to | by) us MARGIN PAIR-LOOSE END-LOOSE"),
    (won, "START US got WHO PAIR-LOOSE END-LOOSE"),
    (lost, "START [US] [(got | were | was)] [BEAT-LOOSE] by OTHER PAIR-LOOSE END-LOOSE"),
    (theyLost, "START WHO [(got | were | was)] [BEAT-LOOSE] by OTHER PAIR-LOOSE END-LOOSE"),
    (theyBeatUs, "START they WIN-LOOSE PAIR-LOOSE END-LOOSE"),
    (theyBeatUs, "START PAIR-LOOSE they WIN-LOOSE"),
    (theyLostToUs, "START they LOSS-LOOSE PAIR-LOOSE END-LOOSE"),
    (theyWon, "START WHO by NUMBER PAIR-LOOSE END-LOOSE"),
    (tied, "START [US] (played | against) OTHER [and] (TIE-LOOSE EVEN | [ITS] EVEN TIE-LOOSE)"),
    (usLast, "START US held OTHER to NUMBER [and] HAD NUMBER END-LOOSE"),
    (theyWon, "START WHO (BEAT-LOOSE | w | win | wins | won) OTHER PAIR-LOOSE END-LOOSE"),
    (theyWon, "START PAIR-LOOSE WHO (BEAT-LOOSE | w | win | wins | won) OTHER"),
    (theyWon, "START WHO WIN-LOOSE [GAME] MARGIN PAIR-LOOSE [[BY-TYPED] OTHER] END-LOOSE"),
    (theyWon, "START WHO WIN-LOOSE [GAME] BY-TYPED OTHER PAIR-LOOSE END-LOOSE"),
    (theyLost, "START WHO LOSS-LOOSE [GAME] MARGIN PAIR-LOOSE [[(to | BY-TYPED)] OTHER] END-LOOSE"),
    (theyLost, "START WHO LOSS-LOOSE [GAME] (to | BY-TYPED) OTHER PAIR-LOOSE END-LOOSE"),
    (theyTied, "START WHO [(and | with)] [OTHER] TIE-LOOSE EVEN [[BY-TYPED] OTHER] END-LOOSE"),
    (theyTied, "START WHO NUMBER OTHER NUMBER TIE-LOOSE"),
    (paired, "START WHO [HAD] NUMBER [and | to | but] OTHER [HAD] NUMBER END-LOOSE"),
    (paired, "START OTHER [HAD] NUMBER [and | to | but] WHO [HAD] NUMBER END-LOOSE"),
    (paired, "START NUMBER [for] WHO [and] NUMBER [for] WHO"),
    (
      usFirst, "START (us | US) [HAD] NUMBER [and | to | but] (OTHER | they) [HAD] NUMBER END-LOOSE"
    ),
    (
      usLast, "START (OTHER | they) [HAD] NUMBER [and | to | but] (us | US) [HAD] NUMBER END-LOOSE"
    ),
    // Who is named behind a score has won, as a rule, and the subject of a verb that is not known as well.
    (GameForm(outcome: .win, sides: .named, isGuess: true), "START [ITS] PAIR-LOOSE WHO"),
    (GameForm(outcome: .win, sides: .named, isGuess: true), "START WHO NAME PAIR-LOOSE"),
    (GameForm(outcome: .win, sides: .againstUs, isGuess: true), "START WHO us PAIR-LOOSE"),
    (GameForm(), "START WHO PAIR-LOOSE"),
  ]
}

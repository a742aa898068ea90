// Every form of English: one line for each thing that can be said. `Pattern` has the notation.

extension LanguageDescription {
  /// The most names that a list "Mike Jake three four" can have.
  private static let longestList = 6
  private static let longestSpokenList = 4

  /// Names for parts of patterns, each of which may use those before it.
  static let shorthandNotations = [
    ("A", "(ARTICLE | DETERMINER)"),
    ("NAMES", "NAME [([AND] NAME)+] (AND NAME | ~NAME)"),
    ("JOINED-NAMES", "NAME [([AND] NAME)+] AND NAME"),
    ("OWN", "(his | her | their | another) [first | usual | own]"),
    ("GROUP-OWN", "(OWN | our [usual])"),
    ("THEN", "(and [then | still] | so | but [still] | then)"),
    ("TALE", "(STORY | TROUBLE)+"),
    ("PUTT", "(putt | it | one | footer | foot | feet | bomb | tester | comebacker)"),
    ("GROUP", "(EVERYONE | EVERYONE-ELSE)"),
    ("SCORES", "(SCORE | PLURAL)"),
    ("GOT", "JOINER"),
    ("ALL", "(BOTH | EACH)"),
    ("FIXES", "(FIX | DENIAL | INSTEAD)+"),
    ("GET", "([GOT] [A] SCORE | DONE)"),
    (
      "ALL-GET",
      "(GROUP [ALL] [GOT] [A] SCORES | GROUP DONE | [A] SCORES FOR (GROUP | all) | all (GOLF | PLURAL) | SCORES ALL-AROUND)"
    ),
  ]

  private static let shorthands = shorthandNotations.reduce(into: [:]) { known, shorthand in
    known[shorthand.0] = Pattern(ofTable: shorthand.1, shorthands: known)
  }

  private static func form<Kind>(
    _ kind: Kind, _ likelihood: Likelihood, _ notation: String, _ example: String,
    spoken: Bool = false, implied: Meaning? = nil, players: Int = 6
  ) -> Form<Kind> {
    Form(
      kind: kind, likelihood: likelihood, notation: notation,
      pattern: Pattern(ofTable: notation, shorthands: shorthands), isSpoken: spoken,
      implied: implied, example: example,
      examplePlayers: players)
  }

  static let englishForms = statements + (2...longestList).flatMap(lists)

  private static let statements: [Form<FormKind>] = [
    // One player, one score.
    form(.assign, .usual, "NAME SCORE", "Mike three", spoken: true),
    form(
      .assign, .occasional, "NAME JOINER [ARTICLE] SCORE", "Mike took a four", spoken: true),
    form(
      .assign, .occasional, "NAME [GOT] [A] SCORE [UNIT] [too | TOO]", "Mike had three throws"),
    form(
      .assign, .occasional,
      "NAME [JOINER] DONE [it | the hole | this one | the PAR NUMBER] [too | TOO]",
      "Mike birdied it"),
    form(.assign, .occasional, "NAME DONE [it]", "Mike birdied it", spoken: true),
    form(.assign, .rare, "NAME JOINER A STORY GOLF", "Mike took the dreaded double"),
    form(.assign, .occasional, "NAME [GOT] [A] GOLF NUMBER", "Mike bogey four"),
    form(.assign, .occasional, "NAME [GOT] [A] NUMBER FOR [A] GOLF", "Mike three for par"),
    form(.assign, .doubtful, "NAME FOR [A] SCORE", "Mike for birdie"),
    form(.assign, .doubtful, "NAME FOR [ARTICLE] GOLF", "Mike for birdie", spoken: true),
    form(
      .list, .rare, "NAME FOR [A] SCORE ([AND] NAME FOR [A] SCORE)+", "Mike for par, Jake for bogey"
    ),
    form(.assign, .occasional, "FOR NAME [A] SCORE", "for Mike a four"),
    form(.assign, .rare, "NAME score [GOT] [A] SCORE", "Mike's score is three"),
    form(.assign, .rare, "[the] score FOR NAME [GOT] [A] SCORE", "the score for Mike is three"),
    form(.assign, .rare, "HAVE NAME [GOT | FOR | at] [A] SCORE", "we had Mike three"),
    form(
      .list, .rare,
      "HAVE NAME [GOT | FOR | at] [A] SCORE ([AND] NAME [GOT | FOR | at] [A] SCORE)+",
      "I have Mike at three, Jake at four"),
    // A story before the score.
    form(
      .assign, .rare,
      "NAME TALE [and TALE] THEN (JOINER | HOLED | saved | saves) [A | his | her | their] SCORE",
      "Mike went out of bounds and took a five"),
    form(
      .assign, .rare, "NAME [TALE] TROUBLE [THEN] [JOINER] [A] SCORE [total]", "Mike OB so four"),
    form(.assign, .rare, "NAME TALE so [JOINER] [A] SCORE", "Mike chained out so four"),
    form(
      .assign, .rare, "NAME [STORY+] penalty [stroke] [THEN] [JOINER] [A] SCORE [total]",
      "Mike took a penalty, five"),
    form(
      .assign, .rare, "NAME HOLED [STORY+] [[A] NUMBER] PUTT [STORY+] FOR [A | OWN] SCORE",
      "Mike made a fifty footer for birdie"),
    form(
      .assign, .rare, "NAME HOLED [A | OWN | STORY+] GOLF [putt]", "Mike banged in the birdie putt"),
    form(.assign, .rare, "NAME HOLED A SCORE", "Mike drained a two"),
    form(
      .assign, .rare, "NAME [JOINER | HOLED] [A] up and down FOR [A] SCORE",
      "Mike got up and down for par"),
    form(
      .assign, .rare, "(GIVE | score) NAME [DOWN-FOR] [A] SCORE [UNIT]", "put Mike down for a four"),
    form(
      .assign, .rare, "GIVE NAME [DOWN-FOR] [ARTICLE] SCORE", "give Mike a four", spoken: true),
    form(.assign, .rare, "NAME needed NUMBER [UNIT]", "Mike needed four"),
    form(.assign, .rare, "NAME [GOT] OWN GOLF", "Mike got another birdie"),
    form(.assign, .rare, "NAME [JOINER] another GOLF", "Mike got another birdie", spoken: true),
    form(.assign, .rare, "NAME saved GOLF", "Mike saved par", spoken: true),
    form(.assign, .rare, "NAME DOWN-FOR [A] SCORE", "Mike down for three"),
    form(.assign, .rare, "NAME (saved | saves) [A] GOLF", "Mike saved par"),
    form(
      .assign, .rare, "NAME missed (the | his | her) putt [THEN] [A] SCORE",
      "Mike missed the putt, bogey"),
    form(.assign, .rare, "it took NAME [A] NUMBER [UNIT]", "it took Mike five throws"),
    form(
      .list, .rare,
      "(change | correct) NAME [score] (to | into) [A] SCORE [([AND] NAME (to | into) [A] SCORE)+]",
      "change Mike to a four and Jake to a five"),
    form(.assign, .rare, "make NAME A SCORE", "make Mike a four"),
    // The score before the player.
    form(.assign, .occasional, "SCORE FOR NAME", "three for Mike", spoken: true),
    form(.assign, .occasional, "ARTICLE SCORE FOR NAME", "a three for Mike", spoken: true),
    form(.assign, .rare, "another GOLF FOR NAME", "another par for Mike", spoken: true),
    form(
      .assign, .occasional, "[A | another] SCORE [UNIT] (FOR | from | by) NAME", "a three from Mike"
    ),
    form(
      .assign, .rare,
      "([mark | put | write] down | mark | record | score | enter) [ARTICLE] SCORE FOR NAME",
      "mark three for Mike"),
    form(.assign, .rare, "GIVE ARTICLE SCORE (FOR | to) NAME", "give a three to Mike"),
    form(.scoreFirst, .occasional, "GOLF NAME", "birdie Jake"),
    form(.scoreFirst, .occasional, "SCORE NAME ([AND] SCORE NAME)+", "3 Mike, 4 Jake"),
    form(.scoreFirst, .rare, "SCORE to NAME ([AND] SCORE to NAME)+", "three to Mike, four to Jake"),
    // Several players, one score.
    form(
      .assign, .occasional, "NAME AND NAME ALL SCORE", "Mike and Jake both three", spoken: true),
    form(.assign, .rare, "NAMES ALL [GOT] [A] SCORES", "Mike, Jake and Sarah all got a four"),
    form(.assign, .rare, "NAMES JOINER ALL [A] SCORES", "Mike and Jake had both threes"),
    form(.assign, .rare, "ALL NAMES [GOT] [A] SCORES", "both Mike and Jake had fours"),
    form(
      .assign, .rare, "JOINED-NAMES [GOT] [ALL] PLURAL", "Mike and Jake got threes", spoken: true),
    form(.assign, .rare, "JOINED-NAMES FOR [A] SCORE", "Mike and Jake for par"),
    form(.assign, .rare, "JOINED-NAMES [ALL] DONE [it | the hole]", "Mike and Jake birdied"),
    form(.assign, .rare, "JOINED-NAMES [ALL] DONE", "Mike and Jake birdied", spoken: true),
    form(.assign, .rare, "NAMES ALL DONE [it | the hole]", "Mike, Jake, Sarah all birdied"),
    form(.assign, .doubtful, "NAMES DONE [it | the hole]", "Mike Jake birdied"),
    form(.assign, .doubtful, "NAMES [GOT] PLURAL", "Mike Jake threes"),
    form(.assign, .rare, "NAMES [GOT] [A] SCORE (each | apiece)", "Mike and Jake three each"),
    form(.assign, .rare, "SCORES FOR [ALL] JOINED-NAMES", "pars for Mike and Jake", spoken: true),
    form(.assign, .rare, "A SCORES FOR [ALL] JOINED-NAMES", "a par for Mike and Jake"),
    form(.assign, .rare, "PLURAL FOR [ALL] NAME NAME+", "pars for Mike, Jake, Sarah"),
    form(
      .assign, .rare, "GIVE NAMES [ALL] [A] (PLURAL | SCORE (each | apiece))",
      "give Mike and Jake fours"),
    form(.assign, .doubtful, "NAMES [JOINER] [A] SCORE", "Mike and Jake three"),
    form(.scoreFirst, .doubtful, "SCORE NAME", "three Mike"),
    form(.assign, .doubtful, "NAME circle SCORE", "Mike circle three"),
    // Everyone.
    form(.group, .occasional, "GROUP SCORE", "everyone par", spoken: true),
    form(
      .group, .occasional, "EVERYONE JOINER ([ARTICLE] SCORE | PLURAL)", "we all got threes",
      spoken: true),
    form(.group, .occasional, "GROUP [ALL] [GOT] [A] SCORES [each]", "we all got threes"),
    form(.group, .occasional, "GROUP [ALL] DONE [it | the hole]", "everyone parred"),
    form(.group, .occasional, "GROUP DONE", "everyone parred", spoken: true),
    form(.group, .occasional, "SCORES FOR GROUP", "three for everyone", spoken: true),
    form(.group, .occasional, "A SCORES FOR GROUP", "a three for everyone"),
    form(.group, .rare, "(GOLF | PLURAL) FOR all", "pars for all"),
    form(.group, .rare, "(EACH | we) [GOT] (GOLF | PLURAL)", "all pars"),
    form(.group, .rare, "GROUP [GOT] GROUP-OWN (GOLF | PLURAL)", "everybody got their par"),
    form(.group, .rare, "we DONE", "we parred", spoken: true),
    form(.group, .rare, "EACH NUMBER", "all three"),
    form(.group, .rare, "SCORES ALL-AROUND", "threes across the board", spoken: true),
    form(.group, .rare, "SCORE (each | apiece)", "three each"),
    form(.group, .rare, "GIVE GROUP [DOWN-FOR] [A] SCORES", "give everyone a three"),
    form(
      .group, .rare, "(we BOTH | BOTH of us) ([GOT] [A] SCORES | DONE)", "we both parred",
      players: 2),
    form(
      .group, .rare, "we BOTH (JOINER ([ARTICLE] SCORE | PLURAL) | DONE)", "we both parred",
      spoken: true, players: 2),
    form(.group, .rare, "star frame", "star frame", implied: .relative(-1)),
    form(.group, .doubtful, "PLURAL", "pars"),
    form(
      .countedGroup, .rare, "[the] [all] NUMBER of us [ALL] ([GOT] [A] SCORES | DONE)",
      "all six of us got par"),
    form(.countedGroup, .rare, "[A] SCORES FOR [the] [all] NUMBER of us", "par for all six of us"),
    // Everyone but some.
    form(
      .group, .rare, "EVERYONE EXCEPT NAME SCORE", "everyone except Mike par", spoken: true),
    form(
      .group, .rare, "EVERYONE EXCEPT NAME (JOINER ([ARTICLE] SCORE | PLURAL) | DONE)",
      "everyone but Mike got a par", spoken: true),
    form(
      .group, .rare, "SCORES FOR EVERYONE EXCEPT NAME", "pars for everyone but Mike", spoken: true),
    form(
      .group, .rare, "EVERYONE EXCEPT (NAME | JOINED-NAMES) ([GOT] [A] SCORES | DONE)",
      "everyone but Mike and Jake got pars"),
    form(
      .group, .rare, "ALL-GET EXCEPT (NAME | NAMES)",
      "all threes but Mike"),
    form(
      .groupBut, .rare, "EVERYONE SCORE EXCEPT NAME [who JOINER [ARTICLE]] SCORE",
      "everyone par except Jake bogey", spoken: true),
    form(
      .groupBut, .rare,
      "ALL-GET [FIX] EXCEPT NAME [who | he | she] GET",
      "everyone par except Jake who got a four"),
    form(
      .groupBut, .doubtful,
      "ALL-GET EXCEPT NAMES GET", "everyone par but Mike and Jake bogey"),
    form(
      .groupBut, .rare, "ALL-GET EXCEPT NAMES who ([GOT] [A] SCORES | DONE)",
      "everyone par except Mike and Jake who got fours"),
    // The same score again.
    form(.sameAs, .occasional, "NAME SAME-AS NAME", "Jake three, Sarah same as Jake", spoken: true),
    form(
      .sameAs, .rare, "(NAME | JOINED-NAMES | GROUP) [GOT] SAME-AS NAME",
      "Jake three, Mike and Sarah the same as Jake"),
    form(.sameFor, .rare, "SAME-FOR NAME", "Mike three, same for Jake", spoken: true),
    form(.sameFor, .rare, "SAME-FOR (JOINED-NAMES | GROUP)", "Mike three, same for Jake and Sarah"),
    form(
      .sameFor, .rare,
      "(NAME | JOINED-NAMES | GROUP) ([GOT] [the] same | TOO | ditto | did TOO | did too)",
      "Mike three, Jake same"),
    form(.sameFor, .doubtful, "(NAME | JOINED-NAMES | GROUP) too", "Jake birdie, Mike too"),
    form(
      .sameFor, .usual, "AND NAME (too | TOO | did too | did TOO)", "Mike had three and Jake too"),
    // Corrections.
    form(
      .fixScore, .mistakable, "(FIX | DENIAL | INSTEAD) SCORE", "Mike three, no, four",
      spoken: true),
    form(.fixScore, .rare, "[FIXES] should be [A] SCORE", "Mike three should be four"),
    form(.fixScore, .rare, "FIXES [A] SCORE", "Mike three, sorry, make that a four"),
    form(.fixScore, .rare, "SCRATCH [FIXES] [A] SCORE", "Mike three, scratch that, four"),
    form(
      .fixName, .rare,
      "[(FIX | DENIAL)+] (actually | rather | correction | make that | make it) NAME",
      "Mike three, no, make that Jake"),
    form(
      .renamed, .rare, "NAME (FIX | DENIAL | INSTEAD) NAME SCORE", "Mike no Jake three",
      spoken: true),
    form(.renamed, .rare, "NAME FIXES NAME [GOT] [A] SCORE", "Mike, I mean Jake, got a three"),
    form(.fix, .rare, "FIXES", "Mike three, no wait, Mike four"),
    form(.scratch, .rare, "SCRATCH", "Mike three, Jake four, scratch that", spoken: true),
    form(.startOver, .rare, "START-OVER", "Mike three, start over, Jake four", spoken: true),
    // What says nothing of a score.
    form(.announcement, .connective, "[on] HOLE NUMBER", "hole seven, Mike three", spoken: true),
    form(
      .announcement, .rare, "[ON] HOLE NUMBER [JOINER] PAR NUMBER",
      "hole seven is a par three, Mike four"),
    form(.announcement, .rare, "PAR NUMBER", "par three, Mike four"),
    form(.announcement, .rare, "ON HOLE NUMBER", "at hole seven Mike got a three"),
    form(.announcement, .rare, "on NUMBER", "on seven Mike had a four", spoken: true),
    form(.aside, .rare, "(OPENER | FILLER)", "okay so Mike three", spoken: true),
    form(.opening, .rare, "GREETING", "hey, Mike three", spoken: true),
    form(
      .aside, .rare,
      "[(what | that was | it was) [A]] [so | very | pretty | such A] PRAISE+ DEED [NAME]",
      "Mike three, nice putt, Jake four"),
    form(.aside, .rare, "what A [PRAISE+] DEED [NAME]", "Mike three, what a putt"),
    form(.ending, .rare, "ENDING", "Mike three, that's it", spoken: true),
    form(
      .ending, .rare,
      "[because | since | after] (he | she | they) (went | hit | lost | missed | was | made | found | parked | kicked | took | had) TALE",
      "Mike five, he went out of bounds"),
    form(
      .ending, .rare,
      "(after | with | including) ((a | the | one) penalty [stroke] | [STORY+ | going] TROUBLE)",
      "Mike five with a penalty"),
    form(.ending, .rare, "(after | because | with) TALE", "Mike four after a bad drive"),
    form(.ending, .rare, "[so | very | pretty | really] PRAISE+", "Mike two, awesome"),
    form(.closing, .rare, "THANKS", "Mike three please", spoken: true),
    form(.address, .rare, "(FIX | THANKS) NAME", "sorry Mike, four for Jake"),
    form(.aside, .connective, "AND", "Mike three and Jake four"),
    form(
      .aside, .rare, "(score | scores | record | the scores)", "okay scores: Mike three, Jake four"),
  ]

  /// What gives nobody a score and sounds as if it did.
  ///
  /// Where it is not listened for, only its name and its number are heard; as it is, the parser finds words that it does
  /// not know, and nothing of it saves itself.
  static let englishLookalikes = [
    "(did | does | has | is | was | didn't | did not | is that | was that) NAME [get | got | have | had] [ARTICLE] SCORE",
    "(he said | she said | they said | you said | i thought | i think | i believe | i guess | who said) NAME [JOINER] [ARTICLE] SCORE",
    "NAME (not | didn't | did not) [get | have | JOINER] [ARTICLE] SCORE",
    "NAME or NAME [JOINER] [ARTICLE] SCORE",
    "(i | we) JOINER [ARTICLE] SCORE",
    "NAME going for [ARTICLE] SCORE",
    "NAME [JOINER] (DONE | SCORE) the (last | first | next) (NUMBER | one)",
    "NAME [JOINER] [ARTICLE] (eleven | twelve | thirteen | fourteen | fifteen | sixteen | seventeen | eighteen | nineteen)",
  ].map { Pattern(ofTable: $0, shorthands: shorthands) }

  /// The lists of some names and as many scores.
  private static func lists(_ count: Int) -> [Form<FormKind>] {
    let names = Array(repeating: "NAME", count: count)
    let scores = Array(repeating: "SCORE", count: count)
    let people: [String] = ["Mike", "Jake", "Sarah", "Nate", "Ann", "Bob"].dropLast(
      longestList - count)
    let numbers: [String] = ["three", "four", "two", "five", "six", "three"].dropLast(
      longestList - count)
    return [
      form(
        .list, count == 2 ? .occasional : .rare, (names + scores).joined(separator: " "),
        (people + numbers).joined(separator: " "), spoken: count <= longestSpokenList),
      form(
        .list, .rare,
        (["NAME"] + names[1...].map { "[AND] \($0)" } + scores[1...] + [
          "[AND] SCORE [respectively]"
        ])
        .joined(separator: " "),
        (people[..<(count - 1)] + ["and", people[count - 1]] + numbers).joined(separator: " ")),
    ]
  }

  static let englishReplyForms: [Form<ReplyKind>] = [
    form(.accept, .usual, "ACCEPT+", "yes", spoken: true),
    form(.dismiss, .usual, "DISMISS+", "no", spoken: true),
    form(.undo, .usual, "UNDO", "undo", spoken: true),
    form(.change, .usual, "[DISMISS] MAKE-IT SCORE", "make it five", spoken: true),
    form(.change, .usual, "[DISMISS] NAME SCORE", "no Mike five", spoken: true),
    form(.change, .usual, "[DISMISS] SCORE", "five"),
    form(.change, .usual, "NO-SCORE-FOR NAME", "no score for Mike", spoken: true),
  ]

  /// The words that stand for themselves in some form.
  static let englishLiterals = Set(englishForms.flatMap(\.pattern.literals))
}

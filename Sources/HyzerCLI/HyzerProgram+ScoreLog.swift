internal import CommandLineKit

/// Where the score log is, for every command that uses it.
private let database = OptionSpec(
  long: "db", argument: "FILE",
  help: "The score log. The default is HYZER_DB, or else hyzer/scores.db in the XDG data folder.",
  completion: .files)

/// Where the score log is and who writes into it, for every command that writes.
let scoreLogOptions = [
  database,
  OptionSpec(
    long: "as", argument: "NAME",
    help: "Who reports scores. The default is HYZER_USER, or else the user's name."),
]

/// The environment variables that concern the score log.
let scoreLogEnvironment = [
  Definition("HYZER_DB", "The score log, in place of hyzer/scores.db in the XDG data folder."),
  Definition("HYZER_USER", "Who reports scores, in place of the user's name."),
  Definition("HYZER_DEVICE", "What this device is called in the log, in place of the host's name."),
]

private let json = OptionSpec(
  long: "json", short: "j", help: "Print one JSON object a line instead of text for people.")
private let round = OptionSpec(
  long: "round", short: "r", argument: "ROUND",
  help: "A round, by the beginning of its identifier; the current one if not given.")
private let optionalRound = OperandSpec(
  name: "ROUND", minimum: 0,
  help: "A round, by the beginning of its identifier; without it, the current one.")

/// The commands around the score log, in the order of help.
let scoreLogCommands =
  [
    CommandSpec(
      path: ["enter"], abstract: "Save typed scores.",
      discussion: """
        What is typed is read as what is said: "Mike three, Jake birdie". If anything in it is \
        unclear, nothing is saved, and it is told why. When everybody has a score on the hole, \
        the next hole comes.

        A single - reads lines from standard input and saves each as it comes. A line that is \
        unclear is told, and the others are still saved; a failure to write ends it.
        """,
      options: [
        json,
        OptionSpec(
          long: "hole", argument: "N", help: "The hole of the scores; the current one if not given."
        ),
      ] + scoreLogOptions,
      operands: [
        OperandSpec(name: "TEXT", maximum: nil, help: "The scores of one hole, or - for lines.")
      ],
      examples: [
        Example("hyzer enter Mike three, Jake birdie", "Save two scores of the current hole."),
        Example("hyzer enter --hole 4 \"Jake five\"", "Correct a score of an earlier hole."),
      ]),
    CommandSpec(
      path: ["undo"], abstract: "Take back the scores that were saved last.",
      discussion: """
        What stood before stands again. The log keeps both. Once more, it takes back what was \
        saved before that.
        """,
      options: [json] + scoreLogOptions),
    CommandSpec(
      path: ["hole"], abstract: "Move to a hole, or tell where the round stands.",
      options: [database],
      operands: [OperandSpec(name: "N", minimum: 0, help: "The hole's number.")],
      examples: [Example("hyzer hole 7", "Make hole 7 the current one.")]),
    CommandSpec(
      path: ["leaderboard"], abstract: "Show who leads.",
      discussion: """
        Players who are level share a place. With --watch it is printed again whenever another \
        program changes the scores, with who moved and why, until Ctrl-C.
        """,
      options: [
        json, round,
        OptionSpec(long: "watch", short: "w", help: "Print it again whenever it changes."),
        database,
      ]),
  ] + roundCommands + courseCommands + playerCommands + logCommands

private let roundCommands = [
  CommandSpec(
    path: ["round", "new"], abstract: "Make a round, and make it the current one.",
    discussion: """
      Prints the round's identifier. Players who are not registered yet are registered. A guest \
      is a name in this round only. More can join until the first score.
      """,
    options: [
      OptionSpec(
        long: "course", short: "c", argument: "NAME", help: "The course; see hyzer course list.",
        conflicts: ["from"]),
      OptionSpec(
        long: "player", short: "p", argument: "NAME", help: "Somebody who plays.", repeats: true),
      OptionSpec(
        long: "guest", short: "g", argument: "NAME", help: "A guest who plays.", repeats: true),
      OptionSpec(
        long: "from", short: "f", argument: "FILE",
        help: "A round file, in place of --course, --player and --guest.", completion: .files),
    ] + scoreLogOptions,
    examples: [
      Example(
        "hyzer round new --course \"Cedar Creek\" --player Mike --player Jake --guest Sam",
        "Start a round of three.")
    ]),
  CommandSpec(
    path: ["round", "list"], abstract: "List rounds, the newest first.",
    discussion: "The current round has an asterisk.", options: [json, database]),
  CommandSpec(
    path: ["round", "show"], abstract: "Show a round and its card.", options: [json, database],
    operands: [optionalRound]),
  CommandSpec(
    path: ["round", "join"], abstract: "Let players join a round before its first score.",
    options: [
      OptionSpec(long: "guest", short: "g", help: "They are guests."), round, database,
    ],
    operands: [OperandSpec(name: "NAME", maximum: nil, help: "Somebody who plays.")]),
  CommandSpec(
    path: ["round", "finish"], abstract: "Finish a round; nothing can be scored after that.",
    options: [
      OptionSpec(
        long: "early", help: "Also if scores are missing, which then count as no score."),
      database,
    ],
    operands: [optionalRound]),
  CommandSpec(
    path: ["round", "use"], abstract: "Make another round the current one.",
    discussion: "Its first hole without all scores becomes the current hole.",
    options: [database],
    operands: [
      OperandSpec(name: "ROUND", help: "A round, by the beginning of its identifier.")
    ]),
]

private let course = OperandSpec(
  name: "NAME", help: "A course; case, accents and punctuation do not count.")
private let pars = OptionSpec(
  long: "pars", argument: "LIST", help: "The par of each of 9 or 18 holes, with commas between.")
private let exceptions = OptionSpec(
  long: "hole", argument: "N=PAR", help: "The par of one hole, as in 5=4.", repeats: true)

private let courseCommands = [
  CommandSpec(path: ["course", "list"], abstract: "List courses.", options: [json, database]),
  CommandSpec(
    path: ["course", "show"], abstract: "Show the par of each hole.", options: [json, database],
    operands: [course]),
  CommandSpec(
    path: ["course", "new"], abstract: "Add a course.",
    options: [
      OptionSpec(
        long: "holes", argument: "COUNT", help: "How many holes; 18 if not given.",
        conflicts: ["pars"], completion: .choices(["9", "18"])),
      OptionSpec(
        long: "par", argument: "N", help: "The par of the holes; 3 if not given.",
        conflicts: ["pars"]),
      exceptions,
      OptionSpec(
        long: pars.long, argument: pars.argument, help: pars.help, conflicts: ["hole"]),
      database,
    ],
    operands: [OperandSpec(name: "NAME", help: "What it is called.")],
    examples: [
      Example(
        "hyzer course new \"Mill Pond\" --holes 9 --hole 3=4 --hole 7=5",
        "Add a course of par 3 with two exceptions.")
    ]),
  CommandSpec(
    path: ["course", "edit"], abstract: "Rename a course, or change its pars.",
    discussion: "Rounds keep what they were made with.",
    options: [
      OptionSpec(long: "name", argument: "NAME", help: "What it is called from now on."),
      exceptions, pars, database,
    ],
    operands: [course]),
  CommandSpec(
    path: ["course", "delete"], abstract: "Forget a course.",
    discussion: "Rounds keep what they were made with.", options: [database],
    operands: [course]),
]

private let player = OperandSpec(
  name: "NAME", help: "A player, or the alias of only one.")
private let alias = OptionSpec(
  long: "alias", short: "a", argument: "NAME", help: "Another name of the player.", repeats: true)
private let pronunciation = OptionSpec(
  long: "pronunciation", short: "p", argument: "PHONES",
  help: "How the name is said, in ARPAbet, as in \"SH AH V AO N\".", repeats: true)

private let playerCommands = [
  CommandSpec(
    path: ["player", "list"], abstract: "List registered players.", options: [json, database]),
  CommandSpec(
    path: ["player", "new"], abstract: "Register a player.",
    options: [alias, pronunciation, database],
    operands: [OperandSpec(name: "NAME", help: "What the player is called.")],
    examples: [
      Example("hyzer player new Michael --alias Mike", "Register somebody with two names.")
    ]),
  CommandSpec(
    path: ["player", "edit"], abstract: "Change a player's name, aliases or pronunciations.",
    discussion: "Rounds that somebody joined keep what they had.",
    options: [
      OptionSpec(
        long: "name", argument: "NAME", help: "What the player is called from now on."),
      alias,
      OptionSpec(
        long: "remove-alias", argument: "NAME", help: "An alias to forget.", repeats: true),
      pronunciation,
      OptionSpec(
        long: "remove-pronunciation", argument: "PHONES", help: "A pronunciation to forget.",
        repeats: true),
      database,
    ],
    operands: [player]),
  CommandSpec(
    path: ["player", "delete"], abstract: "Forget a player who has joined no round.",
    options: [database], operands: [player]),
]

private let logCommands = [
  CommandSpec(
    path: ["history"], abstract: "Show earlier rounds, one of them, or a player's holes in it.",
    discussion: """
      Without a round, all rounds are listed, the newest first. With a player, each score is \
      shown with its corrections: who entered it, when, how, and what was said.
      """,
    options: [
      json,
      OptionSpec(
        long: "player", short: "p", argument: "NAME",
        help: "List the rounds of a registered player only."),
      database,
    ],
    operands: [
      OperandSpec(
        name: "ROUND", minimum: 0, help: "A round, by the beginning of its identifier."),
      OperandSpec(name: "PLAYER", minimum: 0, help: "Somebody who plays in it."),
    ],
    examples: [
      Example("hyzer history 5f1c Mike", "Show how each of Mike's scores came to be.")
    ]),
  CommandSpec(
    path: ["summary"], abstract: "Sum a round up for a group chat.",
    discussion: """
      Prints the result as text, or draws it with every hole's scores: a circle is under par, a \
      square over par.
      """,
    options: [
      OptionSpec(
        long: "svg", argument: "FILE", help: "Draw it as an SVG; - for standard output.",
        completion: .files),
      database,
    ],
    operands: [optionalRound],
    examples: [Example("hyzer summary --svg round.svg", "Draw the current round.")]),
  CommandSpec(
    path: ["export"], abstract: "Write the score log as JSON Lines, one event a line.",
    discussion: "Rounds without a score, and what was heard, are no part of it.",
    options: [
      OptionSpec(
        long: "round", short: "r", argument: "ROUND",
        help: "Only this round, by the beginning of its identifier."),
      database,
    ],
    operands: [
      OperandSpec(
        name: "FILE", minimum: 0, help: "Where to write; standard output if not given.",
        completion: .files)
    ]),
  CommandSpec(
    path: ["import"], abstract: "Add what is new in an exported score log.",
    discussion: """
      All of it is added, or nothing where a line is wrong or contradicts the log. Importing \
      twice changes nothing.
      """,
    options: [database],
    operands: [
      OperandSpec(
        name: "FILE", help: "What hyzer export wrote, or - for standard input.",
        completion: .files)
    ]),
  CommandSpec(
    path: ["explain"], abstract: "Tell how a score came about, step by step.",
    discussion: """
      Where it lies in the audio, what was heard and how clearly, what every word was taken for, \
      whom names matched, and what was decided by which thresholds. All of it is done again from \
      what was kept, and the outcome compared. hyzer history ROUND PLAYER --json has the \
      identifiers of events.
      """,
    options: [database, json],
    operands: [
      OperandSpec(
        name: "EVENT", minimum: 0,
        help:
          "An event's identifier, or its beginning in the current round; the last one if not given."
      )
    ],
    examples: [Example("hyzer explain", "Tell how the last score came about.")]),
  CommandSpec(
    path: ["audit"], abstract: "Check the score log's file and the history of every score.",
    discussion: "Prints what is wrong, a line each, and exits with 65; or else \"clean\".",
    options: [database]),
]

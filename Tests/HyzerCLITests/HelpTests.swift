import Testing

@Suite struct `Help and descriptions` {
  @Test func `help lists the commands`() {
    #expect(
      hyzer("--help").output
        == """
        hyzer 0.1.0: Keeps score by voice in disc golf, offline.

        Usage: hyzer [OPTION...] COMMAND [ARGUMENT...]

        Commands:
          parse              Parse scores from text.
          score              Recognise recordings and parse them.
          listen             Listen to a microphone and keep score.
          enter              Save typed scores.
          undo               Take back the scores that were saved last.
          hole               Move to a hole, or tell where the round stands.
          leaderboard        Show who leads.
          round new          Make a round, and make it the current one.
          round list         List rounds, the newest first.
          round show         Show a round and its card.
          round join         Let players join a round before its first score.
          round finish       Finish a round; nothing can be scored after that.
          round use          Make another round the current one.
          course list        List courses.
          course show        Show the par of each hole.
          course new         Add a course.
          course edit        Rename a course, or change its pars.
          course delete      Forget a course.
          player list        List registered players.
          player new         Register a player.
          player edit        Change a player's name, aliases or pronunciations.
          player delete      Forget a player who has joined no round.
          history            Show earlier rounds, one of them, or a player's holes in
                             it.
          summary            Sum a round up for a group chat.
          export             Write the score log as JSON Lines, one event a line.
          import             Add what is new in an exported score log.
          explain            Tell how a score came about, step by step.
          audit              Check the score log's file and the history of every score.
          evaluate           Measure how well a corpus is heard.
          evaluate merge     Join the reports of shards into that of the whole.
          corpus record      Record a speaker reading sentences of the round.
          corpus synthesize  Make a corpus with speech synthesisers.
          corpus splice      Make a corpus of recordings of single words, apart by
                             speaker.
          corpus voices      List the voices of the speech synthesisers.
          corpus validate    Find what is wrong in corpora.
          pronounce          Show how names are said, and where that comes from.
          roster check       Warn of names that are easily taken for others or for
                             scores.
          tune               Learn a group's names from recordings.
          devices            List the sound devices that record.
          grammar            Print the recogniser's grammar and dictionary.
          completion         Print the completion script for bash.
          man                Print the manual page.

        Options:
          -h, --help     Show this help and exit.
              --version  Show the version and exit; needs no command.

        Environment:
          HYZER_DB        The score log, in place of hyzer/scores.db in the XDG data
                          folder.
          HYZER_USER      Who reports scores, in place of the user's name.
          HYZER_DEVICE    What this device is called in the log, in place of the host's
                          name.
          HYZER_MODEL     The folder of the acoustic model, in place of the installed
                          one.
          HYZER_SETTINGS  A JSON file with decoder settings in place of the built-in
                          ones; keys that are absent keep their values.

        Exit status:
          0     Done.
          64    The command line is wrong.
          65    The input's content is wrong.
          66    The input is missing.
          69    A library, model or device is not to be had.
          70    The program itself is at fault.
          74    Reading or writing failed.

        "hyzer COMMAND --help" tells more.

        """)
  }

  @Test func `a command's help lists its options`() {
    #expect(
      hyzer("score", "--help").output
        == """
        Usage: hyzer score [OPTION...] --round FILE AUDIO...

        Recognise recordings and parse them.

        A recording holds one utterance of at most two minutes, at any rate and in any
        format that the sound-file library reads. - reads 16 kHz mono s16le from
        standard input. A bad recording is reported and the others are still scored.

        Operands:
          AUDIO  A recording, or - for standard input.

        Options:
          -r, --round FILE  The round: its players, hole and par. Required.
          -j, --json        Print one JSON object a line instead of text for people.
          -h, --help        Show this help and exit.

        Examples:
          hyzer score --round round.json --json *.flac
              Score a batch of recordings.

        """)
  }

  @Test(arguments: [
    "parse", "score", "listen", "evaluate", "pronounce", "roster check", "corpus record",
    "corpus synthesize", "corpus splice", "corpus voices", "corpus validate", "enter", "undo",
    "hole", "leaderboard",
    "round new", "round list", "round show", "round join", "round finish", "round use",
    "course list", "course show", "course new", "course edit", "course delete", "player list",
    "player new", "player edit", "player delete", "history", "summary", "export", "import", "audit",
  ])
  func `help of each command goes to standard output`(command: String) {
    let words = command.split(separator: " ").map(String.init)
    let outcome = hyzer(words + ["--help"])
    #expect(outcome.code == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.hasPrefix("Usage: hyzer \(command)"))
  }

  @Test func `the version is one line`() {
    #expect(hyzer("--version") == Outcome(code: 0, output: "hyzer 0.1.0\n", errors: ""))
  }

  @Test(arguments: ["man", "completion"])
  func `the manual page and the completion know every command`(form: String) {
    let outcome = hyzer(form)
    #expect(outcome.code == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains(form == "man" ? ".TH" : "complete -"))
    for command in [
      "parse", "score", "listen", "evaluate", "pronounce", "roster", "grammar", "corpus", "enter",
      "undo", "hole", "leaderboard", "round", "course", "player", "history", "summary", "export",
      "import", "audit",
    ] {
      #expect(outcome.output.contains(command))
    }
  }
}

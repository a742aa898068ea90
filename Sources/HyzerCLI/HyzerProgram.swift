internal import CommandLineKit

private let round = OptionSpec(
  long: "round", short: "r", argument: "FILE", help: "The round: its players, hole and par.",
  required: true, completion: .files)
private let optionalRound = OptionSpec(
  long: "round", short: "r", argument: "FILE", help: "The round whose names to say.",
  completion: .files)
private let json = OptionSpec(
  long: "json", short: "j", help: "Print one JSON object a line instead of text for people.")
private let device = OptionSpec(
  long: "device", short: "d", argument: "NAME",
  help: "The ALSA device; see hyzer devices. The default is \"default\".")
private let outputFolder = OptionSpec(
  long: "out", short: "o", argument: "FOLDER",
  help: "The folder for the clips and their manifest.jsonl; it is made if need be.",
  required: true, completion: .files)

/// How an evaluation is shown.
private let evaluationOutput = [
  OptionSpec(
    long: "target", short: "t", argument: "PERCENT",
    help: "A share of exact utterances to reach, or of another figure: pairs=95, precision=95, "
      + "wrong-commits=3, false-accepts=1; pairs=93@15 counts at 15 dB only, exact=85@quiet "
      + "without noise, wrong-commits=5@noise with any noise.", repeats: true),
  OptionSpec(long: "strict", help: "Exit with 65 where a target is missed."),
  OptionSpec(
    long: "max-false-accept", argument: "PERCENT",
    help: "Tell the threshold of confidence that keeps false accepts to this."),
  OptionSpec(
    long: "compare", short: "c", argument: "REPORT",
    help: "Set an earlier report of --json beside this one, utterance by utterance.",
    completion: .files),
  OptionSpec(
    long: "fail-if-worse",
    help: "Exit with 65 where it is worse than --compare by more than chance."),
  OptionSpec(
    long: "html", argument: "FILE", help: "Write a page with curves, and each failure's audio.",
    completion: .files),
  OptionSpec(
    long: "chart", argument: "FILE", help: "Write the accuracy in noise as an SVG.",
    completion: .files),
  OptionSpec(
    long: "junit", argument: "FILE", help: "Write targets and utterances as JUnit XML.",
    completion: .files),
  OptionSpec(
    long: "listen", short: "l", help: "Play each failure's recording, as it was heard.",
    conflicts: ["json"]),
  device,
]

/// The command line of `hyzer`, from which parsing, help, man page and completion come.
let hyzerProgram = ProgramSpec(
  name: "hyzer", version: "0.1.0",
  abstract: "Keeps score by voice in disc golf, offline.",
  commands: [
    CommandSpec(
      path: ["parse"], abstract: "Parse scores from text.",
      discussion: """
        Each TEXT is an utterance; words without quotes are one utterance together. A single - \
        reads utterances from standard input, one a line.
        """,
      options: [round, json],
      operands: [
        OperandSpec(name: "TEXT", maximum: nil, help: "What somebody said, or - for lines.")
      ],
      examples: [
        Example(
          "hyzer parse --round round.json \"Mike three, Jake birdie\"", "Parse one sentence.")
      ]),
    CommandSpec(
      path: ["score"], abstract: "Recognise recordings and parse them.",
      discussion: """
        A recording holds one utterance of at most two minutes, at any rate and in any format \
        that the sound-file library reads. - reads 16 kHz mono s16le from standard input. A bad \
        recording is reported and the others are still scored.
        """,
      options: [round, json],
      operands: [
        OperandSpec(
          name: "AUDIO", maximum: nil, help: "A recording, or - for standard input.",
          completion: .files)
      ],
      examples: [
        Example("hyzer score --round round.json --json *.flac", "Score a batch of recordings.")
      ]),
    CommandSpec(
      path: ["listen"], abstract: "Listen to a microphone and keep score.",
      discussion: """
        What is heard is shown, and saves itself after a moment in which anybody can say no, \
        cancel, undo, yes, make it five, or another score. Where something is unclear it waits \
        for a person. When everybody has a score, the next hole comes.

        The round is the current one of the score log. With --round it is that of a round file, \
        which goes on where it was left; a recording of a hole that is complete already is of \
        another round. In a terminal there is a screen with keys, of which ? \
        tells; anywhere else, and with --plain, it is told in lines. There Ctrl-C drops what is \
        shown and not saved yet, tells so, and ends with exit code 0.
        """,
      options: [
        OptionSpec(
          long: "round", short: "r", argument: "FILE",
          help: "A round file, in place of the current round.", completion: .files),
        OptionSpec(
          long: "json", short: "j", help: "Print one JSON object an event instead of a screen.",
          conflicts: ["plain"]),
        device,
        OptionSpec(
          long: "input", short: "i", argument: "AUDIO",
          help: "Listen to a recording instead of the microphone.", conflicts: ["device"],
          completion: .files),
        OptionSpec(long: "fast", help: "Play the recording as fast as it goes."),
        OptionSpec(long: "plain", short: "p", help: "Tell it in lines, also in a terminal."),
        OptionSpec(
          long: "hands-free",
          help: "Listen all the time; on a screen, space is for talking otherwise."),
        OptionSpec(
          long: "window", short: "w", argument: "SECONDS",
          help: "How long a sure score is shown before it saves itself; 1.5 if not given. One that "
            + "is rare, unsure or replaces another has twice that."),
        OptionSpec(
          long: "keep-audio", help: "Keep the audio of saved scores in a folder beside the log."),
        OptionSpec(long: "timings", help: "Tell how long each stage took."),
      ] + scoreLogOptions,
      examples: [
        Example("hyzer listen", "Keep score of the current round with the default microphone."),
        Example(
          "hyzer listen --round round.json --input walk.flac --fast",
          "Find and save the scores in a long recording."),
      ]),
  ] + scoreLogCommands + [
    CommandSpec(
      path: ["evaluate"], abstract: "Measure how well a corpus is heard.",
      discussion: """
        An utterance is exact when the accepted pairs of player and strokes are just those said. \
        A wrong commit is a result that would have saved itself with a wrong set. Lines with \
        "scores": [] are negatives: whatever is accepted of them is a false accept. Intervals hold \
        the true value with 95 % confidence: Wilson's for shares, the bootstrap for word errors.

        Each failure is put down to the first stage that went wrong. With several manifests the \
        figures are those of all together, and of each beside. A recording longer than two minutes \
        is heard as a stream of utterances, and without noise or echo; texts are judged once.
        """,
      options: [
        json,
        OptionSpec(
          long: "round", short: "r", argument: "FILE",
          help: "Take this round's players, aliases and pronunciations in place of the lines' own.",
          completion: .files),
        OptionSpec(
          long: "noise", short: "n", argument: "AUDIO",
          help: "Also hear the corpus through this noise, at every level of --snr.",
          repeats: true, completion: .files),
        OptionSpec(
          long: "snr", short: "s", argument: "LIST",
          help: "How far the active speech level lies above the noise, in dB; 20,15,10,5 if not "
            + "given."),
        OptionSpec(
          long: "seed", argument: "N",
          help: "Choose other stretches of noise, and resample differently; 1 if not given."),
        OptionSpec(
          long: "echo", argument: "AUDIO",
          help: "Hear everything through the room whose impulse response this is.",
          completion: .files),
        OptionSpec(
          long: "negative", argument: "AUDIO",
          help: "Also hear this recording, of any length, in which nobody says a score.",
          repeats: true, completion: .files),
        OptionSpec(
          long: "endpoint",
          help: "First find the utterances in each recording, as when listening."),
        OptionSpec(
          long: "shard", argument: "K/N",
          help: "Only evaluate part K of N; hyzer evaluate merge joins their reports."),
        OptionSpec(
          long: "resume", argument: "FILE",
          help: "Keep outcomes in this file as they come, and go on where it ends.",
          completion: .files),
        OptionSpec(
          long: "workers", argument: "N", help: "Use so many cores; all if not given."),
      ] + evaluationOutput,
      operands: [
        OperandSpec(
          name: "MANIFEST", maximum: nil, help: "A corpus, one JSON object an utterance.",
          completion: .files)
      ],
      examples: [
        Example(
          "hyzer evaluate corpus.jsonl --noise wind.wav --snr 20,10 --html report.html",
          "Measure in quiet and in wind, and make a page of it."),
        Example(
          "hyzer evaluate corpus.jsonl --compare before.json --fail-if-worse",
          "Fail where a change made it worse by more than chance."),
        Example(
          "parallel hyzer evaluate corpus.jsonl --json --shard {}/4 \">\" {}.json ::: 1 2 3 4",
          "Evaluate in four parts, on as many machines as GNU parallel knows."),
      ]),
    CommandSpec(
      path: ["evaluate", "merge"], abstract: "Join the reports of shards into that of the whole.",
      discussion: """
        Gives exactly the figures that an evaluation in one piece gives. A manifest of the name \
        merge is evaluated as ./merge.
        """,
      options: [json] + evaluationOutput,
      operands: [
        OperandSpec(
          name: "REPORT", maximum: nil,
          help: "A report of hyzer evaluate --json --shard; all shards must be there.",
          completion: .files)
      ],
      examples: [Example("hyzer evaluate merge 1.json 2.json 3.json 4.json", "Join four shards.")]),
    CommandSpec(
      path: ["corpus", "record"], abstract: "Record a speaker reading sentences of the round.",
      discussion: """
        Sentences are drawn from what the round's players can say; what each means is known. Each \
        clip that is kept is written at once, so that the recording can be stopped at any time: \
        the same command goes on with the sentences that are not recorded yet. A longer list \
        begins with the shorter one of the same seed.
        """,
      options: [
        round, outputFolder,
        OptionSpec(
          long: "speaker", short: "s", argument: "NAME", help: "Who reads; a tag of every clip.",
          required: true),
        OptionSpec(
          long: "count", short: "n", argument: "N",
          help: "How many sentences. The default is \(CorpusRecordCommand.defaultCount)."),
        OptionSpec(
          long: "seed", argument: "N",
          help: "Which sentences: one seed, one list. The default is 1."),
        device,
        OptionSpec(
          long: "playback", argument: "NAME",
          help: "The ALSA device that plays clips back. The default is \"default\"."),
        OptionSpec(
          long: "manual", short: "m", help: "End each clip by Enter and not by silence."),
      ],
      examples: [
        Example(
          "hyzer corpus record --round round.json --out recordings/anna --speaker anna",
          "Record 40 sentences, or go on with those that are missing.")
      ]),
    CommandSpec(
      path: ["corpus", "synthesize"], abstract: "Make a corpus with speech synthesisers.",
      discussion: """
        Every sentence is said by every voice at every speed, and lies in the folder as 16 kHz \
        mono with 0.3 s of silence around it; manifest.jsonl there lists the clips of this \
        command. Clips that are there already are not made again. With --round, the sentences \
        are drawn from what its players can say. A voice that fails on a sentence is reported, \
        and the others go on.
        """,
      options: [
        outputFolder,
        OptionSpec(
          long: "sentences", argument: "MANIFEST",
          help: "The sentences: a manifest whose lines have transcript, players and scores.",
          conflicts: ["round"], completion: .files),
        OptionSpec(
          long: "round", short: "r", argument: "FILE",
          help: "The round whose sentences to draw.", completion: .files),
        OptionSpec(
          long: "count", short: "n", argument: "N",
          help: """
            How many sentences to draw for the round. The default is \
            \(CorpusSynthesizeCommand.defaultCount).
            """),
        OptionSpec(
          long: "voice", short: "v", argument: "NAME",
          help: """
            A voice such as flite:slt, espeak:en-us+m3 or festival:kal_diphone. The default is \
            every voice that hyzer corpus voices lists.
            """, repeats: true),
        OptionSpec(
          long: "speed", argument: "LIST",
          help: "Speeds from 0.5 to 2 with commas between. The default is 1."),
        OptionSpec(
          long: "limit", argument: "N",
          help: "Make so many clips at most, drawn from all sentences, voices and speeds."),
        OptionSpec(long: "seed", argument: "N", help: "What is drawn. The default is 1."),
      ],
      examples: [
        Example(
          "hyzer corpus synthesize --round round.json --out corpus --speed 0.8,1,1.25",
          "Let every voice say 40 sentences at three speeds.")
      ]),
    CommandSpec(
      path: ["corpus", "splice"],
      abstract: "Make a corpus of recordings of single words, apart by speaker.",
      discussion: """
        An index lists recordings, one a line after a line of the columns' names: path (relative \
        to the index), speaker and transcript, with tabs between. The words one to ten are \
        scores, zero is left out, and all other words are names: the roster of every line. Each \
        sentence names one to six players and their scores, most often 3 and 4. The words are \
        brought to one level, with short pauses between and a quarter of a second of silence \
        around them, as 16 kHz mono FLAC. A larger corpus begins with the smaller one of the same \
        seed.

        --part K/N takes a recording where the SHA-1 of its speaker, the first 8 hexadecimal \
        digits as a number, modulo N is K - 1, so that no speaker is in two parts. Where the \
        speaker is empty or begins with "unknown", the recording's path as the index writes it \
        stands for the speaker: such a voice may be in several parts. The roster is the same in \
        all parts.
        """,
      options: [
        OptionSpec(
          long: "clips", argument: "INDEX", help: "Recordings of names and scores.",
          repeats: true, required: true, completion: .files),
        outputFolder,
        OptionSpec(
          long: "count", short: "n", argument: "N",
          help: "How many sentences. The default is \(CorpusSpliceCommand.defaultCount)."),
        OptionSpec(
          long: "seed", argument: "N",
          help: "Which sentences: one seed, one corpus. The default is 1."),
        OptionSpec(
          long: "part", argument: "K/N", help: "Only use the speakers of part K of N."),
        OptionSpec(
          long: "say", argument: "LIST",
          help: "The names that are said, with commas between; all if not given."),
        OptionSpec(
          long: "other", argument: "INDEX",
          help: "Recordings without scores, of words or sentences: each is a line of its own, in "
            + "which nothing may be heard.",
          repeats: true, completion: .files),
      ],
      examples: [
        Example(
          "hyzer corpus splice --clips names.tsv --clips digits.tsv --part 1/2 --out fit",
          "Make 200 sentences of half of the speakers, to fit on."),
        Example(
          "hyzer corpus splice --clips names.tsv --clips digits.tsv --part 2/2 --out judge",
          "Make 200 of the other half, to judge on."),
      ]),
    CommandSpec(
      path: ["corpus", "voices"], abstract: "List the voices of the speech synthesisers.",
      discussion: "An espeak voice also takes a variant, as in espeak:en-us+m3."),
    CommandSpec(
      path: ["corpus", "validate"], abstract: "Find what is wrong in corpora.",
      discussion: """
        Tells of recordings that are missing, unreadable, doubled, clipped, silent or of another \
        rate than 16 kHz, of labels that make no sense, and of transcripts that the parser reads \
        otherwise than the label says. Exits with 65 where there is an error. A transcript that \
        is read otherwise is a warning: the label is taken for the truth.
        """,
      options: [
        json, OptionSpec(long: "strict", help: "Take warnings for errors."),
      ],
      operands: [
        OperandSpec(
          name: "MANIFEST", maximum: nil,
          help: "A corpus; clips are compared over all of them.", completion: .files)
      ]),
    CommandSpec(
      path: ["pronounce"], abstract: "Show how names are said, and where that comes from.",
      options: [
        optionalRound, device,
        OptionSpec(long: "play", short: "p", help: "Say them aloud."),
        OptionSpec(
          long: "out", short: "o", argument: "FILE",
          help: "Write the speech to a WAV or .flac file.",
          completion: .files),
      ],
      operands: [
        OperandSpec(
          name: "NAME", minimum: 0, maximum: nil, help: "A name; without any, all of the round's.")
      ]),
    CommandSpec(
      path: ["roster", "check"],
      abstract: "Warn of names that are easily taken for others or for scores.",
      options: [
        round,
        OptionSpec(long: "strict", help: "Exit with 65 where there is any warning."),
      ]),
    CommandSpec(
      path: ["tune"], abstract: "Learn a group's names, or decoder settings, from recordings.",
      discussion: """
        Proposes aliases and pronunciations for the round's players: from the transcripts, from \
        corrections in the score log, and from what is heard where the names are said. Names that \
        could be taken for another player or for a word of the game are refused. Each of the \
        manifests' players must be one of the round's.

        Speakers, as the tag "speaker" tells them, are parted into folds. What is reported of a \
        proposal is what it does for the speakers of a fold when the other folds' speakers chose it, \
        so none of it was fitted. Only what then has more exact utterances, and neither more wrong \
        commits nor more false accepts, is recommended; p is McNemar's exact test.

        With --decoder, a random search does the same with the grammar's weights, the language \
        weight, the word insertion penalty and the thresholds of confidence. It looks for the most \
        exact utterances, less three for each wrong commit and each false accept.
        """,
      options: [
        round, json,
        OptionSpec(
          long: "negatives", argument: "MANIFEST",
          help: "A corpus in which nobody says a score.", repeats: true, completion: .files),
        OptionSpec(
          long: "negative", argument: "AUDIO",
          help: "A recording, of any length, in which nobody says a score.", repeats: true,
          completion: .files),
        OptionSpec(
          long: "log", argument: "FILE", help: "The score log, as hyzer export writes it.",
          conflicts: ["decoder"], completion: .files),
        OptionSpec(
          long: "folds", argument: "K",
          help: "Part the speakers into so many folds; 5, or as many as there are speakers, if not "
            + "given."),
        OptionSpec(
          long: "seed", argument: "N",
          help: "Part, search and resample differently; 1 if not given."),
        OptionSpec(
          long: "apply", short: "a",
          help: "Write what is recommended into the round file, or the settings into --out."),
        OptionSpec(long: "decoder", help: "Tune the decoder's settings in place of the names."),
        OptionSpec(
          long: "out", short: "o", argument: "FILE",
          help: "The file for the settings; HYZER_SETTINGS=FILE puts them to use.",
          completion: .files),
        OptionSpec(
          long: "trials", argument: "N", help: "Decode with so many settings; 12 if not given."),
        OptionSpec(long: "workers", argument: "N", help: "Use so many cores; all if not given."),
      ],
      operands: [
        OperandSpec(
          name: "MANIFEST", maximum: nil, help: "A corpus, one JSON object an utterance.",
          completion: .files)
      ],
      examples: [
        Example(
          "hyzer tune --round round.json group.jsonl --log scores.jsonl",
          "Show what would help this group."),
        Example(
          "hyzer tune --round round.json group.jsonl --negatives chat.jsonl --apply",
          "Write what helps into the round file."),
        Example(
          "hyzer tune --round round.json group.jsonl --decoder --out settings.json --apply",
          "Search for better decoder settings."),
      ]),
    CommandSpec(path: ["devices"], abstract: "List the sound devices that record."),
    CommandSpec(
      path: ["grammar"], abstract: "Print the recogniser's grammar and dictionary.",
      options: [
        round,
        OptionSpec(long: "jsgf", help: "Print the grammar only.", conflicts: ["dictionary"]),
        OptionSpec(long: "dictionary", help: "Print the dictionary only."),
      ]),
    CommandSpec(
      path: ["completion"], abstract: "Print the completion script for bash.",
      examples: [Example("source <(hyzer completion)", "Complete commands in this shell.")]),
    CommandSpec(path: ["man"], abstract: "Print the manual page."),
  ],
  environment: scoreLogEnvironment + [
    Definition("HYZER_MODEL", "The folder of the acoustic model, in place of the installed one."),
    Definition(
      "HYZER_SETTINGS",
      "A JSON object with decoder settings in place of the built-in ones, as hyzer tune --decoder "
        + "writes it; keys that are absent keep their values."),
  ],
  exitStatuses: [
    ExitStatus(0, "Done."),
    ExitStatus(64, "The command line is wrong."),
    ExitStatus(65, "The input's content is wrong."),
    ExitStatus(66, "The input is missing."),
    ExitStatus(69, "A library, model or device is not to be had."),
    ExitStatus(70, "The program itself is at fault."),
    ExitStatus(74, "Reading or writing failed."),
  ])

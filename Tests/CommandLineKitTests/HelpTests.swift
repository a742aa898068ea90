import CommandLineKit
import Testing

@Suite struct HelpTests {
  @Test func `there is help for the program, its beginning, a group of commands and a command`() {
    let program = SampleProgram.program
    #expect(program.help() == Self.programHelp)
    #expect(program.overview(of: []) == Self.firstSteps)
    #expect(program.overview(of: ["roster"]) == Self.rosterOverview)
    #expect(program.help(about: SampleProgram.score) == Self.scoreHelp)
  }

  @Test func `long terms stand alone, and long meanings wrap in their column`() {
    let wide = CommandSpec(
      path: ["wide"], abstract: "W.",
      options: [
        OptionSpec(
          long: "a-name-that-leaves-no-room", argument: "VALUE",
          help: String(repeating: "word ", count: 16) + "end.")
      ])
    let program = ProgramSpec(name: "x", version: "1", abstract: "X.", commands: [wide])
    #expect(program.help(about: wide) == Self.wideHelp)
  }

  // MARK: - Golden text

  static let programHelp = #"""
    hyzer 1.2.0: Keep disc-golf score by voice.

    Usage: hyzer [OPTION...] COMMAND [ARGUMENT...]

    Commands:
      score         Score recordings.
      roster check  Check the names of a roster.
      roster list   List the names of a roster.

    Options:
      -h, --help     Show this help and exit.
          --version  Show the version and exit; needs no command.

    Environment:
      HYZER_DB  The score log.

    Exit status:
      0     Done.
      64    Wrong usage.

    See "hyzer COMMAND --help" for more.
    """#

  static let firstSteps = #"""
    hyzer 1.2.0: Keep disc-golf score by voice.

    First steps:
      hyzer score --round round.json a.flac
          Score a recording.

    Commands:
      score, roster

    See "hyzer --help" for what each does, "hyzer COMMAND --help" for more.
    """#

  static let rosterOverview = #"""
    Usage: hyzer roster COMMAND [ARGUMENT...]

    Commands:
      roster check  Check the names of a roster.
      roster list   List the names of a roster.

    See "hyzer roster COMMAND --help" for more.
    """#

  static let scoreHelp = #"""
    Usage: hyzer score [OPTION...] --round FILE AUDIO...

    Score recordings.

    Each recording is recognised and parsed on its own, in the order in which they
    are given.

    A dash ("-") stands for standard input; it's read as 16 kHz samples.

    Operands:
      AUDIO  A recording.

    Options:
      -r, --round FILE   The round to score. Required.
      -j, --json         Print JSON.
      -p, --player NAME  A player's name. May be repeated.
          --seed N       Start of the random sequence.
          --snr LIST     Signal-to-noise ratios.
          --device NAME  Microphone.
          --input AUDIO  Recording instead of a microphone.
      -f, --format KIND  Shape of the report. One of: text, table, it's.
      -l, --loud         Say more. May be repeated.
      -h, --help         Show this help and exit.

    Examples:
      hyzer score --round round.json 'hole 7.flac'
          Scores the recording of one hole.
    """#

  static let wideHelp = #"""
    Usage: x wide [OPTION...]

    W.

    Options:
          --a-name-that-leaves-no-room VALUE
                  word word word word word word word word word word word word word
                  word word word end.
      -h, --help  Show this help and exit.
    """#
}

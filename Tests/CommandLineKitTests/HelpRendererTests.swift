import Testing

@testable import CommandLineKit

@Suite struct HelpRendererTests {
  private let renderer = HelpRenderer(program: SampleProgram.program)

  @Test func `the program's help lists commands and what they share`() {
    #expect(renderer.render() == Self.programHelp)
  }

  @Test func `a command's help tells all about it`() {
    #expect(renderer.render(SampleProgram.score) == Self.scoreHelp)
  }

  @Test func `help fits a narrow terminal`() {
    let narrow = HelpRenderer(program: SampleProgram.program, width: 10)
    #expect(narrow.render(SampleProgram.score) == Self.narrowHelp)
  }

  @Test func `a command without anything has a short help`() {
    #expect(renderer.render(SampleProgram.list) == Self.listHelp)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `help mentions everything, whatever the table`(_ seed: UInt64) {
    let program = RandomProgram.make(seed: seed)
    let help = HelpRenderer(program: program, width: 60)
    let whole = help.render()
    for command in program.commands {
      #expect(whole.contains("  \(command.name)"))
      let text = help.render(command)
      for option in program.options(of: command) {
        #expect(text.contains(option.usage))
        #expect(Self.words(text).isSuperset(of: Self.words(option.fullHelp)))
        if let short = option.short { #expect(text.contains("-\(short), --\(option.long)")) }
      }
    }
    for option in program.leadingOptions { #expect(whole.contains(option.usage)) }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `no line of help is too wide`(_ seed: UInt64) {
    let program = RandomProgram.make(seed: seed)
    let help = HelpRenderer(program: program, width: 72)
    for text in [help.render()] + program.commands.map(help.render) {
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 72 && $0.last != " " })
    }
  }

  private static func words(_ text: String) -> Set<Substring> {
    Set(text.split(whereSeparator: \.isWhitespace))
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
          --db FILE  The score log.
      -q, --quiet    Say nothing.
      -h, --help     Show this help and exit.
          --version  Show the version and exit; needs no command.

    Environment:
      HYZER_DB  The score log where --db is not given.

    Files:
      ~/.local/share/hyzer  Where the score log is by default.

    Exit status:
      0     Done.
      64    Wrong usage.

    "hyzer COMMAND --help" tells more.

    """#

  static let scoreHelp = #"""
    Usage: hyzer score [OPTION...] --round FILE AUDIO...

    Score recordings.

    Each recording is recognised and parsed on its own, in the order given.

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
          --db FILE      The score log.
      -q, --quiet        Say nothing.
      -h, --help         Show this help and exit.

    Examples:
      hyzer score --round round.json 'hole 7.flac'
          Scores the recording of one hole.

    """#

  static let narrowHelp = #"""
    Usage: hyzer score [OPTION...] --round
           FILE AUDIO...

    Score recordings.

    Each recording is recognised and parsed
    on its own, in the order given.

    A dash ("-") stands for standard input;
    it's read as 16 kHz samples.

    Operands:
      AUDIO  A recording.

    Options:
      -r, --round FILE
                      The round to score.
                      Required.
      -j, --json      Print JSON.
      -p, --player NAME
                      A player's name. May
                      be repeated.
          --seed N    Start of the random
                      sequence.
          --snr LIST  Signal-to-noise
                      ratios.
          --device NAME
                      Microphone.
          --input AUDIO
                      Recording instead of a
                      microphone.
      -f, --format KIND
                      Shape of the report.
                      One of: text, table,
                      it's.
      -l, --loud      Say more. May be
                      repeated.
          --db FILE   The score log.
      -q, --quiet     Say nothing.
      -h, --help      Show this help and
                      exit.

    Examples:
      hyzer score --round round.json 'hole 7.flac'
          Scores the recording of one hole.

    """#

  static let listHelp = #"""
    Usage: hyzer roster list

    List the names of a roster.

    Options:
          --db FILE  The score log.
      -q, --quiet    Say nothing.
      -h, --help     Show this help and exit.

    """#
}

import CommandLineKit
import TestSupport
import Testing

@Suite struct ManPageTests {
  private let page = ManPage(program: SampleProgram.program, date: "2026-11-21").render()

  @Test func `the page has every command`() {
    #expect(page == Self.source)
  }

  @Test(
    .enabled(if: Tool.exists("/usr/bin/groff"), "needs groff"),
    arguments: [SampleProgram.program] + (0..<10).map(RandomProgram.make))
  func `groff sets the page without a warning`(_ program: ProgramSpec) throws {
    let outcome = try Tool.run(
      "/usr/bin/groff", ["-man", "-ww", "-Tutf8", "-z"],
      input: ManPage(program: program).render(), in: Tool.Directory())
    #expect(outcome == Tool.Outcome(status: 0, output: ""))
  }

  @Test(.enabled(if: Tool.exists("/usr/bin/groff"), "needs groff"))
  func `text of every kind comes out as written`() throws {
    let text = #".dot 'quoted' "double" back\slash \fBbold --flag `x` ~/x a^b höhle 木 $HOME %"#
    let program = ProgramSpec(
      name: "x", version: "1", abstract: "X.", commands: [CommandSpec(path: ["go"], abstract: text)]
    )
    let outcome = try Tool.run(
      "/usr/bin/groff", ["-man", "-ww", "-Tutf8", "-P-c", "-P-b", "-P-o", "-P-u", "-rLL=120n"],
      input: ManPage(program: program).render(), in: Tool.Directory())
    #expect(outcome.output.contains(text))
  }

  // MARK: - Golden text

  static let source = #"""
    .TH "HYZER" "1" "2026\-11\-21" "hyzer 1.2.0" "User Commands"
    .nh
    .ad l
    .SH "NAME"
    hyzer \- Keep disc\-golf score by voice
    .SH "SYNOPSIS"
    \fBhyzer\fR [OPTION...] COMMAND [ARGUMENT...]
    .SH "COMMANDS"
    .SS "score"
    \fBhyzer score\fR [OPTION...] \-\-round FILE AUDIO...
    .PP
    Score recordings.
    .PP
    Each recording is recognised and parsed on its own, in the order given.
    .PP
    A dash (\(dq\-\(dq) stands for standard input; it\(aqs read as 16 kHz samples.
    .TP
    \fIAUDIO\fR
    A recording.
    .TP
    \fB\-r\fR, \fB\-\-round\fR \fIFILE\fR
    The round to score. Required.
    .TP
    \fB\-j\fR, \fB\-\-json\fR
    Print JSON.
    .TP
    \fB\-p\fR, \fB\-\-player\fR \fINAME\fR
    A player\(aqs name. May be repeated.
    .TP
    \fB\-\-seed\fR \fIN\fR
    Start of the random sequence.
    .TP
    \fB\-\-snr\fR \fILIST\fR
    Signal\-to\-noise ratios.
    .TP
    \fB\-\-device\fR \fINAME\fR
    Microphone.
    .TP
    \fB\-\-input\fR \fIAUDIO\fR
    Recording instead of a microphone.
    .TP
    \fB\-f\fR, \fB\-\-format\fR \fIKIND\fR
    Shape of the report. One of: text, table, it\(aqs.
    .TP
    \fB\-l\fR, \fB\-\-loud\fR
    Say more. May be repeated.
    .SS "roster check"
    \fBhyzer roster check\fR LEVEL [FILE]
    .PP
    Check the names of a roster.
    .TP
    \fILEVEL\fR
    How strict. One of: lax, strict.
    .TP
    \fIFILE\fR
    The roster.
    .SS "roster list"
    \fBhyzer roster list\fR
    .PP
    List the names of a roster.
    .SH "OPTIONS"
    These go with every command, before or after its name.
    .TP
    \fB\-\-db\fR \fIFILE\fR
    The score log.
    .TP
    \fB\-q\fR, \fB\-\-quiet\fR
    Say nothing.
    .TP
    \fB\-h\fR, \fB\-\-help\fR
    Show this help and exit.
    .TP
    \fB\-\-version\fR
    Show the version and exit; needs no command.
    .SH "ENVIRONMENT"
    .TP
    \fBHYZER_DB\fR
    The score log where \-\-db is not given.
    .SH "FILES"
    .TP
    \fI\(ti/.local/share/hyzer\fR
    Where the score log is by default.
    .SH "EXIT STATUS"
    .TP
    \fB0\fR
    Done.
    .TP
    \fB64\fR
    Wrong usage.
    .SH "EXAMPLES"
    .TP
    \fBhyzer score \-\-round round.json \(aqhole 7.flac\(aq\fR
    Scores the recording of one hole.

    """#
}

import CommandLineKit
import TestSupport
import Testing

@Suite struct ManualPageTests {
  @Test func `the page has all about a command`() {
    let program = ProgramSpec(
      name: "hyzer", version: "1.2.0", abstract: "Keep disc-golf score by voice.",
      commands: [
        CommandSpec(
          path: ["roster", "check"], abstract: "Check names.", discussion: "At once.\n\nSlowly.",
          options: [SampleProgram.round, SampleProgram.json], operands: [SampleProgram.level],
          examples: [Example("hyzer roster check 'a b'", "Checks one.")])
      ],
      environment: [Definition("HYZER_DB", "The score log.")],
      exitStatuses: [Definition("64", "Wrong usage.")])
    #expect(program.manualPage == Self.source)
  }

  @Test(.enabled(if: Tool.exists("/usr/bin/groff"), "needs groff"))
  func `text of every kind comes out as written`() throws {
    let text = #".dot 'quoted' "double" back\slash \fBbold --flag `x` ~/x a^b höhle 木 $HOME %"#
    let program = ProgramSpec(
      name: "x", version: "1", abstract: "X.", commands: [CommandSpec(path: ["go"], abstract: text)]
    )
    let outcome = try Tool.run(
      "/usr/bin/groff", ["-man", "-ww", "-Tutf8", "-P-c", "-P-b", "-P-o", "-P-u", "-rLL=120n"],
      input: program.manualPage + "\n", in: Tool.Directory())
    #expect(outcome.output.contains(text))
  }

  // MARK: - Golden text

  static let source = #"""
    .TH "HYZER" "1" "" "hyzer 1.2.0" "User Commands"
    .nh
    .ad l
    .SH "NAME"
    hyzer \- Keep disc\-golf score by voice
    .SH "SYNOPSIS"
    \fBhyzer\fR [OPTION...] COMMAND [ARGUMENT...]
    .SH "COMMANDS"
    .SS "roster check"
    \fBhyzer roster check\fR [OPTION...] \-\-round FILE LEVEL
    .PP
    Check names.
    .PP
    At once.
    .PP
    Slowly.
    .TP
    \fILEVEL\fR
    How strict. One of: lax, strict.
    .TP
    \fB\-r\fR, \fB\-\-round\fR \fIFILE\fR
    The round to score. Required.
    .TP
    \fB\-j\fR, \fB\-\-json\fR
    Print JSON.
    .SH "OPTIONS"
    .TP
    \fB\-h\fR, \fB\-\-help\fR
    Show this help and exit.
    .TP
    \fB\-\-version\fR
    Show the version and exit; needs no command.
    .SH "ENVIRONMENT"
    .TP
    \fBHYZER_DB\fR
    The score log.
    .SH "EXIT STATUS"
    .TP
    \fB64\fR
    Wrong usage.
    .SH "EXAMPLES"
    .TP
    \fBhyzer roster check \(aqa b\(aq\fR
    Checks one.
    """#
}

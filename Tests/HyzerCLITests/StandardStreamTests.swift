import TestSupport
import Testing

/// What only a process can show: where its streams lead nowhere, it ends with a line and a code.
@Suite struct `Standard streams that cannot be used` {
  /// Runs lines of shell on a round of two; each prints errors, and is followed by its exit code.
  private func transcript(_ lines: String...) throws -> [String] {
    let directory = try Tool.Directory()
    return try BuiltProgram.shell(
      """
      export HYZER_DB="$PWD/scores.db"
      "$HYZER" round new --course 'Heron Meadow' --player Mike --player Jake >/dev/null || exit 1
      code() { echo "code $?"; }
      \(lines.joined(separator: "\n"))
      """, in: directory)
  }

  private func lost(_ reason: String, saved: String = "saved") -> [String] {
    [
      "hyzer: \(saved), only the answer could not be written to standard output: \(reason); see what "
        + "is saved with hyzer round show", "code 74",
    ]
  }

  private func unwritten(_ reason: String) -> [String] {
    ["hyzer: cannot write to standard output: \(reason); check where it goes", "code 74"]
  }

  @Test func `an answer that cannot be written takes nothing from what is saved`() throws {
    let lines = try transcript(
      #""$HYZER" enter Mike 3 >/dev/full; code"#, #""$HYZER" enter Jake 4 >&-; code"#,
      #""$HYZER" hole"#)
    #expect(
      lines == lost("No space left on device") + lost("Bad file descriptor") + [
        "hole 2 of 9, par 3, Heron Meadow", "Mike –, Jake –",
      ])
  }

  @Test func `of several lines, those that are saved are named`() throws {
    let lines = try transcript(
      #"printf 'Mike 3\nJake 3\n' | "$HYZER" enter --hole 1 - >/dev/full; code"#,
      #""$HYZER" hole 1"#)
    #expect(
      lines == lost("No space left on device", saved: "saved up to line 1") + [
        "hole 1 of 9, par 3, Heron Meadow", "Mike 3, Jake –",
      ])
  }

  @Test func `what only reads says that its output is lost`() throws {
    let lines = try transcript(
      #""$HYZER" leaderboard >/dev/full; code"#, #""$HYZER" leaderboard >&-; code"#,
      #""$HYZER" --help >/dev/full; code"#)
    #expect(
      lines == unwritten("No space left on device") + unwritten("Bad file descriptor")
        + unwritten("No space left on device"))
  }

  @Test func `a reader that goes away ends it without a signal`() throws {
    // The reader has closed its end before anything is written.
    let lines = try transcript(
      #"mkfifo gone closed; (exec 3<gone; exec 3<&-; : >closed) &"#,
      #"(exec >gone; : <closed; "$HYZER" leaderboard 2>failed; code >>failed)"#,
      "wait; cat failed")
    #expect(lines == unwritten("Broken pipe"))
  }

  @Test func `a reader of the first line leaves a short answer whole`() throws {
    let lines = try transcript(
      #"{ "$HYZER" leaderboard; code >&2; } 2>code | head -1; cat code"#)
    #expect(lines == ["Heron Meadow, hole 1 of 9, par 3", "code 0"])
  }

  @Test func `a limit on the size of files ends it without a signal`() throws {
    let lines = try transcript(
      #"(ulimit -f 0; "$HYZER" man 2>&1 >out; code) | cat"#)
    #expect(lines == unwritten("File too large"))
  }

  @Test func `closed input is an error, and closed errors are none`() throws {
    let lines = try transcript(
      #""$HYZER" enter - <&-; code"#, #""$HYZER" enter Mike 2 2>&-; code"#,
      #""$HYZER" enter nonsense 2>&-; code"#)
    #expect(
      lines == [
        "hyzer: cannot read standard input: Bad file descriptor; check where it comes from",
        "code 74", "hole 1: Mike 2 — saved", "code 0", "code 65",
      ])
  }

  @Test func `what is opened later does not take the place of a closed stream`() throws {
    let lines = try transcript(
      #""$HYZER" enter Mike 2 >&- 2>&-; code"#, #""$HYZER" enter Jake 2 >&- 2>&- <&-; code"#,
      #""$HYZER" audit; "$HYZER" hole 1"#)
    #expect(
      lines == [
        "code 74", "code 74", "clean", "hole 1 of 9, par 3, Heron Meadow", "Mike 2, Jake 2",
      ])
  }
}

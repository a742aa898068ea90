import Foundation
import HyzerVoice
import Measuring
import Testing

private let standardPath = "/usr/local/bin:/usr/bin:/bin"

/// Those of some voices that are installed here.
private let otherVoices: [String] = {
  let installed = hyzer(["corpus", "voices"], environment: ["PATH": standardPath]).outputLines
  return ["espeak:en-us+m3", "festival:kal_diphone", "festival:cmu_us_slt_arctic_hts"]
    .filter { installed.contains(String($0.prefix { $0 != "+" })) }
}()

/// A synthesiser in a folder of its own that does what a script says.
private func program(_ name: String, _ script: String, in folder: Folder) throws {
  let path = try folder.file(name, "#!/bin/sh\n" + script)
  try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
}

@Suite struct `hyzer corpus synthesize` {
  private let folder = Folder()

  private let sentences = """
    {"transcript": "mike three", "players": ["Mike", "José"], "hole": 2, "par": 4, \
    "scores": [{"player": "Mike", "strokes": 3}], "tags": {"kind": "pairs", "level": 2}}

    {"transcript": "josé birdie", "players": ["Mike", "José"], "hole": 2, "par": 4, \
    "scores": [{"player": "José", "strokes": 3}]}
    {"transcript": "nice throw", "players": ["Mike", "José"], "scores": []}

    """

  /// Runs the command with programs of the test's own before or in place of the machine's.
  private func synthesize(_ more: [String], programs: Bool = false) throws -> Outcome {
    hyzer(
      ["corpus", "synthesize", "--out", folder.path("out")] + more,
      environment: ["PATH": programs ? folder.path : standardPath])
  }

  private func manifest() throws -> [ManifestEntry] {
    try readManifest(folder.path("out/manifest.jsonl"))
  }

  @Test func `every voice says every sentence at every speed, once`() throws {
    let path = try folder.file("s.jsonl", sentences)
    let arguments = [
      "--sentences", path, "-v", "flite:slt", "-v", "flite:kal16", "--speed", "0.8,1.25",
    ]
    let outcome = try synthesize(arguments)
    let made = folder.path("out/manifest.jsonl")
    #expect(outcome == .done("12 of 12 clips; \"\(made)\" lists them"))
    let lines = try manifest()
    #expect(
      lines.map { "\($0.said) \($0.tags["voice"] ?? "") \($0.tags["speed"] ?? "")" }
        == ["mike three", "josé birdie", "nice throw"].flatMap { text in
          ["flite:slt", "flite:kal16"].flatMap { ["\(text) \($0) 0.8", "\(text) \($0) 1.25"] }
        })
    #expect(
      lines[1].tags == [
        "voice": "flite:slt", "speed": "1.25", "speaker": "flite:slt", "kind": "pairs",
        "level": "2",
      ])
    #expect(lines[4].pairs == ["José 3"])
    #expect(lines[4].round.hole == 2 && lines[4].round.par == 4)
    #expect(lines[8].pairs == [] && lines[8].round.hole == nil && lines[8].round.par == 3)
    for (slow, fast) in [(0, 1), (2, 3), (10, 11)] {
      let clips = try [slow, fast].map {
        try Recording(path: folder.path("out/\(lines[$0].clip)"))
      }
      #expect(try isHeardAsItIs(folder.path("out/\(lines[slow].clip)")))
      #expect(clips[0].samples.count > clips[1].samples.count * 11 / 10)
      for clip in clips {
        #expect(clip.samples.prefix(4800).allSatisfy { $0 == 0 })
        #expect(clip.samples.suffix(4800).allSatisfy { $0 == 0 })
        #expect(clip.samples.contains { abs(Int($0)) > 1000 })
      }
    }
    #expect(hyzer("corpus", "validate", "--strict", made).code == 0)

    // What exists is not made again.
    let kept = try folder.file("out/\(lines[0].clip)", "kept")
    let lost = folder.path("out/\(lines[1].clip)")
    let samples = try Recording(path: lost).samples
    try FileManager.default.removeItem(atPath: lost)
    #expect(try synthesize(arguments) == outcome)
    #expect(try manifest() == lines)
    #expect(try String(contentsOfFile: kept, encoding: .utf8) == "kept")
    #expect(try Recording(path: lost).samples == samples)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("out")).count == 13)
  }

  @Test func `sentences of a round are labelled as the parser reads them`() throws {
    let outcome = try synthesize([
      "--round", demoRound, "-n", "5", "--seed", "3", "-v", "flite:kal16",
    ])
    #expect(outcome.code == 0)
    let lines = try manifest()
    #expect(lines.count == 5)
    #expect(lines.map { $0.tags["prompt"] } == ["1", "2", "3", "4", "5"])
    for line in lines {
      let parsed = try hyzer("parse", "-r", demoRound, "-j", line.said)
        .decoded(Report.self)
      #expect(parsed.first?.result == "success")
      #expect(Set(parsed.first?.pairs ?? []) == Set(line.pairs))
    }
  }

  @Test func `a voice that fails on a sentence does not stop the others`() throws {
    let speech = try folder.file("speech.wav", wav((0..<8000).map { Int16($0 % 80 * 100) }))
    let silence = try folder.file("silence.wav", wav([Int16](repeating: 0, count: 8000)))
    try program(
      "flite",
      """
      case "$*" in -lv) echo "Voices available: one awb_time two one"; exit 0;; esac
      case "$(/bin/cat "$6")" in
        nice*) echo "cannot say" >&2; echo "that" >&2; exit 3;;
        quiet*) /bin/cp \(silence) "$8"; exit 0;;
        jos*) [ "$2" = two ] && { echo "no such sound" >&2; exit 0; };;
      esac
      /bin/cp \(speech) "$8"
      """, in: folder)
    let more = ["quiet", "Ольга three"].map {
      "{\"transcript\": \"\($0)\", \"players\": [\"Mike\"], \"scores\": []}\n"
    }
    let path = try folder.file("s.jsonl", sentences + more.joined())
    let outcome = try synthesize(["--sentences", path], programs: true)
    #expect(outcome.code == 69)
    #expect(
      outcome.output
        == "3 of 10 clips; \"\(folder.path("out/manifest.jsonl"))\" lists them\n")
    let prefix = "hyzer corpus synthesize: flite:"
    let failure = "at speed 1: flite failed with exit status 3: cannot say that"
    let silent = "at speed 1: silence came out; say the sentence otherwise"
    let letters = "at speed 1: the engine knows ASCII letters alone; use an espeak voice"
    #expect(
      outcome.errorLines.map { $0.replacing(prefix, with: "") } == [
        "two cannot say \"josé birdie\" at speed 1: no speech came out: no such sound; "
          + "say the sentence otherwise",
        "one cannot say \"nice throw\" \(failure)", "two cannot say \"nice throw\" \(failure)",
        "one cannot say \"quiet\" \(silent)", "two cannot say \"quiet\" \(silent)",
        "one cannot say \"Ольга three\" \(letters)", "two cannot say \"Ольга three\" \(letters)",
      ])
    #expect(
      try manifest().map { "\($0.said) \($0.tags["voice"] ?? "")" } == [
        "mike three flite:one", "mike three flite:two", "josé birdie flite:one",
      ])
  }

  @Test func `programs get plain arguments and the text in a file`() throws {
    let speech = try folder.file("speech.wav", wav((0..<8000).map { Int16($0 % 80 * 100) }))
    let log = folder.path("log")
    try program(
      "espeak-ng",
      """
      case "$1" in
        --voices=en) echo "Pty Language Age/Gender VoiceName File"
          echo " 2 en-us --/M English gmw/en-US"; echo " 3 en-us --/M Other gmw/x"; echo " 5 en-us --/M us-1 mb/mb-us1"
          echo " 5 variant --/M Storm !v/Storm"; exit 0;;
        --voices=variant) echo "Pty Language Age/Gender VoiceName File"
          echo " 5 variant --/M male3 !v/m3"; exit 0;;
      esac
      { echo "$1 $2 $3 $4 $5 $6 $7 $9"; /bin/cat "$8"; } >> \(log)
      while [ $# -gt 1 ]; do shift; done
      /bin/cp \(speech) "$1"
      """, in: folder)
    try program(
      "festival", "printf 'kal_diphone english\\nczech_ph czech\\n'", in: folder)
    try program(
      "text2wave",
      """
      { echo "$1 $3 $4"; /bin/cat "$5"; } >> \(log)-festival
      /bin/cp \(speech) "$2"
      """, in: folder)
    let line = #"""
      {"transcript": "$(touch x) José's -v `three`; \"four\"", "players": ["José"], "scores": []}
      """#
    let outcome = try synthesize(
      [
        "--sentences", try folder.file("s.jsonl", line), "-v", "espeak:en-us+m3", "-v",
        "festival:kal_diphone", "--speed", "1.25",
      ], programs: true)
    #expect(outcome.code == 0)
    let logged = try String(contentsOfFile: log, encoding: .utf8)
    #expect(
      logged.contains(
        "-v en-us+m3 -a 70 -s 200 -f -w\n$(touch x) José's -v `three`; \"four\"\n"))
    // Voices speak at the same time, so that each program has a log of its own.
    #expect(
      try String(contentsOfFile: "\(log)-festival", encoding: .utf8).contains(
        "-o -eval (begin (voice_kal_diphone) (Parameter.set 'Duration_Stretch 0.8) "
          + "(defvar hts_engine_params nil) (set! hts_engine_params "
          + "(append hts_engine_params (list (list \"-r\" 1.25)))))\n"
          + "$(touch x) Jose's -v `three`; \"four\"\n"))
    let voices = hyzer(["corpus", "voices"], environment: ["PATH": folder.path])
    #expect(
      voices
        == Outcome(
          code: 0, output: "espeak:en-us\nfestival:kal_diphone\n",
          errors: "hyzer corpus voices: flite is not installed; it is in the package flite\n"))
  }

  @Test func `a voice that is not installed is reported before anything is made`() throws {
    let path = try folder.file("s.jsonl", sentences)
    let one = try synthesize(["--sentences", path, "-v", "flite:slt", "-v", "flite:nosuch"])
    #expect(
      one
        == .refused(
          69,
          "hyzer: the voice \"flite:nosuch\" is not installed; "
            + "see hyzer corpus voices"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
    let none = try synthesize(["--sentences", path], programs: true)
    #expect(none.code == 69)
    #expect(
      none.errors == "hyzer: no voice is installed; install flite, espeak-ng or festival\n")
  }

  @Test(arguments: [
    ([], 64, "hyzer corpus synthesize: no sentences; give a manifest with --sentences, or "),
    (["--sentences", "s", "--round", "r"], 64, "hyzer corpus synthesize: options "),
    (["--sentences", "s", "--count", "3"], 64, "hyzer corpus synthesize: --count goes with "),
    (["-r", "r", "--speed", "0"], 64, "hyzer corpus synthesize: "),
    (["-r", "r", "--speed", "1,x"], 64, "hyzer corpus synthesize: "),
    (["-r", "r", "--limit", "0"], 64, "hyzer corpus synthesize: "),
    (["-r", "r", "--voice", "slt"], 64, "hyzer corpus synthesize: "),
    (["-r", "/nowhere/r.json"], 66, "hyzer: \"/nowhere/r.json\": no such file"),
    (["--sentences", "/nowhere/s.jsonl"], 66, "hyzer: \"/nowhere/s.jsonl\": no such file"),
  ])
  func `a wrong command line is refused`(arguments: [String], code: Int32, message: String) throws {
    let outcome = try synthesize(["-v", "flite:slt"] + arguments)
    #expect(outcome.refuses(code, message))
  }

  @Test(arguments: [
    ("", ": \"S\" has no lines; give one JSON object per utterance"),
    ("{\"players\": [\"Mike\"], \"scores\": []}", "line 1: no \"transcript\" to say; add one"),
    ("{\"transcript\": \" \", \"players\": [\"Mike\"], \"scores\": []}", "line 1: no \"tran"),
    (
      "{\"transcript\": \"a\", \"players\": [\"Mike\"], "
        + "\"scores\": [{\"player\": \"Bob\", \"strokes\": 3}]}",
      "line 1: \"Bob\" is not among the line's \"players\"; add the player, or correct the label"
    ),
  ])
  func `a sentence without a sound label is refused`(line: String, message: String) throws {
    let path = try folder.file("s.jsonl", line)
    let outcome = try synthesize(["-v", "flite:slt", "--sentences", path])
    #expect(outcome.code == 65)
    #expect(outcome.errors.replacing(path, with: "S").contains(message))
  }

  @Test(
    .enabled(if: !otherVoices.isEmpty, "neither espeak-ng nor festival is installed"),
    arguments: otherVoices)
  func `other engines speak, and faster where they are asked to`(voice: String) throws {
    let path = try folder.file("s.jsonl", sentences)
    let outcome = try synthesize(["--sentences", path, "-v", voice, "--speed", "0.8,1.25"])
    #expect(outcome.errors == "")
    let lengths = try manifest().map {
      try Recording(path: folder.path("out/\($0.clip)")).samples.count
    }
    #expect(lengths.count == 6)
    #expect(lengths[0] > lengths[1] && lengths[2] > lengths[3] && lengths[4] > lengths[5])
  }
}

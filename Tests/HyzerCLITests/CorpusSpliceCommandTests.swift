import Foundation
import HyzerVoice
import Measuring
import Testing

/// A tone in place of a word, with silence around it.
private func tone(_ period: Int, amplitude: Int16 = 5000) -> [UInt8] {
  let silence = [Int16](repeating: 0, count: 3200)
  return wav(
    silence + (0..<6400).map { $0 / period % 2 == 0 ? amplitude : -amplitude } + silence)
}

/// The name of a number that says no number.
private func letter(_ number: Int) -> String {
  String(repeating: "x", count: number / 20) + String(UnicodeScalar(UInt8(97 + number % 20)))
}

@Suite struct `hyzer corpus splice` {
  private let folder = Folder()

  private static let words = ["Ann", "bob", "Mary Ann", "three", "four", "zero"]
  private static let speakers = ["s1", "s2", "s3", "s4", "unknown", "unknown (9 people)", ""]

  /// Writes each word as said by each speaker, and an index of all.
  private func index(words: [String] = words, speakers: [String] = speakers) throws -> String {
    try FileManager.default.createDirectory(
      atPath: folder.path("words"), withIntermediateDirectories: true)
    var lines = ["path\tspeaker\ttranscript"]
    for (word, text) in words.enumerated() {
      for (place, speaker) in speakers.enumerated() {
        let name = "\(word)-\(place).wav"
        _ = try folder.file("words/\(name)", tone(6 + 8 * word + place))
        lines.append("\(name)\t\(speaker)\t\(text)")
      }
    }
    return try folder.file("words/index.tsv", lines.map { $0 + "\n" }.joined())
  }

  private func splice(_ more: [String], out: String = "out") -> Outcome {
    hyzer(["corpus", "splice", "--out", folder.path(out)] + more)
  }

  private func manifest(_ out: String = "out") throws -> [ManifestEntry] {
    try readManifest(folder.path("\(out)/manifest.jsonl"))
  }

  private func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
  }

  @Test func `sentences are written with their labels`() throws {
    let outcome = splice(["--clips", try index(), "-n", "20", "--seed", "7"])
    let path = folder.path("out/manifest.jsonl")
    #expect(outcome == .done("20 sentences of 19 voices, 3 names; \"\(path)\" lists them"))
    let lines = try manifest()
    #expect(lines.map(\.clip) == (1...20).map { "00\($0 < 10 ? "0" : "")\($0).flac" })
    #expect(Set(lines.map(\.scores.count)) == [1, 2, 3])
    for line in lines {
      #expect(Set(line.names).isSubset(of: ["ann", "bob", "mary ann"]))
      #expect(line.names.count >= 2)
      #expect(line.tags["source"] == "words" && line.tags["seed"] == "7")
      #expect(Set(line.scores.map(\.strokes)).isSubset(of: [3, 4]))
      #expect(Set(line.speakers).isSubset(of: ["s1", "s2", "s3", "s4"]))
      let said = line.scores.map { "\($0.player) \($0.strokes == 3 ? "three" : "four")" }
      #expect(line.transcript == said.joined(separator: " "))
      let clip = try Recording(path: folder.path("out/\(line.clip)"))
      #expect(try isHeardAsItIs(folder.path("out/\(line.clip)")))
      // Each word is half a second long; pauses come to 0.52 s a pair at most.
      let pairs = Double(line.scores.count)
      #expect((0.5 + pairs * 1.06...0.5 + pairs * 1.52).contains(clip.durationSeconds))
    }
    #expect(hyzer("corpus", "validate", "--strict", path).code == 0)
  }

  @Test func `a recording in which a word is cut off is left out`() throws {
    let index = try index(words: ["ann", "bob", "three"], speakers: ["s1"])
    let cut = [Int16](repeating: 0, count: 3200) + [Int16](repeating: 5000, count: 6400)
    _ = try folder.file("words/0-0.wav", wav(cut))
    let path = folder.path("out/manifest.jsonl")
    #expect(
      splice(["--clips", index, "-n", "3"])
        == .done("3 sentences of 1 voices, 1 names; \"\(path)\" lists them"))
  }

  @Test func `the scores of a kind alone are said`() throws {
    let index = try index(words: ["ann", "bob", "three", "nine", "ten"])
    #expect(splice(["--clips", index, "--scores", "rare"]).code == 0)
    #expect(Set(try manifest().flatMap { $0.scores.map(\.strokes) }) == [9, 10])
    let other = splice(["--clips", index, "--scores", "some"], out: "other")
    #expect(other.code == 64 && other.errors.contains("one of mixed, game, even, rare"))
  }

  @Test func `one seed gives one corpus, and a larger one begins with the smaller one`() throws {
    let index = try index()
    for (out, count, seed) in [
      ("small", "3", "5"), ("large", "6", "5"), ("again", "6", "5"), ("other", "3", "6"),
    ] {
      #expect(
        splice(["--clips", index, "-n", count, "--seed", seed], out: out).code == 0)
    }
    for clip in ["0001.flac", "0002.flac", "0003.flac"] {
      #expect(try bytes("small/\(clip)") == bytes("large/\(clip)"))
      #expect(try bytes("small/\(clip)") != bytes("other/\(clip)"))
    }
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path("large")) {
      #expect(try bytes("large/\(file)") == bytes("again/\(file)"))
    }
    let small = try bytes("small/manifest.jsonl")
    #expect(try bytes("large/manifest.jsonl").starts(with: small))
    // A folder that holds something is left alone.
    #expect(
      splice(["--clips", index, "-n", "3"], out: "small")
        == .refused(
          65,
          "hyzer: the folder \"\(folder.path("small"))\" is not empty; give another "
            + "folder with --out"))
    #expect(try bytes("small/manifest.jsonl") == small)
  }

  @Test func `parts share no recording, and together have all`() throws {
    // Recordings of other words show which of them a part has.
    let words = try index()
    let names = (0..<40).map { "\(letter($0)).wav" }
    for (place, name) in names.enumerated() { _ = try folder.file(name, tone(6 + place)) }
    let speakers = (0..<40).map { $0 < 20 ? "t\($0 % 10)" : $0 < 30 ? "unknown" : "" }
    let others = try folder.file(
      "others.tsv",
      "path\tspeaker\ttranscript\n"
        + zip(names, speakers).map { "\($0)\t\($1)\t\($0)\n" }.joined())
    var found: [[String]] = []
    var spoken: [Set<String>] = []
    for part in 1...2 {
      let outcome = splice(
        ["--clips", words, "--other", others, "-n", "30", "--part", "\(part)/2"],
        out: "\(part)")
      #expect(outcome.errors == "")
      let lines = try manifest("\(part)")
      #expect(lines.allSatisfy { $0.tags["part"] == "\(part)/2" })
      found.append(lines.dropFirst(30).compactMap(\.transcript))
      spoken.append(Set(lines.flatMap { $0.speakers }))
    }
    #expect(Set(found[0]).isDisjoint(with: found[1]))
    #expect((found[0] + found[1]).sorted() == names.sorted())
    #expect(spoken[0].isDisjoint(with: spoken[1]))
    #expect(spoken[0].union(spoken[1]) == ["s1", "s2", "s3", "s4"])
    for speaker in 0..<10 {
      #expect(found[0].contains(names[speaker]) == found[0].contains(names[speaker + 10]))
    }
    // By the number that sha1sum's first 8 digits make, t0 is even and t1 is odd.
    #expect(found[0].contains(names[0]) && found[1].contains(names[1]))
  }

  @Test func `only listed names are said, and other recordings stay as they are`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("chat"), withIntermediateDirectories: true)
    _ = try folder.file("chat/a.wav", tone(10, amplitude: 77))
    _ = try folder.file("chat/b.wav", tone(12))
    let chat = try folder.file(
      "chat/index.tsv",
      "path\tspeaker\ttranscript\na.wav\ts9\tNice throw\n../chat/b.wav\tunknown\t\n"
        + "b.wav\ts9\tnice birdie\n")
    let names = try folder.file("names.txt", "Mary Ann\nBob\nEve\n")
    let outcome = splice(
      ["--clips", try index(), "-n", "12", "--names", names, "--other", chat])
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("12 sentences of 16 voices, 2 names and 2 other"))
    let lines = try manifest()
    #expect(lines.allSatisfy { $0.names.sorted() == ["bob", "mary ann"] })
    #expect(Set(lines.flatMap { $0.scores.map(\.player) }) == ["bob", "mary ann"])
    let others = lines.dropFirst(12)
    #expect(others.map(\.audio) == ["0013.flac", "0014.flac"])
    // In the third a score is said.
    #expect(others.map(\.transcript) == ["Nice throw", nil])
    #expect(others.allSatisfy { $0.scores == [] })
    #expect(
      others.map(\.tags) == [
        ["kind": "other", "seed": "1", "source": "chat", "speaker": "s9"],
        ["kind": "other", "seed": "1", "source": "chat"],
      ])
    for (copy, original) in [("out/0013.flac", "chat/a.wav"), ("out/0014.flac", "chat/b.wav")] {
      #expect(
        try Recording(path: folder.path(copy)).samples
          == Recording(path: folder.path(original)).samples)
    }
  }

  @Test(arguments: [
    ("nothing", "cannot read recording 'CLIP': there is no such file; check the path", 66),
    ("other", "cannot read recording 'OTHER': there is no such file; check the path", 66),
    ("text", "cannot read recording 'CLIP': not a sound file that can be decoded", 65),
    ("silence", "\"CLIP\": nothing can be heard; take its line out of \"INDEX\"", 65),
  ])
  func `a recording that cannot be used is reported, and leaves nothing behind`(
    content: String, message: String, code: Int32
  ) throws {
    let index = try index(words: ["ann", "three"], speakers: ["s1"])
    let clip = folder.path("words/1-0.wav")
    let chat = try folder.file("chat.tsv", "path\tspeaker\ttranscript\nnone.wav\t\t\n")
    switch content {
    case "other": break
    case "text": _ = try folder.file("words/1-0.wav", "no sound")
    case "silence":
      _ = try folder.file("words/1-0.wav", wav([Int16](repeating: 0, count: 8000)))
    default: try FileManager.default.removeItem(atPath: clip)
    }
    let outcome = splice(["--clips", index, "-n", "2", "--other", chat])
    #expect(outcome.code == code)
    let text = outcome.errors.replacing(clip, with: "CLIP").replacing(index, with: "INDEX")
      .replacing(folder.path("none.wav"), with: "OTHER")
    #expect(text.hasPrefix("hyzer: \(message)"))
    #expect(outcome.errorLines.count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("out")) == [])
  }

  @Test(arguments: [
    ("", "\"I\" line 1: no index of recordings; begin with a line of the columns' names, "),
    ("a.wav\ts1\tann\n", "\"I\" line 1: no index of recordings; begin with a line of the "),
    ("H", "\"I\" lists no recording; add lines of path, speaker, transcript"),
    (
      "H\na.wav\ts1\tann\n\na.wav s1 ann\n",
      "\"I\" line 4: not a recording; give path, speaker, transcript with tabs between"
    ),
    ("H\n\ts1\tann\n", "\"I\" line 2: not a recording; give path, speaker, "),
    // A letter that is not in UTF-8.
    ("H\na.wav\ts1\tjos\u{FFFF}\n", "\"I\" line 2: not a recording; "),
    ("H\na.wav\ts1\tann\nb.wav\ts1\t\n", "\"I\" line 3: nothing is said; write down the word, or "),
    ("H\na.wav\ts1\t?!\n", "\"I\" line 2: nothing is said; write down the word, or "),
    (
      "H\na.wav\ts1\tann\n",
      "\"I\": no folder has both a name and a score from one to ten; add recordings"
    ),
    (
      "H\na.wav\ts1\tthree\n",
      "\"I\": no folder has both a name and a score from one to ten; add recordings"
    ),
  ])
  func `an index that cannot be used is refused, with the line`(text: String, message: String)
    throws
  {
    let path = try folder.file(
      "i.tsv",
      Array(text.replacing("H", with: "path\tspeaker\ttranscript").utf8)
        .replacing("\u{FFFF}".utf8, with: [0xE9]))
    let outcome = splice(["--clips", path])
    #expect(outcome.code == 65)
    #expect(outcome.errors.replacing(path, with: "I").hasPrefix("hyzer: \(message)"))
    #expect(outcome.errorLines.count == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
  }

  @Test func `a part that lacks a word or a recording is refused`() throws {
    // By SHA-1, s1 is in part 2 of 2 and t0 in part 1.
    let words = try index(words: ["ann", "bob", "three"], speakers: ["s1"])
    let part = splice(["--clips", words, "--part", "1/2"])
    #expect(
      part
        == .refused(
          65,
          "hyzer: \"\(words)\": no folder has both a name and a score from one to ten in part 1/2; "
            + "add recordings, or make fewer parts"))
    let others = try folder.file("others.tsv", "path\tspeaker\ttranscript\na.wav\tt0\tgo\n")
    let other = splice(["--clips", words, "--part", "2/2", "--other", others])
    #expect(
      other
        == .refused(
          65,
          "hyzer: \"\(others)\": no recording without a score in part 2/2; make fewer parts, or "
            + "add recordings"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
  }

  @Test(arguments: [
    ([], 64, "hyzer corpus splice: "),
    (["--clips", "I", "--count", "0"], 64, "hyzer corpus splice: "),
    (["--clips", "I", "--part", "3/2"], 64, "hyzer corpus splice: "),
    (["--clips", "I", "--name-part", "2-1/2"], 64, "hyzer corpus splice: "),
    (["--clips", "I", "--names", "/nowhere/n.txt"], 66, "hyzer: \"/nowhere/n.txt\": no such file"),
    (["--clips", "/nowhere/i.tsv"], 66, "hyzer: \"/nowhere/i.tsv\": no such file"),
  ])
  func `a wrong command line is refused`(arguments: [String], code: Int32, message: String) throws {
    let path = try index(words: ["ann", "three"], speakers: ["s1"])
    let outcome = splice(arguments.map { $0 == "I" ? path : $0 })
    #expect(outcome.refuses(code, message))
    #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
  }
}

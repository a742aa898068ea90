import Foundation
import HyzerVoice
import TestSupport
import Testing

@Suite struct `hyzer recognize` {
  private let folder = Folder()

  private static let rules = """
    #JSGF V1.0;
    grammar pairs;
    public <sentence> = (<name> <score>)+;
    <name> = mike | jake;
    <score> = one | two | three | four | five;

    """

  /// A line of `--json`.
  private struct Line: Decodable, Equatable {
    struct Word: Decodable, Equatable {
      let text: String
      let start, end, confidence: Double
    }

    let input: String
    let transcript: String?
    let confidence: Double
    let words: [Word]
  }

  private func recognize(
    _ arguments: [String], grammar: String = rules, input: [UInt8] = []
  ) throws -> Outcome {
    let file = try folder.file("g.jsgf", grammar)
    var outcome = hyzer(["recognize", "--grammar", file] + arguments, input: input)
    outcome.errors = outcome.errors.replacing(folder.path + "/", with: "")
    return outcome
  }

  @Test func `each recording gives its words with times, or null where nothing was said`() throws {
    let files = ["pairs.flac", "unrelated.flac"].map { DemoAudio.path($0) }
    let outcome = try recognize(["--json", files[0], "/nowhere.wav", files[1]])
    #expect(outcome.code == 66)
    #expect(
      outcome.errors == "hyzer recognize: cannot read recording '/nowhere.wav': there is no such "
        + "file; check the path\n")
    let lines = try outcome.decoded(Line.self)
    #expect(lines.map(\.input) == files)
    #expect(lines.map(\.transcript) == ["mike three jake four", nil])
    #expect(lines[1] == Line(input: files[1], transcript: nil, confidence: 0, words: []))
    #expect(outcome.outputLines.last?.contains("\"transcript\":null") == true)
    let words = lines[0].words
    #expect(words.map(\.text) == ["mike", "three", "jake", "four"])
    #expect(zip(words, words.dropFirst()).allSatisfy { $0.start < $0.end && $0.end <= $1.start })
    let seconds = try Recording(path: files[0]).durationSeconds
    #expect(words[0].start > 0.2 && words[3].end < seconds)
    #expect((words.map(\.confidence) + [lines[0].confidence]).allSatisfy { $0 > 0.3 && $0 <= 1 })
  }

  @Test func `standard input is heard like the file, and text is for people`() throws {
    let samples = try Recording(path: DemoAudio.path("pairs.flac")).samples
    #expect(try recognize(["-"], input: pcm(samples)) == .done("-: mike three jake four"))
    #expect(
      try recognize(["-"], input: [UInt8](repeating: 0, count: 64_000))
        == .done("-: nothing of the grammar"))
    #expect(try recognize(["-"], input: [0]).code == 65)
  }

  @Test func `a dictionary of one's own says how words are said`() throws {
    let dictionary = try folder.file("own.dict", "zork M AY K\nzork(2) JH EY K\n")
    let file = DemoAudio.path("pairs.flac")
    let outcome = try recognize(
      ["--dictionary", dictionary, file],
      grammar: Self.rules.replacing("mike | jake", with: "zork"))
    #expect(outcome == .done("\(file): zork three zork four"))
  }

  @Test func `a grammar that cannot be listened for is bad data`() throws {
    #expect(
      try recognize(["-"], grammar: "#JSGF V1.0;\ngrammar g;\npublic <a> = (one;\n")
        == .refused(
          65, "hyzer: \"g.jsgf\": line 3 of the grammar: \";\" cannot stand in this rule"))
  }

  @Test func `what is missing has its exit code`() throws {
    #expect(hyzer("recognize", "-").code == 64)
    #expect(hyzer("recognize", "--grammar", "/nowhere.jsgf", "-").code == 66)
    #expect(try recognize(["--dictionary", "/nowhere.dict", "-"]).code == 66)
  }
}

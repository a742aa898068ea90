import Foundation
import Testing

@testable import HyzerVoice

@Suite final class SenoneScoresTests: FixtureSuite {
  /// Where decoders make their folders.
  private var place: String { fixture.directory }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
  }

  /// One that has no network: the engine writes the scores as a file.
  private func recognizer(in place: String) throws -> Recognizer {
    var settings = try DecoderSettings.standard()
    settings.network.scale = 0
    return try Recognizer(
      grammar: RecognizerTests.grammar(), settings: settings, scoresIn: place)
  }

  @Test func `a recogniser has one folder, empty between utterances, which goes with it`() throws {
    do {
      var recognizer = try recognizer(in: place)
      let folder = try #require(try names(in: place).first)
      let short = [Int16](repeating: 0, count: 800)
      for samples in [try RecognizerTests.pairs(), [], short] {
        _ = try recognizer.recognize(samples, withReply: true)
        _ = try recognizer.beginning(of: samples)
        #expect(try names(in: place) == [folder])
        #expect(try names(in: place + "/" + folder) == [])
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: place + "/" + folder)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
    #expect(try names(in: place) == [])
  }

  @Test func `two recognisers have a folder each`() throws {
    do {
      var one = try recognizer(in: place)
      var other = try recognizer(in: place)
      #expect(try names(in: place).count == 2)
      let samples = try RecognizerTests.pairs()
      #expect(try one.recognize(samples) == other.recognize(samples))
    }
    #expect(try names(in: place) == [])
  }

  @Test func `a scorer that cannot be made leaves no folder`() throws {
    let settings = try DecoderSettings.standard()
    #expect(throws: RecognizerError.self) {
      _ = try ModelScorer(
        .phoneLoop("/nowhere", settings.phoneLoop), model: "/nowhere", phoneModel: "/nowhere",
        transform: MemoryFile.transform(varianceScale: 1), scoresIn: place)
    }
    #expect(try names(in: place) == [])
  }

  @Test func `a place that is not there is reported`() throws {
    #expect(throws: RecognizerError.noRoomForScores("/nowhere")) {
      _ = try recognizer(in: "/nowhere")
    }
    #expect(
      RecognizerError.noRoomForScores("/nowhere").description
        == "the acoustic scores of an utterance cannot be kept in \"/nowhere\"; make room there")
  }

  @Test func `scores are read again and again after their file is gone, whole or in part`() throws {
    let folder = try ScoreFolder(in: place)
    // A header, the order of bytes, and three frames of two bytes.
    try Data("s3\nendhdr\n1234aabbcc".utf8).write(to: URL(fileURLWithPath: folder.path + "/1"))
    let scores = try folder.scores(frames: 3, phones: FrameScores([]))
    folder.empty()
    #expect(try names(in: folder.path) == [])
    for _ in 1...2 {
      let first = unsafe scores.read { file in unsafe fgetc(file) }
      #expect(first == Int32(UInt8(ascii: "s")))
    }
    func text(_ range: Range<Int>) -> String? {
      unsafe scores.read(range) { file in
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
      }
    }
    // Every part has the header before it.
    #expect(text(1..<2) == "s3\nendhdr\n1234bb")
    #expect(text(0..<3) == "s3\nendhdr\n1234aabbcc")
    #expect(text(2..<4) == nil)
  }

  @Test(arguments: [nil, "", "s3\n", "scores without an end of the header"])
  func `a file that is missing, or has no header, holds no scores`(content: String?) throws {
    let folder = try ScoreFolder(in: place)
    let path = folder.path
    try content.map { try Data($0.utf8).write(to: URL(fileURLWithPath: path + "/1")) }
    #expect(throws: RecognizerError.noRoomForScores(path)) {
      _ = try folder.scores(frames: 3, phones: FrameScores([]))
    }
    folder.empty()
  }
}

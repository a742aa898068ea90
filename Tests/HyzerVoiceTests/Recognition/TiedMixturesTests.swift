import Foundation
import TestSupport
import Testing

@testable import HyzerVoice

@Suite final class TiedMixturesTests: FixtureSuite {
  private static func sentences(varianceScale: Double = 1) throws -> SentenceDecoder {
    var settings = try DecoderSettings.standard()
    settings.frontEnd.varianceScale = varianceScale
    return try SentenceDecoder(lexicon: [], settings: settings)
  }

  // MARK: - Scores

  @Test(arguments: [1, 0.6])
  func `the scores are the engine's`(varianceScale: Double) throws {
    let sentences = try Self.sentences(varianceScale: varianceScale)
    let cepstra = try #require(try sentences.cepstra(of: RecognizerTests.pairs()))
    // The engine counts four densities, unless asked otherwise.
    let model = try TiedMixtures(
      model: sentences.model, varianceScale: varianceScale, counted: 4)
    #expect(model.senones == 5126)
    let rows = model.scores(of: cepstra, frames: 0..<cepstra.frames)
    #expect(rows.count == cepstra.frames)
    let expected = try sentences.modelScorer().scores(of: cepstra)
    var (row, others) = ([Int16](repeating: 0, count: model.senones), 0)
    for (frame, scores) in rows.enumerated() {
      try #require(expected.read(frame: frame, into: &row))
      // Sums in another order may be rounded otherwise.
      others += zip(scores, row).count { $0 != $1 }
    }
    #expect(others * 1000 < rows.count * model.senones)
  }

  @Test func `some frames are scored as among all, by three frames before and behind`() throws {
    let sentences = try Self.sentences()
    let cepstra = try #require(try sentences.cepstra(of: RecognizerTests.pairs()))
    let model = try TiedMixtures(model: sentences.model, varianceScale: 1, counted: 2)
    let all = model.scores(of: cepstra, frames: 0..<cepstra.frames)
    #expect(model.scores(of: cepstra, frames: 40..<43) == Array(all[40..<43]))
    #expect(model.scores(of: cepstra.rows(37..<46), frames: 3..<6) == Array(all[40..<43]))
    #expect(model.scores(of: cepstra.rows(38..<46), frames: 2..<5) != Array(all[40..<43]))
    #expect(model.scores(of: cepstra.rows(37..<45), frames: 3..<6) != Array(all[40..<43]))
    #expect(model.scores(of: cepstra, frames: 5..<5).isEmpty)
  }

  /// One codebook of two densities, whose first coefficient alone counts: at 0 and at 2, of variance 1.
  private static func small(counted: Int) -> TiedMixtures {
    let width = Cepstra.coefficients
    func densities(_ first: [Float], _ others: Float) -> [Float] {
      (0..<3).flatMap { _ in first.flatMap { [$0] + [Float](repeating: others, count: width - 1) } }
    }
    return TiedMixtures(
      .init(
        densities: 2, means: densities([0, 2], 0), variances: densities([1, 1], 1),
        // Senone 0 has the first density alone, senone 1 the other, senone 2 both.
        weights: (0..<3).flatMap { _ in [UInt8]([0, 250, 7, 250, 0, 7]) }, codebooks: [0, 0, 0]),
      varianceScale: 1, counted: counted)
  }

  @Test func `a senone mixes its codebook's likeliest densities`() throws {
    let width = Cepstra.coefficients
    // It stands still, so that its differences are 0, where the first density is the likelier.
    func scores(_ first: Float, counted: Int) -> [Int16] {
      let frame = [first] + [Float](repeating: 0, count: width - 1)
      let cepstra = Cepstra(frame + frame + frame)
      return Self.small(counted: counted).scores(of: cepstra, frames: 1..<2)[0]
    }
    // The other density is 2 nats worse, 19 or 20 units, in each stream.
    #expect(scores(0, counted: 1) == [0, 750, 21])
    let at0 = scores(0, counted: 2)
    #expect(at0[0] == 0 && (57...60).contains(at0[1]) && (16...20).contains(at0[2]))
    // The cepstra are nearer to the other density, their differences to the first.
    let at2 = scores(2, counted: 2)
    #expect((0...3).contains(at2[0]) && (18...24).contains(at2[1]) && at2[2] == 0)
  }

  @Test func `features that are no numbers make a score all the same`() throws {
    let width = Cepstra.coefficients
    for value in [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
      let cepstra = Cepstra([Float](repeating: value, count: 3 * width))
      for row in Self.small(counted: 2).scores(of: cepstra, frames: 0..<3) {
        #expect(row.count == 3 && row.min() == 0)
      }
    }
  }

  // MARK: - Files

  private static let names = ["mdef", "means", "variances", "sendump"]

  /// A folder with the stock model's files, of which `body` may change one.
  private func model(_ name: String, _ body: (inout Data) -> Void) throws -> String {
    let stock = try ModelFiles.acousticModel(DecoderSettings.standard().acousticModels)
    for name in Self.names {
      let path = fixture.directory + "/" + name
      try? FileManager.default.removeItem(atPath: path)
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: stock + "/" + name)
    }
    var content = try Data(contentsOf: URL(filePath: stock + "/" + name))
    body(&content)
    let changed = fixture.directory + "/" + name
    try FileManager.default.removeItem(atPath: changed)
    try content.write(to: URL(filePath: changed))
    return fixture.directory
  }

  /// What is wrong with a model, one of whose files `body` changes.
  private func fault(in name: String, _ body: (inout Data) -> Void) throws -> String {
    let folder = try model(name, body)
    do throws(RecognizerError) {
      _ = try TiedMixtures(model: folder, varianceScale: 1, counted: 2)
      Issue.record("it was read")
      return ""
    } catch {
      guard case .modelRejected(folder, let reason) = error else { throw error }
      return reason
    }
  }

  @Test(arguments: names) func `a file that ends too early is reported`(name: String) throws {
    for length in [0, 3, 10, 100, 800, 100_000] {
      let reason = try fault(in: name) { $0 = $0.prefix(length) }
      #expect(reason == "its file \"\(name)\" ends too early; install it again")
    }
    // Behind the means and variances there is a checksum.
    #expect(try fault(in: name) { $0.removeLast(5) }.hasSuffix("ends too early; install it again"))
  }

  @Test(arguments: names) func `a file that is missing is reported`(name: String) throws {
    let folder = try model(name) { _ in }
    try FileManager.default.removeItem(atPath: folder + "/" + name)
    let error = #expect(throws: RecognizerError.self) {
      _ = try TiedMixtures(model: folder, varianceScale: 1, counted: 2)
    }
    #expect(try #require(error).description.contains("its file \"\(name)\" cannot be read: "))
  }

  /// Where the numbers lie that say how large the parts of the stock model's files are.
  @Test(
    arguments: [
      ("mdef", Array(stride(from: 0, to: 12, by: 4)) + Array(stride(from: 1064, to: 1120, by: 4))),
      ("means", Array(stride(from: 40, to: 72, by: 4))),
      ("sendump", [0] + Array(stride(from: 600, to: 640, by: 4))),
    ] as [(String, [Int])])
  func `no number of a file can crash the reading`(name: String, places: [Int]) throws {
    var refused = 0
    for place in places {
      for number in [Int32.max, .min, -1, 0, 65_537] {
        let folder = try model(name) { content in
          let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
          content.replaceSubrange(place..<place + 4, with: bytes)
        }
        do throws(RecognizerError) {
          _ = try TiedMixtures(model: folder, varianceScale: 1, counted: 2)
        } catch { refused += 1 }
      }
    }
    #expect(refused > places.count)
  }

  @Test func `a model of another form is reported`() throws {
    #expect(
      try fault(in: "mdef") { $0[0] = 0 }
        == "its file \"mdef\" is not binary")
    #expect(
      try fault(in: "means") { content in
        let start = content.firstRange(of: Data("endhdr\n".utf8))?.upperBound ?? 0
        content[start..<start + 4].reverse()
      } == "its file \"means\" is of another order of bytes")
    #expect(
      try fault(in: "variances") { content in
        let start = content.firstRange(of: Data("endhdr\n".utf8))?.upperBound ?? 0
        content[start + 8] = 1
      } == "its file \"variances\" is not of 3 streams of 13 coefficients")
    #expect(
      try fault(in: "means") { content in
        let start = content.firstRange(of: Data("endhdr\n".utf8))?.upperBound ?? 0
        content[start + 4] = 41
      } == "its file \"means\" has 209664 numbers, which is not what its dimensions make")
    let clusters = try fault(in: "sendump") { content in
      guard let range = content.firstRange(of: Data("cluster_count 0".utf8)) else { return }
      content[range.upperBound - 1] = UInt8(ascii: "4")
    }
    #expect(clusters == "its file \"sendump\" has weights of a form that a network cannot use")
  }
}

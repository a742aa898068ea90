import Foundation
import TestSupport
import Testing

@testable import HyzerVoice

@Suite final class NetworkScorerTests: FixtureSuite {
  /// How many senones the stock model has.
  private static let senones = 5126

  /// A network over three classes; with `size` 0 it says the same of everything.
  private static func fixture(size: Float = 1, senones: Int = NetworkScorerTests.senones)
    -> NetworkFixture
  {
    NetworkFixture(
      layers: [
        .init(40, 12, [-2, -1, 0, 1, 2]), .init(12, 12, [-1, 0, 1], stride: 2),
        .init(12, 6, [0], isRectified: false),
      ], classes: 3, senones: senones, size: size)
  }

  /// Lets `body` use settings with a network of its own.
  private func withNetwork(
    _ fixture: NetworkFixture, scale: Double = 0.3, stockWeight: Double = 0,
    _ body: (DecoderSettings) throws -> Void
  ) throws {
    var settings = try DecoderSettings.standard()
    settings.network.files = ["/nowhere", try self.fixture.file("a.network", fixture.file())]
    settings.network.scale = scale
    settings.network.stockWeight = stockWeight
    // As precise as without a network.
    settings.network.stockDensities = 4
    try body(settings)
  }

  @Test func `a senone's score is its class's, over the prior, and the model's`() throws {
    let fixture = Self.fixture(senones: 6)
    try withNetwork(fixture, stockWeight: 0.25) { settings in
      let scorer = try NetworkScorer(settings.network, beside: nil)
      let logs: [Float] = [-0.2, -2, -1000]
      let model: [Int16] = [0, 900, 20, 32_000, 7, 300]
      func expected(_ model: [Int16]?) -> [Int16] {
        let likelihoods = fixture.senoneClasses.enumerated().map { senone, index in
          let log = max(Double(logs[Int(index)]), settings.network.floor)
          let prior = settings.network.priorScale * Double(fixture.logPriors[Int(index)])
          return settings.network.scale * (log - prior)
            - (model.map { 0.25 * Double($0[senone]) * 0.1024 } ?? 0)
        }
        return likelihoods.map { Int16((((likelihoods.max() ?? 0) - $0) / 0.1024).rounded()) }
      }
      #expect(scorer.combined(logs[...], beside: nil) == expected(nil))
      #expect(scorer.combined(logs[...], beside: model) == expected(model))
    }
  }

  @Test func `the worst score is bounded, and a posterior that is no number is the least`() throws {
    try withNetwork(Self.fixture(senones: 6), scale: 100) { settings in
      var settings = settings.network
      settings.floor = -1000
      let scorer = try NetworkScorer(settings, beside: nil)
      let scores = scorer.combined([0, -500, .nan], beside: nil)
      #expect(Set(scores) == [0, 32_000])
      #expect(scores == scorer.combined([0, -.infinity, -1000], beside: nil))
    }
  }

  @Test func `an utterance's scores are its frames', as the engine reads them`() throws {
    let samples = try Array(RecognizerTests.pairs().prefix(41 * 160))
    let fixture = Self.fixture(senones: 6)
    try withNetwork(fixture) { settings in
      let scorer = try NetworkScorer(settings.network, beside: nil)
      let sentences = try SentenceDecoder(lexicon: [], settings: settings)
      guard let scores = try scorer.scores(of: samples, by: sentences) else {
        Issue.record("there are no scores")
        return
      }
      #expect(scores.frames == 40)
      let network = try AcousticNetwork(path: settings.network.files[1])
      let features = network.frontEnd.features(
        network.frontEnd.logEnergies(of: samples, frames: 40))
      let posteriors = network.posteriors(features: features, frames: 0..<40, block: 40)
      for frame in [0, 17, 39] {
        var row = [Int16](repeating: 0, count: 6)
        #expect(scores.read(frame: frame, into: &row))
        #expect(row == scorer.combined(posteriors.logs[frame * 3..<frame * 3 + 3], beside: nil))
      }
      var row = [Int16](repeating: 0, count: 6)
      #expect(!scores.read(frame: 40, into: &row))
      row.append(0)
      #expect(!scores.read(frame: 0, into: &row))
      let text = unsafe scores.read(0..<1) { file in
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = unsafe fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
      }
      let header = Array("s3\nversion 0.1\nn_sen 6\nlogbase 1.0001\nendhdr\n".utf8)
      #expect(text?.starts(with: header + [0x44, 0x33, 0x22, 0x11, 6, 0]) == true)
      #expect(text?.count == header.count + 4 + 14)
    }
  }

  @Test func `a network that says nothing changes nothing beside the model`() throws {
    // With the network, a longer utterance would be scored in blocks.
    let samples = try Array(RecognizerTests.pairs()[7000..<22_900])
    var without = try RecognizerTests.recognizer { $0.network.scale = 0 }
    let expected = try without.recognize(samples, withReply: true)
    #expect(expected.sentence.transcript == "mike three")
    try withNetwork(Self.fixture(size: 0), stockWeight: 1) { settings in
      var recognizer = try Recognizer(grammar: RecognizerTests.grammar(), settings: settings)
      for _ in 1...2 {
        let heard = try recognizer.recognize(samples, withReply: true)
        #expect(heard.sentence == expected.sentence)
        #expect(heard.reply == expected.reply)
      }
      // The beginning of a sentence is searched by the same scores, and leaves them as they are.
      #expect(try recognizer.beginning(of: samples) == without.beginning(of: samples))
      #expect(try recognizer.recognize(samples, withReply: true).sentence == expected.sentence)
    }
  }

  @Test func `a network is searched by alone, without the model's scores`() throws {
    try withNetwork(Self.fixture()) { settings in
      var recognizer = try Recognizer(grammar: RecognizerTests.grammar(), settings: settings)
      let heard = try recognizer.recognize(try RecognizerTests.pairs())
      #expect(!heard.words.isEmpty)
      #expect(heard.words.allSatisfy { $0.loopLLR.isFinite })
      #expect(try recognizer.recognize(try RecognizerTests.pairs()) == heard)
      #expect(try recognizer.recognize([Int16](repeating: 0, count: 800)) == .nothing)
    }
  }

  @Test func `the network that is compiled in is for the stock model`() throws {
    var settings = try DecoderSettings.standard()
    settings.network.scale = 0.1
    var recognizer = try Recognizer(grammar: RecognizerTests.grammar(), settings: settings)
    #expect(!(try recognizer.recognize(try RecognizerTests.pairs())).words.isEmpty)
  }

  @Test func `a network of another model, a missing or a broken one is reported`() throws {
    func error(_ settings: DecoderSettings) throws -> String {
      let error = #expect(throws: RecognizerError.self) {
        _ = try Recognizer(grammar: RecognizerTests.grammar(), settings: settings)
      }
      return try #require(error).description
    }
    try withNetwork(Self.fixture(senones: 12)) { settings in
      var settings = settings
      #expect(
        try error(settings)
          == "the acoustic network is for a model of 12 senones, and "
          + "\"\(settings.acousticModels[0])\" has another number; name its own in "
          + "\"network.files\", or set \"network.scale\" to 0")
      settings.network.files = [DemoAudio.path("pairs.flac")]
      #expect(
        try error(settings)
          == "\"\(DemoAudio.path("pairs.flac"))\" is no acoustic network: it does not begin with "
          + "HYZRNET1; name another file")
      settings.network.files = ["/nowhere", "/nor here"]
      #expect(
        try error(settings)
          == "no acoustic network at /nowhere or /nor here; correct \"network.files\" in the "
          + "decoder settings")
      // Without it nothing of the kind is looked for.
      settings.network.scale = 0
      _ = try Recognizer(grammar: RecognizerTests.grammar(), settings: settings)
    }
  }

  @Test(arguments: [
    ("scale", "-0.1", "from 0.0 to 100.0"), ("stockWeight", "1e9", "from 0.0 to 100.0"),
    ("priorScale", "11", "from 0.0 to 10.0"), ("floor", "1", "from -1000.0 to 0.0"),
    ("stockDensities", "0", "from 1.0 to 16.0"),
  ])
  func `settings that make no scores are refused`(name: String, value: String, range: String) {
    #expect(throws: RecognizerError.badSettings("\"network.\(name)\" is to be \(range)")) {
      _ = try DecoderSettings.standard(
        changes: Array("{\"network\": {\"\(name)\": \(value)}}".utf8))
    }
  }
}

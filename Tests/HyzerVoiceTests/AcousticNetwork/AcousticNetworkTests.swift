import Foundation
import HyzerBase
import TestSupport
import Testing

@testable import HyzerVoice

extension NetworkFixture {
  func network() throws -> AcousticNetwork {
    try AcousticNetwork(Data(try file()).bytes, name: "test")
  }

  /// What the network is by its definition: no blocks, no library, double precision.
  func logPosteriors(_ features: [[Double]]) -> [[Double]] {
    var computed: [[Int: [Double]]] = layers.map { _ in [:] }
    func row(_ number: Int, after count: Int) -> [Double] {
      guard count > 0 else { return features[min(max(number, 0), features.count - 1)] }
      if let known = computed[count - 1][number] { return known }
      let layer = layers[count - 1]
      let read = layer.offsets.flatMap { row(layer.stride * number + $0, after: count - 1) }
      var result: [Double] = []
      for output in 0..<layer.outputs {
        var sum = Double(layer.bias[output])
        for (index, value) in read.enumerated() {
          sum += Double(layer.weights[output * read.count + index]) * value
        }
        if layer.isRectified {
          sum = max(sum, 0) * Double(layer.scale[output]) + Double(layer.shift[output])
        }
        if layer.isResidual { sum += row(number, after: count - 1)[output] }
        result.append(sum)
      }
      computed[count - 1][number] = result
      return result
    }
    return features.indices.map { frame in
      let half = row(frame / 2, after: layers.count).dropFirst(frame % 2 * classes).prefix(classes)
      let total = log(half.reduce(0) { $0 + exp($1) })
      return half.map { $0 - total }
    }
  }
}

@Suite struct AcousticNetworkTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let layers: [NetworkFixture.Layer]
    var frames = 23
  }

  /// The last layer returns five classes for each of two frames.
  static let cases = [
    Case(
      testDescription: "one layer",
      layers: [.init(7, 10, [0], stride: 2, isRectified: false)]),
    Case(
      testDescription: "one frame",
      layers: [
        .init(7, 9, [-2, -1, 0, 1, 2]), .init(9, 10, [-1, 3], stride: 2, isRectified: false),
      ],
      frames: 1),
    Case(
      testDescription: "context on one side only",
      layers: [
        .init(7, 9, [2, 5], stride: 2), .init(9, 9, [-6, -3]),
        .init(9, 10, [1], isRectified: false),
      ]),
    Case(
      testDescription: "residual layers, at both rates",
      layers: [
        .init(7, 9, [-2, -1, 0, 1, 2]), .init(9, 9, [-1, 0, 1], isResidual: true),
        .init(9, 9, [-1, 0, 1], stride: 2), .init(9, 9, [-3, 3], isResidual: true),
        .init(9, 9, [2], isResidual: true), .init(9, 10, [0], isRectified: false),
      ]),
    Case(
      testDescription: "the last layer halves the rate, many frames",
      layers: [
        .init(7, 8, [-1, 0, 1]), .init(8, 10, [0, 1], stride: 2, isRectified: false),
      ], frames: 300),
  ]

  private static func features(_ count: Int, bands: Int) -> [[Double]] {
    var random = SeededGenerator(seed: 4)
    return (0..<count).map { _ in
      (0..<bands).map { _ in Double(Float.random(in: -3...3, using: &random)) }
    }
  }

  @Test(arguments: cases)
  func `posteriors are those of the definition, whatever the block`(_ example: Case) throws {
    let fixture = NetworkFixture(layers: example.layers, classes: 5, senones: 12)
    let features = Self.features(example.frames, bands: fixture.bands)
    let expected = fixture.logPosteriors(features)
    let network = try fixture.network()
    let matrix = Matrix(
      columns: fixture.bands, values: features.flatMap { $0.map { Float($0) } })
    for block in [1, 2, 3, 7, 1000] {
      let found = network.posteriors(
        features: matrix, frames: 0..<example.frames, block: block)
      #expect(found.frames == example.frames && found.logs.count == 5 * example.frames)
      for (log, other) in zip(found.logs, expected.joined()) {
        #expect(abs(Double(log) - other) < 1e-4, "block \(block)")
      }
      for (share, logs) in zip(found.silence, expected) {
        #expect(abs(Double(share) - exp(logs[0])) < 1e-5)
      }
    }
    for part in [0..<0, 0..<example.frames / 2, example.frames / 4 * 2..<example.frames] {
      let found = network.posteriors(features: matrix, frames: part, block: 2)
      #expect(found.frames == part.count)
      for (log, other) in zip(found.logs, expected[part].joined()) {
        #expect(abs(Double(log) - other) < 1e-4, "frames \(part)")
      }
    }
  }

  /// The posteriors of some frames of 16 kHz mono samples.
  private static func posteriors(
    of samples: [Int16], frames: Int, by network: AcousticNetwork
  ) -> Posteriors {
    network.posteriors(
      features: network.frontEnd.features(
        network.frontEnd.logEnergies(of: samples, frames: frames)),
      frames: 0..<frames, block: 2)
  }

  @Test func `silence is as likely as all its classes together`() throws {
    var fixture = NetworkFixture(layers: Self.cases[0].layers, classes: 5, senones: 12)
    fixture.silence = [1, 4]
    let posteriors = try Self.posteriors(
      of: [Int16](repeating: 9, count: 500), frames: 3, by: fixture.network())
    for frame in 0..<3 {
      let logs = posteriors.logs[frame * 5..<frame * 5 + 5].map { exp($0) }
      #expect(abs(logs.reduce(0, +) - 1) < 1e-5)
      #expect(abs(posteriors.silence[frame] - logs[1] - logs[4]) < 1e-6)
    }
  }

  @Test func `there are as many frames as asked for, with or without samples`() throws {
    let network = try NetworkFixture(layers: Self.cases[3].layers, classes: 5, senones: 12)
      .network()
    for frames in [0, 1, 2, 5] {
      let posteriors = Self.posteriors(of: [], frames: frames, by: network)
      #expect(posteriors.frames == frames && posteriors.logs.count == 5 * frames)
      #expect(posteriors.logs.allSatisfy { $0.isFinite })
    }
  }

  @Test func `a network has what its file says`() throws {
    let fixture = NetworkFixture(layers: Self.cases[3].layers, classes: 5, senones: 12)
    let network = try fixture.network()
    #expect(network.card == ["text": fixture.card])
    #expect(network.classes == 5 && network.senoneClasses == fixture.senoneClasses)
    #expect(network.logPriors == fixture.logPriors)
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: file) } }
    try Data(fixture.file()).write(to: file)
    #expect(try AcousticNetwork(path: file.path) == network)
  }
}

@Suite struct LogMelFrontEndTests {
  /// Steps, ramps and noise, in whole numbers, half of it all but silent.
  private static let samples: [Int16] = {
    var state: UInt32 = 1
    return (0..<16_000).map { index in
      state = (state &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
      let noise = Int(state >> 16) % 2001 - 1000
      let tone = index / 4000 % 2 == 0 ? index * (index / 64) % 4001 - 2000 : 0
      return Int16(tone + noise * (1 + index / 2000))
    }
  }()

  private static func features(frames: Int, meanHalfWindow: Int) -> Matrix {
    let frontEnd = LogMelFrontEnd(
      .init(bands: 40, lowHz: 60, highHz: 7800, meanHalfWindow: meanHalfWindow))
    return frontEnd.features(frontEnd.logEnergies(of: samples, frames: frames))
  }

  /// What numpy computes in double precision, by its Fourier transform.
  @Test(arguments: [
    (99, 20, [(0, 0, -2.94954), (0, 39, -0.21966), (50, 20, -0.16645), (98, 0, 0.79869)]),
    (
      101, 20,
      [
        (1, 5, -2.32302), (24, 12, 0.06382), (73, 31, -0.88044), (98, 39, 1.09045),
        (100, 7, -11.45108),
      ]
    ),
    (101, 150, [(0, 0, -2.33374), (50, 20, 0.27292), (100, 39, -17.27823)]),
  ])
  func `energies are numpy's`(
    frames: Int, meanHalfWindow: Int, expected: [(Int, Int, Double)]
  ) {
    let features = Self.features(frames: frames, meanHalfWindow: meanHalfWindow)
    #expect(features.rows == frames && features.columns == 40)
    for (frame, band, value) in expected {
      #expect(abs(Double(features.values[frame * 40 + band]) - value) < 1e-3, "\(frame) \(band)")
    }
  }

  @Test func `frames do not depend on how many are transformed at a time`() {
    // Without a mean a frame has only itself; 300 frames are three blocks.
    let few = Self.features(frames: 40, meanHalfWindow: 150)
    let many = Self.features(frames: 300, meanHalfWindow: 1000)
    let difference = (0..<40).map { many.values[$0] - few.values[$0] }
    for index in few.values.indices {
      #expect(
        abs(many.values[index] - few.values[index] - difference[index % 40]) < 1e-3)
    }
  }
}

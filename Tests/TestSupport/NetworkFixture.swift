internal import Foundation
internal import HyzerBase

/// An acoustic network as numbers, with random weights, and its file.
package struct NetworkFixture {
  /// A layer; weights have a row for each output, in which the inputs of the first offset come first.
  package struct Layer {
    package var inputs: Int
    package var outputs: Int
    package var offsets: [Int]
    package var stride = 1
    package var isRectified = true
    package var isResidual = false
    package var weights: [Float16] = []
    package var bias: [Float] = []
    package var scale: [Float] = []
    package var shift: [Float] = []

    /// Makes the shape of a layer, without its numbers.
    package init(
      _ inputs: Int, _ outputs: Int, _ offsets: [Int], stride: Int = 1, isRectified: Bool = true,
      isResidual: Bool = false
    ) {
      (self.inputs, self.outputs, self.offsets) = (inputs, outputs, offsets)
      (self.stride, self.isRectified, self.isResidual) = (stride, isRectified, isResidual)
    }
  }

  package var bands: Int
  package var lowHz = 60.0
  package var highHz = 7800.0
  package var meanHalfWindow = 150
  package var classes: Int
  package var silence = [0]
  package var layers: [Layer]
  package var logPriors: [Float]
  package var senoneClasses: [UInt16]
  package var card = "random numbers for tests"

  /// Makes a network with random weights; what layers return is about as large as what they read.
  ///
  /// With `size` 0 every weight is 0: all classes are as likely as their priors, which are the same.
  package init(
    layers: [Layer], classes: Int, senones: Int, size: Float = 1, seed: UInt64 = 1
  ) {
    var random = SeededGenerator(seed: seed)
    func numbers(_ count: Int, _ range: ClosedRange<Float>) -> [Float] {
      (0..<count).map { _ in Float.random(in: range, using: &random) }
    }
    bands = layers[0].inputs
    self.classes = classes
    self.layers = layers.map { layer in
      var layer = layer
      let inputs = layer.offsets.count * layer.inputs
      let most = size * (6 / Float(inputs)).squareRoot()
      layer.weights = numbers(inputs * layer.outputs, -1...1).map { Float16($0 * most) }
      layer.bias = numbers(layer.outputs, -1...1).map { $0 * size }
      if layer.isRectified {
        layer.scale = numbers(layer.outputs, 0.5...1.5)
        layer.shift = numbers(layer.outputs, -1...1)
      }
      return layer
    }
    let weights = numbers(classes, 0.5...1.5).map { size == 0 ? 1 : $0 }
    logPriors = weights.map { log($0 / weights.reduce(0, +)) }
    senoneClasses = (0..<senones).map { UInt16($0 * 7 % classes) }
  }

  /// The header of the file; what a test changes there goes before.
  package func header(_ changes: [String: Any] = [:]) throws -> [UInt8] {
    let layers: [[String: Any]] = layers.map { layer in
      [
        "inputs": layer.inputs, "outputs": layer.outputs, "offsets": layer.offsets,
        "stride": layer.stride, "activation": layer.isRectified ? "relu" : "affine",
        "residual": layer.isResidual,
      ]
    }
    let values: [String: Any] = [
      "bands": bands, "lowHz": lowHz, "highHz": highHz, "meanHalfWindow": meanHalfWindow,
      "classes": classes, "senones": senoneClasses.count, "silence": silence, "layers": layers,
      "card": ["text": card],
    ]
    let all = values.merging(changes) { _, new in new }
    return Array(try JSONSerialization.data(withJSONObject: all, options: .sortedKeys))
  }

  /// The bytes between the header and the checksum.
  package var content: [UInt8] {
    var result: [UInt8] = []
    for layer in layers {
      for weight in layer.weights { result += Self.bytes(weight.bitPattern) }
      for number in layer.bias + layer.scale + layer.shift {
        result += Self.bytes(number.bitPattern)
      }
    }
    for prior in logPriors { result += Self.bytes(prior.bitPattern) }
    for senoneClass in senoneClasses { result += Self.bytes(senoneClass) }
    return result
  }

  /// The bytes of the file.
  package func file(_ changes: [String: Any] = [:]) throws -> [UInt8] {
    Self.file(header: try header(changes), content: content)
  }

  /// The bytes of a file with a checksum that is right, whatever it says.
  package static func file(header: [UInt8], content: [UInt8]) -> [UInt8] {
    let bytes = Array("HYZRNET1".utf8) + Self.bytes(UInt32(header.count)) + header + content
    return bytes + Self.bytes(checksum(bytes))
  }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// CRC-32, bit by bit.
  package static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var remainder = ~UInt32(0)
    for byte in bytes {
      remainder ^= UInt32(byte)
      for _ in 0..<8 {
        remainder = remainder & 1 == 0 ? remainder >> 1 : remainder >> 1 ^ 0xEDB8_8320
      }
    }
    return ~remainder
  }
}

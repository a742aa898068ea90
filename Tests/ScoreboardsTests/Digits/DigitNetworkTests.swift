import TestSupport
import Testing

@testable import Scoreboards

@Suite struct `A network of digits` {
  private var numbers = SeededNumbers(seed: 9)

  private mutating func planes(_ count: Int, _ height: Int, _ width: Int) -> Planes {
    Planes(
      height: height, width: width,
      values: (0..<count * height * width).map { _ in numbers.real(-1...1) })
  }

  private mutating func convolution(
    _ inputs: Int, _ outputs: Int, side: Int = 3, stride: Int = 1, dilation: Int = 1,
    isRectified: Bool = false
  ) -> Convolution {
    let shape = Convolution.Shape(
      inputs: inputs, outputs: outputs, side: side, stride: stride, dilation: dilation,
      isRectified: isRectified)
    return Convolution(
      shape: shape,
      weights: (0..<outputs * shape.terms).map {
        step(ofOutput: $0 / shape.terms) * Float(numbers.number(below: 255) - 127)
      },
      bias: (0..<outputs).map { _ in numbers.real(-0.5...0.5) })
  }

  /// What the weights of an output are multiples of, as in a file.
  private func step(ofOutput output: Int) -> Float { output.isMultiple(of: 2) ? 1 / 512 : 1 / 1024 }

  /// A number of a convolution by its definition.
  private func sum(
    _ layer: Convolution, _ input: Planes, _ output: Int, _ row: Int, _ column: Int
  ) -> Float {
    let shape = layer.shape
    var sum = Double(layer.bias[output])
    for plane in 0..<shape.inputs {
      for down in 0..<shape.side {
        for right in 0..<shape.side {
          let from = row * shape.stride + (down - shape.side / 2) * shape.dilation
          let at = column * shape.stride + (right - shape.side / 2) * shape.dilation
          guard (0..<input.height).contains(from), (0..<input.width).contains(at) else { continue }
          let place = ((output * shape.inputs + plane) * shape.side + down) * shape.side + right
          sum += Double(layer.weights[place]) * Double(input[plane, from, at])
        }
      }
    }
    return Float(shape.isRectified ? max(sum, 0) : sum)
  }

  @Test(arguments: [
    (3, 1, 1, false), (3, 2, 1, true), (3, 1, 2, true), (5, 2, 3, false), (1, 1, 1, true),
    (1, 2, 1, false), (9, 1, 16, false),
  ])
  mutating func `a convolution is what its definition says`(
    side: Int, stride: Int, dilation: Int, isRectified: Bool
  ) {
    // So wide that its rows are computed in several bands.
    let input = planes(5, 33, 1500)
    let layer = convolution(
      5, 3, side: side, stride: stride, dilation: dilation, isRectified: isRectified)
    let output = layer.planes(of: input)
    #expect(output.height == (33 + stride - 1) / stride)
    #expect(output.width == 1500 / stride)
    var worst: Float = 0
    for plane in 0..<3 {
      for row in 0..<output.height {
        for column in Swift.stride(from: row % 7, to: output.width, by: 7) {
          let expected = sum(layer, input, plane, row, column)
          worst = max(worst, abs(output[plane, row, column] - expected))
        }
      }
    }
    #expect(worst < 1e-4)
  }

  // MARK: - Files

  /// A small network that has every kind of layer.
  private mutating func layers() -> [DigitNetwork.Layer] {
    [
      .convolution(convolution(3, 4, stride: 2, isRectified: true), of: 0),
      .convolution(convolution(4, 6, stride: 2), of: 1),
      .convolution(convolution(6, 6, side: 1), of: 2), .sum(2, 3, isRectified: true),
      .convolution(convolution(6, 6, stride: 2), of: 4), .doubled(5), .joined(4, 6),
      .convolution(convolution(12, 16, dilation: 2), of: 7),
    ]
  }

  private func file(_ layers: [DigitNetwork.Layer]) -> [UInt8] {
    var bytes = Array("HYZERDIG".utf8) + words([2, layers.count])
    for layer in layers {
      switch layer {
      case .convolution(let layer, let input):
        let shape = layer.shape
        bytes += words([
          1, input, shape.inputs, shape.outputs, shape.side, shape.stride, shape.dilation,
          shape.isRectified ? 1 : 0,
        ])
        let steps = (0..<shape.outputs).map(step)
        bytes += words(steps.map { Int($0.bitPattern) })
        for (place, weight) in layer.weights.enumerated() {
          bytes.append(UInt8(bitPattern: Int8(weight / steps[place / shape.terms])))
        }
        bytes += words(layer.bias.map { Int($0.bitPattern) })
      case .sum(let first, let second, let isRectified):
        bytes += words([2, first, second, isRectified ? 1 : 0])
      case .doubled(let input): bytes += words([3, input])
      case .joined(let first, let second): bytes += words([4, first, second])
      }
    }
    return bytes
  }

  private func words(_ numbers: [Int]) -> [UInt8] {
    numbers.flatMap { bigEndian($0).reversed() }
  }

  @Test mutating func `a file is read as it was written`() throws {
    let layers = layers()
    #expect(try DigitNetwork(file(layers), name: "n").layers == layers)
  }

  @Test mutating func `layers are computed one after the other`() throws {
    let network = DigitNetwork(layers: layers())
    let picture = planes(3, 32, 64)
    guard case .convolution(let first, _) = network.layers[0],
      case .convolution(let second, _) = network.layers[1],
      case .convolution(let third, _) = network.layers[2],
      case .convolution(let fifth, _) = network.layers[4],
      case .convolution(let last, _) = network.layers[7]
    else { return }
    let coarse = second.planes(of: first.planes(of: picture))
    let sum = coarse.adding(third.planes(of: coarse), isRectified: true)
    #expect(sum.values.allSatisfy { $0 >= 0 })
    let wide = fifth.planes(of: sum).doubled
    #expect(wide[2, 5, 9] == fifth.planes(of: sum)[2, 2, 4])
    let joined = sum.appending(wide)
    #expect(joined.count == 12 && joined[8, 3, 3] == wide[2, 3, 3])
    #expect(network.output(of: picture) == last.planes(of: joined))
  }

  @Test mutating func `a file that is none is refused`() throws {
    let good = file(layers())
    #expect(throws: DigitNetworkError.foreign("n")) { try DigitNetwork([], name: "n") }
    #expect(throws: DigitNetworkError.foreign("n")) {
      try DigitNetwork(Array("HYZERDIG".utf8) + words([1, 8]), name: "n")
    }
    for count in [16, 20, 300, good.count - 1] {
      #expect(throws: DigitNetworkError.wrongSize("n", bytes: count)) {
        try DigitNetwork(Array(good[..<count]), name: "n")
      }
    }
    #expect(throws: DigitNetworkError.wrongSize("n", bytes: good.count + 1)) {
      try DigitNetwork(good + [0], name: "n")
    }
  }

  @Test mutating func `layers that do not fit are refused`() throws {
    let good = layers()
    let bad: [(Int, DigitNetwork.Layer)] = [
      (0, .convolution(convolution(4, 4, stride: 2), of: 0)), (0, .doubled(0)),
      (1, .convolution(convolution(4, 6, stride: 2), of: 2)), (3, .sum(1, 3, isRectified: true)),
      (6, .joined(1, 6)), (7, .convolution(convolution(12, 15), of: 7)),
      (7, .convolution(convolution(12, 16, stride: 2), of: 7)),
    ]
    for (place, layer) in bad {
      var layers = good
      layers[place] = layer
      #expect(throws: DigitNetworkError.self) { try DigitNetwork(file(layers), name: "n") }
    }
  }

  @Test mutating func `numbers that are not finite are refused`() throws {
    var bytes = file(layers())
    let firstStep = 16 + 8 * 4
    bytes.replaceSubrange(firstStep..<firstStep + 4, with: [0, 0, 0xC0, 0x7F])
    #expect(
      throws: DigitNetworkError.inconsistent(
        "n", reason: "a convolution has numbers that are not finite")
    ) { try DigitNetwork(bytes, name: "n") }
  }

  @Test mutating func `bytes that change at random are refused or read`() {
    let good = file(layers())
    for _ in 0..<300 {
      var bytes = good
      bytes[numbers.number(below: 200)] = numbers.byte()
      _ = try? DigitNetwork(bytes, name: "n")
    }
  }

  @Test func `the network that is compiled in can be used`() throws {
    let network = try DigitNetwork.compiledIn()
    let output = network.output(of: Planes(DrawnBoard(width: 90, height: 40).raster))
    #expect(output.count == 16 && output.height == 16 && output.width == 24)
    #expect(!output.values.contains { !$0.isFinite })
  }
}

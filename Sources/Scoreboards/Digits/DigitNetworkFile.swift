/// What keeps bytes from being used as a network of digits.
package enum DigitNetworkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bytes are something else.
  case foreign(String)
  /// The bytes end too early, or go on after the end.
  case wrongSize(String, bytes: Int)
  /// What the bytes say makes no network.
  case inconsistent(String, reason: String)

  /// One line: what failed, on what, and what to do.
  package var description: String {
    switch self {
    case .foreign(let name):
      "\"\(name)\" is no network of digits: it does not begin with \(DigitNetwork.magic) and "
        + "version \(DigitNetwork.version); build the program with another file"
    case .wrongSize(let name, let bytes):
      "the network of digits \"\(name)\" has \(bytes) bytes, which is not what it says; "
        + "build the program with another file"
    case .inconsistent(let name, let reason):
      "the network of digits \"\(name)\" makes no sense: \(reason); write it again"
    }
  }
}

/// The form of the file.
///
/// Little endian: ``magic``, ``version`` and the number of layers, all numbers as UInt32. A layer begins
/// with what it does. 1 is a convolution: the planes it reads, their number, that of its outputs, the
/// side of its square, stride, dilation, whether it is rectified; for each output a step; the weights in
/// steps as Int8, for each output and each input the square row by row; what is added to each output; steps
/// and what is added in single precision. 2 is a sum: two planes and whether it is rectified. 3 doubles
/// planes. 4 joins two.
extension DigitNetwork {
  fileprivate static let magic = "HYZERDIG"
  fileprivate static let version = 2

  /// Reads a network out of the bytes of a file, which `name` stands for in errors.
  init(_ bytes: [UInt8], name: String) throws(DigitNetworkError) {
    let head = Array(Self.magic.utf8) + [UInt8(Self.version), 0, 0, 0]
    guard bytes.starts(with: head) else { throw .foreign(name) }
    var reader = LayerReader(bytes, from: head.count, name: name)
    let count = try reader.number()
    guard (1...200).contains(count) else {
      throw .inconsistent(name, reason: "it has \(count) layers")
    }
    var layers: [Layer] = []
    /// How many planes there are at each point, and how many pixels of a side are one place of theirs.
    var sizes = [PlaneSize(count: Self.colors, stride: 1)]
    for index in 1...count {
      let layer = try reader.layer()
      guard let size = PlaneSize(of: layer, sizes) else {
        throw .inconsistent(name, reason: "layer \(index) does not fit what it reads")
      }
      layers.append(layer)
      sizes.append(size)
    }
    guard sizes.last == PlaneSize(count: Self.outputs, stride: Self.stride) else {
      throw .inconsistent(name, reason: "its last layer has another size")
    }
    guard reader.isAtEnd else { throw .wrongSize(name, bytes: bytes.count) }
    self.init(layers: layers)
  }
}

/// The size of planes in a network, for any picture.
private struct PlaneSize: Hashable {
  let count: Int
  let stride: Int

  init(count: Int, stride: Int) {
    self.count = count
    self.stride = stride
  }

  /// What a layer makes of planes of these sizes; nil where it does not fit.
  init?(of layer: DigitNetwork.Layer, _ sizes: [PlaneSize]) {
    guard layer.inputs.allSatisfy({ $0 < sizes.count }) else { return nil }
    let inputs = layer.inputs.map { sizes[$0] }
    switch layer {
    case .convolution(let convolution, _):
      let shape = convolution.shape
      guard inputs[0].count == shape.inputs,
        inputs[0].stride * shape.stride <= DigitNetwork.unit
      else { return nil }
      self.init(count: shape.outputs, stride: inputs[0].stride * shape.stride)
    case .sum:
      guard inputs[0] == inputs[1] else { return nil }
      self = inputs[0]
    case .doubled:
      guard inputs[0].stride >= 2 else { return nil }
      self.init(count: inputs[0].count, stride: inputs[0].stride / 2)
    case .joined:
      guard inputs[0].stride == inputs[1].stride else { return nil }
      self.init(count: inputs[0].count + inputs[1].count, stride: inputs[0].stride)
    }
  }
}

/// Reads the layers of a file one after the other.
private struct LayerReader {
  private let bytes: [UInt8]
  private let name: String
  private var place: Int

  init(_ bytes: [UInt8], from place: Int, name: String) {
    self.bytes = bytes
    self.place = place
    self.name = name
  }

  var isAtEnd: Bool { place == bytes.count }

  mutating func number() throws(DigitNetworkError) -> Int { Int(try raw(UInt32.self)) }

  private mutating func reals(_ count: Int) throws(DigitNetworkError) -> [Float] {
    var numbers: [Float] = []
    for _ in 0..<count { numbers.append(Float(bitPattern: try raw(UInt32.self))) }
    return numbers
  }

  private mutating func raw<Number: FixedWidthInteger>(
    _ type: Number.Type
  ) throws(DigitNetworkError) -> Number {
    let size = MemoryLayout<Number>.size
    guard size <= bytes.count - place else { throw .wrongSize(name, bytes: bytes.count) }
    defer { place += size }
    return bytes[place..<place + size].reversed().reduce(0) {
      $0 << 8 | Number(truncatingIfNeeded: $1)
    }
  }

  mutating func layer() throws(DigitNetworkError) -> DigitNetwork.Layer {
    switch try number() {
    case 1:
      let input = try number()
      return .convolution(try convolution(), of: input)
    case 2: return .sum(try number(), try number(), isRectified: try number() != 0)
    case 3: return .doubled(try number())
    case 4: return .joined(try number(), try number())
    case let other: throw .inconsistent(name, reason: "there is no layer of kind \(other)")
    }
  }

  private mutating func convolution() throws(DigitNetworkError) -> Convolution {
    let shape = Convolution.Shape(
      inputs: try number(), outputs: try number(), side: try number(), stride: try number(),
      dilation: try number(), isRectified: try number() != 0)
    // None of them is larger in any network, and no product of them overflows.
    guard (1...1024).contains(shape.inputs), (1...1024).contains(shape.outputs),
      (1...9).contains(shape.side), !shape.side.isMultiple(of: 2), (1...2).contains(shape.stride),
      (1...16).contains(shape.dilation)
    else { throw .inconsistent(name, reason: "a convolution has the shape \(shape)") }
    let steps = try reals(shape.outputs)
    var weights: [Float] = []
    for step in steps {
      for _ in 0..<shape.terms { weights.append(Float(try raw(Int8.self)) * step) }
    }
    let bias = try reals(shape.outputs)
    guard (weights + bias).allSatisfy(\.isFinite) else {
      throw .inconsistent(name, reason: "a convolution has numbers that are not finite")
    }
    return Convolution(shape: shape, weights: weights, bias: bias)
  }
}

internal import CDigitNetwork

/// A convolutional network that finds digits in a picture.
package struct DigitNetwork: Hashable, Sendable {
  /// What is computed of earlier planes, which are counted from the picture's, 0, on.
  enum Layer: Hashable, Sendable {
    case convolution(Convolution, of: Int)
    case sum(Int, Int, isRectified: Bool)
    case doubled(Int)
    case joined(Int, Int)

    /// The planes that are read.
    var inputs: [Int] {
      switch self {
      case .convolution(_, let input), .doubled(let input): [input]
      case .sum(let first, let second, _), .joined(let first, let second): [first, second]
      }
    }
  }

  /// How many planes a picture has.
  static let colors = 3
  /// How many planes come out.
  static let outputs = 16
  /// How many pixels of a side become one place of the output.
  static let stride = 4
  /// What the sides of a picture are a multiple of, for all layers to fit.
  static let unit = 32

  let layers: [Layer]
  /// The last layer that reads each of the planes.
  private let lastReaders: [Int]

  init(layers: [Layer]) {
    self.layers = layers
    var readers = [Int](repeating: 0, count: layers.count + 1)
    for (index, layer) in layers.enumerated() {
      for input in layer.inputs { readers[input] = index }
    }
    lastReaders = readers
  }

  /// The network that is compiled in.
  ///
  /// - Throws: ``DigitNetworkError``.
  package static func compiledIn() throws(DigitNetworkError) -> DigitNetwork {
    let name = "Models/digits.network"
    var count = 0
    guard let bytes = unsafe hyzer_digit_network(&count) else { throw .foreign(name) }
    let file = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
    return try unsafe DigitNetwork(Array(file), name: name)
  }

  /// Computes the output for the planes of a picture, whose sides are multiples of ``unit``.
  func output(of picture: Planes) -> Planes {
    precondition(
      picture.height.isMultiple(of: Self.unit) && picture.width.isMultiple(of: Self.unit),
      "a picture of another size")
    var planes: [Planes?] = [picture]
    for (index, layer) in layers.enumerated() {
      planes.append(result(of: layer, planes))
      // What nobody reads any more makes room.
      for input in layer.inputs where lastReaders[input] == index { planes[input] = nil }
    }
    return planes.last.flatMap { $0 } ?? picture
  }

  private func result(of layer: Layer, _ planes: [Planes?]) -> Planes? {
    switch layer {
    case .convolution(let convolution, let input):
      planes[input].map { convolution.planes(of: $0) }
    case .sum(let first, let second, let isRectified):
      planes[second].flatMap { planes[first]?.adding($0, isRectified: isRectified) }
    case .doubled(let input): planes[input]?.doubled
    case .joined(let first, let second): planes[second].flatMap { planes[first]?.appending($0) }
    }
  }
}

internal import Foundation
internal import HyzerBase

/// Why a network's file makes no network.
struct HeaderFlaw: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// What a network's file says of itself; nothing in it contradicts anything else.
struct NetworkHeader {
  let frontEnd: LogMelFrontEnd.Settings
  let classes: Int
  let senones: Int
  let silence: [Int]
  let shapes: [Layer.Shape]
  let card: [String: String]

  /// How many bytes there are between the header and the checksum.
  var contentSize: Int {
    let layers = shapes.map { shape in
      shape.outputs * (2 * shape.offsets.count * shape.inputs + 4 * (shape.isRectified ? 3 : 1))
    }
    return layers.reduce(0, +) + 4 * classes + 2 * senones
  }

  init(_ bytes: RawSpan) throws(HeaderFlaw) {
    let json: JSONForm
    do {
      let data = unsafe bytes.withUnsafeBytes { unsafe Data($0) }
      json = try JSONDecoder().decode(JSONForm.self, from: data)
    } catch {
      throw HeaderFlaw("its header is not what it should be: \(decodingFault(error))")
    }
    frontEnd = LogMelFrontEnd.Settings(
      bands: json.bands, lowHz: json.lowHz, highHz: json.highHz,
      meanHalfWindow: json.meanHalfWindow)
    (classes, senones, silence, card) = (json.classes, json.senones, json.silence, json.card)
    shapes = json.layers.map(\.shape)
    if let flaw = flaws.first { throw HeaderFlaw(flaw) }
  }

  /// The most of anything: more than any network has, and few enough that no product overflows.
  private static let most = 65_536

  private var flaws: [String] {
    let nyquistHz = 8000.0
    var flaws: [String] = []
    func require(_ holds: Bool, _ flaw: @autoclosure () -> String) {
      if !holds { flaws.append(flaw()) }
    }
    require((1...256).contains(frontEnd.bands), "it has \(frontEnd.bands) bands")
    require(
      frontEnd.lowHz >= 0 && frontEnd.lowHz < frontEnd.highHz && frontEnd.highHz <= nyquistHz,
      "its bands reach from \(frontEnd.lowHz) to \(frontEnd.highHz) Hz")
    require(
      (0...NetworkHeader.most).contains(frontEnd.meanHalfWindow),
      "its mean is over \(frontEnd.meanHalfWindow) frames before and after a frame")
    require((1...NetworkHeader.most).contains(classes), "it has \(classes) classes")
    // PocketSphinx counts senones in 16 bits, of which one is the sign.
    require((1...Int(Int16.max)).contains(senones), "it has \(senones) senones")
    require(
      !silence.isEmpty && silence.allSatisfy { $0 >= 0 && $0 < classes },
      "its classes of silence are \(silence)")
    var width = frontEnd.bands
    for (index, shape) in shapes.enumerated() {
      let isLast = index == shapes.count - 1
      require(shape.inputs == width, "layer \(index) reads \(shape.inputs) numbers of \(width)")
      require(
        (1...NetworkHeader.most).contains(shape.outputs),
        "layer \(index) returns \(shape.outputs) numbers")
      require(
        (1...64).contains(shape.offsets.count)
          && shape.offsets.allSatisfy { (-1000...1000).contains($0) },
        "layer \(index) has the offsets \(shape.offsets)")
      require((1...2).contains(shape.stride), "layer \(index) has a stride of \(shape.stride)")
      require(
        !shape.isResidual || shape.stride == 1 && shape.inputs == shape.outputs,
        "layer \(index) is residual, and of another shape than what it reads")
      require(
        shape.isRectified != isLast,
        isLast ? "its last layer is rectified" : "layer \(index) of \(shapes.count) is affine")
      width = shape.outputs
    }
    require((1...100).contains(shapes.count), "it has \(shapes.count) layers")
    let strides = shapes.map(\.stride)
    require(
      strides.count { $0 == AcousticNetwork.framesPerRow } == 1,
      "its strides are \(strides), which is not one frame in \(AcousticNetwork.framesPerRow)")
    require(
      width == AcousticNetwork.framesPerRow * classes,
      "its last layer returns \(width) numbers for \(classes) classes")
    return flaws
  }

  /// The header as it is written.
  private struct JSONForm: Decodable {
    struct LayerForm: Decodable {
      enum Activation: String, Decodable { case relu, affine }

      let inputs: Int
      let outputs: Int
      let offsets: [Int]
      let stride: Int
      let activation: Activation
      let residual: Bool

      var shape: Layer.Shape {
        Layer.Shape(
          inputs: inputs, outputs: outputs, offsets: offsets, stride: stride,
          isRectified: activation == .relu, isResidual: residual)
      }
    }

    let bands: Int
    let lowHz: Double
    let highHz: Double
    let meanHalfWindow: Int
    let classes: Int
    let senones: Int
    let silence: [Int]
    let layers: [LayerForm]
    let card: [String: String]
  }
}

internal import CZlib
internal import FoundationEssentials
internal import HyzerBase

/// What keeps a file from being used as an acoustic network.
package enum NetworkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file cannot be read.
  case unreadable(String, reason: String)
  /// The file is something else.
  case foreign(String)
  /// The file has fewer bytes than it says, or more.
  case wrongSize(String, bytes: Int, expected: Int)
  /// The checksum is another one.
  case damaged(String)
  /// The file is whole, but what it says makes no network.
  case inconsistent(String, reason: String)

  /// One line: what failed, on what, and what to do.
  package var description: String {
    switch self {
    case .unreadable(let name, let reason):
      "the acoustic network \"\(name)\" cannot be read: \(reason)"
    case .foreign(let name):
      "\"\(name)\" is no acoustic network: it does not begin with \(AcousticNetwork.magic); name another file"
    case .wrongSize(let name, let bytes, let expected):
      "the acoustic network \"\(name)\" has \(bytes) bytes in place of \(expected); copy it again"
    case .damaged(let name):
      "the acoustic network \"\(name)\" is damaged: its checksum (CRC-32) is another one; copy it again"
    case .inconsistent(let name, let reason):
      "the acoustic network \"\(name)\" makes no sense: \(reason); write it again"
    }
  }
}

/// The form of a network's file.
///
/// Little endian: ``magic``, the length of the header as a UInt32, the header in JSON, the layers one
/// after the other, the class priors and the senones' classes, and a checksum of all that as a
/// UInt32. A layer has its weights in half precision, a row for each output, its biases, and, where it
/// is rectified, its scales and shifts, in single precision.
extension AcousticNetwork {
  /// What a file begins with.
  fileprivate static let magic = "HYZRNET1"

  /// Reads a file.
  ///
  /// - Throws: ``NetworkError``.
  init(path: String) throws(NetworkError) {
    let data: Data
    do throws(SystemFault) {
      data = Data(try OpenFile(path).read())
    } catch {
      throw .unreadable(path, reason: "\(error)")
    }
    try self.init(data.bytes, name: path)
  }

  /// Reads a network out of the bytes of a file, which `name` stands for in errors.
  ///
  /// - Throws: ``NetworkError`` where the bytes are anything but a whole network.
  init(_ bytes: RawSpan, name: String) throws(NetworkError) {
    let (magic, checksumSize) = (AcousticNetwork.magic, 4)
    let headerStart = magic.utf8.count + 4
    guard bytes.byteCount >= headerStart, bytes.starts(with: magic) else { throw .foreign(name) }
    let start = headerStart + Int(bytes.number(at: magic.utf8.count, as: UInt32.self))
    guard bytes.byteCount >= start + checksumSize else {
      throw .wrongSize(name, bytes: bytes.byteCount, expected: start + checksumSize)
    }
    let isDamaged =
      bytes.extracting(droppingLast: checksumSize).checksum
      != bytes.number(at: bytes.byteCount - checksumSize, as: UInt32.self)
    let header: NetworkHeader
    do throws(NetworkError) {
      header = try NetworkHeader(bytes.extracting(headerStart..<start), name: name)
    } catch {
      throw isDamaged ? .damaged(name) : error
    }
    // A file that was cut off has another checksum as well, but its length says more.
    let size = start + header.contentSize + checksumSize
    guard bytes.byteCount == size else {
      throw .wrongSize(name, bytes: bytes.byteCount, expected: size)
    }
    guard !isDamaged else { throw .damaged(name) }
    try self.init(header, bytes, from: start, name: name)
  }

  /// Reads what comes after the header; all of it is there.
  private init(
    _ header: NetworkHeader, _ bytes: RawSpan, from start: Int, name: String
  ) throws(NetworkError) {
    var place = start
    var layers: [Layer] = []
    for (index, shape) in header.layers.enumerated() {
      let columns = shape.offsets.count * shape.inputs
      let weights = bytes.halves(shape.outputs * columns, at: &place)
      let bias = bytes.floats(shape.outputs, at: &place)
      let scale = shape.isRectified ? bytes.floats(shape.outputs, at: &place) : []
      let shift = shape.isRectified ? bytes.floats(shape.outputs, at: &place) : []
      // Not a number times zero is not a number, and so is infinity times zero: one sum tells.
      guard [weights, bias, scale, shift].allSatisfy({ $0.reduce(0) { $0 + $1 * 0 } == 0 }) else {
        throw .inconsistent(name, reason: "layer \(index) has numbers that are not finite")
      }
      layers.append(
        Layer(
          shape: shape, weights: Matrix(columns: columns, values: weights), bias: bias,
          scale: scale, shift: shift))
    }
    let logPriors = bytes.floats(header.classes, at: &place)
    guard logPriors.allSatisfy({ (-100...0).contains($0) }) else {
      throw .inconsistent(name, reason: "a class prior is no logarithm of a likelihood")
    }
    let senoneClasses = bytes.integers(header.senones, at: &place)
    if let senone = senoneClasses.firstIndex(where: { $0 >= header.classes }) {
      throw .inconsistent(
        name,
        reason: "senone \(senone) has the class \(senoneClasses[senone]) of \(header.classes)")
    }
    self.init(
      card: header.card, classes: header.classes, logPriors: logPriors,
      senoneClasses: senoneClasses, frontEnd: LogMelFrontEnd(header.frontEnd), layers: layers,
      silence: header.silence)
  }
}

/// What a network's file says of itself; nothing in it contradicts anything else.
private struct NetworkHeader: Decodable {
  let bands: Int
  let lowHz: Double
  let highHz: Double
  let meanHalfWindow: Int
  let classes: Int
  let senones: Int
  let silence: [Int]
  let layers: [Layer.Shape]
  let card: [String: String]

  var frontEnd: LogMelFrontEnd.Settings {
    .init(bands: bands, lowHz: lowHz, highHz: highHz, meanHalfWindow: meanHalfWindow)
  }

  /// How many bytes there are between the header and the checksum.
  var contentSize: Int {
    let sizes = layers.map { shape in
      shape.outputs * (2 * shape.offsets.count * shape.inputs + 4 * (shape.isRectified ? 3 : 1))
    }
    return sizes.reduce(0, +) + 4 * classes + 2 * senones
  }

  init(_ bytes: RawSpan, name: String) throws(NetworkError) {
    do {
      let data = unsafe bytes.withUnsafeBytes { unsafe Data($0) }
      self = try JSONDecoder().decode(NetworkHeader.self, from: data)
    } catch {
      throw .inconsistent(
        name, reason: "its header is not what it should be: \(decodingFault(error))")
    }
    if let flaw = flaws.first { throw .inconsistent(name, reason: flaw) }
  }

  /// The most of anything: more than any network has, and few enough that no product overflows.
  private static let most = 65_536

  private var flaws: [String] {
    let nyquistHz = 8000.0
    var flaws: [String] = []
    func require(_ holds: Bool, _ flaw: @autoclosure () -> String) {
      if !holds { flaws.append(flaw()) }
    }
    require((1...256).contains(bands), "it has \(bands) bands")
    require(
      lowHz >= 0 && lowHz < highHz && highHz <= nyquistHz,
      "its bands reach from \(lowHz) to \(highHz) Hz")
    require(
      (0...NetworkHeader.most).contains(meanHalfWindow),
      "its mean is over \(meanHalfWindow) frames before and after a frame")
    require((1...NetworkHeader.most).contains(classes), "it has \(classes) classes")
    // PocketSphinx counts senones in 16 bits, of which one is the sign.
    require((1...Int(Int16.max)).contains(senones), "it has \(senones) senones")
    require(
      !silence.isEmpty && silence.allSatisfy { $0 >= 0 && $0 < classes },
      "its classes of silence are \(silence)")
    var width = bands
    for (index, shape) in layers.enumerated() {
      let isLast = index == layers.count - 1
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
        !shape.residual || shape.stride == 1 && shape.inputs == shape.outputs,
        "layer \(index) is residual, and of another shape than what it reads")
      require(
        shape.isRectified != isLast,
        isLast ? "its last layer is rectified" : "layer \(index) of \(layers.count) is affine")
      width = shape.outputs
    }
    require((1...100).contains(layers.count), "it has \(layers.count) layers")
    let strides = layers.map(\.stride)
    require(
      strides.count { $0 == AcousticNetwork.framesPerRow } == 1,
      "its strides are \(strides), which is not one frame in \(AcousticNetwork.framesPerRow)")
    require(
      width == AcousticNetwork.framesPerRow * classes,
      "its last layer returns \(width) numbers for \(classes) classes")
    return flaws
  }
}

extension RawSpan {
  /// The CRC-32 of IEEE 802.3; wraps `crc32_z`.
  fileprivate var checksum: UInt32 {
    unsafe withUnsafeBytes { bytes in
      unsafe UInt32(
        truncatingIfNeeded: crc32_z(
          0, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count))
    }
  }

  fileprivate func starts(with text: String) -> Bool {
    text.utf8.enumerated().allSatisfy { number(at: $0.offset, as: UInt8.self) == $0.element }
  }

  /// Reads a number that begins at some byte; all of it has to be there.
  fileprivate func number<Number: FixedWidthInteger & BitwiseCopyable>(
    at place: Int, as type: Number.Type
  ) -> Number {
    // Every pattern of bits is a number of these types.
    Number(littleEndian: unsafe unsafeLoadUnaligned(fromByteOffset: place, as: type))
  }

  fileprivate func integers(_ count: Int, at place: inout Int) -> [UInt16] {
    defer { place += 2 * count }
    return (0..<count).map { number(at: place + 2 * $0, as: UInt16.self) }
  }

  fileprivate func floats(_ count: Int, at place: inout Int) -> [Float] {
    defer { place += 4 * count }
    return (0..<count).map { Float(bitPattern: number(at: place + 4 * $0, as: UInt32.self)) }
  }

  /// Reads numbers of half precision.
  fileprivate func halves(_ count: Int, at place: inout Int) -> [Float] {
    integers(count, at: &place).map { Float(Float16(bitPattern: $0)) }
  }
}

internal import CZlib
internal import Foundation

/// The form of a network's file.
///
/// Little endian: ``magic``, the length of the header as a UInt32, the header in JSON, the layers one
/// after the other, the class priors and the senones' classes, and a checksum of all that as a
/// UInt32. A layer has its weights in half precision, a row for each output, its biases, and, where it
/// is rectified, its scales and shifts, in single precision.
enum NetworkFile {
  /// What a file begins with.
  static let magic = "HYZRNET1"
  /// How many bytes come before the header.
  static let headerStart = magic.utf8.count + 4
  /// How many bytes the checksum has.
  static let checksumSize = 4

  /// Reads a network out of the bytes of a file; `name` is what errors call it.
  static func network(_ bytes: RawSpan, name: String) throws(NetworkError) -> AcousticNetwork {
    guard bytes.byteCount >= headerStart, bytes.starts(with: magic) else { throw .foreign(name) }
    let length = Int(bytes.number(at: magic.utf8.count, as: UInt32.self))
    let start = headerStart + length
    guard bytes.byteCount >= start + checksumSize else {
      throw .wrongSize(name, bytes: bytes.byteCount, expected: start + checksumSize)
    }
    let isDamaged =
      bytes.extracting(droppingLast: checksumSize).checksum
      != bytes.number(at: bytes.byteCount - checksumSize, as: UInt32.self)
    let header: NetworkHeader
    do throws(HeaderFlaw) {
      header = try NetworkHeader(bytes.extracting(headerStart..<start))
    } catch {
      throw isDamaged ? .damaged(name) : .inconsistent(name, reason: error.reason)
    }
    // A file that was cut off has another checksum as well, but its length says more.
    let size = start + header.contentSize + checksumSize
    guard bytes.byteCount == size else {
      throw .wrongSize(name, bytes: bytes.byteCount, expected: size)
    }
    guard !isDamaged else { throw .damaged(name) }
    do throws(HeaderFlaw) {
      return try network(header, bytes, from: start)
    } catch {
      throw .inconsistent(name, reason: error.reason)
    }
  }

  /// Reads what comes after the header; all of it is there.
  private static func network(_ header: NetworkHeader, _ bytes: RawSpan, from start: Int)
    throws(HeaderFlaw) -> AcousticNetwork
  {
    var place = start
    var layers: [Layer] = []
    for (index, shape) in header.shapes.enumerated() {
      let columns = shape.offsets.count * shape.inputs
      let weights = bytes.halves(shape.outputs * columns, at: &place)
      let bias = bytes.floats(shape.outputs, at: &place)
      let scale = shape.isRectified ? bytes.floats(shape.outputs, at: &place) : []
      let shift = shape.isRectified ? bytes.floats(shape.outputs, at: &place) : []
      guard [weights, bias, scale, shift].allSatisfy(isFinite) else {
        throw HeaderFlaw("layer \(index) has numbers that are not finite")
      }
      layers.append(
        Layer(
          shape: shape, weights: Matrix(columns: columns, values: weights), bias: bias,
          scale: scale, shift: shift))
    }
    let logPriors = bytes.floats(header.classes, at: &place)
    guard logPriors.allSatisfy({ (-100...0).contains($0) }) else {
      throw HeaderFlaw("a class prior is no logarithm of a likelihood")
    }
    let senoneClasses = bytes.integers(header.senones, at: &place)
    if let senone = senoneClasses.firstIndex(where: { $0 >= header.classes }) {
      throw HeaderFlaw(
        "senone \(senone) has the class \(senoneClasses[senone]) of \(header.classes)")
    }
    return AcousticNetwork(
      card: header.card, classes: header.classes, logPriors: logPriors,
      senoneClasses: senoneClasses, frontEnd: LogMelFrontEnd(header.frontEnd), layers: layers,
      silence: header.silence)
  }

  /// Not a number times zero is not a number, and so is infinity times zero: one sum tells.
  private static func isFinite(_ values: [Float]) -> Bool {
    var sum: Float = 0
    for value in values { sum += value * 0 }
    return sum == 0
  }
}

extension AcousticNetwork {
  /// Reads a network out of the bytes of a file, which `name` stands for in errors.
  ///
  /// - Throws: ``NetworkError`` where the bytes are anything but a whole network.
  package init(_ bytes: RawSpan, name: String) throws(NetworkError) {
    self = try NetworkFile.network(bytes, name: name)
  }

  /// Reads a file.
  ///
  /// - Throws: ``NetworkError``.
  package init(path: String) throws(NetworkError) {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    } catch {
      throw .unreadable(path, reason: error.localizedDescription)
    }
    self = try NetworkFile.network(data.bytes, name: path)
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

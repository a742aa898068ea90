internal import CPocketSphinxShims
internal import Glibc

/// A change of the acoustic model's densities that leaves their means alone and makes those of the
/// static features broader.
///
/// Microphones, rooms and noise shift the static features more than their changes over time, which
/// are features of their own; broader densities trust the former less.
struct ModelTransform {
  /// By how much the variances of the static features are multiplied.
  let varianceScale: Double

  /// The transform as PocketSphinx reads it, as one class of a maximum-likelihood linear regression
  /// of three streams: the static features, their first and their second differences.
  var text: String {
    let width = Cepstra.coefficients
    let streams = [varianceScale, 1, 1].map { scale in
      let rotation = (0..<width).map { row in
        (0..<width).map { $0 == row ? "1" : "0" }.joined(separator: " ")
      }
      let offset = Array(repeating: "0", count: width).joined(separator: " ")
      let scales = Array(repeating: "\(scale)", count: width).joined(separator: " ")
      return ["\(width)"] + rotation + [offset, scales]
    }
    return (["1", "3"] + streams.flatMap(\.self)).joined(separator: "\n") + "\n"
  }
}

/// A transform in memory under a path, since the engine reads it from files only.
@safe struct TransformFile: ~Copyable {
  private let descriptor: Int32

  /// The path, as long as this lives.
  var path: String { "/proc/self/fd/\(descriptor)" }

  init(_ transform: ModelTransform) throws(RecognizerError) {
    descriptor = hyzer_memory_file()
    guard descriptor >= 0 else { throw .outOfMemory }
    var bytes = Array(transform.text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { throw .outOfMemory }
      bytes = bytes.dropFirst(count)
    }
  }

  deinit { _ = close(descriptor) }  // Of memory: nothing is left to be written.
}

internal import CZlib

extension WebResponse {
  /// Returns the answer as a client takes it in fewest bytes.
  ///
  /// The coding is "deflate" of RFC 9110, which is zlib's format. Wraps `compress2`.
  func coded(for request: WebRequest) -> WebResponse {
    guard isCompressible,
      request.encodings.split(separator: ",").contains(where: { $0.contains("deflate") })
    else { return self }
    var count = compressBound(UInt(body.count))
    var bytes = [UInt8](repeating: 0, count: Int(count))
    let status = unsafe body.withUnsafeBufferPointer {
      unsafe compress2(&bytes, &count, $0.baseAddress, UInt($0.count), Z_BEST_COMPRESSION)
    }
    // Without memory for it, it goes as it is.
    guard status == Z_OK else { return self }
    var coded = self
    coded.body = Array(bytes.prefix(Int(count)))
    coded.add("Content-Encoding", "deflate")
    coded.add("Vary", "Accept-Encoding")
    return coded
  }
}

/// Floats that a transform works on, freed with the value.
@safe
struct TransformBuffer: ~Copyable {
  /// A plan serves any buffers aligned like those it was made with; a cache line is more than the
  /// library's vector code asks for.
  private static let alignment = 64

  let count: Int
  /// For the library alone; it is good for as long as the buffer is.
  let base: UnsafeMutablePointer<Float>

  /// Makes a buffer of zeros, one or more.
  init(count: Int) {
    precondition(count > 0, "a buffer holds something")
    self.count = count
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: count * MemoryLayout<Float>.stride, alignment: Self.alignment)
    unsafe base = bytes.initializeMemory(as: Float.self, repeating: 0, count: count)
  }

  deinit { unsafe base.deallocate() }

  subscript(index: Int) -> Float {
    get {
      precondition((0..<count).contains(index), "outside of the buffer")
      return unsafe base[index]
    }
    set {
      precondition((0..<count).contains(index), "outside of the buffer")
      unsafe base[index] = newValue
    }
  }
}

internal import CSamplerate

/// Converts a mono stream from one rate to another, block by block.
@safe
struct Resampler: ~Copyable {
  private let handle: OpaquePointer
  private let ratio: Double
  private let path: String

  /// Wraps `src_new`; `path` is what errors name.
  init(from sourceRateHz: Int, to targetRateHz: Int, path: String) throws(RecordingError) {
    ratio = Double(targetRateHz) / Double(sourceRateHz)
    self.path = path
    guard src_is_valid_ratio(ratio) != 0 else {
      throw .resampleFailed(
        path: path, reason: "\(sourceRateHz) Hz to \(targetRateHz) Hz is beyond 1:256")
    }
    var code: Int32 = 0
    guard let state = unsafe src_new(Int32(SRC_SINC_MEDIUM_QUALITY), 1, &code) else {
      // SRC_ERR_MALLOC_FAILED is 1; the header publishes no names for the codes.
      if code == 1 { throw .outOfMemory(path: path) }
      throw .resampleFailed(path: path, reason: Self.text(code))
    }
    unsafe handle = state
  }

  deinit {
    // Always returns null.
    _ = unsafe src_delete(handle)
  }

  /// Returns what the next block of input yields; with `isLast`, also all that is still inside.
  ///
  /// Wraps `src_process`.
  mutating func process(_ input: [Float], isLast: Bool) throws(RecordingError) -> [Float] {
    var output: [Float] = []
    var used = 0
    let capacity = Int((Double(input.count) * ratio).rounded(.up)) + 256
    while true {
      var code: Int32 = 0
      var consumed = 0
      let block = unsafe [Float](unsafeUninitializedCapacity: capacity) { buffer, count in
        unsafe input.withUnsafeBufferPointer { source in
          var data = unsafe SRC_DATA()
          unsafe data.data_in = source.baseAddress.map { unsafe $0 + used }
          unsafe data.input_frames = input.count - used
          unsafe data.data_out = buffer.baseAddress
          unsafe data.output_frames = capacity
          unsafe data.end_of_input = isLast ? 1 : 0
          unsafe data.src_ratio = ratio
          code = unsafe src_process(handle, &data)
          guard code == 0 else { return }
          consumed = unsafe data.input_frames_used
          count = unsafe data.output_frames_gen
        }
      }
      guard code == 0 else { throw .resampleFailed(path: path, reason: Self.text(code)) }
      used += consumed
      output += block
      if block.isEmpty && (used == input.count || consumed == 0) { return output }
    }
  }

  private static func text(_ code: Int32) -> String {
    guard let text = unsafe src_strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}

internal import CPocketSphinx
internal import CPocketSphinxShims
internal import FoundationEssentials
internal import Glibc

/// PocketSphinx's own form of its settings; a decoder keeps a reference of its own to them.
@safe struct Configuration: ~Copyable {
  let handle: OpaquePointer

  /// Starts from how the model's own features were made: its `feat.params`.
  private init(_ model: String) throws(RecognizerError) {
    let path = model + "/feat.params"
    guard let handle = unsafe cmd_ln_parse_file_r(nil, ps_args(), path, 0) else {
      throw .modelRejected(directory: model, reason: DecoderHandle.lastError())
    }
    unsafe self.handle = handle
  }

  deinit {
    _ = unsafe cmd_ln_free_r(handle)  // The count of references left: the decoder's.
  }

  /// What all decoders of a model share; enough for its features alone.
  static func features(_ model: String) throws(RecognizerError) -> Configuration {
    let configuration = try Configuration(model)
    try configuration.set("-hmm", model)
    // The rows come normalised. The model's file would set this back if it were read again.
    try configuration.set("-cmn", "none")
    try configuration.set("-featparams", "/dev/null")
    // Every 10 ms of audio is to have its row: one that is left out would shift all times after it.
    try configuration.set("-remove_silence", 0)
    // Random bits would make every decoding another one.
    try configuration.set("-dither", 0)
    return configuration
  }

  static func sentences(_ model: String, _ settings: DecoderSettings.Sentences)
    throws(RecognizerError) -> Configuration
  {
    let configuration = try features(model)
    try configuration.set("-lw", settings.languageWeight)
    return configuration
  }

  static func phoneLoop(_ model: String, _ loop: DecoderSettings.PhoneLoop)
    throws(RecognizerError) -> Configuration
  {
    let configuration = try features(model)
    try configuration.set("-allphone_ci", 1)
    try configuration.set("-beam", loop.beam)
    try configuration.set("-pbeam", loop.phoneBeam)
    try configuration.set("-lw", loop.languageWeight)
    // Looking ahead over phones is of no use where the search itself is over phones.
    try configuration.set("-pl_window", 0)
    return configuration
  }

  func set(_ name: String, _ value: String) throws(RecognizerError) {
    try requireOption(name)
    unsafe cmd_ln_set_str_r(handle, name, value)
  }

  func set(_ name: String, _ value: Double) throws(RecognizerError) {
    try requireOption(name)
    unsafe cmd_ln_set_float_r(handle, name, value)
  }

  func set(_ name: String, _ value: Int) throws(RecognizerError) {
    try requireOption(name)
    unsafe cmd_ln_set_int_r(handle, name, value)
  }

  /// An unknown option would only be logged.
  private func requireOption(_ name: String) throws(RecognizerError) {
    guard unsafe cmd_ln_exists_r(handle, name) != 0 else { throw .unknownOption(name) }
  }
}

/// A file that is in memory only, for what the engine reads from files only.
struct MemoryFile: ~Copyable {
  let descriptor: Int32

  /// The path, as long as this lives; a file that was opened by it lives on.
  var path: String { "/proc/self/fd/\(descriptor)" }

  init() throws(RecognizerError) {
    descriptor = hyzer_memory_file()
    guard descriptor >= 0 else { throw .outOfMemory }
  }

  deinit { _ = close(descriptor) }  // Of memory: nothing is left to be written.

  /// Writes numbers at the end, in the machine's order of bytes.
  func append(_ numbers: [some FixedWidthInteger & BitwiseCopyable]) throws(RecognizerError) {
    let isWritten = unsafe numbers.withUnsafeBytes { bytes in
      var rest = unsafe bytes[...]
      while unsafe !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes {
          unsafe write(descriptor, $0.baseAddress, $0.count)
        }
        guard count > 0 else { return false }
        unsafe rest = rest.dropFirst(count)
      }
      return true
    }
    guard isWritten else { throw .outOfMemory }
  }

  /// Keeps some bytes from the beginning on, and goes on after them; there are as many.
  func truncate(to bytes: Int) throws(RecognizerError) {
    guard ftruncate(descriptor, bytes) == 0, lseek(descriptor, bytes, SEEK_SET) == bytes else {
      throw .outOfMemory
    }
  }
}

extension MemoryFile {
  /// Returns a transform of the acoustic model that multiplies the variances of the static features.
  ///
  /// It leaves the means of the model's densities alone and makes those of the static features broader:
  /// microphones, rooms and noise shift these more than their changes over time, which are features of
  /// their own; broader densities trust them less.
  static func transform(varianceScale: Double) throws(RecognizerError) -> MemoryFile {
    let file = try MemoryFile()
    try file.append(Array(text(varianceScale: varianceScale).utf8))
    return file
  }

  /// The transform as PocketSphinx reads it: one class of a maximum-likelihood linear regression of
  /// three streams, which are the static features, their first and their second differences.
  private static func text(varianceScale: Double) -> String {
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

/// The files of acoustic models.
enum ModelFiles {
  /// PocketSphinx ends the process where one of these is missing, so they are looked for first.
  private static let names = ["mdef", "means", "variances", "transition_matrices", "feat.params"]

  /// Returns the first of some folders that exists, where it holds a whole acoustic model of phones.
  static func acousticModel(_ directories: [String]) throws(RecognizerError) -> String {
    let directory = try firstExisting(directories)
    try requireAll(in: directory, and: ["noisedict"])
    return directory
  }

  static func requireAll(in directory: String, and others: [String] = []) throws(RecognizerError) {
    for file in names + others
    where !FileManager.default.isReadableFile(atPath: directory + "/" + file) {
      throw .modelIncomplete(directory: directory, file: file)
    }
  }

  static func firstExisting(_ paths: [String]) throws(RecognizerError) -> String {
    guard let path = paths.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
      throw .modelMissing(paths)
    }
    return path
  }
}

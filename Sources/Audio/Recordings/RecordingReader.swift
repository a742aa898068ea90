internal import Glibc

/// A recording that is read bit by bit as 16 kHz mono samples.
///
/// Use it where a file is too long to hold, or is to be heard as it plays; ``Recording/read`` is
/// made of it.
public struct RecordingReader: ~Copyable {
  /// Source samples, over all channels, that are decoded at a time: 128 KiB of floats.
  private static let samplesPerChunk = 32_768

  /// The file's own rate in hertz.
  public let sourceRateHz: Int
  /// The file's own number of channels, 1 or more.
  public let sourceChannels: Int
  /// The number of frames that the file's header promises, or nil if it does not say.
  public let sourceFrames: Int?
  /// The number of the file's frames decoded so far.
  public private(set) var sourceFramesRead = 0

  private let path: String
  private var file: SoundFile
  private var resampler: Resampler?
  private var isAtEnd = false
  /// Converted samples not yet handed out start at `position`.
  private var block: [Int16] = []
  private var position = 0

  /// Opens a recording and checks what its header promises against the file's length.
  ///
  /// Wraps `sf_open` and `src_new`.
  ///
  /// - Throws: Any ``RecordingError`` except ``RecordingError/writeFailed(path:reason:)`` and
  ///   ``RecordingError/compressionFailed(reason:)``.
  public init(path: String) throws(RecordingError) {
    try Self.checkFile(path)
    let file = try SoundFile(reading: path)
    let log = file.log
    let frames = file.promisedFrames ?? 0
    if let (promised, found) = log.shortfall {
      throw .truncated(
        path: path, promisedFrames: Self.frames(frames, in: found, ofPromised: promised),
        foundFrames: frames)
    }
    if log.saysTruncated {
      throw .truncated(path: path, promisedFrames: nil, foundFrames: frames)
    }
    guard file.promisedFrames != 0 else { throw .noSamples(path: path) }
    guard file.rateHz > 0, file.channels > 0 else {
      throw .unrecognised(
        path: path, reason: "\(file.rateHz) Hz and \(file.channels) channels make no sense")
    }
    let resampler =
      file.rateHz == Recording.sampleRateHz
      ? nil : try Resampler(from: file.rateHz, to: Recording.sampleRateHz, path: path)
    self.path = path
    sourceRateHz = file.rateHz
    sourceChannels = file.channels
    sourceFrames = file.promisedFrames
    self.resampler = resampler
    self.file = file
  }

  /// Reads the next samples.
  ///
  /// The samples are the same however they are asked for. Blocks while the file is read.
  ///
  /// - Parameter maximumFrames: How many samples at 16 kHz to return at most, more than 0.
  /// - Returns: `maximumFrames` samples, fewer at the end, none after it.
  /// - Throws: ``RecordingError/truncated(path:promisedFrames:foundFrames:)``,
  ///   ``RecordingError/readFailed(path:reason:)``, ``RecordingError/noSamples(path:)`` or
  ///   ``RecordingError/resampleFailed(path:reason:)``, and again if asked again.
  public mutating func read(maximumFrames: Int) throws(RecordingError) -> [Int16] {
    precondition(maximumFrames > 0, "ask for at least one frame")
    var result: [Int16] = []
    while result.count < maximumFrames {
      if position == block.count {
        guard !isAtEnd else { break }
        try decodeChunk()
      }
      let end = min(position + maximumFrames - result.count, block.count)
      result += block[position..<end]
      position = end
    }
    return result
  }

  /// The share of the file read so far, 0 through 1, or nil if its length is unknown.
  var progress: Double? {
    sourceFrames.map { min(1, Double(sourceFramesRead) / Double($0)) }
  }

  /// An estimate of the samples in the whole file, to reserve; never trusted beyond an hour.
  var expectedSamples: Int {
    let seconds = Double(sourceFrames ?? 0) / Double(sourceRateHz)
    return Int(min(seconds, 3600) * Double(Recording.sampleRateHz)) + 256
  }

  /// Replaces the block by the next chunk of the file, converted; it may come out empty.
  private mutating func decodeChunk() throws(RecordingError) {
    let frames = max(1, Self.samplesPerChunk / sourceChannels)
    position = 0
    block = []
    if resampler == nil && file.is16Bit && sourceChannels == 1 {
      block = file.readSamples(frames: frames)
      sourceFramesRead += block.count
      try noteEnd(block.isEmpty)
      return
    }
    let mono = PCM16.mono(file.readFloats(frames: frames), channels: sourceChannels)
    sourceFramesRead += mono.count
    try noteEnd(mono.isEmpty)
    let converted = try resampler?.process(mono, isLast: isAtEnd) ?? mono
    block = PCM16.samples(converted)
  }

  /// Checks, where nothing more could be read, that this is the recording's true end.
  private mutating func noteEnd(_ nothingRead: Bool) throws(RecordingError) {
    guard nothingRead else { return }
    if file.hasFailed { throw .readFailed(path: path, reason: file.lastError) }
    if let promised = sourceFrames {
      guard sourceFramesRead >= promised else {
        throw .truncated(path: path, promisedFrames: promised, foundFrames: sourceFramesRead)
      }
    } else if file.isSeekableOgg {
      // The library knows an Ogg stream's length exactly when it finds the page that ends it.
      throw .truncated(path: path, promisedFrames: nil, foundFrames: sourceFramesRead)
    }
    if let reason = file.log.decoderError { throw .readFailed(path: path, reason: reason) }
    guard sourceFramesRead > 0 else { throw .noSamples(path: path) }
    isAtEnd = true
  }

  /// Tells the causes apart that the sound-file library reports alike.
  private static func checkFile(_ path: String) throws(RecordingError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      switch errno {
      case ENOENT, ENOTDIR: throw .missing(path: path)
      case EACCES: throw .notReadable(path: path)
      case let code: throw .readFailed(path: path, reason: unsafe String(cString: strerror(code)))
      }
    }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .isDirectory(path: path) }
    guard unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 else {
      throw .notReadable(path: path)
    }
    // A pipe has no size.
    guard status.st_mode & S_IFMT != S_IFREG || status.st_size > 0 else {
      throw .emptyFile(path: path)
    }
  }

  /// Returns the frames that a header promised, from the frames found in fewer bytes.
  ///
  /// Either count of bytes may include a small header, so the bytes of a frame are first made
  /// whole where they can be; compressed formats have less than one.
  private static func frames(_ frames: Int, in found: Int, ofPromised promised: Int) -> Int? {
    guard frames > 0 else { return nil }
    let exact = Double(found) / Double(frames)
    let bytesPerFrame = exact < 1 ? exact : exact.rounded()
    return frames + Int((Double(promised - found) / bytesPerFrame).rounded(.up))
  }
}

internal import Glibc
internal import HyzerBase

/// A whole recording as 16 kHz mono samples.
public struct Recording: Hashable, Sendable {
  /// The rate in hertz of all audio that is heard, measured and mixed.
  public static let sampleRateHz = 16_000

  /// The samples, mono at ``sampleRateHz``, full scale at -32,768 and 32,767.
  public let samples: [Int16]

  /// How long the recording lasts, in seconds.
  public var durationSeconds: Double { Double(samples.count) / Double(Self.sampleRateHz) }

  /// Makes a recording of samples that are mono at ``sampleRateHz`` already.
  public init(samples: [Int16]) { self.samples = samples }

  /// Reads a recording of any rate, number of channels and format that libsndfile decodes: WAV, FLAC,
  /// Ogg, MP3, AIFF and others.
  ///
  /// Channels are averaged, the rate is converted by a band-limited filter, and the result is
  /// rounded and clamped; 16-bit mono at 16 kHz comes back bit for bit. Samples of a
  /// floating-point file that are not numbers read as silence. Blocks for as long as reading takes.
  ///
  /// A named pipe or `/dev/stdin` serves too, for formats that need no seeking.
  ///
  /// - Throws: ``RecordingError``, whose description is one line that says what to do.
  public init(path: String) throws(RecordingError) {
    var reader = try RecordingReader(path: path)
    var samples: [Int16] = []
    while case let block = try reader.read(maximumFrames: Self.sampleRateHz), !block.isEmpty {
      samples += block
    }
    self.init(samples: samples)
  }
}

/// A recording that is read bit by bit as 16 kHz mono samples.
///
/// Use it where a file is too long to hold, or is to be heard as it plays.
package struct RecordingReader: ~Copyable {
  /// Source samples, over all channels, that are decoded at a time: 128 KiB of floats.
  private static let samplesPerChunk = 32_768

  /// The file's own rate in hertz and number of channels.
  package let sourceRateHz, sourceChannels: Int
  /// The number of frames that the file's header promises, or nil if it does not say.
  package let sourceFrames: Int?
  private var sourceFramesRead = 0

  private let path: String
  private var file: SoundFile
  private var resampler: Resampler?
  private var isAtEnd = false
  /// Converted samples not yet handed out.
  private var block: ArraySlice<Int16> = []

  /// Opens a recording and checks what its header promises against the file's length.
  package init(path: String) throws(RecordingError) {
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
    resampler =
      file.rateHz == Recording.sampleRateHz
      ? nil : try Resampler(from: file.rateHz, to: Recording.sampleRateHz, path: path)
    self.path = path
    (sourceRateHz, sourceChannels) = (file.rateHz, file.channels)
    sourceFrames = file.promisedFrames
    self.file = file
  }

  /// Reads the next samples, fewer than asked for at the end, none after it; blocks meanwhile.
  ///
  /// The samples are the same however they are asked for. What it throws, it throws again if asked
  /// again.
  package mutating func read(maximumFrames: Int) throws(RecordingError) -> [Int16] {
    precondition(maximumFrames > 0, "ask for at least one frame")
    var result: [Int16] = []
    while result.count < maximumFrames {
      if block.isEmpty {
        guard !isAtEnd else { break }
        block = try nextChunk()[...]
      }
      let part = block.prefix(maximumFrames - result.count)
      result += part
      block = block.dropFirst(part.count)
    }
    return result
  }

  /// Returns the next chunk of the file, converted; it may come out empty.
  private mutating func nextChunk() throws(RecordingError) -> [Int16] {
    let frames = max(1, Self.samplesPerChunk / sourceChannels)
    if resampler == nil && file.is16Bit && sourceChannels == 1 {
      let samples = file.readSamples(frames: frames)
      try note(framesRead: samples.count)
      return samples
    }
    let mono = Self.mono(file.readFloats(frames: frames), channels: sourceChannels)
    try note(framesRead: mono.count)
    let converted = try resampler?.process(mono, isLast: isAtEnd) ?? mono
    return converted.map(Int16.init(fullScale:))
  }

  /// Counts frames, and checks, where nothing more could be read, that this is the recording's true
  /// end.
  private mutating func note(framesRead: Int) throws(RecordingError) {
    sourceFramesRead += framesRead
    guard framesRead == 0 else { return }
    if let error = file.error, error.isOfSystem {
      throw .readFailed(path: path, reason: error.reason)
    }
    if let reason = file.log.decoderError ?? file.error?.reason {
      throw .damaged(path: path, foundFrames: sourceFramesRead, reason: reason)
    }
    // The library knows an Ogg stream's length exactly when it finds the page that ends it.
    if sourceFrames.map({ sourceFramesRead < $0 }) ?? file.isSeekableOgg {
      throw .truncated(
        path: path, promisedFrames: sourceFrames, foundFrames: sourceFramesRead)
    }
    guard sourceFramesRead > 0 else { throw .noSamples(path: path) }
    isAtEnd = true
  }

  /// Returns the average of each frame of `channels` interleaved samples.
  ///
  /// What is not a number becomes 0 and what is far beyond full scale is limited: either would
  /// otherwise spread through the resampling filter into its neighbours.
  private static func mono(_ interleaved: [Float], channels: Int) -> [Float] {
    stride(from: 0, to: interleaved.count, by: channels).map { start in
      let sum = interleaved[start..<start + channels].reduce(0) { sum, value in
        sum + (value.isNaN ? 0 : min(max(value, -256), 256))
      }
      return sum / Float(channels)
    }
  }

  /// Distinguishes the causes that the sound-file library reports alike.
  private static func checkFile(_ path: String) throws(RecordingError) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      switch errno {
      case ENOENT, ENOTDIR: throw .missing(path: path)
      case EACCES: throw .notReadable(path: path)
      case let code: throw .readFailed(path: path, reason: "\(SystemFault(code))")
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

/// What kept a recording from being read, converted or written; `reason` is the message of the
/// system or the library.
public enum RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such file.
  case missing(path: String)
  /// The path is that of a directory.
  case isDirectory(path: String)
  /// The file may not be read.
  case notReadable(path: String)
  /// The sound-file library cannot make sense of the file.
  case unrecognised(path: String, reason: String)
  /// The file has no bytes.
  case emptyFile(path: String)
  /// The file is a recording of no length.
  case noSamples(path: String)
  /// The file ends before its recording does.
  ///
  /// Frames are counted at the file's own rate. `promisedFrames` is what its header says, nil where
  /// only the end's absence is known; `foundFrames` is what is there.
  case truncated(path: String, promisedFrames: Int?, foundFrames: Int)
  /// The decoder met what it could not decode, after so many frames at the file's own rate.
  case damaged(path: String, foundFrames: Int, reason: String)
  /// The system failed part of the way.
  case readFailed(path: String, reason: String)
  /// The rate cannot be converted to 16 kHz.
  case resampleFailed(path: String, reason: String)
  /// There is no memory to decode in.
  case outOfMemory(path: String)
  /// The file cannot be written.
  case writeFailed(path: String, reason: String)
  /// Samples cannot be compressed.
  case compressionFailed(reason: String)

  /// One line: what failed, on what, and what to do.
  public var description: String {
    switch self {
    case .missing(let path):
      "cannot read recording '\(path)': there is no such file; check the path"
    case .isDirectory(let path):
      "cannot read recording '\(path)': it is a directory; name a sound file in it"
    case .notReadable(let path):
      "cannot read recording '\(path)': permission denied; change its permissions"
    case .unrecognised(let path, let reason):
      "cannot read recording '\(path)': not a sound file that can be decoded (\(reason)); "
        + "convert it to WAV or FLAC"
    case .emptyFile(let path):
      "cannot read recording '\(path)': the file is empty; record it again"
    case .noSamples(let path):
      "cannot read recording '\(path)': it holds no samples; record it again"
    case .truncated(let path, let promised, let found):
      "cannot read recording '\(path)': it is cut off after \(found)"
        + (promised.map { " of \($0)" } ?? "") + " frames; copy or record it again"
    case .damaged(let path, let found, let reason):
      "cannot read recording '\(path)': it is damaged after \(found) frames (\(reason)); "
        + "copy or record it again"
    case .readFailed(let path, let reason):
      "cannot read recording '\(path)': \(reason); copy or record it again"
    case .resampleFailed(let path, let reason):
      "cannot convert recording '\(path)' to another rate: \(reason); "
        + "convert it to 16 kHz with another tool"
    case .outOfMemory(let path):
      "cannot read recording '\(path)': out of memory; close other programs"
    case .writeFailed(let path, let reason):
      "cannot write recording '\(path)': \(reason); check the directory and its free space"
    case .compressionFailed(let reason):
      "cannot compress samples: \(reason); give one or more, and check the installation of libsndfile"
    }
  }
}

/// What kept a recording from being read, converted or written.
public enum RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No file has this path.
  case missing(path: String)
  /// The path names a directory.
  case isDirectory(path: String)
  /// The file's permissions, or those of a directory above it, forbid reading it.
  case notReadable(path: String)
  /// The sound-file library cannot make sense of the file; `reason` is its own message.
  case unrecognised(path: String, reason: String)
  /// The file has no bytes at all.
  case emptyFile(path: String)
  /// The file is a recording of no length.
  case noSamples(path: String)
  /// The file ends before its recording does.
  ///
  /// Frames are counted at the file's own rate. `promisedFrames` is what its header says, nil where
  /// only the end's absence is known; `foundFrames` is what is there.
  case truncated(path: String, promisedFrames: Int?, foundFrames: Int)
  /// The system or the decoder failed part of the way; `reason` is its own message.
  case readFailed(path: String, reason: String)
  /// The rate cannot be converted to 16 kHz.
  case resampleFailed(path: String, reason: String)
  /// Memory ran out while the file was being opened.
  case outOfMemory(path: String)
  /// The file could not be written; `reason` is the system's or the library's own message.
  case writeFailed(path: String, reason: String)
  /// Samples could not be compressed; `reason` is the library's own message.
  case compressionFailed(reason: String)

  /// One line that says what failed, on which file, and what to do.
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

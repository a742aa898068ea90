internal import Foundation

/// A folder of its own for one decoder's scores, which the engine can only write into files.
///
/// It is in memory where the system has a place for that, since a second of speech makes a megabyte.
struct ScoreFolder: ~Copyable {
  private static let memory = "/dev/shm"

  /// Where such folders are made.
  static var place: String {
    let isInMemory = FileManager.default.isWritableFile(atPath: memory)
    return isInMemory ? memory : FileManager.default.temporaryDirectory.path
  }

  let path: String

  init(in place: String) throws(RecognizerError) {
    var template = Array((place + "/hyzer-XXXXXX").utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return false }
      return unsafe mkdtemp(first) != nil
    }
    guard made else { throw .noRoomForScores(place) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }  // Empty: there is nothing to lose.

  /// Opens the scores of the last utterance, and leaves nothing in the folder.
  func takeScores(frames: Int, phones: FrameScores) throws(RecognizerError) -> StateScores {
    defer { empty() }
    guard let name = files.first,
      let scores = StateScores(path: path + "/" + name, frames: frames, phones: phones)
    else { throw .noRoomForScores(path) }
    return scores
  }

  /// Removes what is in the folder; what is open already can still be read.
  func empty() {
    for file in files { try? FileManager.default.removeItem(atPath: path + "/" + file) }
  }

  private var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }
}

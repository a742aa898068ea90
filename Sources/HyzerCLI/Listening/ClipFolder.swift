internal import Evaluation
internal import Foundation

/// The folder beside a score log in which the audio of its scores is kept.
struct ClipFolder {
  let path: String

  /// Makes the folder: "scores-audio" beside "scores.db".
  init(besideLog log: String) throws {
    path = ClipFolder.path(besideLog: log)
    try OutputFile.makeFolder(path)
  }

  /// Where the folder of a log is.
  static func path(besideLog log: String) -> String {
    URL(fileURLWithPath: log).deletingPathExtension().path + "-audio"
  }

  /// Writes 16 kHz mono samples and returns the file's name.
  func keep(_ name: String, _ samples: [Int16]) throws -> String {
    let file = "\(name).flac"
    try OutputFile.write(samples, to: file, in: path)
    return file
  }
}

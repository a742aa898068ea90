internal import Evaluation
internal import Foundation

/// A new folder of clips, numbered from 1, and the manifest that comes last: what has one is whole.
struct SplicedFolder {
  private let folder: String
  private var lines: [String] = []

  /// How many clips there are.
  var count: Int { lines.count }
  /// The path of the manifest.
  var manifest: String { folder + "/manifest.jsonl" }

  /// Makes a folder, or takes one that is there and empty.
  init(_ path: String) throws {
    try OutputFile.makeFolder(path)
    let content: [String]
    do {
      content = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw Failure(
        .inputOutput, "cannot read the folder \"\(path)\": \(error.localizedDescription)")
    }
    guard content.isEmpty else {
      throw Failure(
        .badData, "the folder \"\(path)\" is not empty; give another folder with --out")
    }
    folder = path
  }

  /// Writes the next clip, of 16 kHz mono samples, and gives its name to the entry.
  mutating func keep(_ samples: [Int16], as entry: ManifestEntry) throws {
    var entry = entry
    let name = SplicedFolder.clipName(count + 1)
    try OutputFile.write(samples, to: name, in: folder)
    entry.audio = name
    lines.append(try JSONLine.encode(entry))
  }

  /// Writes the manifest.
  func finish() throws {
    try OutputFile.write(lines.map { $0 + "\n" }.joined(), to: manifest)
  }

  /// Takes the clips away after a failure, so that the folder can be made once more.
  func clear() {
    for number in lines.indices {
      // The failure itself matters more.
      try? FileManager.default.removeItem(
        atPath: folder + "/" + SplicedFolder.clipName(number + 1))
    }
  }

  private static func clipName(_ number: Int) -> String {
    OutputFile.clipName(number, type: "flac")
  }
}

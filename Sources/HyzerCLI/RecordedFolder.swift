internal import Corpora
internal import Evaluation
internal import Foundation
internal import Golf

/// A folder of recorded prompts: the clips, and the manifest that says which are done.
///
/// A clip is renamed into place before its line is added to the manifest, so that whatever the
/// manifest has is whole.
struct RecordedFolder {
  /// What must stay the same for a folder to be continued.
  struct Session: Hashable {
    let round: Round
    let seed: UInt64
    let speaker: String
  }

  private enum Tag {
    static let speaker = "speaker"
    static let seed = "seed"
    static let prompt = "prompt"
  }

  private let folder: String
  private let session: Session
  private let entries: [(line: Int, entry: ManifestEntry)]
  /// The numbers of the prompts that are recorded.
  private(set) var done: Set<Int>

  private var manifest: String { folder + "/manifest.jsonl" }

  /// Opens a folder, and makes it where there is none.
  ///
  /// A line that a kill has cut off is taken away; its prompt comes again.
  init(path: String, session: Session) throws {
    folder = path
    self.session = session
    try OutputFile.makeFolder(path)
    let manifest = path + "/manifest.jsonl"
    guard FileManager.default.fileExists(atPath: manifest) else {
      entries = []
      done = []
      return
    }
    try RecordedFolder.mendTornLine(manifest)
    entries = try LineReader.filledLines(of: manifest).map { line in
      (
        line.number,
        try JSONFile.decode(
          ManifestEntry.self, from: line.data, place: "\"\(manifest)\" line \(line.number)")
      )
    }
    done = []
    for (line, entry) in entries {
      let place = "\"\(manifest)\" line \(line)"
      guard let number = entry.tags[Tag.prompt].flatMap(Int.init), number > 0 else {
        throw Failure(
          .badData, "\(place): no prompt of hyzer corpus record; give another folder with --out")
      }
      try check(entry, place)
      done.insert(number)
    }
  }

  /// The highest number among the prompts that are recorded; 0 for none.
  var highestDone: Int { done.max() ?? 0 }

  /// Checks that what is recorded are the prompts of this list, which goes up to ``highestDone``
  /// at least.
  func check(_ prompts: [Prompt]) throws {
    for (line, entry) in entries {
      let number = entry.tags[Tag.prompt].flatMap(Int.init) ?? 0
      let expected = prompts.first { $0.number == number }?.sentence
      guard entry.transcript == expected else {
        throw Failure(
          .badData,
          "\"\(manifest)\" line \(line): prompt \(number) was \"\(entry.transcript ?? "")\" and is "
            + "now \"\(expected ?? "")\"; give another folder with --out")
      }
    }
  }

  /// Keeps a clip: first the recording, then its line.
  mutating func keep(_ samples: [Int16], of prompt: Prompt) throws {
    let name = OutputFile.clipName(prompt.number, type: "wav")
    try OutputFile.write(samples, to: name, in: folder)
    let entry = ManifestEntry(
      prompt, round: session.round, audio: name,
      tags: [
        Tag.speaker: session.speaker, Tag.seed: String(session.seed),
        Tag.prompt: String(prompt.number),
      ])
    try OutputFile.append(JSONLine.encode(entry) + "\n", to: manifest)
    done.insert(prompt.number)
  }

  private func check(_ entry: ManifestEntry, _ place: String) throws {
    let seed = entry.tags[Tag.seed] ?? ""
    let speaker = entry.tags[Tag.speaker] ?? ""
    let misfit: String
    if seed != String(session.seed) {
      misfit = "was recorded with --seed \(seed)"
    } else if speaker != session.speaker {
      misfit = "was recorded with --speaker \"\(speaker)\""
    } else if entry.round.roster != session.round.roster || entry.round.par != session.round.par
      || entry.round.hole != session.round.hole
    {
      misfit = "was recorded with another round"
    } else {
      return
    }
    throw Failure(
      .badData, "\(place): \(misfit); go on with that, or give another folder with --out")
  }

  /// Takes away a last line that lacks its end, and gives one that lacks only its newline that.
  private static func mendTornLine(_ path: String) throws {
    let data = try JSONFile.contents(of: path)
    guard let last = data.last, last != UInt8(ascii: "\n") else { return }
    let end = data.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? data.startIndex
    var mended = data
    if (try? JSONDecoder().decode(ManifestEntry.self, from: data[end...])) != nil {
      mended.append(UInt8(ascii: "\n"))
    } else {
      mended.removeSubrange(end...)
    }
    try OutputFile.write(String(decoding: mended, as: UTF8.self), to: path)
  }
}

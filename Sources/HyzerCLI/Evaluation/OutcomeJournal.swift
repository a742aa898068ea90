internal import Evaluation
internal import Foundation

/// A recording that could not be read.
struct UnreadableRecording: Hashable, Codable {
  let corpus: Int
  let line: Int
  let id: String
  let message: String
  /// The exit code that belongs to the reason.
  let code: Int32
}

/// What became of one line of a corpus.
enum JournalEntry: Codable {
  case judged([UtteranceOutcome])
  case unreadable(UnreadableRecording)

  private enum CodingKeys: String, CodingKey {
    case outcomes, unreadable
  }

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    if let recording = try object.decodeIfPresent(UnreadableRecording.self, forKey: .unreadable) {
      self = .unreadable(recording)
    } else {
      self = .judged(try object.decode([UtteranceOutcome].self, forKey: .outcomes))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .judged(let outcomes): try object.encode(outcomes, forKey: .outcomes)
    case .unreadable(let recording): try object.encode(recording, forKey: .unreadable)
    }
  }
}

/// The outcomes of an evaluation on disk, one line of the corpus a line, after a header.
///
/// It keeps memory free of the corpus, and lets an evaluation that was cut short go on.
final class OutcomeJournal {
  let path: String
  private let handle: FileHandle
  /// The entries that stand in it.
  private(set) var count = 0

  /// Makes a journal that goes with the process, however that ends: it has no name.
  init(temporary header: EvaluationHeader) throws {
    let name =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("hyzer-\(UUID().uuidString).jsonl").path
    handle = try OutcomeJournal.create(name)
    path = "/proc/self/fd/\(handle.fileDescriptor)"
    do {
      try FileManager.default.removeItem(atPath: name)
    } catch {
      throw OutcomeJournal.failure(name, error)
    }
    try write(try OutcomeJournal.firstLine(header))
  }

  /// Opens a journal at a path, or begins one there.
  ///
  /// A last line that was cut short is taken away.
  ///
  /// - Throws: ``Failure`` where it belongs to another evaluation, or cannot be read or written.
  init(resuming path: String, header: EvaluationHeader) throws {
    self.path = path
    if !FileManager.default.fileExists(atPath: path) {
      try OutcomeJournal.create(path).close()
    }
    guard let handle = FileHandle(forUpdatingAtPath: path) else {
      throw Failure(.inputOutput, "\"\(path)\": cannot be written; check who may write it")
    }
    self.handle = handle
    // A child process would keep the lock alive.
    guard fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC) == 0,
      flock(handle.fileDescriptor, LOCK_EX | LOCK_NB) == 0
    else {
      throw Failure(
        .inputOutput, "\"\(path)\" is in use by another evaluation; wait for it, or name another")
    }
    var reader = try LineReader(path: path)
    guard let first = try reader.next() else {
      try write(try OutcomeJournal.firstLine(header))
      return
    }
    guard let found = try? JSONDecoder().decode(FirstLine.self, from: first) else {
      throw Failure(.badData, "\"\(path)\" is no journal of hyzer evaluate; name another file")
    }
    guard found.evaluation == header, found.programSHA256 == (try OutcomeJournal.programSHA256())
    else {
      throw Failure(
        .badData,
        "\"\(path)\" is the journal of another evaluation (other corpus, options or program); "
          + "name another file, or remove it")
    }
    var length = first.count + 1
    while let line = try reader.next(), (try? OutcomeJournal.entry(line)) != nil {
      length += line.count + 1
      count += 1
    }
    do {
      let end = try handle.seekToEnd()
      // The last line may be whole but for its newline.
      if end < UInt64(length) {
        try handle.write(contentsOf: Data("\n".utf8))
      } else {
        try handle.truncate(atOffset: UInt64(length))
      }
    } catch {
      throw OutcomeJournal.failure(path, error)
    }
  }

  deinit {
    // A child that was forked just before the descriptor was marked would keep the lock alive. One
    // that was never taken need not be given back.
    _ = flock(handle.fileDescriptor, LOCK_UN)
    try? handle.close()  // Everything is written; there is nothing left to lose.
  }

  /// Adds what became of the next line.
  func append(_ entry: JournalEntry) throws {
    try write(try JSONLine.encode(entry))
    count += 1
  }

  /// Gives every entry in order.
  func read(_ body: (JournalEntry) throws -> Void) throws {
    var reader = try LineReader(path: path)
    _ = try reader.next()
    while let line = try reader.next() { try body(try OutcomeJournal.entry(line)) }
  }

  /// What a journal begins with: outcomes of another program would not go with those of this one.
  private struct FirstLine: Codable {
    let evaluation: EvaluationHeader
    let programSHA256: String
  }

  private static func firstLine(_ header: EvaluationHeader) throws -> String {
    try JSONLine.encode(FirstLine(evaluation: header, programSHA256: programSHA256()))
  }

  private static func programSHA256() throws -> String {
    try SHA256Hasher.hex(ofFile: "/proc/self/exe")
  }

  private static func entry(_ line: Data) throws -> JournalEntry {
    try JSONDecoder().decode(JournalEntry.self, from: line)
  }

  private func write(_ line: String) throws {
    do {
      try handle.write(contentsOf: Data((line + "\n").utf8))
    } catch {
      throw OutcomeJournal.failure(path, error)
    }
  }

  private static func create(_ path: String) throws -> FileHandle {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let handle = FileHandle(forWritingAtPath: path)
    else {
      throw Failure(.inputOutput, "\"\(path)\": cannot be written; check that its folder exists")
    }
    return handle
  }

  private static func failure(_ path: String, _ error: any Error) -> Failure {
    Failure(.inputOutput, "\"\(path)\": cannot be written: \(error.localizedDescription)")
  }
}

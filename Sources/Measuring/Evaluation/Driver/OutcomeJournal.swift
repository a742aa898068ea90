internal import FoundationEssentials
internal import Glibc
internal import HyzerBase

/// What became of one line of a corpus: an outcome for each condition, or why there is none.
package struct JudgedLine: Hashable, Codable {
  /// A recording that could not be read.
  package struct Unreadable: Hashable, Codable {
    let corpus: Int
    let line: Int
    let id: String
    package let message: String
    /// The exit code that belongs to the reason.
    package let code: Int32
  }

  private(set) var outcomes: [UtteranceOutcome] = []
  package private(set) var unreadable: Unreadable?

  package init(_ outcomes: [UtteranceOutcome]) { self.outcomes = outcomes }

  init(unreadable: Unreadable) { self.unreadable = unreadable }

  /// Notes that the recording of a line could not be read.
  package init(unreadable line: CorpusUtterance, message: String, code: Int32) {
    unreadable = Unreadable(
      corpus: line.corpus, line: line.line, id: line.id, message: message, code: code)
  }
}

/// The lines judged so far in a file of JSON Lines, after a header, so that an evaluation that was
/// cut short can go on.
package final class OutcomeJournal {
  private struct FirstLine: Codable {
    let evaluation: EvaluationHeader
  }

  /// The lines that were judged when the journal was opened, in the order of the corpus.
  package let judged: [JudgedLine]
  private let path: String
  private let file: OpenFile

  /// Opens a journal, or begins one where there is no file or an empty one.
  ///
  /// A last line that was cut short is taken away.
  ///
  /// - Throws: ``FileFailure`` where it belongs to another evaluation, is in use, or cannot be read
  ///   or written.
  package init(resuming path: String, header: EvaluationHeader) throws {
    do throws(SystemFault) {
      file = try OpenFile(path, O_RDWR | O_CREAT)
    } catch {
      throw FileFailure(
        .inputOutput, "\"\(path)\": cannot be written; check its folder and who may write it")
    }
    self.path = path
    guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw FileFailure(
        .inputOutput, "\"\(path)\" is in use by another evaluation; wait for it, or name another")
    }
    let data = try file.read()
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let first = lines.first, !data.isEmpty else {
      judged = []
      try write(FirstLine(evaluation: header))
      return
    }
    let decoder = JSONDecoder()
    guard let found = try? decoder.decode(FirstLine.self, from: Data(first)) else {
      throw FileFailure(.badData, "\"\(path)\" is no journal of hyzer evaluate; name another file")
    }
    guard found.evaluation == header else {
      throw FileFailure(
        .badData,
        "\"\(path)\" is the journal of another evaluation (other corpus, options or version); "
          + "name another file, or remove it")
    }
    // What stands after the last newline is no whole line.
    judged = try lines.dropFirst().dropLast().map { line in
      try JSONFile.decode(JudgedLine.self, from: Data(line), place: "\"\(path)\"")
    }
    try file.truncate(to: data.count - lines[lines.count - 1].count)
  }

  deinit {
    // Also for a child that was forked just now and has not closed its copy yet.
    _ = flock(file.descriptor, LOCK_UN)
  }

  package func append(_ line: JudgedLine) throws { try write(line) }

  private func write(_ line: some Encodable) throws {
    let text = try JSONLine.encode(line) + "\n"
    do throws(SystemFault) {
      try file.write(text.utf8)
    } catch {
      throw FileFailure(.inputOutput, "\"\(path)\": cannot be written: \(error)")
    }
  }
}

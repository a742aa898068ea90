/// A recording as an index of recordings lists it.
///
/// An index is a text whose first line is ``header`` and whose every other line is a recording's
/// path, its speaker and what is said in it, with tabs between.
public struct IndexedClip: Hashable, Sendable {
  /// The first line of an index; more columns may follow.
  public static let header = "path\tspeaker\ttranscript"

  /// The path of the index.
  public let index: String
  /// Where the recording is, as the index writes it: relative to the index's own folder.
  public let path: String
  /// Who speaks; nil where nobody knows.
  public let speaker: String?
  /// What is said, as the index writes it; nil where it does not tell.
  public let transcript: String?

  /// Makes a clip.
  public init(index: String, path: String, speaker: String?, transcript: String?) {
    self.index = index
    self.path = path
    self.speaker = speaker
    self.transcript = transcript
  }

  /// Reads a line of an index; nil where it lacks a column, or the path is empty.
  ///
  /// A speaker is unknown where the column is empty or begins with "unknown", as in "unknown" and
  /// "unknown (8 people)". Columns after the third do not count.
  public init?(line: String, of index: String) {
    let columns = line.split(separator: "\t" as Character, omittingEmptySubsequences: false)
      .map { String($0) }
    guard columns.count >= 3, !columns[0].isEmpty else { return nil }
    let isKnown = !columns[1].isEmpty && !columns[1].lowercased().hasPrefix("unknown")
    // Splitting takes away what a text from another system has before its line breaks.
    let words = columns[2].split { $0.isWhitespace }.joined(separator: " ")
    self.init(
      index: index, path: columns[0], speaker: isKnown ? columns[1] : nil,
      transcript: words.isEmpty ? nil : words)
  }

  /// What tells voices apart as well as the index allows: the speaker, or the recording's path.
  ///
  /// One person in several recordings of an unknown speaker has several keys.
  public var voiceKey: String { speaker ?? path }
}

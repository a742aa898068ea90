internal import Corpora

/// An index of recordings in a file.
enum ClipIndex {
  /// Reads all lines of an index.
  ///
  /// - Throws: ``Failure`` where the file cannot be read, does not begin with the header, has a
  ///   line that lacks a column, or lists nothing.
  static func clips(of path: String) throws -> [(line: Int, clip: IndexedClip)] {
    let lines = try LineReader.filledLines(of: path)
    let columns = IndexedClip.header.replacing("\t", with: ", ")
    guard let header = lines.first,
      String(decoding: header.data, as: UTF8.self).hasPrefix(IndexedClip.header)
    else {
      throw Failure(
        .badData,
        "\"\(path)\" line \(lines.first?.number ?? 1): no index of recordings; begin with a line "
          + "of the columns' names, \(columns), with tabs between")
    }
    guard lines.count > 1 else {
      throw Failure(.badData, "\"\(path)\" lists no recording; add lines of \(columns)")
    }
    var clips: [(line: Int, clip: IndexedClip)] = []
    for line in lines.dropFirst() {
      guard let text = String(validating: line.data, as: UTF8.self),
        let clip = IndexedClip(line: text, of: path)
      else {
        throw Failure(
          .badData,
          "\"\(path)\" line \(line.number): not a recording; give \(columns) with tabs between")
      }
      clips.append((line.number, clip))
    }
    return clips
  }
}

internal import FoundationEssentials
internal import Glibc
internal import HyzerBase
internal import HyzerVoice

/// A recording, or a stretch of one, as an index of recordings lists it.
struct IndexedClip: Hashable, Sendable {
  /// The columns that begin the first line of an index; more may follow, in any order.
  ///
  /// Every other line is a recording's path, its speaker and what is said in it, with tabs between.
  static let columns = ["path", "speaker", "transcript"]

  let index: String
  /// Where the recording is, as the index writes it: relative to the index's own folder.
  let path: String
  /// Who speaks; nil where nobody knows.
  let speaker: String?
  /// What is said, as the index writes it; nil where it leaves that open.
  let transcript: String?
  /// Where in the recording it is said, in seconds: the columns "start" and "end"; nil for all of it.
  var seconds: Range<Double>?
  /// Where the recording comes from, in words: the column "source".
  var origin = ""
  /// How long the recording is, in seconds: the column "seconds"; nil where the index does not say.
  var duration: Double?

  /// Reads a line of an index; nil where it lacks a column, the path is empty, or a time is none.
  ///
  /// A speaker is unknown where the column is empty or begins with "unknown", as in "unknown" and
  /// "unknown (8 people)". `names` are those of all columns; columns without a known name do not
  /// count.
  static func line(_ line: String, of index: String, columns names: [String] = columns)
    -> IndexedClip?
  {
    let columns = line.split(separator: "\t" as Character, omittingEmptySubsequences: false)
      .map { String($0) }
    guard columns.count >= 3, !columns[0].isEmpty else { return nil }
    let isKnown = !columns[1].isEmpty && !columns[1].lowercased().hasPrefix("unknown")
    // Splitting takes away what a text from another system has before its line breaks.
    let words = columns[2].split { $0.isWhitespace }.joined(separator: " ")
    var clip = IndexedClip(
      index: index, path: columns[0], speaker: isKnown ? columns[1] : nil,
      transcript: words.isEmpty ? nil : words)
    let more = Dictionary(zip(names, columns).dropFirst(3), uniquingKeysWith: { first, _ in first })
    clip.origin = more["source"] ?? ""
    clip.duration = more["seconds"].flatMap(Double.init)
    if let start = more["start"], let end = more["end"] {
      guard let start = Double(start), let end = Double(end), start >= 0, end > start else {
        return nil
      }
      clip.seconds = start..<end
    }
    return clip
  }

  /// Reads an index; with `areWords`, each recording has to say something.
  static func all(of index: String, areWords: Bool) throws(FileFailure) -> [IndexedClip] {
    let lines = try LineReader.filledLines(of: index)
    let listed = columns.joined(separator: ", ")
    let names = lines.first.map {
      String(decoding: $0.data, as: UTF8.self).split { "\t\r".contains($0) }.map(String.init)
    }
    guard let names, names.starts(with: columns) else {
      throw FileFailure(
        .badData,
        "\"\(index)\" line \(lines.first?.number ?? 1): no index of recordings; begin with a line "
          + "of the columns' names, \(listed), with tabs between")
    }
    guard lines.count > 1 else {
      throw FileFailure(.badData, "\"\(index)\" lists no recording; add lines of \(listed)")
    }
    var clips: [IndexedClip] = []
    for line in lines.dropFirst() {
      guard let text = String(validating: line.data, as: UTF8.self),
        let clip = IndexedClip.line(text, of: index, columns: names)
      else {
        throw FileFailure(
          .badData,
          "\"\(index)\" line \(line.number): not a recording; give \(listed) with tabs between")
      }
      if areWords, NameKey(clip.transcript ?? "").letters.isEmpty {
        throw FileFailure(
          .badData,
          "\"\(index)\" line \(line.number): nothing is said; write down the word, or take the line "
            + "out")
      }
      clips.append(clip)
    }
    return clips
  }

  /// What distinguishes voices as well as the index allows: the speaker, or the recording's path.
  ///
  /// One person in several recordings of an unknown speaker has several keys. The speakers of Google
  /// Speech Commands are called "gsc-X" in some folders and "sc-X" in others.
  var voiceKey: String {
    guard let speaker else { return path }
    return speaker.hasPrefix("gsc-") ? String(speaker.dropFirst()) : speaker
  }

  var file: String { ManifestEntry.path(of: path, beside: index) }

  var folder: String {
    URL(fileURLWithPath: file).deletingLastPathComponent().lastPathComponent
  }

  /// What brackets at the end of ``origin`` say of the speaker and the microphone, as tags: "sex",
  /// "accent" and "microphone".
  ///
  /// As in "[Female Indian native=Marathi]", "[male nonNative landlinephone]", "[forties female us]".
  var traits: [String: String] {
    guard origin.hasSuffix("]"), let open = origin.lastIndex(of: "[") else { return [:] }
    var traits: [String: String] = [:]
    let words = origin[open...].dropFirst().dropLast().split { $0.isWhitespace }
    for word in words.map({ $0.lowercased() }) {
      if ["male", "female"].contains(word) {
        traits["sex"] = word
      } else if word.hasSuffix("phone") {
        traits["microphone"] = word
      } else if !word.contains("="), !word.hasSuffix("ties"), word != "teens" {
        traits["accent"] = (traits["accent"].map { $0 + " " } ?? "") + word
      }
    }
    return traits
  }
}

extension OutputFile {
  /// The name of a numbered clip: four digits or more, and a type such as `wav`.
  static func clipName(_ number: Int, type: String) -> String {
    "\(number.digits(4)).\(type)"
  }

  /// Writes 16 kHz mono samples, replacing what is there; the path's end is the type.
  static func write(_ samples: [Int16], to path: String) throws {
    try replace(path) {
      try Recording.write(samples: samples, sampleRateHz: Recording.sampleRateHz, path: $0)
    }
  }
}

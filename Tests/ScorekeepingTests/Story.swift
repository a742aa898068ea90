import Testing

/// A session as a picture: a name, and under it lines of what is done and where it leads.
struct Story: CustomTestStringConvertible {
  let name: String
  var lines: [String]

  var testDescription: String { name }

  /// Reads stories, whose lines are indented.
  static func all(in text: String) -> [Story] {
    text.split(separator: "\n").reduce(into: []) { stories, line in
      if line.hasPrefix(" ") {
        stories[stories.count - 1].lines.append(String(line.dropFirst(2)))
      } else {
        stories.append(Story(name: String(line), lines: []))
      }
    }
  }
}

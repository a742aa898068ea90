internal import HyzerBase

/// A command line that cannot be carried out as written: one line that says where, what, what to
/// do, and where to read more.
package struct UsageError: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// - Parameters:
  ///   - message: What is wrong and what to do, as a sentence without a capital letter.
  ///   - location: The program's name with the command's, as in `hyzer score`.
  package init(_ message: String, at location: String) {
    description = "\(location): \(message) See \("\(location) --help".quoted)."
  }

  /// A required option that is not given; `usage` is what to add.
  package static func missingOption(
    _ option: String, usage: String, at location: String
  ) -> UsageError {
    UsageError("missing option \(option.quoted); add \(usage.quoted).", at: location)
  }

  /// A value of an option or operand outside what is expected, which goes on after "give".
  package static func invalidValue(
    _ value: String, of subject: String, expected: String, suggestion: String? = nil,
    at location: String
  ) -> UsageError {
    let advice = suggestion.map { "did you mean \($0.quoted)? Give" } ?? "give"
    return UsageError(
      "invalid value \(value.quoted) for \(subject.quoted); \(advice) \(expected).", at: location)
  }
}

extension String {
  /// The text in quotation marks; the line breaks and terminal controls that an argument may hold
  /// are escaped.
  var quoted: String {
    let scalars = unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control
        || "\u{2028}\u{2029}".unicodeScalars.contains(scalar)
        ? scalar.escaped(asASCII: true) : String(scalar)
    }
    return "\"\(scalars.joined())\""
  }

  /// The candidate that this mistyped word was meant to be, the first of equals; nil if none is near.
  package func nearest(among candidates: [String]) -> String? {
    let word = lowercased()
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let folded = candidate.lowercased()
      let distance = Int(editDistance(Array(word), Array(folded), swap: 1))
      // One slip is allowed in every three letters, but a word is not guessed out of one letter.
      let allowance = Swift.min(3, Swift.max(word.count, folded.count) / 3)
      if distance <= allowance, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    if let best { return best.candidate }
    let longer = candidates.filter { $0.lowercased().hasPrefix(word) }
    return word.count >= 2 && longer.count == 1 ? longer.first : nil
  }
}

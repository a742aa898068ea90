extension String {
  /// The text without control characters, which names and transcripts from elsewhere may hold.
  package var printable: String {
    var scalars = UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: scalars.append("?")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}

@_spi(_Unicode) internal import Swift

extension StringProtocol {
  /// The text without the spaces and ends of lines around it, as somebody typed it.
  package var trimmed: String { trimming(\.isWhitespace) }

  /// Returns the text without such characters at its ends.
  package func trimming(_ isLeftOut: (Character) -> Bool) -> String {
    guard let first = firstIndex(where: { !isLeftOut($0) }),
      let last = lastIndex(where: { !isLeftOut($0) })
    else { return "" }
    return String(self[first...last])
  }

  /// Returns the text with spaces after it, in so many characters; longer ones are cut.
  package func padded(to count: Int) -> String {
    prefix(count) + String(repeating: " ", count: Swift.max(count - self.count, 0))
  }

  /// The letters without their accents and other marks, as the Unicode standard decomposes them (NFD).
  package var withoutMarks: String {
    var scalars = String.UnicodeScalarView()
    for scalar in String(self)._nfd where scalar.properties.generalCategory != .nonspacingMark {
      scalars.append(scalar)
    }
    return String(scalars)
  }
}

extension BinaryInteger {
  /// Returns the digits with zeros before them, in at least so many places.
  package func digits(_ count: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: Swift.max(count - digits.count, 0)) + digits
  }
}

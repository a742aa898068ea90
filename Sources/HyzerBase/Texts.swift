@_spi(_Unicode) internal import Swift

extension StringProtocol {
  /// The text without the spaces, those without width too, and ends of lines around it, as somebody typed it.
  package var trimmed: String { trimming { $0.properties.isWhitespace || $0 == "\u{200B}" } }

  /// Returns the text without any of some scalars at its ends.
  package func trimming(_ left: String) -> String { trimming(left.unicodeScalars.contains) }

  private func trimming(_ isLeftOut: (Unicode.Scalar) -> Bool) -> String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !isLeftOut($0) }),
      let last = scalars.lastIndex(where: { !isLeftOut($0) })
    else { return "" }
    return String(self[first..<scalars.index(after: last)])
  }

  /// Returns the text with spaces after it, in so many characters; longer ones are cut.
  package func padded(to count: Int) -> String {
    prefix(count) + String(repeating: " ", count: Swift.max(count - self.count, 0))
  }

  /// Latin, Greek and Cyrillic letters without their accents, and all else as it is; composed (NFC).
  ///
  /// Marks of other scripts make other letters, as of は "ha" ば "ba".
  package var withoutAccents: String {
    var scalars = String.UnicodeScalarView()
    for scalar in String(self)._nfd {
      if scalar.properties.generalCategory == .nonspacingMark, let base = scalars.last,
        base < "\u{510}"
      {
        continue
      }
      scalars.append(scalar)
    }
    return String(scalars).composed
  }

  /// The text in which letters and their marks are one (NFC).
  package var composed: String {
    var scalars = String.UnicodeScalarView()
    for scalar in String(self)._nfc { scalars.append(scalar) }
    return String(scalars)
  }
}

extension BinaryInteger {
  /// Returns the digits with zeros before them, in at least so many places, of which a sign takes the first.
  package func digits(_ count: Int, radix: Int = 10) -> String {
    let (sign, digits) = (self < 0 ? "-" : "", String(magnitude, radix: radix))
    let zeros = Swift.max(count - sign.count - digits.count, 0)
    return sign + String(repeating: "0", count: zeros) + digits
  }
}

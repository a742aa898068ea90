/// Reads numerals and number words as whole phrases, so that "twenty three" never becomes "three".
struct NumberReader {
  let tokens: [Token]

  /// Returns the longest number that starts at a token, or nil where none does.
  func reading(from start: Int) -> Reading? {
    let sign = NumberWords.signs[tokens[start].word]
    guard let number = unsigned(from: sign == nil ? start : start + 1) else { return nil }
    var meaning = number.meaning
    if let sign {
      // "Minus -3" is no number.
      guard case .number(let count) = meaning else { return nil }
      meaning = .relative(sign * count)
    }
    return Reading(label: .meaning(meaning, .number), tokens: start..<number.end, cost: 0)
  }

  private func unsigned(from start: Int) -> (meaning: Meaning, end: Int)? {
    guard tokens.indices.contains(start),
      var (meaning, end) = numeral(at: start) ?? spelledOut(from: start)
    else { return nil }
    if isWord(NumberWords.point, at: end), let fraction = unsigned(from: end + 1) {
      (meaning, end) = (.fraction, fraction.end)
    } else if let phrase = NumberWords.fractions.first(where: {
      tokens[end...].map(\.word).starts(with: $0)
    }) {
      (meaning, end) = (.fraction, end + phrase.count)
    }
    return (meaning, end)
  }

  private func numeral(at index: Int) -> (meaning: Meaning, end: Int)? {
    let word = tokens[index].word
    guard word.contains(where: Token.isDigit),
      word.allSatisfy({ Token.isDigit($0) || ".+-".contains($0) })
    else { return nil }
    if word.contains(".") { return (.fraction, index + 1) }
    // Saturating: all that matters of a huge numeral is that it is out of range.
    var value = 0
    for digit in word.compactMap(\.wholeNumberValue) {
      value = min(value * 10 + digit, 1_000_000_000)
    }
    switch word.first {
    case "+": return (.signed(value), index + 1)
    case "-": return (.signed(-value), index + 1)
    default: return (tokens[index].followsDash ? .dashed(value) : .number(value), index + 1)
    }
  }

  private func spelledOut(from start: Int) -> (meaning: Meaning, end: Int)? {
    guard var (value, end) = belowHundred(from: start) ?? oneOfScale(from: start) else {
      return nil
    }
    if (1...9).contains(value), NumberWords.ohs.contains(word(at: end)),
      let units = NumberWords.small[word(at: end + 1)], (1...9).contains(units)
    {
      // "One oh two."
      return (.number(value * 100 + units), end + 2)
    }
    while let scale = NumberWords.scales[word(at: end)] {
      value = min(value * scale, 1_000_000_000)
      end += 1
    }
    if value.isMultiple(of: 100), NumberWords.scales[word(at: end - 1)] != nil,
      let (rest, last) = belowHundred(from: isWord("and", at: end) ? end + 1 : end), rest > 0
    {
      (value, end) = (value + rest, last)
    }
    return (.number(value), end)
  }

  /// Reads zero to ninety-nine.
  private func belowHundred(from start: Int) -> (value: Int, end: Int)? {
    if let ten = NumberWords.tens[word(at: start)] {
      let unit = NumberWords.small[word(at: start + 1)].flatMap { (1...9).contains($0) ? $0 : nil }
      return unit.map { (ten + $0, start + 2) } ?? (ten, start + 1)
    }
    return NumberWords.small[word(at: start)].map { ($0, start + 1) }
  }

  /// Reads the "a" of "a hundred", or "hundred" alone.
  private func oneOfScale(from start: Int) -> (value: Int, end: Int)? {
    let end = isWord(NumberWords.article, at: start) ? start + 1 : start
    return NumberWords.scales[word(at: end)] == nil ? nil : (1, end)
  }

  private func word(at index: Int) -> String {
    tokens.indices.contains(index) ? tokens[index].word : ""
  }

  private func isWord(_ word: String, at index: Int) -> Bool {
    self.word(at: index) == word
  }
}

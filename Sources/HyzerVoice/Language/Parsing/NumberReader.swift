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
    var end = start
    var value = 0
    if let ten = NumberWords.tens[tokens[end].word] {
      value = ten
      end += 1
      if end < tokens.count, let unit = NumberWords.small[tokens[end].word], (1...9).contains(unit)
      {
        value += unit
        end += 1
      }
    } else if let small = NumberWords.small[tokens[end].word] {
      value = small
      end += 1
    } else if isWord(NumberWords.article, at: end), end + 1 < tokens.count,
      NumberWords.scales[tokens[end + 1].word] != nil
    {
      value = 1
      end += 1
    } else if NumberWords.scales[tokens[end].word] != nil {
      value = 1
    } else {
      return nil
    }
    while end < tokens.count, let scale = NumberWords.scales[tokens[end].word] {
      value = min(value * scale, 1_000_000_000)
      end += 1
    }
    return (.number(value), end)
  }

  private func isWord(_ word: String, at index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].word == word
  }
}

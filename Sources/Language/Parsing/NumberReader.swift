/// Reads numerals and number words as whole phrases, so that "twenty three" never becomes "three".
struct NumberReader {
  let tokens: [Token]

  /// Returns the longest number that starts at a token, or nil where none does.
  func reading(from start: Int) -> Reading? {
    let isSigned = NumberWords.signs.contains(tokens[start].word)
    let first = isSigned ? start + 1 : start
    guard first < tokens.count, let number = unsigned(from: first) else { return nil }
    return Reading(
      label: .meaning(isSigned ? .unusable(.signed) : number.meaning, isPlural: false),
      tokens: start..<number.end, cost: 0)
  }

  private func unsigned(from start: Int) -> (meaning: Meaning, end: Int)? {
    guard tokens.indices.contains(start),
      var (meaning, end) = numeral(at: start) ?? spelledOut(from: start)
    else { return nil }
    if isWord(NumberWords.point, at: end), let fraction = unsigned(from: end + 1) {
      (meaning, end) = (.unusable(.fraction), fraction.end)
    } else if let phrase = NumberWords.fractions.first(where: {
      tokens[end...].map(\.word).starts(with: $0)
    }) {
      (meaning, end) = (.unusable(.fraction), end + phrase.count)
    }
    return (meaning, end)
  }

  private func numeral(at index: Int) -> (meaning: Meaning, end: Int)? {
    let word = tokens[index].word
    guard word.contains(where: \.isWholeNumber),
      word.allSatisfy({ $0.isWholeNumber || ".+-−".contains($0) })
    else { return nil }
    if let sign = word.first, "+-−".contains(sign) { return (.unusable(.signed), index + 1) }
    if word.contains(".") { return (.unusable(.fraction), index + 1) }
    // Saturating: all that matters of a huge numeral is that it is out of range.
    var value = 0
    for digit in word.compactMap(\.wholeNumberValue) {
      value = min(value * 10 + digit, 1_000_000_000)
    }
    return (.number(value), index + 1)
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

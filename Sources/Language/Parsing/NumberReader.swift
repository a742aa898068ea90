/// Reads numerals and number words as whole phrases, so that "twenty three" never becomes "three".
struct NumberReader {
  let tokens: [Token]

  private static let small: [String: Int] = {
    let words = [
      "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
      "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
      "nineteen",
    ]
    var values = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1, $0) })
    values["nil"] = 0
    return values
  }()
  private static let tens: [String: Int] = [
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90,
  ]
  private static let scales: [String: Int] = [
    "hundred": 100, "thousand": 1000, "million": 1_000_000,
  ]
  private static let signs: Set<String> = ["minus", "negative", "plus"]
  private static let otherWords: Set<String> = ["point", "half", "quarter"]

  /// Whether a word takes part in numbers.
  static func isNumberWord(_ word: String) -> Bool {
    small[word] != nil || tens[word] != nil || scales[word] != nil || signs.contains(word)
      || otherWords.contains(word)
  }

  /// Returns the longest number that starts at a token, or nil where none does.
  func reading(from start: Int) -> Reading? {
    let isSigned = NumberReader.signs.contains(tokens[start].word)
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
    if isWord("point", at: end), let fraction = unsigned(from: end + 1) {
      (meaning, end) = (.unusable(.fraction), fraction.end)
    } else if isWord("and", at: end), isWord("a", at: end + 1),
      isWord("half", at: end + 2) || isWord("quarter", at: end + 2)
    {
      (meaning, end) = (.unusable(.fraction), end + 3)
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
    if let ten = NumberReader.tens[tokens[end].word] {
      value = ten
      end += 1
      if end < tokens.count, let unit = NumberReader.small[tokens[end].word], (1...9).contains(unit)
      {
        value += unit
        end += 1
      }
    } else if let small = NumberReader.small[tokens[end].word] {
      value = small
      end += 1
    } else if isWord("a", at: end), end + 1 < tokens.count,
      NumberReader.scales[tokens[end + 1].word] != nil
    {
      value = 1
      end += 1
    } else if NumberReader.scales[tokens[end].word] != nil {
      value = 1
    } else {
      return nil
    }
    while end < tokens.count, let scale = NumberReader.scales[tokens[end].word] {
      value = min(value * scale, 1_000_000_000)
      end += 1
    }
    return (.number(value), end)
  }

  private func isWord(_ word: String, at index: Int) -> Bool {
    tokens.indices.contains(index) && tokens[index].word == word
  }
}

internal import DiscGolf

/// How a written sentence may be read aloud: words, and choices between words.
struct SpokenReading: Hashable, Sendable {
  /// The parts in order: a word in lower case, or a JSGF expression with a choice of words.
  let sentence: [String]

  /// Every word that may be said, in order.
  var words: [String] { sentence.flatMap { $0.split { "()[]| ".contains($0) }.map(String.init) } }

  /// Reads a transcript; nil where it has something that cannot be read, such as half a word.
  ///
  /// Numbers in digits are read digit by digit, two by two, or as a whole. A prompt "SPELL Name" is
  /// read as the letters, the name, or both; "DIGITS 42" as the digits.
  init?(_ transcript: String) {
    var tokens: [String] = []
    for piece in transcript.split(whereSeparator: \.isWhitespace) {
      guard !piece.hasPrefix("-"), !piece.hasSuffix("-"),
        let words = Self.tokens(of: piece)
      else { return nil }
      tokens += words
    }
    let prompt = transcript.prefix { !$0.isWhitespace }
    let asked = tokens.dropFirst()
    if prompt == "DIGITS", !asked.isEmpty, asked.allSatisfy({ $0.first?.isNumber == true }) {
      sentence = [Self.digits(asked.joined())]
    } else if prompt == "SPELL", !asked.isEmpty, transcript != transcript.uppercased() {
      let name = asked.joined(separator: " ")
      let letters = asked.joined().map(String.init).joined(separator: " ")
      sentence = ["( \(name) [ \(letters) ] | \(letters) [ \(name) ] )"]
    } else {
      sentence = tokens.map { $0.first?.isNumber == true ? Self.number($0) : $0 }
    }
    guard !sentence.isEmpty else { return nil }
  }

  /// Takes a written word apart at what is neither letter, digit nor apostrophe; nil where a letter
  /// is not of the English alphabet.
  private static func tokens(of piece: Substring) -> [String]? {
    let text = piece.lowercased().replacing("’", with: "'")
    guard text.allSatisfy({ $0.isASCII || !$0.isLetter }) else { return nil }
    var parts: [String] = []
    for run in text.split(whereSeparator: {
      !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == "'"))
    }) {
      var part = ""
      for character in run {
        if let last = part.last, last.isNumber != character.isNumber {
          parts.append(part)
          part = ""
        }
        part.append(character)
      }
      parts.append(part)
    }
    return parts.filter { $0.contains { $0 != "'" } }
  }

  private static let tens = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
  ]

  private static func number(_ text: String) -> String {
    var ways = [digits(text)]
    switch text.count {
    case 2: ways += [pair(text)].compactMap(\.self)
    case 3:
      let rest = String(text.dropFirst())
      if let hundreds = digit(text.prefix(1)), text.first != "0" {
        ways += [pair(rest)].compactMap { $0 }.map { "\(hundreds) \($0)" }
        let small = pair(rest) ?? (rest == "00" ? nil : digit(rest.suffix(1)))
        ways.append("\(hundreds) hundred" + (small.map { " [ and ] \($0)" } ?? ""))
      }
    case 4:
      let halves = [String(text.prefix(2)), String(text.suffix(2))]
      if let first = pair(halves[0]) {
        ways.append("\(first) " + (pair(halves[1]) ?? digits(halves[1])))
        if halves[1] == "00" { ways.append("\(first) hundred") }
      }
    default: break
    }
    return ways.count == 1 ? ways[0] : "( \(ways.joined(separator: " | ")) )"
  }

  /// A number from 10 to 99 as a whole; nil for others.
  private static func pair(_ text: String) -> String? {
    guard let value = Int(text), (10...99).contains(value) else { return nil }
    if value < 20 { return NameKey.numberWords[value] }
    let tens = tens[value / 10 - 2]
    return value % 10 == 0 ? tens : "\(tens) \(NameKey.numberWords[value % 10])"
  }

  /// Digits one by one; two or three alike may be "double" or "triple".
  private static func digits(_ text: String) -> String {
    var parts: [String] = []
    var rest = text[...]
    while let first = rest.first, let word = digit(rest.prefix(1)) {
      let count = min(rest.prefix { $0 == first }.count, 3)
      let each = Array(repeating: word, count: count).joined(separator: " ")
      switch count {
      case 2: parts.append("( \(each) | double \(word) )")
      case 3:
        parts.append(
          "( \(each) | triple \(word) | double \(word) \(word) | \(word) double \(word) )")
      default: parts.append(each)
      }
      rest = rest.dropFirst(count)
    }
    return parts.joined(separator: " ")
  }

  private static func digit(_ text: Substring) -> String? {
    guard let value = Int(text), (0...9).contains(value) else { return nil }
    return value == 0 ? "( zero | oh )" : NameKey.numberWords[value]
  }
}

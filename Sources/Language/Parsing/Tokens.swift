/// A place in the source text: character offsets from its start.
public typealias SourceRange = Range<Int>

/// A word of the source text.
package struct Token: Hashable, Sendable {
  /// The word as it was written.
  package let text: String
  /// The form in which it is looked up: lower-case, with a plain apostrophe.
  package let word: String
  /// Where it stands, in characters.
  package let range: SourceRange
}

/// Returns the words of a text, with the place of each.
///
/// Words are runs of letters, digits and apostrophes, initials such as "T.J.", numerals with their
/// sign and fraction ("-3", "3.4"), and every symbol that is not punctuation, so that nothing with
/// a meaning gets lost. Hyphens separate words, as in "hole-in-one".
package func tokenize(_ text: String) -> [Token] {
  let characters = Array(text)
  var tokens: [Token] = []
  var position = 0
  while position < characters.count {
    let end = endOfToken(in: characters, from: position)
    if end > position {
      let text = String(characters[position..<end])
      tokens.append(Token(text: text, word: plainForm(text), range: position..<end))
      position = end
    } else {
      position += 1
    }
  }
  return tokens
}

private func isSign(_ character: Character) -> Bool { "+-−‐‑‒–﹣－＋".contains(character) }

/// The form in which a word is looked up.
private func plainForm(_ text: String) -> String {
  var word = text.lowercased().replacing("’", with: "'").replacing("‘", with: "'")
  if let first = word.first, isSign(first) { word = "-" + word.dropFirst() }
  return word
}

/// Returns where the token that starts at `start` ends, or `start` where none does.
private func endOfToken(in text: [Character], from start: Int) -> Int {
  func at(_ index: Int) -> Character? { text.indices.contains(index) ? text[index] : nil }
  func isDigit(_ index: Int) -> Bool { at(index)?.isWholeNumber ?? false }
  func isWordPart(_ index: Int) -> Bool {
    guard let character = at(index) else { return false }
    return character.isLetter || character.isNumber || "'’‘".contains(character)
  }
  var end = start
  let startsAnew = !isWordPart(start - 1) && at(start - 1) != "."
  let isSigned =
    isSign(text[start]) && startsAnew
    && (isDigit(start + 1) || at(start + 1) == "." && isDigit(start + 2))
  let isBareFraction = text[start] == "." && startsAnew && isDigit(start + 1)
  if isSigned || isBareFraction || isDigit(start) {
    end += isSigned ? 1 : 0
    while isDigit(end) { end += 1 }
    if at(end) == ".", isDigit(end + 1) {
      end += 1
      while isDigit(end) { end += 1 }
    }
    // A numeral with letters after it ("3rd", "3x") is a word of its own kind.
    while isWordPart(end) { end += 1 }
    return end
  }
  guard isWordPart(start) else {
    return text[start] == "&" || isMeaningfulSymbol(text[start]) ? start + 1 : start
  }
  guard at(start)?.isLetter ?? false || at(start)?.isNumber ?? false else { return start }
  while isWordPart(end) {
    end += 1
    // Initials: single letters, each with a full stop.
    if end - start == 1 || at(end - 2) == ".", at(end) == "." {
      let isInitial = at(end + 1)?.isLetter ?? false ? at(end + 2) == "." : true
      if isInitial, end - start > 1 || at(end + 1)?.isLetter ?? false || at(end + 1) == " " {
        end += 1
      }
    }
  }
  return end
}

/// Whether a character that is no letter means something: a currency or mathematical sign, an emoji;
/// signs that people use as separators do not.
private func isMeaningfulSymbol(_ character: Character) -> Bool {
  !"=|~^`<>+-−#@*_/\\".contains(character)
    && (character.isSymbol || "%?¿？؟‰".contains(character)
      || character.unicodeScalars.contains { $0.properties.isEmojiPresentation })
}

/// A place in the source text: character offsets from its start.
package typealias SourceRange = Range<Int>

/// A word of the source text.
package struct Token: Hashable, Sendable {
  package let text: String
  /// The form in which it is looked up: lower-case, with a plain apostrophe.
  package let word: String
  /// Where it stands, in characters.
  package let range: SourceRange
  /// Whether a comma, a full stop or the like stands between it and the word before.
  package let followsPause: Bool
  /// Whether a sentence ends between it and the word before.
  package var followsStop = false
  /// Whether it is a numeral with a dash before it that is behind a word, as in "Mike-1" and "Mike - 1".
  package var followsDash = false
}

extension Token {
  /// Whether a character is a digit of a number, in any script; a superscript or a fraction is not.
  static func isDigit(_ character: Character) -> Bool {
    character.unicodeScalars.count == 1
      && character.unicodeScalars.allSatisfy { $0.properties.numericType == .decimal }
  }
}

/// Returns the words of a text, with the place of each.
///
/// Words are runs of letters, digits and apostrophes, initials such as "T.J.", numerals with their
/// sign and fraction ("-3", "3.4"), and every symbol but those that only part words, so that nothing
/// with a meaning gets lost: "<3" is no 3. Hyphens separate words, as in "hole-in-one".
package func tokenize(_ text: String) -> [Token] {
  let characters = Array(text)
  let inches = inchMarks(in: characters)
  var tokens: [Token] = []
  var position = 0
  var hasPause = false
  var hasStop = false
  while position < characters.count {
    let isInches = inches.contains(position)
    let end = isInches ? position + 1 : endOfToken(in: characters, from: position)
    if end > position {
      let text = String(characters[position..<end])
      tokens.append(
        Token(
          text: text, word: plainForm(text), range: position..<end, followsPause: hasPause,
          followsStop: hasStop && !tokens.isEmpty,
          followsDash: Token.isDigit(characters[position])
            && endsInDash(characters[..<position])))
      hasPause = false
      hasStop = false
      position = end
    } else {
      hasPause = hasPause || ",;:.!\n()–—".contains(characters[position])
      hasStop = hasStop || endsSentence(in: characters, at: position)
      position += 1
    }
  }
  return tokens
}

/// Whether a character ends a sentence; of several full stops in a row, which are a hesitation, none does.
private func endsSentence(in text: [Character], at position: Int) -> Bool {
  if text[position] == "!" { return true }
  return text[position] == "."
    && text[..<position].last != "." && text[(position + 1)...].first != "."
}

/// Whether what stands before a numeral is a dash behind a word, with or without spaces.
private func endsInDash(_ text: ArraySlice<Character>) -> Bool {
  func isSolid(_ character: Character) -> Bool { !character.isWhitespace }
  guard let dash = text.lastIndex(where: isSolid), isSign(text[dash]), text[dash] != "+" else {
    return false
  }
  return text[..<dash].last(where: isSolid)?.isLetter ?? false
}

/// Whether a character before a numeral may be its sign.
private func isSign(_ character: Character) -> Bool { "+-−‐‑‒–﹣－＋".contains(character) }

/// Returns the form in which a word is looked up.
///
/// Of the signs, dashes are left as they are: nobody knows whether "Mike –3" is three strokes or three
/// under par.
private func plainForm(_ text: String) -> String {
  var word = text.lowercased().replacing("’", with: "'").replacing("‘", with: "'")
  if word.count > 1, let first = word.first {
    if "−﹣－".contains(first) { word = "-" + word.dropFirst() }
    if first == "＋" { word = "+" + word.dropFirst() }
  }
  return word
}

/// Returns where the token that starts at `start` ends, or `start` where none does.
private func endOfToken(in text: [Character], from start: Int) -> Int {
  func at(_ index: Int) -> Character? { text.indices.contains(index) ? text[index] : nil }
  func isDigit(_ index: Int) -> Bool { at(index).map(Token.isDigit) ?? false }
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
    return partsWords(text[start], before: at(start + 1)) ? start : start + 1
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

/// Whether a character only parts words; what is left out here means something.
private func partsWords(_ character: Character, before next: Character?) -> Bool {
  // Scalar by scalar: the Greek question mark equals a semicolon otherwise.
  if character == "!" { return next.map { !"=?<>".contains($0) && !Token.isDigit($0) } ?? true }
  // "#1" may be a place.
  if character == "#" { return next.map { !Token.isDigit($0) } ?? true }
  return character.unicodeScalars.allSatisfy { scalar in
    if scalar.properties.isWhitespace { return true }
    switch scalar.properties.generalCategory {
    case .control, .format: return true
    default: return ",.;:!()[]{}\"'’‘“”„«»‹›–—‒‐‑-−…·•*_=/|#\\`".unicodeScalars.contains(scalar)
    }
  }
}

/// Returns the places of quotation marks that stand for feet or inches: after a numeral that no other mark
/// opens.
private func inchMarks(in text: [Character]) -> Set<Int> {
  var places: Set<Int> = []
  var hasOpened = [false, false]
  var followsDigit = false
  for (index, character) in text.enumerated() {
    if let kind = ["\"”“", "'’‘"].firstIndex(where: { $0.contains(character) }) {
      if followsDigit, !hasOpened[kind] {
        places.insert(index)
      } else if index == 0 || !text[index - 1].isLetter {
        // An apostrophe inside a word opens nothing.
        hasOpened[kind].toggle()
      }
    }
    if !character.isWhitespace { followsDigit = Token.isDigit(character) }
  }
  return places
}

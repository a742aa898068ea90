extension Classifier {
  /// Parts what is typed without a space between a player's name and the score: "mike3", "mike3jake4",
  /// "mike+1".
  ///
  /// A word that spells a name as a whole, as "player1" may, stays one.
  func parted(_ tokens: [Token]) -> [Token] {
    let parts = tokens.flatMap(parted)
    let gluesDash = zip(parts, parts.dropFirst()).contains { name, number in
      isName(name) && number.isNumeral && number.range.lowerBound == name.range.upperBound + 1
        && !number.followsPause
    }
    // In "mike+1 jake-1" the dash would be no sign.
    return gluesDash ? parts : signed(parts)
  }

  private func parted(_ token: Token) -> [Token] {
    // A longer word is no name, and would take long.
    guard token.text.count <= NameMatcher.mostLetters, token.word.first?.isLetter == true,
      token.word.contains(where: Token.isDigit),
      !spellsName(token.word)
    else { return [token] }
    var runs: [Token] = []
    for (offset, character) in token.text.enumerated() {
      let place = token.range.lowerBound + offset
      if let last = runs.last, last.isNumeral == Token.isDigit(character) {
        runs[runs.count - 1] = Token(
          text: last.text + String(character), word: last.word + character.lowercased(),
          range: last.range.lowerBound..<place + 1, followsPause: last.followsPause)
      } else {
        runs.append(
          Token(
            text: String(character), word: character.lowercased(), range: place..<place + 1,
            followsPause: token.followsPause && runs.isEmpty))
      }
    }
    let isPlain = runs.allSatisfy { $0.isNumeral ? $0.text.count <= 2 : isName($0) }
    return isPlain && runs.last?.isNumeral == true ? runs : [token]
  }

  /// Joins a plus between a name and a numeral, without a space anywhere, to the numeral.
  private func signed(_ tokens: [Token]) -> [Token] {
    var found: [Token] = []
    for (index, token) in tokens.enumerated() {
      guard index >= 2, token.isNumeral, let plus = found.last, plus.text == "+",
        plus.range.upperBound == token.range.lowerBound, isName(tokens[index - 2]),
        tokens[index - 2].range.upperBound == plus.range.lowerBound
      else {
        found.append(token)
        continue
      }
      found[found.count - 1] = Token(
        text: "+" + token.text, word: "+" + token.word,
        range: plus.range.lowerBound..<token.range.upperBound, followsPause: false)
    }
    return found
  }
}

extension Token {
  /// Whether it is digits and nothing else.
  fileprivate var isNumeral: Bool { text.allSatisfy(Token.isDigit) }
}

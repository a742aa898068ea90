/// A phone of the acoustic model's set: the 39 of ARPAbet that the CMU dictionary uses.
package enum Phone: String, CaseIterable, Hashable, Sendable, CustomStringConvertible {
  case aa, ae, ah, ao, aw, ay, b, ch, d, dh, eh, er, ey, f, g, hh, ih, iy, jh, k, l, m, n, ng, ow
  case oy, p, r, s, sh, t, th, uh, uw, v, w, y, z, zh

  /// Reads a phone in either case, with or without a stress digit ("ah0"), or flite's "ax".
  package init?(spelling: some StringProtocol) {
    var text = spelling.lowercased()
    if let last = text.last, "012".contains(last), text.count > 1 { text.removeLast() }
    self.init(rawValue: text == "ax" ? "ah" : text)
  }

  /// The phone as the dictionary writes it, in upper case.
  package var description: String { rawValue.uppercased() }

  /// Whether the phone is a vowel or a diphthong.
  package var isVowel: Bool { "aeiou".contains(rawValue.prefix(1)) }
}

/// How a word is said: one or more phones.
package struct Pronunciation: Hashable, Sendable, CustomStringConvertible {
  /// The phones in order; never empty.
  package let phones: [Phone]

  /// Makes a pronunciation, or nil for no phones.
  package init?(_ phones: [Phone]) {
    guard !phones.isEmpty else { return nil }
    self.phones = phones
  }

  /// Reads phones that are separated by white space, such as `"SH AH V AO N"`.
  ///
  /// - Throws: ``PronunciationError`` naming the first phone that the model does not have.
  package init(parsing text: String) throws(PronunciationError) {
    var phones: [Phone] = []
    for spelling in text.split(whereSeparator: \.isWhitespace) {
      guard let phone = Phone(spelling: spelling) else {
        throw .unknownPhone(String(spelling), in: text)
      }
      phones.append(phone)
    }
    guard !phones.isEmpty else { throw .empty }
    self.phones = phones
  }

  /// The phones, upper-case and separated by spaces, as the dictionary writes them.
  package var description: String { phones.map(\.description).joined(separator: " ") }

  /// Returns this pronunciation followed by `next`, as words of one name are.
  package func followed(by next: Pronunciation) -> Pronunciation {
    Pronunciation(joined: phones + next.phones)
  }

  private init(joined phones: [Phone]) { self.phones = phones }
}

/// What makes a written pronunciation unusable.
public enum PronunciationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are no phones.
  case empty
  /// A phone is not of the model's set.
  case unknownPhone(String, in: String)

  /// One line: what is wrong and what to do.
  public var description: String {
    switch self {
    case .empty: "the pronunciation is empty; give ARPAbet phones such as \"SH AH V AO N\""
    case .unknownPhone(let phone, let text):
      "\"\(phone)\" in the pronunciation \"\(text)\" is no ARPAbet phone; use "
        + Phone.allCases.map(\.description).joined(separator: " ")
    }
  }
}

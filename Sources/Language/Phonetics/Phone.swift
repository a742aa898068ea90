/// A phone of the acoustic model's set: the 39 of ARPAbet that the CMU dictionary uses.
public enum Phone: String, CaseIterable, Hashable, Sendable {
  case aa = "AA"
  case ae = "AE"
  case ah = "AH"
  case ao = "AO"
  case aw = "AW"
  case ay = "AY"
  case b = "B"
  case ch = "CH"
  case d = "D"
  case dh = "DH"
  case eh = "EH"
  case er = "ER"
  case ey = "EY"
  case f = "F"
  case g = "G"
  case hh = "HH"
  case ih = "IH"
  case iy = "IY"
  case jh = "JH"
  case k = "K"
  case l = "L"
  case m = "M"
  case n = "N"
  case ng = "NG"
  case ow = "OW"
  case oy = "OY"
  case p = "P"
  case r = "R"
  case s = "S"
  case sh = "SH"
  case t = "T"
  case th = "TH"
  case uh = "UH"
  case uw = "UW"
  case v = "V"
  case w = "W"
  case y = "Y"
  case z = "Z"
  case zh = "ZH"

  /// Reads a phone in either case, with or without a stress digit ("ah0"), or flite's "ax".
  public init?(spelling: some StringProtocol) {
    var text = spelling.uppercased()
    if let last = text.last, "012".contains(last), text.count > 1 { text.removeLast() }
    if text == "AX" { text = "AH" }
    self.init(rawValue: text)
  }

  /// Whether the phone is a vowel or a diphthong.
  public var isVowel: Bool {
    switch self {
    case .aa, .ae, .ah, .ao, .aw, .ay, .eh, .er, .ey, .ih, .iy, .ow, .oy, .uh, .uw: true
    default: false
    }
  }
}

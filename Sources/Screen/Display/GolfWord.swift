internal import Golf

/// How a number of strokes compares with par, in signs and words.
struct GolfWord: Hashable {
  /// "-2", "E" or "+1".
  let sign: String
  /// Such as "birdie"; empty where golf has no word.
  let word: String
  /// Colours it; never the only sign.
  let style: Style

  /// Compares a score with a hole's par.
  init(_ strokes: Strokes, par: Int) {
    let relative = strokes.count - par
    self.init(relative: relative, word: GolfWord.word(strokes.count, relative))
  }

  /// Makes the sign of strokes above par, of a whole round for instance.
  init(relative: Int) { self.init(relative: relative, word: "") }

  private init(relative: Int, word: String) {
    self.word = word
    sign = RelativeToPar.sign(relative)
    style = relative == 0 ? .plain : relative < 0 ? .underPar : .overPar
  }

  private static func word(_ strokes: Int, _ relative: Int) -> String {
    if strokes == 1 { return "ace" }
    return switch relative {
    case -3: "albatross"
    case -2: "eagle"
    case -1: "birdie"
    case 0: "par"
    case 1: "bogey"
    case 2: "double bogey"
    case 3: "triple bogey"
    default: ""
    }
  }
}

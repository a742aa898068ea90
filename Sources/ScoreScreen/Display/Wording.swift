internal import DiscGolf
internal import ScoreLog

/// How a number of strokes compares with par, in signs and words.
struct GolfWord: Hashable {
  /// "-2", "E" or "+1".
  let sign: String
  let word: String
  /// Colours it; never the only sign.
  let style: Style

  init(_ result: HoleResult, par: Int) {
    switch result {
    case .strokes(let strokes):
      let relative = strokes.count - par
      self.init(
        sign: RelativeToPar.sign(relative), word: GolfWord.word(strokes.count, relative),
        style: Self.style(relative))
    case .noScore: self.init(sign: "", word: result.text, style: .plain)
    }
  }

  /// Makes the sign of strokes above par of several holes: how far over is in the number, and red is for one hole.
  init(relative: Int) {
    self.init(
      sign: RelativeToPar.sign(relative), word: "", style: Self.style(relative.signum()))
  }

  private static func style(_ relative: Int) -> Style {
    relative == 0 ? .plain : relative < 0 ? .underPar : relative == 1 ? .overPar : .twoOverPar
  }

  private init(sign: String, word: String, style: Style) {
    (self.sign, self.word, self.style) = (sign, word, style)
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

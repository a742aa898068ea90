/// The pars of a course as a text with one digit for each hole.
enum Pars {
  static func text(_ pars: [Int]) -> String { pars.map { "\($0)" }.joined() }

  /// Reads the digits back; what is no digit becomes a par that no hole can have.
  static func numbers(_ text: String) -> [Int] { text.utf8.map { Int($0) - 0x30 } }
}

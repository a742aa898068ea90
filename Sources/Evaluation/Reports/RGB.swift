/// A colour of the sRGB space, each part from 0 to 255.
struct RGB: Hashable, Sendable {
  let red: Int
  let green: Int
  let blue: Int

  /// Makes a colour of its usual number, such as `0xFF8000`.
  init(_ number: Int) {
    self.init(red: number >> 16 & 0xFF, green: number >> 8 & 0xFF, blue: number & 0xFF)
  }

  private init(red: Int, green: Int, blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Returns the colour with a share of another in it, from 0 to 1.
  func mixed(with other: RGB, share: Double) -> RGB {
    func part(_ path: KeyPath<RGB, Int>) -> Int {
      let (from, to) = (Double(self[keyPath: path]), Double(other[keyPath: path]))
      return Int((from + (to - from) * share).rounded())
    }
    return RGB(red: part(\.red), green: part(\.green), blue: part(\.blue))
  }

  /// The colour as style sheets write it.
  var css: String {
    "#"
      + [red, green, blue].map { part in
        let digits = String(part, radix: 16)
        return digits.count == 1 ? "0" + digits : digits
      }.joined()
  }
}

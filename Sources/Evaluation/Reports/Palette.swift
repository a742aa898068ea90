/// The colours of a report, on light or on dark ground.
///
/// Text has a contrast of at least 4.5 to 1 to what it stands on, and lines and marks of 3 to 1, as
/// WCAG 2.2 asks at level AA.
struct Palette: Hashable, Sendable {
  /// What everything stands on.
  let ground: RGB
  /// What sets a part apart from the ground.
  let panel: RGB
  /// Text.
  let ink: RGB
  /// Text of less weight.
  let muted: RGB
  /// Hairlines that carry no meaning.
  let rule: RGB
  /// Links, and the frames of what can be operated.
  let accent: RGB
  /// What is as it should be.
  let good: RGB
  /// What is not.
  let bad: RGB
  /// Noises, told apart by marks and dashes too.
  let series: [RGB]
  /// Stages of the pipeline, in their order.
  let stages: [RGB]

  /// How many steps of shade a heat map has.
  static let shades = 5

  /// The ground of a heat map's cell; `shade` goes from 0 to ``shades`` - 1.
  func heat(isRight: Bool, shade: Int) -> RGB {
    ground.mixed(with: isRight ? series[0] : series[1], share: 0.1 + 0.085 * Double(shade))
  }

  static let light = Palette(
    ground: RGB(0xFEFEFC), panel: RGB(0xF5F4F0), ink: RGB(0x1C1E21), muted: RGB(0x5A5E64),
    rule: RGB(0xDBD9D2), accent: RGB(0x1F5AA6), good: RGB(0x1A6E46), bad: RGB(0xA82F1D),
    series: [
      RGB(0x2563A8), RGB(0xB4510B), RGB(0x1B7F5C), RGB(0x8A3EA6), RGB(0xB02A4C), RGB(0x5D6B1F),
      RGB(0x3B6F80), RGB(0x6B5344),
    ],
    stages: [RGB(0x6B7280), RGB(0x2563A8), RGB(0x1B7F5C), RGB(0x8A3EA6), RGB(0xB4510B)])

  static let dark = Palette(
    ground: RGB(0x15171A), panel: RGB(0x1E2125), ink: RGB(0xE7E6E2), muted: RGB(0xA5A9AE),
    rule: RGB(0x363A40), accent: RGB(0x8AB8F2), good: RGB(0x6FCE9B), bad: RGB(0xFF9A85),
    series: [
      RGB(0x7DB4F0), RGB(0xF0A063), RGB(0x5FCFA3), RGB(0xCF9AE6), RGB(0xF28BA4), RGB(0xC3CF6E),
      RGB(0x8CC6D6), RGB(0xC9AD98),
    ],
    stages: [RGB(0xA3A9B3), RGB(0x7DB4F0), RGB(0x5FCFA3), RGB(0xCF9AE6), RGB(0xF0A063)])
}

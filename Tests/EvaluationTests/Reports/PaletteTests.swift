import Foundation
import Testing

@testable import Evaluation

@Suite struct `Colours` {
  static let palettes = [Palette.light, .dark]

  @Test(arguments: palettes)
  func `text has a contrast of 4.5 to 1 to what it stands on`(palette: Palette) {
    let texts = [palette.ink, palette.muted, palette.accent, palette.good, palette.bad]
    for text in texts { #expect(contrast(text, palette.ground) >= 4.5) }
    #expect(contrast(palette.ink, palette.panel) >= 4.5)
    for shade in 0..<Palette.shades {
      for isRight in [true, false] {
        #expect(contrast(palette.ink, palette.heat(isRight: isRight, shade: shade)) >= 4.5)
      }
    }
  }

  @Test(arguments: palettes)
  func `lines and marks have a contrast of 3 to 1 to the ground`(palette: Palette) {
    for mark in palette.series + palette.stages {
      #expect(contrast(mark, palette.ground) >= 3)
    }
  }

  @Test func `both grounds have the same number of colours, all different`() {
    #expect(Palette.light.series.count == Palette.dark.series.count)
    #expect(Palette.light.stages.count == Palette.dark.stages.count)
    for palette in Self.palettes {
      #expect(Set(palette.series).count == palette.series.count)
      #expect(Set(palette.stages).count == palette.stages.count)
    }
  }

  @Test func `colours are written as style sheets want them`() {
    #expect(RGB(0x0A00FF).css == "#0a00ff")
    #expect(RGB(0x000000).mixed(with: RGB(0xFF8000), share: 0.5) == RGB(0x804000))
  }

  /// WCAG 2.2, "contrast ratio" and "relative luminance".
  private func contrast(_ one: RGB, _ other: RGB) -> Double {
    let (first, second) = (luminance(one), luminance(other))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  private func luminance(_ colour: RGB) -> Double {
    func linear(_ part: Int) -> Double {
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green)
      + 0.0722 * linear(colour.blue)
  }
}

import TestSupport
import Testing

@testable import ScoreScreen

/// Every sample screen as it was when somebody last looked at it.
struct GoldenScreenTests {
  /// Those that are laid out otherwise where the leaderboard has no place at the side.
  private static let narrow: Set<SampleScreen> = [
    .idle, .confirming, .partial, .failed, .committed, .names, .crowd, .crowdConfirming, .help,
    .picking, .unread, .one, .silent, .disputed, .resolving, .resolvingMany,
  ]

  @Test(arguments: SampleScreen.allCases)
  func `a screen at the usual sizes is the golden one`(_ sample: SampleScreen) throws {
    let wide = ScreenSize(rows: 24, columns: 80)
    try expect(
      sample, unicodeLayout,
      Self.narrow.contains(sample) ? [wide, ScreenSize(rows: 20, columns: 40)] : [wide],
      toBe: "\(sample.rawValue).txt")
  }

  @Test(arguments: [SampleScreen.idle, .confirming, .partial, .crowd, .failed])
  func `a screen in small windows is the golden one`(_ sample: SampleScreen) throws {
    try expect(
      sample, unicodeLayout,
      [
        ScreenSize(rows: 12, columns: 30), ScreenSize(rows: 8, columns: 20),
        ScreenSize(rows: 7, columns: 20), ScreenSize(rows: 8, columns: 11),
      ],
      toBe: "\(sample.rawValue)-small.txt")
  }

  @Test(arguments: [SampleScreen.disputed, .resolving, .resolvingMany])
  func `disputes in small windows are as the golden ones`(_ sample: SampleScreen) throws {
    try expect(
      sample, unicodeLayout,
      [ScreenSize(rows: 10, columns: 30), ScreenSize(rows: 8, columns: 20)],
      toBe: "\(sample.rawValue)-small.txt")
  }

  @Test(arguments: [SampleScreen.confirming, .names, .picking, .committed, .resolving])
  func `a screen in ASCII is the golden one`(_ sample: SampleScreen) throws {
    try expect(
      sample, asciiLayout, [ScreenSize(rows: 20, columns: 40)],
      toBe: "\(sample.rawValue)-ascii.txt")
  }

  private func expect(
    _ sample: SampleScreen, _ layout: ScreenLayout, _ sizes: [ScreenSize], toBe name: String
  ) throws {
    let (model, state) = (try sample.model(), try sample.state())
    let text = sizes.map { picture(layout.frame(model, state, size: $0)) }.joined(separator: "\n")
    let difference = try GoldenFile(name).difference(from: text)
    #expect(difference == nil)
  }
}

import Scorekeeping
import TestSupport
import Testing

@testable import ScoreScreen

/// Every sample screen as it was when somebody last looked at it.
struct GoldenScreenTests {
  /// Those that are laid out otherwise where the leaderboard has no place at the side.
  private static let narrow: Set<SampleScreen> = [
    .idle, .confirming, .partial, .failed, .committed, .names, .crowd, .crowdConfirming, .help,
    .picking, .unread, .one, .silent, .disputed, .resolving, .resolvingMany, .adding, .complete,
    .finishing, .finishingEarly,
  ]

  private static let wide = ScreenSize(rows: 24, columns: 80)
  private static let usual = ScreenSize(rows: 20, columns: 40)
  private static let small = [(12, 30), (8, 20), (7, 20), (8, 11)].map {
    ScreenSize(rows: $0, columns: $1)
  }

  /// Samples with the windows in which they are drawn, and the end of the file's name.
  private static let drawn: [(samples: [SampleScreen], sizes: [ScreenSize], end: String)] = [
    (SampleScreen.allCases.filter(narrow.contains), [wide, usual], ""),
    (SampleScreen.allCases.filter { !narrow.contains($0) }, [wide], ""),
    ([.idle, .confirming, .partial, .crowd, .failed], small, "-small"),
    (
      [.disputed, .resolving, .resolvingMany],
      [(10, 30), (8, 20)].map { ScreenSize(rows: $0, columns: $1) }, "-small"
    ),
    ([.confirming, .names, .picking, .committed, .resolving], [usual], "-ascii"),
  ]

  @Test(arguments: SampleScreen.allCases)
  func `only who has to press the space bar is told of it`(_ sample: SampleScreen) throws {
    var model = try sample.model()
    for microphone in [AudioSession.Microphone.handsFree, nil] {
      model.microphone = microphone
      let text = picture(unicodeLayout.frame(model, try sample.state(), size: Self.wide))
      #expect(!text.contains("space"))
    }
  }

  @Test(arguments: SampleScreen.allCases)
  func `a screen is the golden one in every size`(_ sample: SampleScreen) throws {
    for (samples, sizes, end) in Self.drawn where samples.contains(sample) {
      let layout = end == "-ascii" ? asciiLayout : unicodeLayout
      let (model, state) = (try sample.model(), try sample.state())
      let text = sizes.map { picture(layout.frame(model, state, size: $0)) }.joined(separator: "\n")
      #expect(try GoldenFile("\(sample.rawValue)\(end).txt").difference(from: text) == nil)
    }
  }
}

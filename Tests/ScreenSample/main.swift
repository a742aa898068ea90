import Foundation
import Scorekeeping
import Screen
import TestSupport

// Shows one of the sample screens in the terminal that it runs in, and says which keys it got and
// what they ask for; ends when they ask to quit. The tests of the terminal run it.

guard let name = CommandLine.arguments.dropFirst().first, let sample = SampleScreen(rawValue: name)
else {
  print("name a sample: \(SampleScreen.allCases.map(\.rawValue).joined(separator: " "))")
  exit(64)
}

do {
  try show(sample)
  print("the screen is closed")
} catch {
  print(error)
  exit(69)
}

func show(_ sample: SampleScreen) throws {
  let screen = try TerminalScreen(environment: ProcessInfo.processInfo.environment)
  let layout = ScreenLayout(glyphs: screen.glyphs, width: TerminalScreen.width)
  var model = try sample.model()
  var state = try sample.state()
  while true {
    try screen.paint(layout.frame(model, state, size: screen.size))
    guard let key = screen.nextKey(waitingAtMost: .seconds(60)) else { continue }
    let actions = state.handle(key, in: model)
    if actions.contains(.quit) { return }
    model.notice = ScreenModel.Notice("\(key) \(actions)")
  }
}

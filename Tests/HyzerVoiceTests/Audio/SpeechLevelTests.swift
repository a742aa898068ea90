import Testing

@testable import HyzerVoice

@Suite struct `Active speech level` {
  private static func frame(_ value: Int16) -> [Int16] { [Int16](repeating: value, count: 160) }

  @Test(arguments: [
    ("one frame", frame(-3), 3.0 as Double?),
    ("frames of two levels", frame(300) + frame(400), 125_000.0.squareRoot()),
    ("pauses", frame(0) + frame(1000) + frame(0) + frame(0), 1000),
    ("a frame just within 20 dB", frame(1000) + frame(101), 505_100.5.squareRoot()),
    ("a frame 20 dB down", frame(1000) + frame(100), 1000),
    ("an unfinished frame", frame(10) + [Int16](repeating: 5000, count: 159), 10),
    ("full scale", frame(.min), 32_768),
    ("silence", frame(0) + frame(0), nil),
    ("no full frame", [Int16](repeating: 1000, count: 159), nil),
    ("nothing", [], nil),
  ])
  func `frames near the loudest count`(name: String, samples: [Int16], level: Double?) {
    #expect(ActiveSpeechLevel.rms(of: samples) == level)
  }
}

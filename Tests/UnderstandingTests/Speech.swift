import Audio
import Foundation
import TestSupport
import Testing

/// Speech made while the tests run.
enum Speech {
  /// Returns what a voice of flite says, with as much silence after it as ends an utterance.
  static func saying(_ text: String, voice: String = "slt") throws -> [Int16] {
    let directory = try Tool.Directory()
    let file = directory.url.appending(path: "speech.wav").path
    let outcome = try Tool.run(
      "/usr/bin/flite", ["-voice", voice, "-t", text, "-o", file], in: directory)
    try #require(outcome == Tool.Outcome(status: 0, output: ""))
    return try silence(0.5) + Recording.read(path: file).samples + silence(1)
  }

  /// Returns digital silence.
  static func silence(_ seconds: Double) -> [Int16] {
    Array(repeating: 0, count: Int(seconds * Double(Recording.sampleRateHz)))
  }
}

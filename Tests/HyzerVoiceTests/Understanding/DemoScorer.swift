import Foundation
import Synchronization
import TestSupport

@testable import HyzerVoice

/// What hears the round of the project's recordings: loaded once for all tests, since what was heard before
/// changes nothing.
enum DemoScorer {
  private static let shared = Mutex<LiveScorer?>(nil)

  static func round() throws -> Round {
    try JSONDecoder().decode(
      Round.self, from: Data(contentsOf: URL(fileURLWithPath: DemoAudio.path("round.json"))))
  }

  /// Lets `body` use the scorer at the start of a stream, as it was made.
  static func live<Value: Sendable>(_ body: @Sendable (inout LiveScorer) throws -> Value) throws
    -> Value
  {
    try shared.withLock { scorer in
      var live =
        if let known = scorer.take() { known } else {
          LiveScorer(scorer: try UtteranceScorer(round: round()))
        }
      live.discard()
      live.listensForReplies = false
      live.showsPartialWords = false
      live.expectedPlayers = nil
      try live.move(to: round())
      let value = try body(&live)
      scorer = consume live
      return value
    }
  }

  /// Returns what whole utterances say.
  static func score(
    _ samples: [Int16], listensForReplies: Bool = false, range: Range<Int>? = nil
  ) throws -> ScoredUtterance {
    try live { live in
      try live.scorer.score(samples, listensForReplies: listensForReplies, range: range)
    }
  }
}

/// Speech made while the tests run.
enum Speech {
  /// Returns a recording that comes with the project.
  static func recording(_ file: String) throws -> [Int16] {
    try Recording(path: DemoAudio.path(file)).samples
  }

  /// Returns what a voice of flite says, with as much silence after it as ends an utterance.
  static func saying(_ text: String, voice: String = "slt") throws -> [Int16] {
    let directory = try Tool.Directory()
    let file = directory.url.appending(path: "speech.wav").path
    let outcome = try Tool.run(
      "/usr/bin/flite", ["-voice", voice, "-t", text, "-o", file], in: directory)
    guard outcome == Tool.Outcome(status: 0, output: "") else { throw NoSpeech(outcome: outcome) }
    return try silence(0.5) + Recording(path: file).samples + silence(1)
  }

  /// Returns digital silence.
  static func silence(_ seconds: Double) -> [Int16] {
    Array(repeating: 0, count: Int(seconds * Double(Recording.sampleRateHz)))
  }

  struct NoSpeech: Error { let outcome: Tool.Outcome }
}

internal import Dispatch
internal import HyzerBase
internal import HyzerVoice
internal import Synchronization

/// Asks a speaker for one sentence after the other, and records it.
package struct RecordingDialogue {
  package enum Answer: Equatable {
    case keep([Int16])
    case skip
    case quit
  }

  /// A clip as it was recorded; empty where nothing was said.
  struct Clip: Equatable {
    var samples: [Int16]
    var overruns: Int
  }

  /// A longer clip has been forgotten.
  private static let longestSeconds = 30
  /// So much silence before the first word means that nobody speaks.
  private static let longestSilenceSeconds = 8
  /// Who reads a sentence from a screen pauses for longer than who knows a score.
  private static let settings = EndpointerSettings(
    trailingSilence: .milliseconds(1200), maximumLength: .seconds(longestSeconds))

  /// Opens the microphone, calls `opened`, and hands over blocks of 16 kHz mono samples until `goesOn`
  /// returns false or the stream ends; returns how often samples were lost.
  package typealias Microphone = (
    _ opened: () throws -> Void, _ goesOn: ([Int16]) throws -> Bool
  ) throws -> Int

  private let microphone: Microphone
  private let play: ([Int16]) throws -> Void
  private let isManual: Bool
  private let show: (String) throws -> Void
  private let nextLine: @Sendable () throws -> String?
  private let complain: (any Error) -> Void

  /// Makes a dialogue that shows pieces of text and reads lines until their end.
  ///
  /// `play` returns when 16 kHz mono samples have been heard. With `isManual` a line ends a clip,
  /// otherwise silence does; `complain` is called where a clip cannot be played.
  package init(
    microphone: @escaping Microphone, play: @escaping ([Int16]) throws -> Void, isManual: Bool,
    show: @escaping (String) throws -> Void, nextLine: @escaping @Sendable () throws -> String?,
    complain: @escaping (any Error) -> Void
  ) {
    (self.microphone, self.play, self.isManual) = (microphone, play, isManual)
    (self.show, self.nextLine, self.complain) = (show, nextLine, complain)
  }

  /// Shows a prompt and records it until the speaker is content, or wants something else.
  package func ask(_ prompt: Prompt, of total: Int) throws -> Answer {
    try show("\(prompt.number)/\(total)  say: \(prompt.sentence)\n")
    switch try choice("  Enter starts, s skips, q stops: ", among: ["", "s", "q"]) {
    case "": break
    case "s": return .skip
    default: return .quit
    }
    while true {
      let clip = try record()
      try report(clip)
      let isEmpty = clip.samples.isEmpty
      let question =
        isEmpty
        ? "  Enter or r records again, s skips, q stops: "
        : "  Enter keeps, p plays, r records again, s skips, q stops: "
      let answers = isEmpty ? ["", "r", "s", "q"] : ["", "p", "r", "s", "q"]
      var answer = try choice(question, among: answers)
      while answer == "p" {
        do {
          try play(clip.samples)
        } catch {
          // A speaker without a loudspeaker can still go on recording.
          complain(error)
        }
        answer = try choice(question, among: answers)
      }
      switch answer {
      case "s": return .skip
      case "q", nil: return .quit
      case "" where !isEmpty: return .keep(clip.samples)
      default: continue
      }
    }
  }

  private func report(_ clip: Clip) throws {
    let level = ClipLevel(clip.samples)
    guard let peak = level.peakDecibels, let speech = level.speechDecibels else {
      return try show(
        "  nothing was said; check with hyzer devices which microphone is used, and speak up\n")
    }
    try show(
      "  \(level.durationSeconds.decimals(1)) s, peak \(peak.decimals(1)) dBFS, "
        + "speech at \(speech.decimals(1)) dBFS\n")
    if level.isClipped {
      try show(
        "  clipped: \(level.fullScaleSamples) samples at full scale; turn the gain down or keep "
          + "more distance, and record again\n")
    }
    if level.isSilent {
      try show("  nothing can be heard; check the microphone, and record again\n")
    } else if level.isQuiet {
      try show("  too quiet; turn the gain up or come nearer, and record again\n")
    }
    if clip.overruns > 0 {
      try show(
        "  audio was lost \(clip.overruns) times because the machine was busy; record again\n")
    }
  }

  /// Asks until one of the answers comes; nil at the end of the input.
  private func choice(_ question: String, among answers: [String]) throws -> String? {
    while true {
      try show(question)
      guard let line = try nextLine()?.lowercased() else {
        try show("\n")
        return nil
      }
      if answers.contains(line) { return line }
    }
  }

  func record() throws -> Clip { try isManual ? recordUntilLine() : recordUntilSilence() }

  /// Records until the speaker has been silent for a while, and cuts the silence off.
  private func recordUntilSilence() throws -> Clip {
    var endpointer = Endpointer(settings: Self.settings)
    var samples: [Int16] = []
    var utterance: Range<Int>?
    func note(_ events: [Endpointer.Event]) {
      for case .ended(let range, _) in events {
        utterance = utterance ?? range.clamped(to: samples.indices)
      }
    }
    var isGivenUp = false
    let overruns = try microphone(
      { try show("  speak now; silence ends\n") },
      { block in
        samples += block
        note(endpointer.feed(block))
        isGivenUp =
          !endpointer.isInUtterance
          && samples.count >= Self.longestSilenceSeconds * Recording.sampleRateHz
        return utterance == nil && !isGivenUp
      })
    if utterance == nil, !isGivenUp { note(endpointer.finish()) }
    return Clip(samples: Array(samples[utterance ?? 0..<0]), overruns: overruns)
  }

  /// Records until the next line of input, or for as long as a clip may be; either way the line is
  /// waited for.
  private func recordUntilLine() throws -> Clip {
    let line = Mutex<Result<String?, any Error>?>(nil)
    let arrival = DispatchSemaphore(value: 0)
    var samples: [Int16] = []
    let overruns = try microphone(
      {
        try show("  speak now; Enter ends\n")
        startThread("input") { [nextLine] in
          let next = Result { try nextLine() }
          line.withLock { $0 = next }
          arrival.signal()
        }
      },
      { block in
        samples += block
        return line.withLock { $0 == nil }
          && samples.count < Self.longestSeconds * Recording.sampleRateHz
      })
    arrival.wait()
    _ = try line.withLock { $0 }?.get()
    return Clip(samples: samples, overruns: overruns)
  }
}

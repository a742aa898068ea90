internal import Audio
internal import Corpora
internal import Foundation

/// Asks a speaker for one sentence after the other.
struct RecordingDialogue {
  /// What the speaker wants done with a sentence.
  enum Answer: Equatable {
    case keep([Int16])
    case skip
    case quit
  }

  let console: Console
  let lines: TypedLines
  let studio: any RecordingStudio
  /// Whether Enter ends a clip; otherwise silence does.
  let isManual: Bool

  /// Shows a prompt and records it until the speaker is content, or wants something else.
  func ask(_ prompt: Prompt, of total: Int) throws -> Answer {
    try console.line("\(prompt.number)/\(total)  say: \(prompt.sentence)")
    guard
      let first = try choice("  Enter starts, s skips, q stops: ", among: ["", "s", "q"])
    else { return .quit }
    if first == "s" { return .skip }
    if first == "q" { return .quit }
    while true {
      let clip = try record()
      let isEmpty = clip.samples.isEmpty
      var next = "r"
      repeat {
        let question =
          isEmpty
          ? "  Enter or r records again, s skips, q stops: "
          : "  Enter keeps, p plays, r records again, s skips, q stops: "
        let answers = isEmpty ? ["", "r", "s", "q"] : ["", "p", "r", "s", "q"]
        guard let answer = try choice(question, among: answers) else { return .quit }
        next = answer
        if answer == "p" { play(clip.samples) }
      } while next == "p"
      switch next {
      case "s": return .skip
      case "q": return .quit
      case "" where !isEmpty: return .keep(clip.samples)
      default: continue
      }
    }
  }

  private func record() throws -> ClipRecorder.Clip {
    let microphone = try studio.microphone()
    try console.line(isManual ? "  speak now; Enter ends" : "  speak now; silence ends")
    let clip =
      try isManual
      ? ClipRecorder.untilLine(microphone, lines) : ClipRecorder.untilSilence(microphone)
    try report(clip)
    return clip
  }

  private func report(_ clip: ClipRecorder.Clip) throws {
    let level = ClipLevel(samples: clip.samples, sampleRateHz: Recording.sampleRateHz)
    guard !clip.samples.isEmpty, let peak = level.peakDecibels, let speech = level.speechDecibels
    else {
      return try console.line(
        "  nothing was said; check with hyzer devices which microphone is used, and speak up")
    }
    try console.line(
      String(
        format: "  %.1f s, peak %.1f dBFS, speech at %.1f dBFS", level.durationSeconds, peak,
        speech))
    if level.isClipped {
      try console.line(
        "  clipped: \(level.fullScaleSamples) samples at full scale; turn the gain down or keep "
          + "more distance, and record again")
    }
    if level.isSilent {
      try console.line("  nothing can be heard; check the microphone, and record again")
    } else if level.isQuiet {
      try console.line("  too quiet; turn the gain up or come nearer, and record again")
    }
    if clip.overruns > 0 {
      try console.line(
        "  audio was lost \(clip.overruns) times because the machine was busy; record again")
    }
  }

  /// A speaker without a loudspeaker can still go on recording.
  private func play(_ samples: [Int16]) {
    do {
      try studio.play(samples)
    } catch {
      console.errorLine("hyzer corpus record: \(Failure(error).message)")
    }
  }

  /// Asks until one of the answers comes; nil at the end of the input.
  private func choice(_ question: String, among answers: [String]) throws -> String? {
    while true {
      try console.piece(question)
      guard let line = try lines.next()?.lowercased() else {
        try console.line("")
        return nil
      }
      if answers.contains(line) { return line }
    }
  }
}

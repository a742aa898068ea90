import Audio
import Corpora
import Foundation
import Golf
import Scorekeeping
import Synchronization
import TestSupport
import Testing

@testable import HyzerCLI

/// A microphone that delivers blocks of 20 ms as a script says, and then ends.
private final class ScriptedMicrophone: AudioSource {
  let name = "scripted"
  let overruns: Int
  private var samples: ArraySlice<Int16>
  private let read: ([Int16]) -> Void

  init(_ samples: [Int16], overruns: Int = 0, read: @escaping ([Int16]) -> Void = { _ in }) {
    self.samples = samples[...]
    self.overruns = overruns
    self.read = read
  }

  func next(waitingAtMost limit: Duration) throws -> [Int16]? {
    let block = Array(samples.prefix(320))
    samples = samples.dropFirst(320)
    guard !block.isEmpty else { return nil }
    read(block)
    return block
  }
}

/// A studio in which the speaker says one thing after the other.
private final class ScriptedStudio: RecordingStudio {
  private var clips: [[Int16]]
  private let overruns: Int
  private(set) var played: [[Int16]] = []

  init(_ clips: [[Int16]], overruns: Int = 0) {
    self.clips = clips
    self.overruns = overruns
  }

  func microphone() throws -> any AudioSource {
    ScriptedMicrophone(clips.isEmpty ? [] : clips.removeFirst(), overruns: overruns)
  }

  func play(_ samples: [Int16]) throws {
    played.append(samples)
    if played.count > 1 { throw Failure(.unavailable, "no loudspeaker") }
  }
}

/// A tone of a given amplitude within silence, as an utterance.
private func utterance(_ amplitude: Int16, seconds: Double = 0.5) -> [Int16] {
  let silence = [Int16](repeating: 0, count: 16_000)
  let tone = (0..<Int(seconds * 16_000)).map {
    Int16(Double(amplitude) * sin(Double($0) * 2 * .pi * 500 / 16_000))
  }
  return silence + tone + silence + silence
}

private func typed(_ input: String) -> (Console, @Sendable () -> String) {
  let rest = Mutex(Array(input.utf8))
  let output = Mutex("")
  let console = Console(
    write: { text in output.withLock { $0 += text } },
    writeError: { text in output.withLock { $0 += "E: \(text)" } },
    readInput: { count in
      rest.withLock { rest in
        defer { rest.removeFirst(min(count, rest.count)) }
        return Array(rest.prefix(count))
      }
    })
  return (console, { output.withLock { $0 } })
}

@Suite struct `Recording a clip` {
  @Test func `silence ends a clip and is cut off but for its rolls`() throws {
    let said = utterance(8000)
    var delivered = 0
    let source = ScriptedMicrophone(
      said + [Int16](repeating: 0, count: 160_000), overruns: 2,
      read: { delivered += $0.count })
    let clip = try ClipRecorder.untilSilence(source)
    #expect(clip.overruns == 2)
    // 300 ms before, 500 ms of tone, 250 ms after; frames of 10 ms.
    #expect((16_480...17_120).contains(clip.samples.count))
    let start = try #require(said.firstIndex { $0 != 0 })
    let ownStart = try #require(clip.samples.firstIndex { $0 != 0 })
    #expect(
      clip.samples[ownStart..<ownStart + 8000].elementsEqual(said[start..<start + 8000]))
    #expect(delivered < said.count)
  }

  @Test func `a speaker who says nothing is not waited for without end`() throws {
    var delivered = 0
    let source = ScriptedMicrophone(
      [Int16](repeating: 0, count: 20 * 16_000), read: { delivered += $0.count })
    #expect(try ClipRecorder.untilSilence(source) == ClipRecorder.Clip(samples: [], overruns: 0))
    #expect(delivered == 8 * 16_000)
  }

  @Test func `who goes on talking is cut off after half a minute`() throws {
    let word = utterance(8000, seconds: 0.4)[12_000..<28_000]
    let clip = try ClipRecorder.untilSilence(
      ScriptedMicrophone((0..<60).flatMap { _ in word }))
    #expect((470_000...480_000).contains(clip.samples.count))
  }

  @Test func `a stream that ends in a word gives what there is`() throws {
    let said = Array(utterance(8000).prefix(22_000))
    let clip = try ClipRecorder.untilSilence(ScriptedMicrophone(said))
    #expect((9600...10_880).contains(clip.samples.count))
    #expect(try ClipRecorder.untilSilence(ScriptedMicrophone([])).samples.isEmpty)
  }

  /// Records by hand with input whose line comes when so many samples were delivered; what comes
  /// next in the input must still be there.
  private func manualClip(lineAfter limit: Int) throws -> ClipRecorder.Clip {
    let isDue = DispatchSemaphore(value: 0)
    let (keyboard, _) = typed("stop\nnext\n")
    let isWaiting = Mutex(true)
    let console = Console(
      write: { _ in }, writeError: { _ in },
      readInput: { count in
        if isWaiting.withLock({ $0 }) { isDue.wait() }
        isWaiting.withLock { $0 = false }
        return try keyboard.readInput(count)
      })
    var delivered = 0
    let source = ScriptedMicrophone(
      ramp(40 * 16_000),
      read: { block in
        delivered += block.count
        if delivered == limit { isDue.signal() }
      })
    let lines = TypedLines(console)
    let clip = try ClipRecorder.untilLine(source, lines)
    #expect(try lines.next() == "next")
    return clip
  }

  @Test func `by hand a clip goes on until Enter`() throws {
    let clip = try manualClip(lineAfter: 32_000)
    #expect((32_000...480_000).contains(clip.samples.count))
    #expect(clip.samples == ramp(clip.samples.count))
  }

  @Test func `a clip that was forgotten ends after half a minute, and Enter is waited for`() throws
  {
    #expect(try manualClip(lineAfter: 480_000).samples == ramp(480_000))
  }
}

@Suite struct `The recording dialogue` {
  private let prompt = Prompt(number: 3, sentence: "mike three", scores: [])

  private func ask(_ input: String, _ studio: ScriptedStudio) throws -> (
    answer: RecordingDialogue.Answer, text: String
  ) {
    let (console, output) = typed(input)
    let dialogue = RecordingDialogue(
      console: console, lines: TypedLines(console), studio: studio, isManual: false)
    return (try dialogue.ask(prompt, of: 40), output())
  }

  private func samples(_ answer: RecordingDialogue.Answer) -> [Int16]? {
    guard case .keep(let samples) = answer else { return nil }
    return samples
  }

  @Test func `a good clip is shown and kept by Enter`() throws {
    let (answer, text) = try ask("\n\n", ScriptedStudio([utterance(8000)]))
    #expect(try #require(samples(answer)).count > 16_000)
    #expect(
      text
        == "3/40  say: mike three\n  Enter starts, s skips, q stops:   speak now; silence ends\n"
        + "  1.1 s, peak -12.2 dBFS, speech at -15.3 dBFS\n"
        + "  Enter keeps, p plays, r records again, s skips, q stops: ")
  }

  @Test func `a clip can be heard and recorded again, and the last one is kept`() throws {
    let studio = ScriptedStudio([utterance(2000), utterance(9000)])
    let (answer, text) = try ask("\np\nx\nP\nr\n\n", studio)
    #expect(try #require(samples(answer)).max() == 9000)
    #expect(studio.played.count == 2)
    #expect(studio.played.first?.max() == 2000)
    #expect(text.contains("E: hyzer corpus record: no loudspeaker\n"))
    #expect(text.split(separator: "Enter keeps").count == 6)
  }

  @Test(arguments: [
    ("s\n", RecordingDialogue.Answer.skip), ("q\n", .quit), ("", .quit), ("\ns\n", .skip),
    ("\nq\n", .quit), ("\n", .quit), ("nonsense\nq\n", .quit),
  ])
  func `a sentence can be skipped and the recording stopped at any question`(
    input: String, answer: RecordingDialogue.Answer
  ) throws {
    #expect(try ask(input, ScriptedStudio([utterance(8000)])).answer == answer)
  }

  @Test(arguments: [
    (Int16.max, 0, "clipped: "), (150, 0, "too quiet; "), (8000, 3, "audio was lost 3 times"),
  ])
  func `a bad clip is told`(amplitude: Int16, overruns: Int, warning: String) throws {
    let studio = ScriptedStudio([utterance(amplitude)], overruns: overruns)
    let (answer, text) = try ask("\n\n", studio)
    #expect(samples(answer) != nil)
    #expect(text.contains("  \(warning)"))
  }

  @Test func `a good clip has no warning`() throws {
    let text = try ask("\n\n", ScriptedStudio([utterance(8000)])).text
    #expect(["clipped", "quiet", "nothing", "lost"].allSatisfy { !text.contains($0) })
  }

  @Test func `a clip in which nothing was said cannot be kept`() throws {
    let silence = [Int16](repeating: 0, count: 9 * 16_000)
    let studio = ScriptedStudio([silence, utterance(8000)])
    let (answer, text) = try ask("\np\n\n\n", studio)
    #expect(try #require(samples(answer)).count > 16_000)
    #expect(text.contains("  nothing was said; "))
    #expect(studio.played.isEmpty)
  }
}

@Suite struct `A folder of recordings` {
  private let prompts = [
    Prompt(number: 1, sentence: "mike three", scores: []),
    Prompt(number: 2, sentence: "jake four", scores: []),
  ]

  private func session(
    _ names: [String] = ["Mike", "Jake"], par: Int = 3, seed: UInt64 = 1, speaker: String = "anna"
  ) throws -> RecordedFolder.Session {
    RecordedFolder.Session(
      round: try makeRound(names, par: par), seed: seed, speaker: speaker)
  }

  private func recorded(_ folder: Folder) throws {
    var recorded = try RecordedFolder(path: folder.path, session: session())
    for prompt in prompts { try recorded.keep([1, 2, 3], of: prompt) }
    #expect(recorded.done == [1, 2])
  }

  @Test func `what was kept is there again`() throws {
    try withFolder { folder in
      try recorded(folder)
      let again = try RecordedFolder(path: folder.path, session: session())
      #expect(again.done == [1, 2])
      #expect(again.highestDone == 2)
      try again.check(prompts)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
          == ["0001.wav", "0002.wav", "manifest.jsonl"])
      #expect(try Recording.read(path: folder.path("0002.wav")).samples == [1, 2, 3])
    }
  }

  @Test func `a kill in any moment of a line loses that clip alone`() throws {
    try withFolder { folder in
      try recorded(folder)
      let manifest = folder.path("manifest.jsonl")
      let whole = try Data(contentsOf: URL(fileURLWithPath: manifest))
      let first = try #require(whole.firstIndex(of: UInt8(ascii: "\n"))) + 1
      for length in [first, first + 1, first + 40, whole.count - 2] {
        _ = try folder.file("manifest.jsonl", Array(whole.prefix(length)))
        var mended = try RecordedFolder(path: folder.path, session: session())
        #expect(mended.done == [1])
        try mended.keep([4], of: prompts[1])
        #expect(try CorpusManifestLine.read(manifest).map(\.transcript) == prompts.map(\.sentence))
      }
      _ = try folder.file("manifest.jsonl", Array(whole.dropLast()))
      #expect(try RecordedFolder(path: folder.path, session: session()).done == [1, 2])
      #expect(try Data(contentsOf: URL(fileURLWithPath: manifest)) == whole)
    }
  }

  private func refusal(_ folder: Folder, _ session: RecordedFolder.Session) -> Failure? {
    do {
      _ = try RecordedFolder(path: folder.path, session: session)
      return nil
    } catch {
      return Failure(error)
    }
  }

  @Test func `another session is refused`() throws {
    try withFolder { folder in
      try recorded(folder)
      let cases: [(RecordedFolder.Session, String)] = [
        (try session(seed: 2), "was recorded with --seed 1; "),
        (try session(speaker: "ben"), "was recorded with --speaker \"anna\"; "),
        (try session(["Mike", "Jane"]), "was recorded with another round; "),
        (try session(par: 4), "was recorded with another round; "),
      ]
      for (session, message) in cases {
        let failure = try #require(refusal(folder, session))
        #expect(failure.code == .badData)
        #expect(
          failure.message.hasPrefix("\"\(folder.path("manifest.jsonl"))\" line 1: \(message)"))
      }
      let other = try RecordedFolder(path: folder.path, session: session())
      #expect(throws: Failure.self) { try other.check(Array(prompts.prefix(1))) }
      #expect(throws: Failure.self) {
        try other.check([
          prompts[0], Prompt(number: 2, sentence: "jake five", scores: []),
        ])
      }
    }
  }

  @Test func `another program's manifest is left alone`() throws {
    try withFolder { folder in
      let text = "{\"transcript\": \"a\", \"players\": [\"Mike\", \"Jake\"], \"scores\": []}\n"
      let path = try folder.file("manifest.jsonl", text)
      let failure = try #require(refusal(folder, try session()))
      #expect(failure.message.contains("line 1: no prompt of hyzer corpus record"))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }
  }
}

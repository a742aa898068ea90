import Foundation
import HyzerBase
import Synchronization
import TestSupport
import Testing

@testable import Measuring

/// A studio in which the speaker says one thing after the other, in blocks of 20 ms; lines are typed.
private final class Studio: Sendable {
  let shown = Mutex("")
  private let lines: Mutex<[String]>
  private let clips: Mutex<[[Int16]]>
  private let overruns: Int
  /// What is signalled when so many samples came out of the microphone.
  private let due: (count: Int, signal: DispatchSemaphore)?
  /// How many samples of the last clip came out of the microphone.
  let delivered = Mutex(0)
  let played = Mutex<[[Int16]]>([])

  init(
    _ clips: [[Int16]], lines: [String] = [], overruns: Int = 0,
    due: (count: Int, signal: DispatchSemaphore)? = nil
  ) {
    self.clips = Mutex(clips)
    self.lines = Mutex(lines)
    (self.overruns, self.due) = (overruns, due)
  }

  func dialogue(isManual: Bool = false, nextLine: (@Sendable () -> String?)? = nil)
    -> RecordingDialogue
  {
    RecordingDialogue(
      microphone: { opened, goesOn in
        try opened()
        var rest = self.clips.withLock { $0.isEmpty ? [] : $0.removeFirst() }[...]
        self.delivered.withLock { $0 = 0 }
        while !rest.isEmpty {
          let block = Array(rest.prefix(320))
          rest = rest.dropFirst(320)
          let count = self.delivered.withLock { count in
            count += block.count
            return count
          }
          if let due = self.due, due.count == count { due.signal.signal() }
          guard try goesOn(block) else { break }
        }
        return self.overruns
      },
      play: { samples in
        let count = self.played.withLock { played in
          played.append(samples)
          return played.count
        }
        if count > 1 { throw SpeechError.unavailable("no loudspeaker") }
      }, isManual: isManual, show: { text in self.shown.withLock { $0 += text } },
      nextLine: {
        nextLine.map { $0() } ?? self.lines.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      }, complain: { error in self.shown.withLock { $0 += "E: \(error)\n" } })
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

@Suite struct `Recording a clip` {
  @Test func `silence ends a clip and is cut off but for its rolls`() throws {
    let said = utterance(8000)
    let studio = Studio([said + [Int16](repeating: 0, count: 160_000)], overruns: 2)
    let clip = try studio.dialogue().record()
    #expect(clip.overruns == 2)
    // 300 ms before, 500 ms of tone, 150 ms after; frames of 10 ms.
    #expect((14_880...15_520).contains(clip.samples.count))
    let start = try #require(said.firstIndex { $0 != 0 })
    let ownStart = try #require(clip.samples.firstIndex { $0 != 0 })
    #expect(
      clip.samples[ownStart..<ownStart + 8000].elementsEqual(said[start..<start + 8000]))
    #expect(studio.delivered.withLock { $0 } < said.count)
  }

  @Test func `a speaker who says nothing is not waited for without end`() throws {
    let studio = Studio([[Int16](repeating: 0, count: 20 * 16_000)])
    #expect(try studio.dialogue().record().samples.isEmpty)
    #expect(studio.delivered.withLock { $0 } == 8 * 16_000)
  }

  @Test func `who goes on talking is cut off, and a stream that ends gives what there is`() throws {
    let word = utterance(8000, seconds: 0.4)[12_000..<28_000]
    for (said, length) in [
      ((0..<60).flatMap { _ in word }, 470_000...480_000),
      (Array(utterance(8000).prefix(22_000)), 9600...10_880), ([], 0...0),
    ] {
      let clip = try Studio([said]).dialogue().record()
      #expect(length.contains(clip.samples.count))
    }
  }

  /// By hand a clip goes on until Enter, and one that was forgotten ends after half a minute.
  @Test(arguments: [32_000, 480_000])
  func `by hand Enter is waited for`(lineAfter limit: Int) throws {
    let samples = (0..<40 * 16_000).map { Int16($0 % 30_000) }
    let isDue = DispatchSemaphore(value: 0)
    let studio = Studio([samples], due: (limit, isDue))
    let clip = try studio.dialogue(isManual: true) {
      isDue.wait()
      return ""
    }.record()
    #expect((limit...480_000).contains(clip.samples.count))
    #expect(clip.samples.elementsEqual(samples.prefix(clip.samples.count)))
    #expect(studio.shown.withLock { $0 } == "  speak now; Enter ends\n")
  }
}

@Suite struct `The recording dialogue` {
  private let prompt = Prompt(number: 3, sentence: "mike three", scores: [])

  private func ask(_ studio: Studio) throws -> (answer: RecordingDialogue.Answer, text: String) {
    let answer = try studio.dialogue().ask(prompt, of: 40)
    return (answer, studio.shown.withLock { $0 })
  }

  private func samples(_ answer: RecordingDialogue.Answer) -> [Int16]? {
    guard case .keep(let samples) = answer else { return nil }
    return samples
  }

  @Test func `a good clip is shown and kept by Enter`() throws {
    let (answer, text) = try ask(Studio([utterance(8000)], lines: ["", ""]))
    #expect(try #require(samples(answer)).count > 15_000)
    #expect(
      text
        == "3/40  say: mike three\n  Enter starts, s skips, q stops:   speak now; silence ends\n"
        + "  1.0 s, peak -12.2 dBFS, speech at -15.3 dBFS\n"
        + "  Enter keeps, p plays, r records again, s skips, q stops: ")
  }

  @Test func `a clip can be heard and recorded again, and the last one is kept`() throws {
    let studio = Studio(
      [utterance(2000), utterance(9000)], lines: ["", "p", "x", "p", "r", ""])
    let (answer, text) = try ask(studio)
    #expect(try #require(samples(answer)).max() == 9000)
    #expect(studio.played.withLock { $0 }.map { $0.max() } == [2000, 2000])
    #expect(text.contains("E: no loudspeaker\n"))
    #expect(text.split(separator: "Enter keeps").count == 6)
  }

  @Test(arguments: [
    (["s"], RecordingDialogue.Answer.skip), (["q"], .quit), ([], .quit), (["", "s"], .skip),
    (["", "q"], .quit), ([""], .quit), (["nonsense", "q"], .quit),
  ])
  func `a sentence can be skipped and the recording stopped at any question`(
    input: [String], answer: RecordingDialogue.Answer
  ) throws {
    #expect(try ask(Studio([utterance(8000)], lines: input)).answer == answer)
  }

  @Test(arguments: [
    (Int16.max, 0, "clipped: "), (150, 0, "too quiet; "), (8000, 3, "audio was lost 3 times"),
  ])
  func `a bad clip is reported`(amplitude: Int16, overruns: Int, warning: String) throws {
    let (answer, text) = try ask(
      Studio([utterance(amplitude)], lines: ["", ""], overruns: overruns))
    #expect(samples(answer) != nil)
    #expect(text.contains("  \(warning)"))
  }

  @Test func `a clip in which nothing was said cannot be kept`() throws {
    let silence = [Int16](repeating: 0, count: 9 * 16_000)
    let (answer, text) = try ask(
      Studio([silence, utterance(8000)], lines: ["", "p", "", ""]))
    #expect(try #require(samples(answer)).count > 15_000)
    #expect(text.contains("  nothing was said; "))
  }
}

@Suite final class `A folder of recordings` {
  private let folder: Tool.Directory
  private let prompts = [
    Prompt(number: 1, sentence: "mike three", scores: []),
    Prompt(number: 2, sentence: "jake four", scores: []),
  ]

  private var manifest: URL { folder.url.appending(path: "manifest.jsonl") }

  init() throws { folder = try Tool.Directory() }

  private func open(
    _ names: [String] = ["Mike", "Jake"], par: Int = 3, seed: UInt64 = 1, speaker: String = "anna"
  ) throws -> RecordedFolder {
    try RecordedFolder(
      path: folder.url.path, round: makeRound(names, par: par), seed: seed, speaker: speaker)
  }

  private func record() throws {
    var recorded = try open()
    for prompt in prompts { try recorded.keep([1, 2, 3], of: prompt) }
    #expect(recorded.done == [1, 2])
  }

  @Test func `a kill in any moment of a line loses that clip alone`() throws {
    try record()
    let whole = try Data(contentsOf: manifest)
    let first = try #require(whole.firstIndex(of: UInt8(ascii: "\n"))) + 1
    for length in [first, first + 1, first + 40, whole.count - 2] {
      try whole.prefix(length).write(to: manifest)
      var mended = try open()
      #expect(mended.done == [1])
      try mended.keep([4], of: prompts[1])
      #expect(
        try LineReader.filledLines(of: manifest.path).map {
          try JSONDecoder().decode(ManifestEntry.self, from: $0.data).transcript
        } == prompts.map(\.sentence))
    }
    try whole.dropLast().write(to: manifest)
    #expect(try open().done == [1, 2])
    #expect(try Data(contentsOf: manifest) == whole)
  }

  private func expectRefusal(_ message: String, _ open: () throws -> RecordedFolder) throws {
    let failure = try #require(#expect(throws: FileFailure.self) { _ = try open() })
    #expect(failure.kind == .badData)
    #expect(failure.description.hasPrefix("\"\(manifest.path)\" line 1: \(message)"))
  }

  @Test func `another session is refused`() throws {
    try record()
    try expectRefusal("was recorded with --seed 1; ") { try open(seed: 2) }
    try expectRefusal("was recorded with --speaker \"anna\"; ") { try open(speaker: "ben") }
    try expectRefusal("was recorded with another round; ") { try open(["Mike", "Jane"]) }
    try expectRefusal("was recorded with another round; ") { try open(par: 4) }
    let other = try open()
    for rest in [[], [Prompt(number: 2, sentence: "jake five", scores: [])]] {
      #expect(throws: FileFailure.self) { try other.check([prompts[0]] + rest) }
    }
  }

  @Test func `another program's manifest is left alone`() throws {
    let text = Data(
      "{\"transcript\": \"a\", \"players\": [\"Mike\", \"Jake\"], \"scores\": []}\n".utf8)
    try text.write(to: manifest)
    try expectRefusal("no prompt of hyzer corpus record") { try open() }
    #expect(try Data(contentsOf: manifest) == text)
  }
}

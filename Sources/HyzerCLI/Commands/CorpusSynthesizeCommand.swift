internal import CommandLineKit
internal import Corpora
internal import Evaluation
internal import Foundation
internal import Golf
internal import Randomness
internal import Synchronization

/// `hyzer corpus synthesize`: sentences as synthesisers say them.
struct CorpusSynthesizeCommand: Command {
  static let spec = CommandSpec(
    path: ["corpus", "synthesize"], abstract: "Make a corpus with speech synthesisers.",
    discussion: """
      Every sentence is said by every voice at every speed, and lies in the folder as 16 kHz \
      mono with 0.3 s of silence around it; manifest.jsonl there lists the clips of this \
      command. Clips that are there already are not made again. With --round, the sentences \
      are drawn from what its players can say. A voice that fails on a sentence is reported, \
      and the others go on.
      """,
    options: [
      .outputFolder,
      OptionSpec(
        long: "sentences", argument: "MANIFEST",
        help: "The sentences: a manifest whose lines have transcript, players and scores.",
        conflicts: ["round"], completion: .files),
      OptionSpec(
        long: "round", short: "r", argument: "FILE",
        help: "The round whose sentences to draw.", completion: .files),
      OptionSpec(
        long: "count", short: "n", argument: "N",
        help: """
          How many sentences to draw for the round. The default is \
          \(CorpusSynthesizeCommand.defaultCount).
          """),
      OptionSpec(
        long: "voice", short: "v", argument: "NAME",
        help: """
          A voice such as flite:slt, espeak:en-us+m3 or festival:kal_diphone. The default is \
          every voice that hyzer corpus voices lists.
          """, repeats: true),
      OptionSpec(
        long: "speed", argument: "LIST",
        help: "Speeds from 0.5 to 2 with commas between. The default is 1."),
      OptionSpec(
        long: "limit", argument: "N",
        help: "Make so many clips at most, drawn from all sentences, voices and speeds."),
      OptionSpec(long: "seed", argument: "N", help: "What is drawn. The default is 1."),
    ],
    examples: [
      Example(
        "hyzer corpus synthesize --round round.json --out corpus --speed 0.8,1,1.25",
        "Let every voice say 40 sentences at three speeds.")
    ])

  static let defaultCount = 40

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let console = toolkit.console
    let synthesizer = try SpeechSynthesizer(environment: console.environment)
    let voices = try self.voices(synthesizer)
    let seed = UInt64(try arguments.integer("seed", in: 0...Int.max) ?? 1)
    let speeds = try arguments.numbers("speed", in: 0.5...2) ?? [1]
    let limit = try arguments.integer("limit", in: 1...1_000_000)
    let sentences = try self.sentences(toolkit, seed: seed)
    let plan = SynthesisPlan(
      sentences: sentences.count, voices: voices, speeds: speeds, limit: limit, seed: seed)
    let folder = arguments.value("out") ?? ""
    try OutputFile.makeFolder(folder)

    let clips = plan.items.map { SynthesizedClip($0, says: sentences[$0.sentence]) }
    let failures = make(clips, in: folder, by: synthesizer, console)
    for (clip, failure) in failures {
      console.errorLine(
        "hyzer corpus synthesize: \(clip.voice) cannot say \"\(clip.text)\" at speed \(clip.pace): "
          + failure.message)
    }
    let failed = Set(failures.map(\.clip.name))
    let lines = try clips.filter { !failed.contains($0.name) }.map { try JSONLine.encode($0.entry) }
    let manifest = folder + "/manifest.jsonl"
    try OutputFile.write(lines.map { $0 + "\n" }.joined(), to: manifest)
    try console.line("\(lines.count) of \(clips.count) clips; \"\(manifest)\" lists them")
    if let first = failures.first { throw Reported(code: first.failure.code) }
  }

  /// Makes the clips that are not there yet, on all cores, and returns which failed.
  private func make(
    _ clips: [SynthesizedClip], in folder: String, by synthesizer: SpeechSynthesizer,
    _ console: Console
  ) -> [(clip: SynthesizedClip, failure: Failure)] {
    var names: Set<String> = []
    let missing = clips.filter { clip in
      names.insert(clip.name).inserted
        && !FileManager.default.fileExists(atPath: folder + "/" + clip.name)
    }
    struct State {
      var done = 0
      var progress: Progress
      var failures: [Int: Failure] = [:]
    }
    let state = Mutex(State(progress: Progress(console, total: missing.count)))
    DispatchQueue.concurrentPerform(iterations: missing.count) { index in
      let clip = missing[index]
      var failure: Failure?
      do {
        let samples = try synthesizer.speak(clip.text, voice: clip.voice, speed: clip.speed)
        try OutputFile.write(samples, to: clip.name, in: folder, part: index)
      } catch {
        failure = Failure(error)
      }
      state.withLock {
        $0.done += 1
        $0.failures[index] = failure
        $0.progress.show($0.done, clip.name)
      }
    }
    return state.withLock { state in
      state.progress.clear()
      return missing.indices.compactMap { index in
        state.failures[index].map { (missing[index], $0) }
      }
    }
  }

  private func voices(_ synthesizer: SpeechSynthesizer) throws -> [Voice] {
    let wanted = try arguments.values("voice").map { text in
      guard let voice = Voice(text) else {
        throw arguments.invalidValue(
          "voice", text, expected: "a voice such as flite:slt; see hyzer corpus voices")
      }
      return voice
    }
    if wanted.isEmpty {
      let installed = try synthesizer.voices()
      guard !installed.isEmpty else {
        throw Failure(.unavailable, "no voice is installed; install flite, espeak-ng or festival")
      }
      return installed
    }
    let missing = try synthesizer.missing(among: wanted)
    guard missing.isEmpty else {
      let list = missing.map { "\"\($0)\"" }.joined(separator: ", ")
      throw Failure(
        .unavailable,
        "\(missing.count == 1 ? "the voice" : "the voices") \(list) "
          + "\(missing.count == 1 ? "is" : "are") not installed; see hyzer corpus voices")
    }
    return wanted
  }

  private func sentences(_ toolkit: Toolkit, seed: UInt64) throws -> [ManifestEntry] {
    if let path = arguments.value("sentences") {
      if arguments.value("count") != nil {
        throw Failure(
          .usage, "hyzer corpus synthesize: --count goes with --round; draw with --limit instead")
      }
      return try CorpusSynthesizeCommand.sentences(path)
    }
    guard arguments.value("round") != nil else {
      throw Failure(
        .usage,
        "hyzer corpus synthesize: no sentences; give a manifest with --sentences, or a round file "
          + "with --round")
    }
    let round = try toolkit.round(arguments)
    let count = try arguments.integer("count", in: 1...9999) ?? Self.defaultCount
    return try Prompt.draw(count, seed: seed, round: round, toolkit: toolkit).map {
      ManifestEntry($0, round: round, tags: ["seed": String(seed), "prompt": String($0.number)])
    }
  }

  /// Reads the sentences of a manifest, whose labels must be sound: clips inherit them.
  private static func sentences(_ path: String) throws -> [ManifestEntry] {
    let entries = try LineReader.filledLines(of: path).map { line in
      let place = "\"\(path)\" line \(line.number)"
      let entry = try JSONFile.decode(ManifestEntry.self, from: line.data, place: place)
      guard let text = entry.transcript, text.contains(where: \.isLetter) else {
        throw Failure(.badData, "\(place): no \"transcript\" to say; add one")
      }
      if let fault = CorpusInspector().labelFaults(in: entry.line).first {
        throw Failure(.badData, "\(place): \(fault.message); \(fault.advice)")
      }
      return entry
    }
    guard !entries.isEmpty else {
      throw Failure(
        .badData, "\"\(path)\" has no lines; \(CorpusFault.noLines.advice)")
    }
    return entries
  }
}

/// A clip to be made of a sentence.
private struct SynthesizedClip {
  let voice: Voice
  let speed: Double
  /// The speed as it is written.
  let pace: String
  let text: String
  /// The file's name, which is the same whenever the clip is the same.
  let name: String
  let entry: ManifestEntry

  init(_ item: SynthesisPlan.Item, says sentence: ManifestEntry) {
    voice = item.voice
    speed = item.speed
    text = sentence.transcript ?? ""
    pace = String(format: "%g", speed)
    let hash = String(stableHash("\(voice) \(speed) \(text)"), radix: 16)
    name =
      "\(voice.engine.rawValue)-\(voice.name)-\(pace)-"
      + String(repeating: "0", count: 16 - hash.count) + hash + ".wav"
    var entry = sentence
    entry.audio = name
    entry.tags.merge(
      ["voice": voice.description, "speed": pace, "speaker": voice.description]
    ) { $1 }
    self.entry = entry
  }
}

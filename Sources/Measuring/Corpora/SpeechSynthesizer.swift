internal import FoundationEssentials
internal import HyzerBase
internal import HyzerVoice

/// A synthesiser's voice, written as `flite:slt`, `espeak:en-us+m3` or `festival:kal_diphone`.
package struct Voice: Hashable, Sendable, CustomStringConvertible {
  package enum Engine: String, CaseIterable, Hashable, Sendable {
    case flite, espeak, festival

    /// The programs that it needs: the first lists voices, the last speaks.
    fileprivate var programs: [String] {
      switch self {
      case .flite: ["flite"]
      case .espeak: ["espeak-ng"]
      case .festival: ["festival", "text2wave"]
      }
    }

    package var debianPackage: String { programs[0] }

    /// Returns the arguments with which a voice says a text file into a WAV file.
    fileprivate func arguments(_ voice: String, _ speed: Double, _ text: String, _ audio: String)
      -> [String]
    {
      switch self {
      case .flite:
        return [
          "-voice", voice, "--setf", "duration_stretch=\(1 / speed)", "-f", text, "-o", audio,
        ]
      case .espeak:
        // Its own speed is 160 words a minute, and its own amplitude of 100 reaches full scale.
        let rate = Int((160 * speed).rounded())
        return ["-v", voice, "-a", "70", "-s", String(rate), "-f", text, "-w", audio]
      case .festival:
        // Voices of the HTS engine have their own parameter for speed.
        let setup =
          "(begin (voice_\(voice)) (Parameter.set 'Duration_Stretch \(1 / speed)) "
          + "(defvar hts_engine_params nil) "
          + "(set! hts_engine_params (append hts_engine_params (list (list \"-r\" \(speed))))))"
        return ["-o", audio, "-eval", setup, text]
      }
    }
  }

  package let engine: Engine
  /// The voice's name within that program: ASCII letters, digits and `+-_.`, since names become parts
  /// of file names and of a Scheme expression.
  package let name: String

  /// Reads a voice from its written form; nil where it is none.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let engine = Engine(rawValue: String(parts[0])) else { return nil }
    self.init(engine, String(parts[1]))
  }

  /// Makes a voice of an engine; nil where the name has characters that names do not have.
  init?(_ engine: Engine, _ name: String) {
    guard name.wholeMatch(of: /[A-Za-z][A-Za-z0-9+_.\-]*/) != nil else { return nil }
    self.engine = engine
    self.name = name
  }

  package var description: String { "\(engine.rawValue):\(name)" }
}

/// Why a sentence cannot be synthesised, in one line that says what to do.
package enum SpeechError: Error, Hashable, CustomStringConvertible {
  case badText(String)
  case unavailable(String)

  package var description: String {
    switch self {
    case .badText(let reason), .unavailable(let reason): reason
    }
  }
}

package struct SynthesizedClip: Sendable {
  package let voice: Voice
  let speed: Double
  package private(set) var entry: ManifestEntry

  package var text: String { entry.transcript ?? "" }
  package var pace: String { speed.digits(6) }
  /// The file's name, which is the same whenever the clip is the same.
  package var name: String {
    let hash = stableHash("\(voice) \(speed) \(text)").digits(16, radix: 16)
    return "\(voice.engine.rawValue)-\(voice.name)-\(pace)-\(hash).wav"
  }

  init(_ sentence: ManifestEntry, voice: Voice, speed: Double) {
    (entry, self.voice, self.speed) = (sentence, voice, speed)
    entry.audio = name
    entry.tags.merge(["voice": "\(voice)", "speed": pace, "speaker": "\(voice)"]) { $1 }
  }

  /// Plans every sentence with every voice at every speed, in this order, or a seeded draw of those.
  ///
  /// A higher limit keeps what a lower one drew. A voice or speed that comes twice counts once.
  package static func plan(
    _ sentences: [ManifestEntry], voices: [Voice], speeds: [Double], limit: Int? = nil, seed: UInt64
  ) -> [SynthesizedClip] {
    let all = sentences.flatMap { sentence in
      voices.withoutRepeats.flatMap { voice in
        speeds.withoutRepeats.map { SynthesizedClip(sentence, voice: voice, speed: $0) }
      }
    }
    guard let limit, limit < all.count else { return all }
    var random = SeededGenerator(seed: seed)
    return all.indices.shuffled(using: &random).prefix(limit).sorted().map { all[$0] }
  }
}

package struct SpeechSynthesizer: Sendable {
  private static let silenceSeconds = 0.3
  /// A voice that can say the time and nothing else.
  private static let limitedVoices: Set = ["awb_time"]
  private static let longestComplaint = 300
  private static let listVoices = """
    (mapcar (lambda (v) (format t "%s %s\\n" v \
    (cadr (assoc 'language (cadr (voice.description v)))))) (voice.list))
    """

  private let folders: [String]

  /// Looks for programs in the folders of `PATH`.
  package init(path: String?) {
    folders = (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").map(String.init)
  }

  package var missingEngines: [Voice.Engine] {
    Voice.Engine.allCases.filter { engine in engine.programs.contains { program($0) == nil } }
  }

  // MARK: - Voices

  /// Returns the voices that speak English, in the order in which the engines list them.
  package func voices() throws -> [Voice] {
    let missing = missingEngines
    return try Voice.Engine.allCases.filter { !missing.contains($0) }.flatMap(voices)
  }

  private func voices(of engine: Voice.Engine) throws -> [Voice] {
    let names: [String]
    switch engine {
    case .flite:
      // All of them stand on one line, after a colon.
      let words = Array(try table("flite", ["-lv"]).joined())
      names = words[((words.lastIndex { $0.hasSuffix(":") } ?? -1) + 1)...]
        .filter { !Self.limitedVoices.contains($0) }
    case .espeak:
      // Voices of MBROLA have to be installed apart, and are listed even if they are not.
      names = try table("espeak-ng", ["--voices=en"]).dropFirst()
        .filter { row in row.count >= 5 && !["mb/", "!v/"].contains { row[4].hasPrefix($0) } }
        .map { $0[1] }
    case .festival:
      names = try table("festival", ["--batch", Self.listVoices])
        .filter { $0.count == 2 && $0[1].contains("english") }.map { $0[0] }
    }
    return names.compactMap { Voice(engine, $0) }.withoutRepeats
  }

  /// Returns those of some voices that are not installed.
  ///
  /// Programs that do not know a voice take another one and say nothing.
  package func missing(among wanted: [Voice]) throws -> [Voice] {
    let installed = Set(try voices())
    let hasVariant = wanted.contains { $0.engine == .espeak && $0.name.contains("+") }
    let variants =
      hasVariant && program("espeak-ng") != nil
      ? Set(try table("espeak-ng", ["--voices=variant"]).compactMap { $0.count < 5 ? nil : $0[4] })
      : []
    return wanted.filter { voice in
      if installed.contains(voice) { return false }
      let parts = voice.name.split(separator: "+", omittingEmptySubsequences: false)
      guard voice.engine == .espeak, parts.count == 2,
        let base = Voice(.espeak, String(parts[0]))
      else { return true }
      return !(installed.contains(base) && variants.contains("!v/\(parts[1])"))
    }
  }

  // MARK: - Speaking

  /// Makes the clips that are not in a folder yet, on all cores, and returns which failed.
  package func make(
    _ clips: [SynthesizedClip], in folder: String, progress: (_ done: Int, _ total: Int) -> Void
  ) throws -> [(clip: SynthesizedClip, error: any Error)] {
    var names: Set<String> = []
    let missing = clips.filter { clip in
      names.insert(clip.name).inserted
        && !FileManager.default.fileExists(atPath: folder + "/" + clip.name)
    }
    let errors = try ParallelMap.map(
      missing, workers: nil, context: {},
      work: { (_, clip) -> (any Error)? in
        do {
          try OutputFile.write(speak(clip), to: "\(folder)/\(clip.name)")
          return nil
        } catch {
          return error
        }
      }, finished: { progress($0, missing.count) })
    return zip(missing, errors).compactMap { clip, error in error.map { (clip, $0) } }
  }

  private func speak(_ clip: SynthesizedClip) throws -> [Int16] {
    try withFolder { folder in
      let (text, audio) = (folder + "/text", folder + "/audio.wav")
      // In a file, no text can be taken for an option.
      try OutputFile.write(Self.speakable(clip) + "\n", to: text)
      let engine = clip.voice.engine
      let complaint = try run(
        engine.programs[engine.programs.count - 1],
        engine.arguments(clip.voice.name, clip.speed, text, audio)
      ).complaint
      // These programs end with status 0 whatever befell them.
      guard let speech = try? Recording(path: audio).samples else {
        throw SpeechError.unavailable(
          "no speech came out\(complaint); say the sentence otherwise")
      }
      guard !ClipLevel(speech).isSilent else {
        throw SpeechError.unavailable("silence came out\(complaint); say the sentence otherwise")
      }
      let silence = [Int16](
        repeating: 0, count: Int(Self.silenceSeconds * Double(Recording.sampleRateHz)))
      return silence + speech + silence
    }
  }

  private static func speakable(_ clip: SynthesizedClip) throws -> String {
    if clip.voice.engine == .espeak { return clip.text }
    let plain = clip.text.withoutAccents.replacing("’", with: "'")
    guard plain.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw SpeechError.badText("the engine knows ASCII letters alone; use an espeak voice")
    }
    return plain
  }

  // MARK: - Programs

  private func program(_ name: String) -> String? {
    folders.lazy.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private func table(_ name: String, _ arguments: [String]) throws -> [[String]] {
    try run(name, arguments).output.split(whereSeparator: \.isNewline)
      .map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
  }

  /// Runs a program without a shell, and returns what it wrote to standard output and, on one line
  /// after a colon, to standard error.
  private func run(_ name: String, _ arguments: [String]) throws
    -> (output: String, complaint: String)
  {
    guard let path = program(name) else {
      throw SpeechError.unavailable("\(name) is not installed")
    }
    let run: ProgramRun
    do throws(SystemFault) {
      run = try ProgramRun(path, arguments)
    } catch {
      throw SpeechError.unavailable("cannot run \(name): \(error)")
    }
    let words = run.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let complaint = words.isEmpty ? "" : ": \(words.prefix(Self.longestComplaint))"
    switch run.end {
    case .exit(0): return (run.output, complaint)
    case .exit(let status):
      throw SpeechError.unavailable("\(name) failed with exit status \(status)\(complaint)")
    case .signal(let number):
      throw SpeechError.unavailable("\(name) failed with signal \(number)\(complaint)")
    }
  }

  /// Lends a folder for files that are not to stay.
  private func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("hyzer-\(UUID().uuidString)").path
    try OutputFile.makeFolder(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try body(folder)
  }
}

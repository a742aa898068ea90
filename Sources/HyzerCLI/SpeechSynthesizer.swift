internal import Audio
internal import Corpora
internal import Evaluation
internal import Foundation

/// The speech synthesisers of this machine.
struct SpeechSynthesizer: Sendable {
  /// Silence before and after each sentence, as somebody who holds a microphone would leave.
  static let silenceSeconds = 0.3
  /// eSpeak's own speed in words a minute.
  private static let espeakWordsPerMinute = 160.0
  /// eSpeak's own amplitude of 100 reaches full scale.
  private static let espeakAmplitude = "70"
  /// A voice that can tell the time and nothing else.
  private static let limitedVoices: Set = ["awb_time"]
  private static let listVoices = """
    (mapcar (lambda (v) (format t "%s %s\\n" v \
    (cadr (assoc 'language (cadr (voice.description v)))))) (voice.list))
    """

  private let work: WorkFolder
  private let flite: ExternalProgram?
  private let espeak: ExternalProgram?
  private let festival: ExternalProgram?
  private let text2wave: ExternalProgram?

  init(environment: [String: String]) throws {
    work = try WorkFolder()
    flite = ExternalProgram("flite", environment: environment)
    espeak = ExternalProgram("espeak-ng", environment: environment)
    festival = ExternalProgram("festival", environment: environment)
    text2wave = ExternalProgram("text2wave", environment: environment)
  }

  /// The engines that are not installed, and the package that has each.
  var missingEngines: [(engine: Voice.Engine, package: String)] {
    Voice.Engine.allCases.compactMap { engine in
      switch engine {
      case .flite: flite == nil ? (engine, "flite") : nil
      case .espeak: espeak == nil ? (engine, "espeak-ng") : nil
      case .festival: festival == nil || text2wave == nil ? (engine, "festival") : nil
      }
    }
  }

  /// Returns the voices that speak English, in the order in which the engines list them.
  func voices() throws -> [Voice] {
    try Voice.Engine.allCases.flatMap(voices)
  }

  /// Returns those of some voices that are not installed.
  ///
  /// Programs that do not know a voice take another one and say nothing.
  func missing(among wanted: [Voice]) throws -> [Voice] {
    let installed = Set(try voices())
    let variants =
      wanted.contains { $0.engine == .espeak && $0.name.contains("+") }
      ? try espeakVariants() : []
    return wanted.filter { voice in
      if installed.contains(voice) { return false }
      let parts = voice.name.split(separator: "+", omittingEmptySubsequences: false)
      guard voice.engine == .espeak, parts.count == 2,
        let base = Voice(.espeak, String(parts[0]))
      else { return true }
      return !(installed.contains(base) && variants.contains(String(parts[1])))
    }
  }

  /// Returns a sentence as 16 kHz mono samples with silence around it.
  func speak(_ sentence: String, voice: Voice, speed: Double) throws -> [Int16] {
    let text = work.newFile("txt")
    let audio = work.newFile("wav")
    defer {
      work.remove(text)
      work.remove(audio)
    }
    // In a file, no text can be taken for an option.
    try OutputFile.write(speakable(sentence, voice) + "\n", to: text)
    let output: ExternalProgram.Output
    switch voice.engine {
    case .flite:
      output = try program(flite, voice).run(
        [
          "-voice", voice.name, "--setf", "duration_stretch=\(1 / speed)", "-f", text, "-o", audio,
        ], in: work)
    case .espeak:
      let rate = Int((Self.espeakWordsPerMinute * speed).rounded())
      output = try program(espeak, voice).run(
        [
          "-v", voice.name, "-a", Self.espeakAmplitude, "-s", String(rate), "-f", text, "-w", audio,
        ], in: work)
    case .festival:
      // Voices of the HTS engine have their own parameter for speed.
      let setup =
        "(begin (voice_\(voice.name)) (Parameter.set 'Duration_Stretch \(1 / speed)) "
        + "(defvar hts_engine_params nil) "
        + "(set! hts_engine_params (append hts_engine_params (list (list \"-r\" \(speed))))))"
      output = try program(text2wave, voice).run(["-o", audio, "-eval", setup, text], in: work)
    }
    let speech: [Int16]
    do throws(RecordingError) {
      speech = try Recording.read(path: audio).samples
    } catch {
      // These programs end with status 0 whatever befell them.
      throw Failure(
        .unavailable, "no speech came out\(output.complaint); say the sentence otherwise")
    }
    guard !ClipLevel(samples: speech, sampleRateHz: Recording.sampleRateHz).isSilent else {
      throw Failure(
        .unavailable, "silence came out\(output.complaint); say the sentence otherwise")
    }
    let silence = [Int16](
      repeating: 0, count: Int(Self.silenceSeconds * Double(Recording.sampleRateHz)))
    return silence + speech + silence
  }

  /// Returns a text in letters that an engine knows.
  private func speakable(_ text: String, _ voice: Voice) throws -> String {
    if voice.engine == .espeak { return text }
    let plain = text.folding(options: .diacriticInsensitive, locale: Locale(identifier: "en_US"))
      .replacing("’", with: "'")
    guard plain.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw Failure(.badData, "the engine knows ASCII letters alone; use an espeak voice")
    }
    return plain
  }

  private func program(_ program: ExternalProgram?, _ voice: Voice) throws -> ExternalProgram {
    guard let program else {
      throw Failure(.unavailable, "\(voice.engine.rawValue) is not installed")
    }
    return program
  }

  private func voices(of engine: Voice.Engine) throws -> [Voice] {
    let names: [String]
    switch engine {
    case .flite:
      names = try flite.map(fliteVoices) ?? []
    case .espeak:
      // Voices of MBROLA have to be installed apart, and are listed even if they are not.
      names = try table(espeak, ["--voices=en"])
        .filter { row in !["mb/", "!v/"].contains { row[4].hasPrefix($0) } }.map { $0[1] }
    case .festival:
      guard let festival, text2wave != nil else { return [] }
      names = try festival.run(["--batch", Self.listVoices], in: work).text
        .split(separator: "\n").map { $0.split(separator: " ") }
        .filter { $0.count == 2 && $0[1].contains("english") }.map { String($0[0]) }
    }
    var seen: Set<Voice> = []
    return names.compactMap { Voice(engine, $0) }.filter { seen.insert($0).inserted }
  }

  private func fliteVoices(_ flite: ExternalProgram) throws -> [String] {
    let text = try flite.run(["-lv"], in: work).text
    return text.split(separator: ":").last?.split(whereSeparator: \.isWhitespace)
      .map(String.init).filter { !Self.limitedVoices.contains($0) } ?? []
  }

  private func espeakVariants() throws -> Set<String> {
    let prefix = "!v/"
    return Set(
      try table(espeak, ["--voices=variant"]).map { $0[4] }.filter { $0.hasPrefix(prefix) }
        .map { String($0.dropFirst(prefix.count)) })
  }

  /// Returns the rows of a list that eSpeak prints, each of five columns at least.
  private func table(_ program: ExternalProgram?, _ arguments: [String]) throws -> [[String]] {
    guard let program else { return [] }
    return try program.run(arguments, in: work).text.split(separator: "\n").dropFirst()
      .map { $0.split(separator: " ").map(String.init) }.filter { $0.count >= 5 }
  }
}

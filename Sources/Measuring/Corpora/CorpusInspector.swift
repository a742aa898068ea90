internal import FoundationEssentials
internal import Glibc
package import HyzerBase
package import HyzerVoice

/// Finds what is wrong in corpora, line by line; it remembers the clips that it has seen.
package struct CorpusInspector {
  private struct Seen {
    let place: String
    let words: [String]
  }

  private let makeParser: (Round) throws -> UtteranceParser
  private var parsers: [Round: UtteranceParser] = [:]
  private var paths: [String: Seen] = [:]
  private var hashes: [Int: Seen] = [:]

  /// Nothing seen yet; `parser` makes one for a line's round.
  package init(parser: @escaping (Round) throws -> UtteranceParser) { makeParser = parser }

  /// Returns what is wrong with a line of a manifest and its recording.
  ///
  /// - Throws: What makes a parser throws.
  package mutating func faults(in line: LineReader.Line, of manifest: String) throws
    -> [CorpusFault]
  {
    let entry: ManifestEntry
    switch Self.entry(of: line) {
    case .success(let read): entry = read
    case .failure(let fault): return [fault]
    }
    let faults = try labelFaults(of: entry)
    guard let audio = entry.audio else { return faults }
    do throws(CorpusFault) {
      return try faults + clipFaults(audio, of: entry, manifest, at: "\(manifest):\(line.number)")
    } catch {
      return faults + [error]
    }
  }

  private static func entry(of line: LineReader.Line) -> Result<ManifestEntry, CorpusFault> {
    do throws(FileFailure) {
      return .success(try JSONFile.decode(ManifestEntry.self, from: line.data, place: ""))
    } catch {
      let reason = error.description.trimmingPrefix(": ")
      return .failure(CorpusFault("unusableLine", .error, String(reason), ""))
    }
  }

  /// Returns what is wrong with a file of several lines none of which is of a corpus: it is another file, of which
  /// one word is enough.
  package static func fault(ofFile lines: [LineReader.Line]) -> CorpusFault? {
    guard lines.count > 1, case .failure(let first) = entry(of: lines[0]) else { return nil }
    for line in lines.dropFirst() {
      if case .success = entry(of: line) { return nil }
    }
    return CorpusFault(
      "noCorpus", .error,
      "none of its \(lines.count) lines is one of a corpus; line \(lines[0].number): \(first.description)",
      "check the path")
  }

  /// Returns what is wrong with a line's label and transcript.
  ///
  /// The label is taken for the truth: the parser is held to it, by the rules for typed text and
  /// by those for speech.
  private mutating func labelFaults(of entry: ManifestEntry) throws -> [CorpusFault] {
    let roster = entry.round.roster
    let faults = entry.labelFaults
    guard let transcript = entry.transcript else {
      guard entry.audio == nil else { return faults }
      return faults + [
        CorpusFault(
          "nothingToJudge", .error, "neither \"audio\" nor \"transcript\"", "give one of them")
      ]
    }
    guard transcript.contains(where: { !$0.isWhitespace }) else {
      guard !entry.scores.isEmpty else { return faults }
      return faults + [
        CorpusFault(
          "emptyTranscript", .error, "the transcript is empty, but there are scores",
          "write down what was said, or null")
      ]
    }
    // A label that is wrong in itself says nothing of the parser.
    guard faults.isEmpty else { return faults }
    let truth = Set(
      entry.scores.compactMap { score -> HoleScore? in
        guard let player = roster.player(named: score.player), let strokes = Strokes(score.strokes)
        else { return nil }
        return HoleScore(player: player, strokes: strokes)
      })
    let parser = try parsers[entry.round] ?? makeParser(entry.round)
    parsers[entry.round] = parser
    let readings = [InputKind.typed, .spoken].map { parser.parse(transcript, input: $0).scorePairs }
    guard readings.contains(where: { $0 != truth }) else { return [] }
    func text(_ pairs: Set<HoleScore>) -> String {
      guard !pairs.isEmpty else { return "no score" }
      return pairs.sorted { $0.player < $1.player }
        .map { "\(roster[$0.player].name) \($0.strokes.count)" }.joined(separator: ", ")
    }
    let (typed, spoken) = (text(readings[0]), text(readings[1]))
    let read = typed == spoken ? typed : "\(typed) as typed text and \(spoken) as speech"
    return [
      CorpusFault(
        "readOtherwise", .warning, "the label says \(text(truth)), the parser reads \(read)",
        "correct the label or the transcript; if both are right, the parser errs")
    ]
  }

  /// Returns what is wrong with a line's clip, also beside the clips of lines before.
  ///
  /// - Throws: What keeps it from being heard as an utterance.
  private mutating func clipFaults(
    _ audio: String, of entry: ManifestEntry, _ manifest: String, at place: String
  ) throws(CorpusFault) -> [CorpusFault] {
    let (path, sourceRate, samples) = try Self.clip(audio, of: manifest)
    var faults: [CorpusFault] = []
    func add(
      _ severity: CorpusFault.Severity, _ fault: String, _ message: String, _ advice: String
    ) { faults.append(CorpusFault(fault, severity, "\"\(audio)\" \(message)", advice)) }
    let rate = Recording.sampleRateHz
    if sourceRate < rate {
      add(
        .warning, "lowRate", "has \(sourceRate) Hz and so no highs",
        "keep such recordings in a corpus of their own")
    } else if sourceRate > rate {
      add(
        .note, "highRate",
        "has \(sourceRate) Hz, and is converted to \(rate) Hz whenever it is read",
        "nothing needs to be done")
    }
    let level = ClipLevel(samples)
    if level.isClipped {
      add(
        .warning, "clippedAudio", "is clipped: \(level.fullScaleSamples) samples at full scale",
        "record it again with less gain")
    }
    let advice = "record it again, or take the line out"
    if level.isSilent, !entry.scores.isEmpty {
      add(.error, "silentAudio", "is silent, but there are scores", advice)
    } else if level.isSilent, entry.transcript?.isEmpty == false {
      add(.warning, "silentNegative", "is silent, but there is a transcript", advice)
    }
    // Only equal samples share it, but for a chance of 1 in 2⁶⁴.
    let hash = samples.hashValue
    let seen = Seen(place: place, words: NameKey.words(of: entry.transcript ?? ""))
    let samePath = paths[path]
    if let first = samePath ?? hashes[hash] {
      if first.words != seen.words {
        add(
          .error, "contradiction",
          "is the same clip as that of \(first.place), with another transcript",
          "take out the line that is wrong")
      } else {
        add(
          .warning, samePath == nil ? "sameSamples" : "samePath",
          samePath == nil
            ? "has the same samples as that of \(first.place)"
            : "is also the recording of \(first.place)", "take one of the lines out")
      }
    }
    paths[path] = samePath ?? seen
    hashes[hash] = hashes[hash] ?? seen
    return faults
  }

  /// Reads the recording that a line of a manifest names: the file's one true path, its own rate in
  /// hertz, and 16 kHz mono.
  private static func clip(_ audio: String, of manifest: String) throws(CorpusFault) -> (
    path: String, sourceRateHz: Int, samples: [Int16]
  ) {
    let limit = UtteranceJudge.longestUtteranceSeconds
    let path = URL(fileURLWithPath: ManifestEntry.path(of: audio, beside: manifest))
      .resolvingSymlinksInPath().path
    var samples: [Int16] = []
    do throws(RecordingError) {
      var reader = try RecordingReader(path: path)
      let rate = reader.sourceRateHz
      while samples.count <= limit * Recording.sampleRateHz {
        let block = try reader.read(maximumFrames: Recording.sampleRateHz)
        if block.isEmpty { return (path, rate, samples) }
        samples += block
      }
    } catch .missing {
      throw CorpusFault(
        "missingAudio", .error, "there is no recording \"\(audio)\"",
        "restore it, or take the line out")
    } catch {
      throw CorpusFault("unreadableAudio", .error, error.description, "")
    }
    throw CorpusFault(
      "overlongAudio", .error,
      "\"\(audio)\" is \(samples.count / Recording.sampleRateHz) s long, and an utterance at most "
        + "\(limit) s", "split it")
  }
}

/// How long and how loud a clip is.
///
/// Levels are in decibels relative to a full-scale square wave (dBFS).
struct ClipLevel: Hashable, Sendable {
  /// Below this level, in dBFS, speech hardly stands out from a microphone's own noise.
  private static let quietBelow = -45.0
  /// Below this level, in dBFS, nothing was said.
  private static let silentBelow = -65.0
  /// The samples at full scale from which on a clip counts as clipped; a clip that was scaled to
  /// fit touches full scale once or twice.
  private static let clippedFrom = 3
  private static let framesPerSecond = 100

  let durationSeconds: Double
  /// The highest absolute sample in dBFS; nil for digital silence.
  let peakDecibels: Double?
  /// The level while somebody speaks, in dBFS; nil for digital silence and for less than 10 ms.
  let speechDecibels: Double?
  let fullScaleSamples: Int

  init(_ samples: [Int16]) {
    durationSeconds = Double(samples.count) / Double(Recording.sampleRateHz)
    fullScaleSamples = samples.count { $0 == .max || $0 == .min }
    let peak = samples.reduce(0) { max($0, abs(Int($1))) }
    peakDecibels = Self.decibels(power: Double(peak * peak))
    speechDecibels = ActiveSpeechLevel.rms(
      of: samples, samplesPerFrame: Recording.sampleRateHz / Self.framesPerSecond
    ).flatMap { Self.decibels(power: $0 * $0) }
  }

  var isClipped: Bool { fullScaleSamples >= Self.clippedFrom }
  var isSilent: Bool { speechDecibels.map { $0 < Self.silentBelow } ?? true }
  /// Whether the clip can be heard, but hardly.
  var isQuiet: Bool { !isSilent && speechDecibels.map { $0 < Self.quietBelow } ?? false }

  private static func decibels(power: Double) -> Double? {
    power > 0 ? 10 * log10(power / (32_768 * 32_768)) : nil
  }
}

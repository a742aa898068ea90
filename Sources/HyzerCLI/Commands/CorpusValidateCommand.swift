internal import Audio
internal import CommandLineKit
internal import Corpora
internal import Evaluation
internal import Foundation
internal import Golf
internal import Language

/// `hyzer corpus validate`: what is wrong in a corpus.
struct CorpusValidateCommand: Command {
  static let spec = CommandSpec(
    path: ["corpus", "validate"], abstract: "Find what is wrong in corpora.",
    discussion: """
      Tells of recordings that are missing, unreadable, doubled, clipped, silent or of another \
      rate than 16 kHz, of labels that make no sense, and of transcripts that the parser reads \
      otherwise than the label says. Exits with 65 where there is an error. A transcript that \
      is read otherwise is a warning: the label is taken for the truth.
      """,
    options: [
      .json, OptionSpec(long: "strict", help: "Take warnings for errors."),
    ],
    operands: [
      OperandSpec(
        name: "MANIFEST", maximum: nil,
        help: "A corpus; clips are compared over all of them.", completion: .files)
    ])

  private struct Report: Encodable {
    let file: String
    let line: Int?
    let severity: String
    let finding: String
    let message: String
    let advice: String
  }

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let console = toolkit.console
    let manifests = try arguments.operands("MANIFEST").map { path in
      (path, try LineReader.filledLines(of: path))
    }
    let total = manifests.reduce(0) { $0 + $1.1.count }
    var progress = Progress(console, total: total)
    var inspection = ManifestInspection(toolkit: toolkit)
    var counts: [CorpusFinding.Severity: Int] = [:]
    var done = 0
    for (path, lines) in manifests {
      if lines.isEmpty {
        try show(CorpusFinding(.noLines, at: CorpusPlace(file: path, line: nil)), &counts, console)
      }
      for line in lines {
        progress.show(done, "\(path):\(line.number)")
        for finding in try inspection.findings(in: line, of: path) {
          progress.clear()
          try show(finding, &counts, console)
        }
        done += 1
      }
    }
    progress.clear()
    let summary = [CorpusFinding.Severity.error, .warning, .note].map { severity in
      let count = counts[severity, default: 0]
      return "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    console.errorLine(
      "\(total) line\(total == 1 ? "" : "s"): \(summary.joined(separator: ", "))")
    if counts[.error, default: 0] > 0 { throw Reported(code: .badData) }
  }

  private func show(
    _ finding: CorpusFinding, _ counts: inout [CorpusFinding.Severity: Int], _ console: Console
  ) throws {
    let fault = finding.fault
    let severity =
      arguments.flag("strict") && fault.severity == .warning ? .error : fault.severity
    counts[severity, default: 0] += 1
    guard arguments.flag("json") else {
      let advice = fault.advice.isEmpty ? "" : "; \(fault.advice)"
      return try console.line(
        "\(finding.place): \(severity.rawValue): \(fault.message)\(advice)")
    }
    try console.line(
      JSONLine.encode(
        Report(
          file: finding.place.file, line: finding.place.line, severity: severity.rawValue,
          finding: fault.name, message: fault.message, advice: fault.advice)))
  }
}

/// Reads the lines of manifests and their recordings, and has them inspected.
private struct ManifestInspection {
  private let toolkit: Toolkit
  private var inspector = CorpusInspector()
  private var parsers: [Round: UtteranceParser] = [:]

  init(toolkit: Toolkit) { self.toolkit = toolkit }

  mutating func findings(in line: LineReader.Line, of manifest: String) throws
    -> [CorpusFinding]
  {
    let place = CorpusPlace(file: manifest, line: line.number)
    let entry: ManifestEntry
    do throws(FileFailure) {
      entry = try JSONFile.decode(ManifestEntry.self, from: line.data, place: "")
    } catch {
      return [
        CorpusFinding(.unusableLine(error.description.trimmingPrefix(": ").description), at: place)
      ]
    }
    var faults = inspector.faults(in: entry.line, parser: try parser(entry.round))
    if let audio = entry.audio {
      let path = URL(fileURLWithPath: CorpusManifest.audioPath(audio, manifest: manifest))
        .resolvingSymlinksInPath().path
      switch ManifestInspection.clip(audio, path) {
      case .success(let clip): faults += inspector.faults(in: clip, of: entry.line, at: place)
      case .failure(let fault): faults.append(fault.fault)
      }
    }
    return faults.map { CorpusFinding($0, at: place) }
  }

  private mutating func parser(_ round: Round) throws -> UtteranceParser {
    if let known = parsers[round] { return known }
    let parser = try toolkit.parser(round)
    parsers[round] = parser
    return parser
  }

  private struct ClipFault: Error {
    let fault: CorpusFault
  }

  private static func clip(_ audio: String, _ path: String) -> Result<CorpusClip, ClipFault> {
    let limit = ScoreCommand.longestSeconds
    do throws(RecordingError) {
      var reader = try RecordingReader(path: path)
      let rate = reader.sourceRateHz
      var samples: [Int16] = []
      while true {
        let block = try reader.read(maximumFrames: Recording.sampleRateHz)
        if block.isEmpty { break }
        samples += block
        let seconds = samples.count / Recording.sampleRateHz
        if samples.count > limit * Recording.sampleRateHz {
          return .failure(
            ClipFault(fault: .overlongAudio(audio, seconds: seconds, limit: limit)))
        }
      }
      return .success(
        CorpusClip(
          path: path, sourceRateHz: rate, samples: samples,
          sampleRateHz: Recording.sampleRateHz))
    } catch .missing {
      return .failure(ClipFault(fault: .missingAudio(audio)))
    } catch {
      return .failure(ClipFault(fault: .unreadableAudio(error.description)))
    }
  }
}

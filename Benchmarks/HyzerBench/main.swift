import Foundation
import HyzerVoice

/// Prints what a step costs beside what it may cost.
func report(_ name: String, _ value: Double, goal: Double, unit: String) {
  let verdict = value <= goal ? "" : "   MISSED"
  print(
    name.padding(toLength: 44, withPad: " ", startingAt: 0)
      + String(format: "%8.3f %@  (goal %g)%@", value, unit, goal, verdict))
}

/// Returns how long a step takes, in seconds.
func timing(_ step: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try step()
  return (ContinuousClock.now - start) / .seconds(1)
}

/// Returns the median of several timings, in seconds.
func median(of count: Int, _ step: () throws -> Void) rethrows -> Double {
  percentile(50, of: try (0..<count).map { _ in try timing(step) })
}

/// Returns the value below which so many per cent of some lie; 0 of none.
func percentile(_ percent: Int, of values: [Double]) -> Double {
  values.isEmpty ? 0 : values.sorted()[values.count * percent / 100]
}

/// Lends a folder; one that is left behind does not make a figure wrong.
func withFolder(_ body: (URL) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder)
}

// What needs no model can be measured alone.
if CommandLine.arguments.dropFirst().elementsEqual(["page"]) {
  try withFolder(benchmarkPage)
  exit(0)
}

let folder = CommandLine.arguments.dropFirst().first ?? "Audio"
guard FileManager.default.fileExists(atPath: folder + "/round.json") else {
  print("hyzer-bench: no round.json in \"\(folder)\"; give \"page\", or a folder as Audio is one")
  exit(64)
}
let settings = try DecoderSettings.standard()
let round = try Round(hole: 7, roster: Roster(benchPlayers.map { Player(name: $0) }))

let start = try median(of: 5) {
  let lexicon = try PronunciationLexicon(dictionaryPaths: settings.dictionaries)
  _ = try UtteranceScorer(round: round, lexicon: lexicon, settings: settings)
}
report("start to ready, model loaded", start, goal: 0.4, unit: "s")

let lexicon = try PronunciationLexicon(dictionaryPaths: settings.dictionaries)
let grammar = try median(of: 9) {
  _ = try RoundLexicon(roster: round.roster, par: round.par, lexicon: lexicon, settings: settings)
}
report("grammar and dictionary for 8 players", grammar * 1000, goal: 50, unit: "ms")

let parser = UtteranceParser(
  round: round, pronounce: { lexicon.pronunciations(ofWord: $0).map(\.pronunciation) })
let parse = median(of: 101) {
  _ = parser.parse("okay so Michael three, Jake took a four, Sarah birdie, no, par")
}
report("parse of a long sentence", parse * 1000, goal: 1, unit: "ms")
for (words, goal) in [(60, 5.0), (400, 30.0)] {
  let said = "Michael three and Jake took a four, everyone else par but Sarah, no wait, so did Nate"
    .split(separator: " ")
  let text = (0..<words).map { said[$0 % said.count] }.joined(separator: " ")
  let time = median(of: 21) { _ = parser.parse(text) }
  report("parse of \(words) words", time * 1000, goal: goal, unit: "ms")
}

let demo = try JSONDecoder().decode(
  Round.self, from: Data(contentsOf: URL(fileURLWithPath: folder + "/round.json")))
var scorer = try UtteranceScorer(round: demo, lexicon: lexicon, settings: settings)
var audioSeconds = 0.0
var latencies: [Double] = []
for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
where file.hasSuffix(".flac") {
  let recording = try Recording(path: folder + "/" + file)
  latencies.append(try timing { _ = try scorer.score(recording.samples) })
  audioSeconds += recording.durationSeconds
}
report(
  "one utterance recognised, of real time", latencies.reduce(0, +) / audioSeconds, goal: 0.05,
  unit: "  ")
report(
  "whole utterance to result, median", percentile(50, of: latencies) * 1000, goal: 100, unit: "ms")

var usage = rusage()
guard unsafe getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else { fatalError("getrusage failed") }
report("peak memory", Double(usage.ru_maxrss) / 1024, goal: 80, unit: "MB")

try withFolder(benchmarkScoreLog)
try withFolder(benchmarkHub)
try withFolder { try benchmarkLiveRound(folder + "/walk", in: $0, lexicon: lexicon) }
try benchmarkTalks(folder, round: demo, lexicon: lexicon)
try withFolder(benchmarkPage)

internal import Audio
internal import Corpora
internal import Evaluation
internal import Foundation
internal import Golf
internal import Language
internal import Randomness
internal import Recognition

/// Searches for decoder settings, and judges the search by speakers to whom it was not fitted.
struct DecoderTuner {
  /// How many thresholds are tried on each setting of the search; these cost no decoding.
  private static let thresholdsPerTrial = 200

  let toolkit: Toolkit
  var corpus: TuningCorpus
  let folds: Int
  let trials: Int
  let seed: UInt64
  let workers: Int?

  mutating func run() throws -> DecoderTuning {
    let standard = try toolkit.settings()
    let unreadable = leaveOutUnreadable()
    corpus.remove(at: Set(corpus.lines.indices.filter { corpus.lines[$0].audio == nil }))
    let speakers = corpus.speakers()
    let folds = SpeakerFolds(speakers: speakers, most: self.folds, seed: seed)
    guard folds.count > 1 else {
      throw Failure(
        .badData,
        "hyzer tune: only one recording can be used; tuning needs at least two, to judge one by the "
          + "other")
    }
    let thresholds = thresholdTrials(standard.confidence)
    let candidates = settingTrials(standard)

    var progress = Progress(toolkit.console, total: candidates.count * corpus.lines.count)
    // A row for each combination; the first is what is set now.
    var values: [[Int]] = []
    var combinations: [(trial: Int, confidence: DecoderSettings.Confidence)] = []
    var heard: [[HeardLine]] = []
    for (index, settings) in candidates.enumerated() {
      let base = index * corpus.lines.count
      let lines = try hear(settings) { progress.bar(base + $0) }
      heard.append(lines)
      values += try ParallelMap.map(
        thresholds, workers: workers, context: {},
        work: { _, confidence in
          lines.map { SearchObjective.value(of: $0.outcome(confidence: confidence)) }
        })
      combinations += thresholds.map { (index, $0) }
    }
    progress.clear()

    func outcome(_ combination: Int, _ line: Int) -> UtteranceOutcome {
      let (trial, confidence) = combinations[combination]
      return heard[trial][line].outcome(confidence: confidence)
    }
    func setting(_ combination: Int) -> DecoderTuning.Setting {
      var settings = candidates[combinations[combination].trial]
      settings.confidence = combinations[combination].confidence
      return DecoderTuning.Setting(settings)
    }
    var heldOut = TuningComparison(seed: seed)
    var chosen: [Int] = []
    for fold in 0..<folds.count {
      let best = SearchObjective.best(of: values, on: folds.training(fold))
      chosen.append(best)
      for line in folds.heldOut(fold) {
        heldOut.add(
          before: outcome(0, line), after: outcome(best, line), speaker: speakers[line])
      }
    }
    let all = Array(corpus.lines.indices)
    let best = SearchObjective.best(of: values, on: all)
    var fitted = TuningComparison(seed: seed)
    for line in all {
      fitted.add(before: outcome(0, line), after: outcome(best, line), speaker: speakers[line])
    }
    return DecoderTuning(
      lines: corpus.lines.count, speakers: Set(speakers).count, folds: folds.count,
      notes: corpus.notes, trials: candidates.count, thresholds: thresholds.count,
      before: setting(0), chosenInFolds: chosen.map(setting), after: setting(best),
      heldOut: heldOut, fitted: fitted, unreadable: unreadable)
  }

  /// The settings to decode with, the present ones first.
  private func settingTrials(_ standard: DecoderSettings) -> [DecoderSettings] {
    let present = DecoderTrial(
      occasionalForm: standard.grammarWeights.occasionalForm,
      rareForm: standard.grammarWeights.rareForm,
      mistakableWord: standard.grammarWeights.mistakableWord,
      golfWord: standard.grammarWeights.golfWord,
      wordInsertionPenalty: standard.sentences.wordInsertionPenalty,
      languageWeight: standard.sentences.languageWeight)
    var random = SeededGenerator(seed: seed, name: "decoder settings")
    return (0..<trials).map { index in
      let trial = index == 0 ? present : present.varied(using: &random)
      var settings = standard
      settings.grammarWeights.occasionalForm = trial.occasionalForm
      settings.grammarWeights.rareForm = trial.rareForm
      settings.grammarWeights.mistakableWord = trial.mistakableWord
      settings.grammarWeights.golfWord = trial.golfWord
      settings.sentences.wordInsertionPenalty = trial.wordInsertionPenalty
      settings.sentences.languageWeight = trial.languageWeight
      return settings
    }
  }

  /// The thresholds to try, the present ones first.
  private func thresholdTrials(_ standard: DecoderSettings.Confidence)
    -> [DecoderSettings.Confidence]
  {
    var random = SeededGenerator(seed: seed, name: "thresholds")
    return [standard]
      + (1..<DecoderTuner.thresholdsPerTrial).map { _ in
        let trial = ThresholdTrial.random(using: &random)
        var confidence = standard
        confidence.confirmBelow = trial.confirmBelow
        confidence.askBelow = trial.askBelow
        confidence.rejectBelow = trial.rejectBelow
        return confidence
      }
  }

  private func hear(_ settings: DecoderSettings, finished: (Int) -> Void) throws -> [HeardLine] {
    let lexicon = try toolkit.lexicon()
    return try ParallelMap.map(
      corpus.lines, workers: workers,
      context: { LineListener(lexicon: lexicon, settings: settings) },
      work: { try $0.hear($1) }, finished: finished)
  }

  /// Tells which recordings cannot be read, and goes on without them.
  private mutating func leaveOutUnreadable() -> [Failure] {
    var bad: [Int: Failure] = [:]
    for (index, line) in corpus.lines.enumerated() {
      guard let path = line.audio else { continue }
      do throws(RecordingError) {
        var reader = try RecordingReader(path: path)
        while try !reader.read(maximumFrames: Recording.sampleRateHz).isEmpty {}
      } catch {
        bad[index] = Failure(error)
        toolkit.console.errorLine("hyzer tune: \(Failure(error).message)")
      }
    }
    corpus.remove(at: Set(bad.keys))
    return bad.sorted { $0.key < $1.key }.map(\.value)
  }
}

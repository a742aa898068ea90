internal import Corpora
internal import Foundation
internal import Language
internal import Recognition

/// What the search for decoder settings came to.
struct DecoderTuning {
  /// Settings of the search and thresholds that belong together.
  struct Setting: Hashable, Encodable {
    struct Sentences: Hashable, Encodable {
      let languageWeight: Double
      let wordInsertionPenalty: Double
    }

    struct Weights: Hashable, Encodable {
      let golfWord: Int
      let mistakableWord: Int
      let occasionalForm: Int
      let rareForm: Int
    }

    struct Confidence: Hashable, Encodable {
      let askBelow: Double
      let confirmBelow: Double
      let rejectBelow: Double
    }

    let sentences: Sentences
    let grammarWeights: Weights
    let confidence: Confidence

    /// The part of all settings that is tuned.
    init(_ settings: DecoderSettings) {
      sentences = Sentences(
        languageWeight: settings.sentences.languageWeight,
        wordInsertionPenalty: settings.sentences.wordInsertionPenalty)
      grammarWeights = Weights(
        golfWord: settings.grammarWeights.golfWord,
        mistakableWord: settings.grammarWeights.mistakableWord,
        occasionalForm: settings.grammarWeights.occasionalForm,
        rareForm: settings.grammarWeights.rareForm)
      confidence = Confidence(
        askBelow: settings.confidence.askBelow, confirmBelow: settings.confidence.confirmBelow,
        rejectBelow: settings.confidence.rejectBelow)
    }
  }

  let lines: Int
  let speakers: Int
  let folds: Int
  let notes: [String]
  /// How many settings were decoded with, and how many thresholds were tried on each.
  let trials: Int
  let thresholds: Int
  let before: Setting
  /// What each fold's other speakers chose.
  let chosenInFolds: [Setting]
  /// What all speakers choose.
  let after: Setting
  /// The choices of the folds on the speakers who did not choose, all folds together.
  let heldOut: TuningComparison
  /// The choice of all speakers on all of them: a fitted figure.
  let fitted: TuningComparison
  let unreadable: [Failure]

  /// The settings as `HYZER_SETTINGS` takes them.
  func settingsText() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(after), as: UTF8.self) + "\n"
  }
}

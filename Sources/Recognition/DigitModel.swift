internal import Foundation

/// A second acoustic model, of nothing but digits, by which each digit heard is rescored.
///
/// It knows digits as whole words, was trained on other voices, and uses the spectrum below 4 kHz: so
/// it goes wrong elsewhere than the model of phones, and where both agree they are seldom wrong.
struct DigitModel: ~Copyable {
  /// Among a dozen words nothing need be left out.
  private static let search = SearchSettings(beam: 1e-120, wordBeam: 1e-80, phoneBeam: 1e-120)

  private let features: FeatureExtractor
  private let decoder: DecoderHandle
  private let settings: DecoderSettings.Digits
  /// Any part of a digit, as an expression of the Java Speech Grammar Format.
  private let anyPart: String

  /// Loads the first model of the settings that is there; nil where none is.
  ///
  /// - Throws: ``RecognizerError`` where a file of the model is missing, or the engine refuses it.
  static func load(_ settings: DecoderSettings.Digits) throws(RecognizerError) -> DigitModel? {
    guard let model = settings.models.first(where: { FileManager.default.fileExists(atPath: $0) })
    else { return nil }
    try ModelFiles.requireAll(in: model)
    let decoder = try DecoderHandle(.digits(model), model: model)
    for (index, parts) in settings.phones.enumerated() {
      try decoder.add(word: DigitModel.word(index + 1), phones: parts)
    }
    for (index, parts) in settings.otherPhones.enumerated() {
      try decoder.add(word: DigitModel.otherWord(index), phones: parts)
    }
    let words = settings.phones + settings.otherPhones
    let parts = Set(words.flatMap { $0.split(separator: " ").map(String.init) }).sorted()
    for (index, part) in parts.enumerated() {
      try decoder.add(word: DigitModel.part(index), phones: part)
    }
    let anyPart = "(" + parts.indices.map(DigitModel.part).joined(separator: " | ") + ")+"
    return DigitModel(
      features: try FeatureExtractor(model: model), decoder: decoder, settings: settings,
      anyPart: anyPart)
  }

  /// Returns what the model rescores an utterance of 16 kHz mono samples by.
  func cepstra(of samples: [Int16]) throws(RecognizerError) -> Cepstra {
    try features.cepstra(of: samples).meanNormalized(halfWindow: settings.meanHalfWindow)
  }

  /// Rescores a digit, in strokes, that was heard in some frames of an utterance.
  ///
  /// Returns nil for a number that the model does not have, or frames in which no digit can lie.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails.
  func rescoring(of number: Int, in frames: Range<Int>, of cepstra: Cepstra)
    throws(RecognizerError) -> RecognizedWord.Rescoring?
  {
    let numbers = 1...settings.phones.count
    guard numbers.contains(number) else { return nil }
    let place = cepstra.rows(
      frames.lowerBound - settings.padding..<frames.upperBound + settings.padding)
    func decoded(_ expression: String) throws(RecognizerError) -> Decoding {
      try decoder.add(.fullSentences, sentence: [expression], settings: DigitModel.search)
      return try decoder.decode(place, by: .fullSentences)
    }
    let itself = try decoded(DigitModel.word(number))
    let others = numbers.filter { $0 != number }
    let competitors =
      others.map(DigitModel.word) + settings.otherPhones.indices.map(DigitModel.otherWord)
    let other = try decoded("(" + competitors.joined(separator: " | ") + ")")
    let loop = try decoded(anyPart)
    guard !itself.segments.isEmpty, !other.segments.isEmpty, !loop.segments.isEmpty else {
      return nil
    }
    let best = others.first { number in
      other.segments.contains { $0.word == DigitModel.word(number) }
    }
    let llr = Double(itself.score) - Double(other.score)
    return RecognizedWord.Rescoring(
      number: llr < 0 ? best ?? 0 : number, llr: llr,
      loopLLR: (Double(itself.score) - Double(loop.score)) / Double(place.frames))
  }

  private static func word(_ number: Int) -> String { "number_\(number)" }

  private static func otherWord(_ index: Int) -> String { "other_\(index)" }

  private static func part(_ index: Int) -> String { "part_\(index)" }
}

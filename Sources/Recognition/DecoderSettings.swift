internal import Foundation
public import Language
internal import Models

/// How the recogniser is set up; the defaults are in `Models/decoder.json`.
public struct DecoderSettings: Hashable, Sendable, Codable {
  /// How the samples are made ready for the searches.
  public struct FrontEnd: Hashable, Sendable, Codable {
    /// How far below the speech a masking noise lies, in decibels.
    public var maskingDecibels: Double
    /// How many frames of 10 ms before and after a frame its mean spectrum is taken over.
    public var meanHalfWindow: Int
    /// By how much the variances of the acoustic model's static features are multiplied.
    public var varianceScale: Double
  }

  /// The search for sentences of the grammar.
  ///
  /// The beams are likelihood ratios: smaller is wider.
  public struct Sentences: Hashable, Sendable, Codable {
    /// The beam for states, `-beam`.
    public var beam: Double
    /// The beam for word ends, `-wbeam`.
    public var wordBeam: Double
    /// The beam for phone ends, `-pbeam`.
    public var phoneBeam: Double
    /// The power to which the grammar's weights are raised, `-lw`.
    public var languageWeight: Double
    /// The likelihood of going on to one more word in a sentence of any form, `-wip`.
    public var wordInsertionPenalty: Double
    /// The same in a sentence of the usual form.
    public var usualWordInsertionPenalty: Double
    /// How much better a sentence of another form must explain the audio than one of the usual form
    /// to go without doubt: in the units of `DecoderHandle.logarithm`.
    public var unusualMargin: Double
  }

  /// The search for any sequence of phones, against which words are measured.
  public struct PhoneLoop: Hashable, Sendable, Codable {
    /// The beam for states.
    public var beam: Double
    /// The beam for phone ends.
    public var phoneBeam: Double
    /// The power to which the phone language model's probabilities are raised.
    public var languageWeight: Double
    /// One in so many frames is scored, `-ds`; the others take its scores.
    public var scoredFrames: Int
  }

  /// How a word's margin over the phone loop becomes a confidence.
  public struct Confidence: Hashable, Sendable, Codable {
    /// The margin, in acoustic score per frame, that gives a confidence of one half.
    public var center: Double
    /// The margin over which a confidence of one half grows to 0.73.
    public var width: Double
    /// A score saves itself only where no word of it has a lower confidence than this.
    public var confirmBelow: Double
    /// A score is left open where one of its words has a lower confidence than this.
    public var askBelow: Double
    /// An utterance that has a lower confidence than this is taken for no score at all.
    public var rejectBelow: Double

    /// Returns the confidence for a margin: a logistic function, from 0 to 1.
    public func confidence(margin: Double) -> Double {
      1 / (1 + exp(-(margin - center) / width))
    }
  }

  /// When an utterance is taken for a reply to scores that wait to be saved.
  public struct Replies: Hashable, Sendable, Codable {
    /// The longest that an utterance can be to be a reply, in frames of 10 ms.
    public var mostFrames: Int
    /// The most words that a reply has: for a longer sentence that is clear, none is searched.
    public var mostWords: Int
    /// A reply counts only where all its words together have at least this confidence.
    public var confidenceFrom: Double
    /// A reply counts only where each of its words has at least this confidence.
    public var wordFrom: Double
    /// A reply counts only where its ``ReplyHypothesis/coverage`` is at least this.
    public var coverageFrom: Double
    /// A reply counts only where its ``ReplyHypothesis/lead`` is at least this.
    public var leadFrom: Double

    /// Returns whether a reply was heard clearly, and better than a sentence.
    ///
    /// `isSentence` tells that the sentence heard has the same words, so that none of them leads.
    public func accept(_ reply: ReplyHypothesis, isSentence: Bool) -> Bool {
      let leads = reply.lead.map { $0 >= leadFrom } ?? true
      return reply.hypothesis.confidence >= confidenceFrom
        && reply.hypothesis.words.allSatisfy { $0.confidence >= wordFrom }
        && reply.coverage >= coverageFrom && (leads || isSentence)
    }
  }

  /// The folders in which the acoustic model may be, the first that exists counts.
  public var acousticModels: [String]
  /// The pronunciation dictionaries, likewise.
  public var dictionaries: [String]
  /// The phone language models, likewise.
  public var phoneLanguageModels: [String]
  /// What comes before both searches.
  public var frontEnd: FrontEnd
  /// The search for sentences.
  public var sentences: Sentences
  /// How the grammar is weighted.
  public var grammarWeights: GrammarWeights
  /// The search for phones.
  public var phoneLoop: PhoneLoop
  /// What the two together say.
  public var confidence: Confidence
  /// How replies are heard.
  public var replies: Replies

  /// Returns the toolkit's own settings.
  ///
  /// The folder in `modelDirectory` goes before theirs. `changes` is a JSON object of the form of
  /// `Models/decoder.json`, of which any keys may be absent: these keep the toolkit's values.
  ///
  /// - Throws: ``RecognizerError/badSettings(_:)``.
  public static func standard(modelDirectory: String? = nil, changes: [UInt8]? = nil)
    throws(RecognizerError) -> DecoderSettings
  {
    do {
      var data = Data(Models.decoderSettings)
      if let changes { data = try merged(data, with: Data(changes)) }
      var settings = try JSONDecoder().decode(DecoderSettings.self, from: data)
      if let modelDirectory { settings.acousticModels = [modelDirectory] }
      return settings
    } catch let error as RecognizerError {
      throw error
    } catch {
      throw .badSettings("\(error)")
    }
  }

  private static func merged(_ base: Data, with changes: Data) throws -> Data {
    guard let old = try JSONSerialization.jsonObject(with: base) as? [String: Any],
      let new = try? JSONSerialization.jsonObject(with: changes) as? [String: Any]
    else { throw RecognizerError.badSettings("they are no JSON object") }
    return try JSONSerialization.data(withJSONObject: merged(old, with: new, at: ""))
  }

  /// Replaces values key by key; a key that the settings do not have would silently do nothing.
  private static func merged(_ base: [String: Any], with changes: [String: Any], at place: String)
    throws(RecognizerError) -> [String: Any]
  {
    var result = base
    for (key, value) in changes {
      switch (base[key], value) {
      case (nil, _): throw .badSettings("there is no setting \"\(place)\(key)\"")
      case (let inner as [String: Any], let value as [String: Any]):
        result[key] = try merged(inner, with: value, at: "\(place)\(key).")
      case (let old as [String: Any], _):
        throw .badSettings(
          "\"\(place)\(key)\" is to be an object with \(old.keys.sorted().joined(separator: ", "))")
      default: result[key] = value
      }
    }
    return result
  }
}

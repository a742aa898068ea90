internal import Foundation
public import Language

/// How the recogniser is set up; the defaults are in `decoder.json`.
public struct DecoderSettings: Hashable, Sendable, Codable {
  /// How the samples are made ready for the searches.
  public struct FrontEnd: Hashable, Sendable, Codable {
    /// How far below the speech a masking noise lies, in decibels.
    public var maskingDecibels: Double
    /// How many frames of 10 ms before and after a frame its mean spectrum is taken over.
    public var meanHalfWindow: Int
    /// The standard deviation of each coefficient in clear speech, less its mean as above.
    public var typicalSpread: [Float]
    /// How many frames before and after a frame its spread is taken over.
    public var spreadHalfWindow: Int
    /// How much of what the spread lacks is made up for, from 0 to 1.
    public var spreadShare: Double
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

  /// The search for other words in the place of a name or score.
  public struct Talk: Hashable, Sendable, Codable {
    /// The beam for states and phone ends: narrower than for sentences, as it is only to compare.
    public var beam: Double
    /// The beam for word ends.
    public var wordBeam: Double
    /// How many frames of 10 ms before and after a word are searched as well.
    public var padding: Int
  }

  /// The search for any sequence of phones, against which words are measured.
  public struct PhoneLoop: Hashable, Sendable, Codable {
    /// The beam for states.
    public var beam: Double
    /// The beam for phone ends.
    public var phoneBeam: Double
    /// The power to which the phone language model's probabilities are raised.
    public var languageWeight: Double
  }

  /// The second model, of digits alone.
  public struct Digits: Hashable, Sendable, Codable {
    /// The folders in which it may be, the first that exists counts; it may be missing.
    public var models: [String]
    /// How it says one stroke, two, and so on: its phones, separated by spaces.
    public var phones: [String]
    /// How it says words that are no score, and which it may prefer to a digit.
    public var otherPhones: [String]
    /// How many frames of 10 ms before and after a frame its mean spectrum is taken over.
    public var meanHalfWindow: Int
    /// How many frames before and after a digit are judged as well.
    public var padding: Int
    /// A digit is replaced by the one that this model prefers where the lead that the first model
    /// gives it is less than this share of the lead that it lacks here.
    public var persuasion: Double
  }

  /// How a margin over the phone loop becomes a confidence, and what confidence is asked for.
  public struct Confidence: Hashable, Sendable, Codable {
    /// The margin, in acoustic score per frame, that gives a reply a confidence of one half.
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
      logistic((margin - center) / width)
    }
  }

  /// How surely a word of a sentence was heard: a logistic regression.
  ///
  /// Leads count by their square roots, since they grow with a word's length, and more than how sure
  /// it is.
  public struct WordConfidence: Hashable, Sendable, Codable {
    /// What counts, and how much.
    public struct Weights: Hashable, Sendable, Codable {
      /// The log-odds of a word without any margin or lead.
      public var offset: Double
      /// By how much they grow with the margin over the phone loop, in acoustic score per frame.
      public var margin = 0.0
      /// By how much they grow with the root of the lead over the best rival, in the units of
      /// ``Hypothesis/Rival/lead``.
      public var lead = 0.0
      /// By how much they grow with the root of the lead over other words.
      public var talkLead = 0.0
      /// By how much they grow with the margin that the model of digits gives.
      public var opinionMargin = 0.0
      /// By how much they grow with the root of the lead that it gives.
      public var opinionLead = 0.0
    }

    /// The weights for a word that nothing else was looked for in place of.
    public var word: Weights
    /// Those for a name or score that was compared with other words.
    public var content: Weights
    /// Those for a digit that the model of digits has judged as well.
    public var digit: Weights
    /// The lead that counts for a word without rivals.
    public var unrivalledLead: Double
    /// The lead that is enough: what lies above it, which long noises have as well, counts nothing.
    public var mostLead: Double
    /// The longest that a word lasts that somebody says, in frames of 10 ms for each of its phones;
    /// one that lasts longer is noise, and has no confidence.
    public var mostFramesPerPhone: Double
    /// The same as ``mostLead`` for the model of digits.
    public var mostOpinionLead: Double

    /// Returns the confidence of a word, from 0 to 1; a negative lead counts as the negative of its
    /// root.
    public func confidence(
      margin: Double, lead: Double?, talkLead: Double? = nil,
      opinion: RecognizedWord.Opinion? = nil
    ) -> Double {
      let weights =
        switch (talkLead, opinion) {
        case (nil, _): word
        case (_, nil): content
        default: digit
        }
      return logistic(
        weights.offset + weights.margin * margin
          + weights.lead * signedRoot(min(lead ?? unrivalledLead, mostLead))
          + weights.talkLead * signedRoot(min(talkLead ?? 0, mostLead))
          + weights.opinionMargin * (opinion?.margin ?? 0)
          + weights.opinionLead * signedRoot(min(opinion?.lead ?? 0, mostOpinionLead)))
    }
  }

  /// How surely a sentence was heard, and not something else: a logistic regression.
  public struct SentenceConfidence: Hashable, Sendable, Codable {
    /// The log-odds of a sentence whose words are as likely wrong as right.
    public var offset: Double
    /// By how much they grow with the mean of the words' own log-odds.
    public var wordWeight: Double
    /// The least confidence that a word counts with, and the most it may lack of 1.
    public var leastDoubt: Double

    /// Returns the confidence of one word or more, from 0 to 1, by each one's confidence.
    public func confidence(words: [Double]) -> Double {
      let logOdds = words.map { word in
        let bounded = min(max(word, leastDoubt), 1 - leastDoubt)
        return log(bounded / (1 - bounded))
      }
      return logistic(offset + wordWeight * logOdds.reduce(0, +) / Double(words.count))
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
  /// The search for other words.
  public var talk: Talk
  /// The search for phones.
  public var phoneLoop: PhoneLoop
  /// What the two together say.
  public var confidence: Confidence
  /// How sure each word of a sentence is.
  public var wordConfidence: WordConfidence
  /// How sure a sentence is.
  public var sentenceConfidence: SentenceConfidence
  /// The model of digits.
  public var digits: Digits
  /// How replies are heard.
  public var replies: Replies

  /// Returns the toolkit's own settings.
  ///
  /// The folder in `modelDirectory` goes before theirs. `changes` is a JSON object of the form of
  /// `decoder.json`, of which any keys may be absent: these keep the toolkit's values.
  ///
  /// - Throws: ``RecognizerError/badSettings(_:)``.
  public static func standard(modelDirectory: String? = nil, changes: [UInt8]? = nil)
    throws(RecognizerError) -> DecoderSettings
  {
    do {
      var data = Data(PackageResources.decoder_json)
      if let changes { data = try merged(data, with: Data(changes)) }
      var settings = try JSONDecoder().decode(DecoderSettings.self, from: data)
      guard settings.frontEnd.typicalSpread.count == Cepstra.coefficients else {
        throw RecognizerError.badSettings(
          "\"frontEnd.typicalSpread\" is to have \(Cepstra.coefficients) numbers")
      }
      guard !settings.digits.phones.isEmpty else {
        throw RecognizerError.badSettings("\"digits.phones\" is to have a word or more")
      }
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

/// The square root; of a number below 0, the negative root of its magnitude.
private func signedRoot(_ value: Double) -> Double {
  value < 0 ? -(-value).squareRoot() : value.squareRoot()
}

/// The likelihood, from 0 to 1, that has these log-odds.
private func logistic(_ logOdds: Double) -> Double { 1 / (1 + exp(-logOdds)) }

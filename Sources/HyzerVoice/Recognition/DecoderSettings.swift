internal import FoundationEssentials
internal import Glibc
internal import HyzerBase

/// How the recogniser is set up; the defaults are in `decoder.json`.
///
/// What was fitted to recordings stands in that file, and what was chosen in code, beside its reason.
/// Windows are in frames of 10 ms; beams are likelihood ratios, of which a smaller one is wider; `LLR`
/// stands for a log-likelihood ratio, in the units of ``DecoderHandle/logarithm(_:)``.
package struct DecoderSettings: Hashable, Sendable, Codable {
  /// How the samples are made ready for the searches.
  package struct FrontEnd: Hashable, Sendable, Codable {
    /// How far below the speech a masking noise lies, in decibels.
    var maskingDecibels: Double
    /// The frames before and after a frame that its mean is taken over.
    var meanHalfWindow: Int
    /// The standard deviation of each coefficient in clear speech, after mean normalisation.
    var typicalDeviations: [Float]
    /// The frames before and after a frame that its deviations are taken over.
    var deviationHalfWindow: Int
    /// How much of what a deviation lacks is made up for, from 0 to 1.
    var deviationShare: Double
    /// By how much the variances of the acoustic model's static features are multiplied.
    var varianceScale: Double
  }

  /// The searches for sentences: over the full grammar, and over the constrained one.
  package struct Sentences: Hashable, Sendable, Codable {
    /// The beam for states, `-beam`.
    var beam: Double
    /// The beam for word ends, `-wbeam`.
    var wordBeam: Double
    /// The beam for phone ends, `-pbeam`.
    var phoneBeam: Double
    /// The power to which the grammar's weights are raised, `-lw`.
    package var languageWeight: Double
    /// The likelihood of going on to one more word in the full grammar, `-wip`.
    package var wordInsertionPenalty: Double
    /// The same in the constrained grammar.
    var constrainedWordInsertionPenalty: Double
    /// The same where any word may follow any.
    var looseWordInsertionPenalty: Double
    /// The LLR of a sentence of the full grammar against one of the constrained grammar from which on
    /// it is clear, and no person has to confirm it.
    var clearFullGrammarLLR: Double
    /// The LLR of a sentence that names somebody twice against one that does not, from which on it was said.
    var clearRepeatLLR: Double
    /// The LLR of a pause beside a word against the phone loop, over all its frames, below which something was said
    /// in it.
    var emptyPauseLLR: Double
  }

  /// The garbage model: a search for out-of-vocabulary words in the place of a name or score.
  package struct Garbage: Hashable, Sendable, Codable {
    /// The beam for states and phone ends: narrower than for sentences, as it is only to compare.
    var beam: Double
    var wordBeam: Double
    /// The frames before and after a word that are searched as well.
    var padding: Int
  }

  /// The search for any sequence of phones, against which words are measured.
  package struct PhoneLoop: Hashable, Sendable, Codable {
    var beam: Double
    var phoneBeam: Double
    /// The power to which the phone language model's probabilities are raised.
    var languageWeight: Double
  }

  /// The acoustic network beside the acoustic model: how its scores and theirs add up.
  package struct Network: Hashable, Sendable, Codable {
    /// The files in which the network may be, the first that exists counts; none for the one that is
    /// compiled in.
    var files: [String]
    /// By how much the network's log-likelihoods are multiplied; 0 does without it, and then nothing
    /// else here counts.
    var scale: Double
    /// How much of the logarithm of a class's prior is taken from that of its posterior.
    var priorScale: Double
    /// By how much the acoustic model's own log-likelihoods are multiplied; 0 does without them.
    var stockWeight: Double
    /// How many of a codebook's densities the acoustic model counts in each stream, the likeliest ones.
    var stockDensities: Int
    /// The least logarithm of a posterior that counts, in nats: what is lower is as unlikely.
    var floor: Double

    var isUsed: Bool { scale > 0 }

    /// What is wrong with the settings; nil for nothing.
    fileprivate var flaw: String? {
      let ranges = [
        ("scale", scale, 0.0...100), ("priorScale", priorScale, 0...10),
        ("stockWeight", stockWeight, 0...100), ("floor", floor, -1000...0),
        ("stockDensities", Double(stockDensities), 1...16),
      ]
      return ranges.first { !$0.2.contains($0.1) }.map { name, _, range in
        "\"network.\(name)\" is to be from \(range.lowerBound) to \(range.upperBound)"
      }
    }
  }

  /// How an LLR against the phone loop becomes the confidence of a reply, and what confidence is asked
  /// for.
  package struct Confidence: Hashable, Sendable, Codable {
    /// The LLR per frame that gives a confidence of one half.
    package var center: Double
    /// The LLR per frame over which a confidence of one half grows to 0.73.
    var width: Double
    /// A score saves itself only where neither a word of it nor the sentence has a lower confidence
    /// than this.
    package var confirmBelow: Double
    /// A score is left open where one of its words has a lower confidence than this.
    package var askBelow: Double
    /// An utterance that has a lower confidence than this is taken for no score at all.
    package var rejectBelow: Double

    /// Returns the confidence for an LLR per frame: a logistic function, from 0 to 1.
    package func confidence(loopLLR: Double) -> Double {
      logistic((loopLLR - center) / width)
    }
  }

  /// How surely a word of a sentence is the one that was said, and no other: a logistic regression.
  ///
  /// LLRs of whole words count by their square roots, since they grow with a word's length, and more
  /// than how sure it is; a negative one counts as the negative of its root.
  package struct WordConfidence: Hashable, Sendable, Codable {
    /// The log-odds without any LLR.
    var offset: Double
    /// By how much they grow with the LLR per frame against the phone loop.
    var loopLLR: Double
    /// By how much they grow with the root of the LLR to the best competitor.
    var competitorLLR: Double
    /// The LLR to the garbage model below which a word fits poorly, as names of nobody in the round do.
    var poorGarbageLLR: Double
    /// By how much the log-odds fall with the root of a garbage LLR below that.
    var poorFit: Double
    /// The LLR per frame against the phone loop below which a word is never sure enough to save itself:
    /// the grammar makes such words up.
    var poorLoopLLR: Double
    /// The LLR that counts for a word without competitors.
    var uncontestedLLR: Double
    /// The LLR that is enough: what lies above it, which long noises have as well, counts nothing.
    var mostLLR: Double
    /// The longest that a word lasts that somebody says, in frames for each of its phones; one that
    /// lasts longer is noise, and has no confidence.
    var mostFramesPerPhone: Double

    /// Returns the confidence of a word, from 0 to 1; `garbage` is nil where it was not compared.
    func confidence(loopLLR: Double, competitor: Double?, garbage: Double?) -> Double {
      let lack = garbage.map { min(root($0) - root(poorGarbageLLR), 0) } ?? 0
      return logistic(
        offset + self.loopLLR * loopLLR + competitorLLR * competitorRoot(competitor)
          + poorFit * lack)
    }

    /// The root of the LLR to a word's best competitor; nil stands for none.
    func competitorRoot(_ llr: Double?) -> Double { root(llr ?? uncontestedLLR) }

    /// The root of an LLR, of which more than enough counts nothing.
    func root(_ llr: Double) -> Double { signedRoot(min(llr, mostLLR)) }
  }

  /// How surely a sentence of scores was said, and not something else: a logistic regression on means
  /// over its words.
  package struct SentenceConfidence: Hashable, Sendable, Codable {
    /// The log-odds where all means are 0.
    var offset: Double
    /// By how much they grow with the mean LLR per frame against the phone loop.
    var loopLLR: Double
    /// By how much they grow with the mean root of the LLR to the best competitor.
    var competitorLLR: Double
    /// By how much they grow with the mean root of the LLR to the garbage model, over the words that
    /// were compared with it.
    var garbageLLR: Double

    /// Returns the confidence of one word or more, from 0 to 1.
    func confidence(words: [RecognizedWord], by measures: WordConfidence) -> Double {
      confidence(
        loopLLRs: words.map(\.loopLLR),
        competitorRoots: words.map { measures.competitorRoot($0.competitor?.llr) },
        garbage: words.compactMap { $0.garbage?.llr }, by: measures)
    }

    /// Returns the most that the confidence can be, whatever competes with the words.
    func mostConfidence(
      loopLLRs: [Double], garbage: [Double], by measures: WordConfidence
    ) -> Double {
      let most = max(measures.mostLLR, measures.uncontestedLLR)
      return confidence(
        loopLLRs: loopLLRs, competitorRoots: [measures.root(most)], garbage: garbage, by: measures)
    }

    private func confidence(
      loopLLRs: [Double], competitorRoots: [Double], garbage: [Double], by measures: WordConfidence
    ) -> Double {
      func mean(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
      }
      return logistic(
        offset + loopLLR * mean(loopLLRs) + competitorLLR * mean(competitorRoots)
          + garbageLLR * mean(garbage.map(measures.root)))
    }
  }

  /// When an utterance is taken for a reply to scores that wait to be saved.
  package struct Replies: Hashable, Sendable, Codable {
    /// The longest that an utterance can be to be a reply, in frames.
    var mostFrames: Int
    /// The most words that a reply has: for a longer sentence that is clear, none is searched.
    var mostWords: Int
    /// The least confidence of all words together.
    package var confidenceFrom: Double
    /// The least confidence of each word.
    package var wordFrom: Double
    /// The least ``ReplyHypothesis/loopLLR``.
    package var coverageFrom: Double
    /// The least ``ReplyHypothesis/sentenceLLR``.
    package var leadFrom: Double

    /// Returns whether a reply was heard clearly, and better than a sentence.
    ///
    /// `isSentence` says that the sentence heard has the same words, so that none is better.
    package func accept(_ reply: ReplyHypothesis, isSentence: Bool) -> Bool {
      let isBetter = reply.sentenceLLR.map { $0 >= leadFrom } ?? true
      return reply.hypothesis.confidence >= confidenceFrom
        && reply.hypothesis.words.allSatisfy { $0.confidence >= wordFrom }
        && reply.loopLLR >= coverageFrom && (isBetter || isSentence)
    }
  }

  /// How an utterance seems to break off: the grammar makes up the score that a name lacks, and that alone
  /// does not fit the audio.
  package struct Unfinished: Hashable, Sendable, Codable {
    /// The last word has a lower LLR per frame against the phone loop than this.
    package var lastLoopLLRBelow: Double
    /// All words before it, one or more, have this confidence or more.
    package var othersFrom: Double
  }

  /// How surely scores were heard that save themselves.
  package struct SelfSaving: Hashable, Sendable, Codable {
    /// From this confidence on, a score is sure; one that saves itself with a lower one is probable, and
    /// is shown for longer.
    package var sureFrom: Double
  }

  /// The folders in which the acoustic model may be, the first that exists counts.
  package var acousticModels: [String]
  /// The pronunciation dictionaries, likewise.
  package var dictionaries: [String]
  /// The phone language models, likewise.
  var phoneLanguageModels: [String]
  var frontEnd: FrontEnd
  package var sentences: Sentences
  package var grammarWeights: GrammarWeights
  var garbage: Garbage
  var phoneLoop: PhoneLoop
  var network: Network
  package var confidence: Confidence
  var wordConfidence: WordConfidence
  var sentenceConfidence: SentenceConfidence
  package var replies: Replies
  package var unfinished: Unfinished
  package var selfSaving: SelfSaving

  /// Returns the toolkit's own settings.
  ///
  /// The folder in `modelDirectory` goes before theirs. `changes` is a JSON object of the form of
  /// `decoder.json`, of which any keys may be absent: these keep the toolkit's values.
  ///
  /// - Throws: ``RecognizerError/badSettings(_:)``.
  package static func standard(modelDirectory: String? = nil, changes: [UInt8]? = nil)
    throws(RecognizerError) -> DecoderSettings
  {
    do {
      var data = Data(PackageResources.decoder_json)
      if let changes { data = try merged(data, with: Data(changes)) }
      var settings = try JSONDecoder().decode(DecoderSettings.self, from: data)
      guard settings.frontEnd.typicalDeviations.count == Cepstra.coefficients else {
        throw RecognizerError.badSettings(
          "\"frontEnd.typicalDeviations\" is to have \(Cepstra.coefficients) numbers")
      }
      if let flaw = settings.network.flaw { throw RecognizerError.badSettings(flaw) }
      if let modelDirectory { settings.acousticModels = [modelDirectory] }
      return settings
    } catch let error as RecognizerError {
      throw error
    } catch {
      throw .badSettings("\(error)")
    }
  }

  private static func merged(_ base: Data, with changes: Data) throws -> Data {
    let old = try JSONDecoder().decode([String: JSONTree].self, from: base)
    guard let new = try? JSONDecoder().decode([String: JSONTree].self, from: changes)
    else { throw RecognizerError.badSettings("they are no JSON object") }
    return try JSONEncoder().encode(merged(old, with: new, at: ""))
  }

  /// Replaces values key by key; a key that the settings do not have would silently do nothing.
  private static func merged(
    _ base: [String: JSONTree], with changes: [String: JSONTree], at place: String
  )
    throws(RecognizerError) -> [String: JSONTree]
  {
    var result = base
    for (key, value) in changes {
      switch (base[key], value) {
      case (nil, _): throw .badSettings("there is no setting \"\(place)\(key)\"")
      case (.object(let inner), .object(let value)):
        result[key] = .object(try merged(inner, with: value, at: "\(place)\(key)."))
      case (.object(let old), _):
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

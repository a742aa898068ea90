/// Hears sentences of a grammar with PocketSphinx, and measures each word against a phone loop.
///
/// An utterance is searched when it is complete, or while it comes (``follow(_:)``): its senones are scored, and the
/// searches that take longest go on in threads of their own. That changes nothing of what is heard, and no more does
/// what was heard before. Belongs to one task at a time.
package struct Recognizer: ~Copyable {
  private let sentences: SentenceDecoder
  private let scorer: SenoneScorer
  private let full: FollowingSearch
  private var grammar: SpokenGrammar
  /// The sentences of the full grammar.
  private var automaton: Automaton
  /// What out-of-vocabulary words explain the audio of words best, of those of the utterance that were compared.
  private var knownGarbage: [Segment: RecognizedWord.Competitor?] = [:]

  private var settings: DecoderSettings { sentences.settings }
  private var table: WordTable { sentences.table }

  /// Loads the acoustic model and compiles the grammars.
  ///
  /// Senone scores pass through a folder in `place`, by default in memory.
  ///
  /// - Throws: ``RecognizerError`` where the model, a word or a grammar is refused.
  package init(
    grammar: SpokenGrammar, settings: DecoderSettings, scoresIn place: String? = nil
  ) throws(RecognizerError) {
    let sentences = try SentenceDecoder(lexicon: grammar.lexicon, settings: settings)
    let other = try sentences.anotherDecoder(of: grammar.lexicon)
    if !grammar.garbage.isEmpty {
      try sentences.addGarbage(grammar.garbage, to: sentences.decoder)
      try sentences.addGarbage(grammar.garbage, to: other)
    }
    try sentences.add(grammar)
    let full = FollowingSearch(.fullSentences, by: other)
    let automaton = try full.listen(for: grammar.full, settings: settings.sentences.full)
    scorer = try sentences.senoneScorer(
      scoresIn: place ?? ScoreFolder.place, followedBy: [full])
    self.automaton = automaton
    self.sentences = sentences
    self.full = full
    self.grammar = grammar
  }

  /// Goes on to another grammar of the same words.
  package mutating func listen(for grammar: SpokenGrammar) throws(RecognizerError) {
    automaton = try full.listen(for: grammar.full, settings: settings.sentences.full)
    try sentences.add(grammar)
    self.grammar = grammar
  }

  /// What tells whether somebody speaks in a stream, at its start; nil where no network is used.
  package var speechDetector: SpeechDetector? { scorer.network.map { SpeechDetector($0) } }

  /// Returns what is heard in a whole utterance of 16 kHz mono samples, and what if it is a reply.
  ///
  /// There is no reply where none is asked for, the grammar has none, the utterance is longer than
  /// one, a longer sentence was heard clearly, or none fits the audio.
  ///
  /// - Throws: ``RecognizerError/decodingFailed(step:reason:)``.
  package mutating func recognize(_ samples: [Int16], withReply: Bool) throws(RecognizerError) -> (
    sentence: Hypothesis, reply: ReplyHypothesis?
  ) {
    guard var scores = try scorer.senoneScores(of: samples, by: sentences) else {
      return (.nothing, nil)
    }
    knownGarbage = [:]
    try full.complete(scores)
    try scorer.completePhones(of: scores)
    let constrained =
      grammar.constrained == nil
      ? nil : try sentences.decoder.decode(scores, by: .constrainedSentences)
    try scorer.findPhones(of: &scores)
    let best = try bestSentence(
      scores, full: full.decoding(of: scores), constrained: constrained)
    let sentence = try hypothesis(best, scores: scores)
    let isTooLong =
      sentence.confidence >= settings.confidence.rejectBelow
      && sentence.words.count > settings.replies.mostWords
    guard withReply, grammar.replies != nil, scores.frames <= settings.replies.mostFrames,
      !isTooLong
    else { return (sentence, nil) }
    let reply = ReplyHypothesis(
      try sentences.decoder.decode(scores, by: .replies), words: table, beside: scores,
      confidence: settings.confidence, sentence: best.full)
    return (sentence, reply)
  }

  /// Returns the words that an utterance seems to have where any of them may follow any, each measured against the
  /// phone loop; none where the grammar has no such words.
  ///
  /// - Throws: ``RecognizerError/decodingFailed(step:reason:)``.
  package mutating func looseWords(in samples: [Int16]) throws(RecognizerError) -> Hypothesis {
    guard grammar.loose != nil, let scores = try scorer.scores(of: samples, by: sentences) else {
      return .nothing
    }
    let found = try sentences.decoder.decode(scores, by: .loose)
    return Hypothesis(
      reply: table.words(of: found), words: table, beside: scores.phones,
      confidence: settings.confidence)
  }

  /// Returns what is heard where some words of a sentence are one of a choice and all others as they were, each measured
  /// against the phone loop, and the LLR of the sentence against it; nil where either does not fit the audio.
  ///
  /// - Throws: ``RecognizerError``.
  package mutating func alternative(
    to sentence: Hypothesis, replacing words: Range<Int>, by choice: String, in samples: [Int16]
  ) throws(RecognizerError) -> (hypothesis: Hypothesis, llr: Double)? {
    guard let scores = try scorer.scores(of: samples, by: sentences) else { return nil }
    var expressions = sentence.words.map { table.notation(ofText: $0.text) }
    let itself = try sentences.decode(expressions, scores)
    expressions.replaceSubrange(words, with: [choice])
    let other = try sentences.decode(expressions, scores)
    guard !itself.segments.isEmpty, !other.segments.isEmpty else { return nil }
    let hypothesis = Hypothesis(
      reply: table.words(of: other), words: table, beside: scores.phones,
      confidence: settings.confidence)
    return (hypothesis, Double(itself.score) - Double(other.score))
  }

  /// Scores what of an utterance stays as it is however it goes on, so that less is left to do at its end.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails or there is no room for the scores.
  package mutating func follow(_ samples: [Int16]) throws(RecognizerError) {
    try scorer.follow(samples, by: sentences)
  }

  /// Frees what is kept of the utterance that was followed or recognised last.
  package mutating func forget() { scorer.forget() }

  /// Returns the words that an utterance seems to begin with, as far as it has been said.
  ///
  /// A search over the constrained grammar alone, without any measure of how sure the words are; none without one.
  ///
  /// - Throws: ``RecognizerError`` where the engine fails or there is no room for the scores.
  package mutating func beginning(of samples: [Int16]) throws(RecognizerError) -> [String] {
    guard grammar.constrained != nil,
      let scores = try scorer.senoneScores(of: samples, by: sentences)
    else { return [] }
    return table.words(of: try sentences.decoder.decode(scores, by: .beginnings))
      .map { table.text($0.word) }
  }

  // MARK: - The best sentence

  private struct BestSentence {
    /// Its words, and what lies between them.
    let found: Decoding
    /// What the search over the full grammar found.
    let full: Decoding
    var isContested = false
    var competitor: Hypothesis.Competitor?
  }

  /// Chooses between the sentence that was found in the full grammar and the one in the constrained grammar.
  ///
  /// The full grammar lets noise between words become some short word more easily, and its weights
  /// alone cannot prevent that: small enough, they would put a form outside the beam. So a sentence
  /// of another form has to explain the audio better than a constrained one, and much better to go without
  /// doubt. Where no part of the grammar is likelier, all of it is searched once.
  private mutating func bestSentence(
    _ scores: borrowing SenoneScores, full likeliest: Decoding, constrained other: Decoding?
  ) throws(RecognizerError) -> BestSentence {
    let full = try withoutRepeats(
      likeliest, in: scores, grammar.full, settings: settings.sentences.full)
    let fullWords = table.words(of: full)
    guard let jsgf = grammar.constrained, let other else {
      return BestSentence(found: full, full: full)
    }
    let isOtherForm = !grammar.constrainedVocabulary.isSuperset(of: fullWords.map(\.word))
    // The two searches charge each word and silence differently, which is no merit of a sentence.
    let charge = DecoderHandle.logarithm(
      settings.sentences.wordInsertionPenalty / settings.sentences.constrainedWordInsertionPenalty)
    func llr(against constrained: Decoding) -> Double {
      Double(full.score) - charge * Double(full.charged) - Double(constrained.score)
    }
    // Without its repeats it would explain the audio no better, but for what the beams prune.
    let isClear =
      isOtherForm && llr(against: other) >= settings.sentences.clearFullGrammarLLR
    let constrained =
      isClear
      ? other
      : try withoutRepeats(other, in: scores, jsgf, settings: settings.sentences.constrained)
    let constrainedWords = table.words(of: constrained)
    if fullWords.map(\.word) == constrainedWords.map(\.word) {
      return BestSentence(found: constrained, full: full)
    }
    let llr = llr(against: constrained)
    func competitor(_ words: [Segment], llr: Double) -> Hypothesis.Competitor? {
      guard !words.isEmpty else { return nil }
      return Hypothesis.Competitor(
        transcript: words.map { table.text($0.word) }.joined(separator: " "), llr: llr)
    }
    // Two sentences of the constrained grammar differ by the weights of their words alone.
    let areBothConstrained = fullWords.count == constrainedWords.count && !isOtherForm
    guard llr > 0, !fullWords.isEmpty, !areBothConstrained else {
      return BestSentence(
        found: constrained, full: full, isContested: llr > 0 && !fullWords.isEmpty,
        competitor: competitor(fullWords, llr: -llr))
    }
    return BestSentence(
      found: full, full: full, isContested: llr < settings.sentences.clearFullGrammarLLR,
      competitor: competitor(constrainedWords, llr: llr))
  }

  /// Returns the likeliest sentence of a grammar that has no two words of an exclusive set, where `first` is the
  /// likeliest of all.
  ///
  /// That one mostly has none, and is the one. Else the sets that it repeats are forbidden
  /// to, and so on: that finds what an automaton of all sets would, which has two to the power of their
  /// number times the states. Where what repeats itself explains the audio much better, it was said; where
  /// it is rejected anyway, it is left as it is, though another sentence might not be.
  private mutating func withoutRepeats(
    _ first: Decoding, in scores: borrowing SenoneScores, _ jsgf: String, settings: SearchSettings
  ) throws(RecognizerError) -> Decoding {
    let words = table.words(of: first)
    // In talk, where sentences have many names that nobody said, most of the time would go to the searches below.
    guard !grammar.repeated(in: words.map(\.word)).isEmpty,
      !isRejected(words, garbage: try garbage(insteadOf: words, scores), beside: scores)
    else { return first }
    var (found, forbidden) = (first, [Set<String>]())
    while true {
      let new = grammar.repeated(in: table.words(of: found).map(\.word))
        .filter { !forbidden.contains($0) }
      guard !new.isEmpty else { return found }
      forbidden += new
      guard forbidden.count <= Self.mostForbidden else { return first }
      try sentences.decoder.add(
        .restricted, jsgf, settings: settings, exclusive: forbidden, renewing: grammar.renewing)
      found = try sentences.decoder.decode(scores, by: .restricted)
      guard !found.segments.isEmpty,
        Double(first.score) - Double(found.score) < self.settings.sentences.clearRepeatLLR
      else { return first }
    }
  }

  /// Chosen: each doubles the states.
  private static let mostForbidden = 3

  private mutating func hypothesis(
    _ best: BestSentence, scores: borrowing SenoneScores
  ) throws(RecognizerError) -> Hypothesis {
    let words = table.words(of: best.found)
    guard !words.isEmpty else { return .nothing }
    let garbage = try garbage(insteadOf: words, scores)
    // In talk, where a sentence has many words that nobody said, most of the time would go to these.
    let competitors =
      isRejected(words, garbage: garbage, beside: scores)
      ? nil
      : try sentences.competitors(
        of: words.map(\.word), among: grammar.competitors, in: automaton, scores: scores,
        beside: full)
    return Hypothesis(
      sentence: words, words: table, competitors: competitors, rarities: grammar.rarities,
      garbage: garbage, beside: scores.phones, settings: settings, isContested: best.isContested,
      unheard: unheard(in: best.found, scores), competitor: best.competitor)
  }

  /// Finds what explains the audio of each word best in the garbage model; nil for words that are not compared with it.
  private mutating func garbage(
    insteadOf words: [Segment], _ scores: borrowing SenoneScores
  ) throws(RecognizerError) -> [RecognizedWord.Competitor?] {
    // The sentences that are looked at have many words in common.
    let new = words.filter {
      !grammar.garbage.isEmpty && grammar.content.contains($0.word) && knownGarbage[$0] == nil
    }
    for (word, found) in zip(
      new, try sentences.garbage(insteadOf: new, scores: scores, beside: full))
    {
      knownGarbage[word] = .some(found)
    }
    return words.map { knownGarbage[$0] ?? nil }
  }

  /// Returns whether a sentence is rejected, whatever competes with its words.
  private func isRejected(
    _ words: [Segment], garbage: [RecognizedWord.Competitor?],
    beside scores: borrowing SenoneScores
  ) -> Bool {
    settings.sentenceConfidence.mostConfidence(
      loopLLRs: words.map { scores.phones.llr(of: [$0]) }, garbage: garbage.compactMap { $0?.llr },
      by: settings.wordConfidence) < settings.confidence.rejectBelow
  }

  /// Returns the first pause before, between or behind the words in which something was said that is none of them; nil
  /// for none.
  ///
  /// Where no sentence of the grammar has all of the words, one that takes some of them for silence may be the likeliest.
  private func unheard(in decoding: Decoding, _ scores: borrowing SenoneScores) -> Range<Int>? {
    let segments = decoding.segments
    let words = segments.indices.filter { table.isWord(segments[$0].word) }
    for (word, next) in zip([-1] + words, words + [segments.count]) {
      let pause = segments[(word + 1)..<next]
      guard let first = pause.first, let last = pause.last else { continue }
      let frames = first.frames.lowerBound..<last.frames.upperBound
      let score = pause.reduce(0) { $0 + Double($1.score) }
      if score - scores.phones.total(over: frames) < settings.sentences.emptyPauseLLR {
        return frames
      }
    }
    return nil
  }
}

@available(*, unavailable)
extension Recognizer: Sendable {}

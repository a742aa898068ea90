internal import HyzerBase

/// How much less likely the grammars hold what people say less often: exponents of powers of ten,
/// from 0 to 37; 20 stands for the weight 1e-20.
///
/// A grammar without such weights lets noise between two words become "no, two".
package struct GrammarWeights: Hashable, Sendable, Codable {
  /// The exponent for forms that are said now and then.
  package var occasionalForm = 0
  /// The exponent for forms that are said seldom.
  package var rareForm = 0
  /// The exponent for each word of forms that noise is easily taken for.
  package var mistakableWord = 0
  /// The exponent for a golf word in place of a number.
  package var golfWord = 0
  /// The same in the constrained grammar.
  package var constrainedGolfWord = 0
  /// The same among the competitors of a score.
  package var competitorGolfWord = 0
  /// The exponent for usual names that players do not have, which may be heard in others all the more.
  package var usualName = 0
  /// The exponent for what people say while they think.
  package var hesitation = 0
  /// The exponent for a part of a form that is marked as unlikely: as much as the charge of a word, since that one
  /// fewer is said, as in "72 65" for "72 to 65", is no merit.
  package var unlikely = 0
  /// The power to which the prior of strokes is raised, from 0 for none: a score's exponent is
  /// ``StrokePrior``'s times this.
  package var strokes = 0.0

  func exponent(of likelihood: Likelihood) -> Int {
    switch likelihood {
    case .connective, .usual: 0
    case .occasional: occasionalForm
    case .rare, .doubtful: rareForm
    case .mistakable: mistakableWord
    }
  }
}

extension Form {
  /// The form as it is said by somebody who thinks of its score, and may not go on: "Mike, um", "everyone, uh, four"; nil
  /// where it does not end in its one score.
  ///
  /// Whoever goes on is less likely, since words that no form has would be heard as a hesitation.
  fileprivate var hesitating: LikelyPattern? {
    let (score, filler) = (Pattern.terminal(.score), Pattern.terminal(.function(.filler)))
    guard likelihood != .mistakable, case .sequence(let parts) = pattern, parts.last == score,
      parts.filter({ $0 == score }).count == 1
    else { return nil }
    return (
      .sequence(parts.dropLast() + [.choice([filler, .sequence([.unlikely(filler), score])])]),
      likelihood
    )
  }
}

extension Form<FormKind> {
  /// The form as it is said behind another: "and Mike three", "and a four for Jake"; nil where it gives nobody a score.
  fileprivate var joined: LikelyPattern? {
    let scoring: Set<FormKind> = [.assign, .list, .group, .groupBut, .sameAs, .sameFor]
    guard scoring.contains(kind), case .sequence(let parts) = pattern else { return nil }
    return (.sequence([.terminal(.function(.and))] + parts), likelihood)
  }
}

/// The recogniser's grammars for one roster, in the Java Speech Grammar Format (JSGF).
package struct RosterGrammar: Hashable, Sendable {
  /// Sentences of every form that is listened for.
  package let full: String
  /// Sentences of the likeliest forms alone.
  package let constrained: String
  /// The replies to scores that wait to be saved.
  package let replies: String
  /// Every word of the grammars but the names, in alphabetical order.
  package let words: [String]
  /// For each word that says who or how many, the words that would make another score of the
  /// sentence in its place, each with how the format writes it and its weight.
  package let competitors: [String: [String: String]]
  /// The exponents of the scores' weights by the prior of strokes, for each word and phrase that is a
  /// score by itself.
  package let rarities: [String: Double]

  /// Writes the grammars for a hole of a par; `names` are the dictionary words for each player's name and
  /// aliases, and for `usual` names that nobody has.
  package init(
    language: LanguageDescription = .english, names: [[String]], usual: Set<String> = [], par: Int,
    weights: GrammarWeights
  ) {
    var constrainedWeights = weights
    constrainedWeights.golfWord = weights.constrainedGolfWord
    let unique = names.joined().withoutRepeats.map {
      ($0, usual.contains($0) ? Double(weights.usualName) : 0)
    }
    let rarities = language.vocabulary.spoken.reduce(into: [String: Double]()) { rarities, entry in
      guard let rarity = StrokePrior.rarity(of: entry.meaning, par: par) else { return }
      rarities[entry.phrase] = weights.strokes * rarity
    }
    self.rarities = rarities
    let holeRarity = weights.strokes * StrokePrior.holeRarity
    func holes(_ exponent: Double) -> String {
      Vocabulary.holeNumberWords.map {
        JSGFWriter.weighted($0, exponent: exponent + holeRarity)
      }.joined(separator: " | ")
    }
    let statements = language.spokenStatements
    let patterns =
      statements.map(\.likelyPattern) + statements.compactMap(\.joined)
      + statements.compactMap(\.hesitating) + language.lookalikes.map { ($0, .rare) }
    let edges = language.spokenEdges
    full = JSGFWriter.grammar(
      "grammar scores;\npublic <sentence> = [<first>] <form>+ [<last>];\n<form> = ", patterns,
      rules: [
        "first": edges.openings.map(\.likelyPattern),
        "last": edges.endings.map(\.likelyPattern),
      ], language.vocabulary, names: unique, numbers: holes, rarities: rarities, weights: weights)
    constrained = JSGFWriter.grammar(
      "grammar scores;\npublic <sentence> = <form>+;\n<form> = ",
      patterns.filter { [.usual, .connective].contains($0.likelihood) },
      language.vocabulary,
      names: unique, numbers: holes, rarities: rarities, weights: constrainedWeights)
    replies = JSGFWriter.grammar(
      "grammar replies;\npublic <reply> = ",
      language.replies.filter(\.isSpoken).map(\.likelyPattern),
      language.replyVocabulary,
      names: unique, numbers: holes, rarities: [:], weights: constrainedWeights)
    let spoken = language.vocabulary.spoken
    let literals = (language.spokenForms.map(\.pattern) + language.lookalikes)
      .flatMap(\.literals)
    words = Set(
      (spoken + language.replyVocabulary.spoken).flatMap(\.words) + Vocabulary.holeNumberWords
        + literals
    ).sorted()
    competitors = RosterGrammar.competitors(spoken, names: names, usual: usual, weights: weights)
      .mapValues { exponents in
        Dictionary(
          uniqueKeysWithValues: exponents.map {
            ($0, JSGFWriter.weighted($0, exponent: Double($1)))
          })
      }
  }

  /// The words after which a player may have another score: those of corrections, of scores that are
  /// another's, and of holes.
  static let renewingWords: Set<String> = {
    let functions: [FunctionWord] = [
      .fix, .denial, .instead, .scratch, .startOver, .makeIt, .sameAs, .sameFor, .except, .too,
      .hole, .on,
    ]
    return Set(spoken(functions).joined())
  }()

  /// The words behind which a player is named whose score is another's, or is to come: "everyone except Mike three, Mike
  /// five".
  static let exemptingWords: Set<[String]> = {
    let everyone = spoken([.everyone, .everyoneElse]).compactMap(\.last)
    let except = spoken([.except]).joined()
    return Set(everyone.flatMap { word in except.map { [word, $0] } } + spoken([.sameAs]))
  }()

  /// The words of each way to say one of some functions.
  private static func spoken(_ functions: [FunctionWord]) -> [[String]] {
    LanguageDescription.english.vocabulary.spoken.filter { entry in
      functions.contains { entry.meaning == .function($0) }
    }.map(\.words)
  }

  /// Finds the competitors of each word, with the exponents of their weights.
  ///
  /// Names of other players that they have are competitors, and so are "everyone" and a name. Phrases for scores
  /// are competitors where one word is different, and the score is as well: "three" and "five",
  /// "double bogey" and "triple bogey". Plurals, and what somebody did, compete with these and with their own kind. "And"
  /// is a competitor of a number that sounds like it and of "under", and what people say while they think of every score:
  /// nothing else keeps "Mike, uh" from being "Mike par".
  private static func competitors(
    _ spoken: [VocabularyEntry], names: [[String]], usual: Set<String>, weights: GrammarWeights
  ) -> [String: [String: Int]] {
    var found: [String: [String: Int]] = [:]
    let everyone = spoken.filter { $0.meaning == .function(.everyone) && $0.words.count == 1 }
      .flatMap(\.words)
    // Of a player alone, everyone says the same.
    for (player, own) in names.enumerated() where names.count > 1 {
      let others = names.enumerated().flatMap { $0.offset == player ? [] : $0.element } + everyone
      for name in own {
        for other in others where !own.contains(other) && !usual.contains(other) {
          found[name, default: [:]][other] = 0
        }
        for word in everyone where !usual.contains(name) { found[word, default: [:]][name] = 0 }
      }
    }
    let scores = spoken.filter { $0.shape == .number || $0.shape == .golf }
    // "Jake and Mike all" sounds like "Jake ten Michael": a number in "n" may be what joins two names.
    let joining = spoken.filter { $0.meaning == .function(.and) }.flatMap(\.words)
    for one in scores
    where one.shape == .number && one.words.count == 1
      && (one.phrase.hasSuffix("n") || one.phrase.hasSuffix("ne"))
    {
      for word in joining { found[one.phrase, default: [:]][word] = 0 }
    }
    for one in scores where one.words.count == 2 {
      guard case .relative(..<0) = one.meaning else { continue }
      for word in joining { found[one.words[1], default: [:]][word] = 0 }
    }
    let hesitations = spoken.filter { $0.meaning == .function(.filler) }.map(\.phrase)
    for one in scores where one.words.count == 1 {
      for word in hesitations { found[one.phrase, default: [:]][word] = 0 }
    }
    let plurals = spoken.filter { [.plural, .golfPlural].contains($0.shape) }
    let verbs = spoken.filter { $0.shape == .verb }
    for one in scores + plurals + verbs {
      let others =
        switch one.shape {
        case .plural, .golfPlural: scores + plurals
        case .verb: scores + verbs
        default: scores
        }
      for other in others where !areEqual(one.meaning, other.meaning) {
        let differences = zip(one.words, other.words).filter { $0 != $1 }
        guard one.words.count == other.words.count, differences.count == 1 else { continue }
        let (word, competitor) = differences[0]
        let exponent = if case .number = other.meaning { 0 } else { weights.competitorGolfWord }
        let known = found[word]?[competitor] ?? exponent
        found[word, default: [:]][competitor] = min(known, exponent)
      }
    }
    return found
  }

  /// Whether two meanings are the same score on every hole, as an ace and one stroke are.
  private static func areEqual(_ one: Meaning, _ other: Meaning) -> Bool {
    func plain(_ meaning: Meaning) -> Meaning { meaning == .ace ? .number(1) : meaning }
    return plain(one) == plain(other)
  }
}

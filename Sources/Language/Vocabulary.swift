/// A word or phrase and what it stands for.
public struct VocabularyEntry: Hashable, Sendable {
  /// The lower-case words, in order.
  public let words: [String]
  /// What they stand for.
  public let meaning: Meaning
  /// Whether the recogniser listens for the phrase; others are understood in text alone.
  public let isSpoken: Bool
  /// Whether another word that sounds the same is the usual reading ("for" as four).
  public let isHomophone: Bool
  /// Whether it is a plural, which gives the score to each of several players ("threes").
  public let isPlural: Bool

  init(
    _ phrase: String, _ meaning: Meaning, spoken: Bool = false, homophone: Bool = false,
    plural: Bool = false
  ) {
    words = phrase.split(separator: " ").map(String.init)
    self.meaning = meaning
    isSpoken = spoken
    isHomophone = homophone
    isPlural = plural
  }
}

/// Every word of the language, other than the players' names.
public struct Vocabulary: Sendable {
  /// The entries, in the order of the tables below.
  public let entries: [VocabularyEntry]
  /// The entries by their first word.
  private let byFirstWord: [String: [VocabularyEntry]]
  private let words: Set<String>

  init(_ entries: [VocabularyEntry]) {
    self.entries = entries
    byFirstWord = Dictionary(grouping: entries) { $0.words.first ?? "" }
    words = Set(entries.flatMap(\.words))
  }

  /// Returns the entries whose phrase starts with `word`.
  public func entries(startingWith word: String) -> [VocabularyEntry] { byFirstWord[word] ?? [] }

  /// Returns whether `word` is part of any phrase.
  public func contains(_ word: String) -> Bool { words.contains(word) }

  /// The words for 1 to 10, in order.
  public static let numberWords = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  ]

  /// The English vocabulary of the game.
  public static let english = Vocabulary(
    numbers + homophones + golfWords + functionWords)

  /// The English vocabulary of replies: scores as they are said in the game, and a few words more.
  ///
  /// All of it is spoken; who types has keys to answer with.
  public static let englishReplies = Vocabulary(
    (numbers + golfWords).filter(\.isSpoken) + replyWords)

  private static let numbers: [VocabularyEntry] = numberWords.enumerated().flatMap { index, word in
    [
      VocabularyEntry(word, .number(index + 1), spoken: true),
      VocabularyEntry(word == "six" ? "sixes" : word + "s", .number(index + 1), plural: true),
    ]
  }

  private static let homophones: [VocabularyEntry] = [
    VocabularyEntry("won", .number(1), homophone: true),
    VocabularyEntry("to", .number(2), homophone: true),
    VocabularyEntry("too", .number(2), homophone: true),
    VocabularyEntry("tree", .number(3), homophone: true),
    VocabularyEntry("for", .number(4), homophone: true),
    VocabularyEntry("fore", .number(4), homophone: true),
    VocabularyEntry("ate", .number(8), homophone: true),
  ]

  private static let golfWords: [VocabularyEntry] = {
    var entries = [
      VocabularyEntry("par", .relative(0), spoken: true),
      VocabularyEntry("pars", .relative(0), plural: true),
      VocabularyEntry("even", .relative(0), spoken: true),
      VocabularyEntry("even par", .relative(0)),
      VocabularyEntry("level par", .relative(0)),
      VocabularyEntry("birdie", .relative(-1), spoken: true),
      VocabularyEntry("birdy", .relative(-1)),
      VocabularyEntry("birdies", .relative(-1), plural: true),
      VocabularyEntry("eagle", .relative(-2), spoken: true),
      VocabularyEntry("eagles", .relative(-2), plural: true),
      VocabularyEntry("albatross", .relative(-3), spoken: true),
      VocabularyEntry("double eagle", .relative(-3)),
      VocabularyEntry("ace", .ace, spoken: true),
      VocabularyEntry("aces", .ace, plural: true),
      VocabularyEntry("parred", .relative(0)),
      VocabularyEntry("birdied", .relative(-1)),
      VocabularyEntry("eagled", .relative(-2)),
      VocabularyEntry("aced", .ace),
      VocabularyEntry("bogeyed", .relative(1)),
      VocabularyEntry("bogied", .relative(1)),
      VocabularyEntry("hole in one", .ace, spoken: true),
    ]
    for spelling in ["bogey", "bogie", "bogy"] {
      let usual = spelling == "bogey"
      entries += [
        VocabularyEntry(spelling, .relative(1), spoken: usual),
        VocabularyEntry("double \(spelling)", .relative(2), spoken: usual),
        VocabularyEntry("triple \(spelling)", .relative(3), spoken: usual),
        VocabularyEntry("quadruple \(spelling)", .relative(4)),
      ]
    }
    for plural in ["bogeys", "bogies"] {
      entries += [
        VocabularyEntry(plural, .relative(1), plural: true),
        VocabularyEntry("double \(plural)", .relative(2), plural: true),
        VocabularyEntry("triple \(plural)", .relative(3), plural: true),
      ]
    }
    let counts = numberWords.enumerated().flatMap { [($0 + 1, $1), ($0 + 1, "\($0 + 1)")] }
    for (count, word) in counts {
      for (direction, sign) in [("over", 1), ("under", -1)] {
        // Nobody says "nine under" of one hole; the recogniser listens for what can happen.
        let spoken = word.first?.isLetter == true && count <= (sign > 0 ? 3 : 2)
        entries += [
          VocabularyEntry("\(word) \(direction)", .relative(sign * count), spoken: spoken),
          VocabularyEntry("\(word) \(direction) par", .relative(sign * count)),
        ]
      }
    }
    return entries
  }()

  private static let functionWords: [VocabularyEntry] = [
    table(
      .joiner, spoken: ["got", "took", "had", "made", "scored"],
      typed: [
        "gets", "takes", "has", "makes", "scores", "shot", "shoots", "carded", "with", "is", "was",
        "finished with", "ended up with", "has got",
      ]),
    table(.article, spoken: ["a"], typed: ["an"]),
    table(.for, spoken: ["for"], typed: []),
    table(.and, spoken: ["and"], typed: ["&", "plus", "also"]),
    table(.each, spoken: ["both", "each", "all"], typed: ["all of them"]),
    table(
      .everyone, spoken: ["everyone", "everybody"],
      typed: ["every one", "all of us", "we all", "all players", "the whole group"]),
    table(
      .everyoneElse, spoken: ["everyone else", "everybody else", "the rest", "the others"],
      typed: [
        "every one else", "rest", "others", "all the others", "all others", "the rest of us",
        "the other players",
      ]),
    table(.except, spoken: ["except"], typed: ["but", "except for", "but not"]),
    table(.sameAs, spoken: ["same as"], typed: ["the same as", "same score as", "ditto"]),
    table(.sameFor, spoken: ["same for"], typed: ["the same for", "same score for"]),
    table(
      .fix, spoken: ["no", "sorry", "make that", "i mean"],
      typed: [
        "nope", "correction", "actually", "wait", "oops", "rather", "make it", "i meant",
        "or rather", "should be", "that's wrong", "thats wrong",
      ]),
    table(
      .scratch, spoken: ["scratch that"],
      typed: ["strike that", "delete that", "undo that", "forget that"]),
    table(
      .startOver, spoken: ["start over"],
      typed: [
        "start again", "cancel that", "cancel all", "cancel everything", "forget it",
        "scratch all that", "scratch everything",
      ]),
    table(.hole, spoken: ["hole"], typed: ["hole number", "the hole"]),
    table(.on, spoken: [], typed: ["on", "at", "for"]),
    table(.par, spoken: ["par"], typed: ["a par", "is a par"]),
    table(.give, spoken: [], typed: ["give", "mark", "put"]),
    table(.downFor, spoken: [], typed: ["down for", "down with", "down as"]),
    table(
      .filler, spoken: ["okay so", "uh"],
      typed: [
        "okay", "so", "um", "er", "erm", "ah", "oh", "hm", "hmm", "mm", "ok", "well", "alright",
        "all right", "please", "hey", "then", "and then", "yeah", "yes", "let's see", "lets see",
        "you know", "this hole", "on this hole", "thanks", "thank you", "uhh", "umm",
      ]),
  ].flatMap { $0 }

  private static let replyWords: [VocabularyEntry] = [
    table(.accept, spoken: ["yes"], typed: []),
    table(.dismiss, spoken: ["no", "cancel"], typed: []),
    table(.undo, spoken: ["undo"], typed: []),
    table(.makeIt, spoken: ["make it", "make that"], typed: []),
  ].flatMap { $0 }

  private static func table(_ function: FunctionWord, spoken: [String], typed: [String])
    -> [VocabularyEntry]
  {
    spoken.map { VocabularyEntry($0, .function(function), spoken: true) }
      + typed.map { VocabularyEntry($0, .function(function)) }
  }
}

internal import Golf

// The tables of English: no other file of the parser or the grammars holds a word of the language.

extension Vocabulary {
  /// The words for 1 to 10, in order.
  package static let numberWords = Array(NameKey.numberWords[1...10])

  /// The words for the holes of a course, in order.
  static let holeNumberWords = Array(NameKey.numberWords[1...18])

  /// The vocabulary of the game.
  package static let english = Vocabulary(numbers + homophones + golfWords + functionWords)

  /// The single words that say how many strokes somebody took: numbers and golf words.
  package static let scoreWords = Set(
    (numbers + golfWords).map(\.phrase).filter { !$0.contains(" ") })

  /// The vocabulary of replies: scores as they are said in the game, and a few words more.
  ///
  /// All of it is spoken; who types has keys to answer with.
  package static let englishReplies = Vocabulary(
    (numbers + golfWords).filter(\.isSpoken) + replyWords)

  /// Words of ``FunctionWord/fix`` that may deny what follows them: "no birdie for Mike".
  static let denials: Set = ["no", "nope"]

  /// Words of ``FunctionWord/each`` that are said of two players, and of no more.
  static let pairWords: Set = ["both"]

  private static let numbers = numberWords.enumerated().flatMap { index, word in
    table(.number(index + 1), spoken: [word], plural: [word == "six" ? "sixes" : word + "s"])
  }

  private static let homophones = [
    (1, ["won"]), (2, ["to", "too"]), (3, ["tree"]), (4, ["for", "fore"]), (8, ["ate"]),
  ].flatMap { number, words in
    words.map { word in
      var entry = VocabularyEntry(word, .number(number))
      entry.isHomophone = true
      return entry
    }
  }

  private static let golfWords =
    [
      table(
        .relative(0), spoken: ["par", "even"], typed: ["even par", "level par", "parred"],
        plural: ["pars"]),
      table(.relative(-1), spoken: ["birdie"], typed: ["birdy", "birdied"], plural: ["birdies"]),
      table(.relative(-2), spoken: ["eagle"], typed: ["eagled"], plural: ["eagles"]),
      table(.relative(-3), spoken: ["albatross"], typed: ["double eagle"]),
      table(.ace, spoken: ["ace", "hole in one"], typed: ["aced"], plural: ["aces"]),
      table(
        .relative(1), spoken: ["bogey"], typed: ["bogie", "bogy", "bogeyed", "bogied"],
        plural: ["bogeys", "bogies"]),
      table(
        .relative(2), spoken: ["double bogey"], typed: ["double bogie", "double bogy"],
        plural: ["double bogeys", "double bogies"]),
      table(
        .relative(3), spoken: ["triple bogey"], typed: ["triple bogie", "triple bogy"],
        plural: ["triple bogeys", "triple bogies"]),
      table(
        .relative(4), typed: ["quadruple bogey", "quadruple bogie", "quadruple bogy"]),
    ].flatMap { $0 } + overAndUnder

  /// "One over", "2 under par" and the like.
  private static let overAndUnder = (1...10).flatMap { count in
    [("over", 1), ("under", -1)].flatMap { direction, sign in
      let word = "\(numberWords[count - 1]) \(direction)"
      let digits = "\(count) \(direction)"
      // Nobody says "nine under" of one hole; the recogniser listens for what can happen.
      let isSpoken = count <= (sign > 0 ? 3 : 2)
      return table(
        .relative(sign * count), spoken: isSpoken ? [word] : [],
        typed: (isSpoken ? [] : [word]) + ["\(word) par", digits, "\(digits) par"])
    }
  }

  private static let functionWords = [
    table(
      .joiner, spoken: ["got", "took", "had", "made", "scored"],
      typed: [
        "gets", "takes", "has", "makes", "scores", "shot", "shoots", "carded", "with", "is", "was",
        "finished with", "ended up with", "has got",
      ]),
    table(.article, spoken: ["a"], typed: ["an"]),
    table(.for, spoken: ["for"]),
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
    table(.on, typed: ["on", "at", "for"]),
    table(.par, spoken: ["par"], typed: ["a par", "is a par"]),
    table(.give, typed: ["give", "mark", "put"]),
    table(.downFor, typed: ["down for", "down with", "down as"]),
    table(
      .filler, spoken: ["okay so", "uh"],
      typed: [
        "okay", "so", "um", "er", "erm", "ah", "oh", "hm", "hmm", "mm", "ok", "well", "alright",
        "all right", "please", "hey", "then", "and then", "yeah", "yes", "let's see", "lets see",
        "you know", "this hole", "on this hole", "thanks", "thank you", "uhh", "umm",
      ]),
  ].flatMap { $0 }

  private static let replyWords = [
    table(.accept, spoken: ["yes"]),
    table(.dismiss, spoken: ["no", "cancel"]),
    table(.undo, spoken: ["undo"]),
    table(.makeIt, spoken: ["make it", "make that"]),
  ].flatMap { $0 }

  private static func table(
    _ function: FunctionWord, spoken: [String] = [], typed: [String] = []
  ) -> [VocabularyEntry] { table(.function(function), spoken: spoken, typed: typed) }

  private static func table(
    _ meaning: Meaning, spoken: [String] = [], typed: [String] = [], plural: [String] = []
  ) -> [VocabularyEntry] {
    (spoken + typed + plural).enumerated().map { index, phrase in
      var entry = VocabularyEntry(phrase, meaning)
      entry.isSpoken = index < spoken.count
      entry.isPlural = index >= spoken.count + typed.count
      return entry
    }
  }

  /// The out-of-vocabulary words of the garbage model: what people say all the time, on a course and
  /// elsewhere, and which is no score.
  ///
  /// What sounds like a score or a name is compared with them: "right" is heard as "eight" where there
  /// is nothing else that it could be.
  package static let garbageWords = """
    a about again all almost already and any anyway are around as at away
    back bad bag basket be because been before behind better big bit both but by
    call came can can't chain chains close come cool could course crazy
    damn day did didn't disc do does doesn't doing don't done down drive drop
    early easy else enough ever
    fade fairway far fast feel fine first for forehand forward found from front fun
    get getting give go God going good got great group guys
    had half happy hard has have he hello her here hey hi high him his hit hold home house how huge
    I I'm if in into is it it's its
    just keep kind know
    last late later least leave left less let let's like line little long look looking looks lost lot
    love low luck lucky
    made make man many maybe me mean might mine miss missed more most move much my
    name need never new next nice night no not nothing now
    of off oh okay old on only open or other our out over
    people phone place play player please point pretty push put putt
    ran really right road rough round run
    said same saw say see seen she short shot should show side slow so some something soon sorry
    stay still stop straight such sun sure
    take talk tell than thank thanks that that's the their them then there these they thing think this
    those throw throwing time tired today told too tough tournament try turn
    uh um under up us very
    wait walk want was wasn't watch water way we well went were what what's when where which while who
    why will win wind with wonder would wow wrong
    yeah year yes yet you you're your zero
    """.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
}

/// The words of numbers, which ``NumberReader`` puts together.
enum NumberWords {
  /// Zero to nineteen.
  static let small: [String: Int] = {
    var values = Dictionary(
      uniqueKeysWithValues: NameKey.numberWords.prefix(20).enumerated().map { ($1, $0) })
    values["nil"] = 0
    return values
  }()
  static let tens = [
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80,
    "ninety": 90,
  ]
  static let scales = ["hundred": 100, "thousand": 1000, "million": 1_000_000]
  static let signs: Set = ["minus", "negative", "plus"]
  static let point = "point"
  /// "And a half": what makes a fraction after a number.
  static let fractions = ["half", "quarter"].map { ["and", "a", $0] }
  static let article = "a"

  /// Whether a word takes part in numbers.
  static func contains(_ word: String) -> Bool {
    small[word] != nil || tens[word] != nil || scales[word] != nil || signs.contains(word)
      || word == point || fractions.contains { $0.last == word }
  }
}

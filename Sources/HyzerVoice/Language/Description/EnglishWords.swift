// The tables of English. With `EnglishForms` and `CommonWords` they hold every word of the language;
// no other file of the parser or the grammars does.

extension Vocabulary {
  /// The words for 1 to 10, in order.
  package static let numberWords = Array(NameKey.numberWords[1...10])

  /// The words for the holes of a course, in order.
  static let holeNumberWords = Array(NameKey.numberWords[1...18])

  package static let english = Vocabulary(
    numbers + homophones + golfWords + functionWords,
    literals: LanguageDescription.englishLiterals)

  /// The single words by which people say how many strokes somebody took, numbers and golf words; not
  /// those that are typed, or mean something else more often ("bird").
  package static let scoreWords = Set(
    (numbers + golfWords).filter { entry in
      entry.isSpoken || ![.number, .golf].contains(entry.shape)
    }.map(\.phrase).filter { !$0.contains(" ") })

  /// The vocabulary of replies: scores as they are said in the game, and a few words more.
  package static let englishReplies = Vocabulary(
    (numbers + golfWords).filter { $0.isSpoken && ($0.shape == .number || $0.shape == .golf) }
      + replyWords)

  /// The words that ask for another score than was said before.
  static let changeWords: Set = [
    "change", "correct", "make", "should", "meant", "wrong", "instead",
  ]

  /// The last words of openers after which something more is said: at the end they stand for what was not heard.
  static let leadingWords: Set = ["then", "that's", "was", "finally", "so"]

  /// What the person who reports the scores calls themselves.
  static let reporterWords: Set = ["i", "i'm", "me", "my", "myself", "mine"]

  private static let numbers =
    numberWords.enumerated().flatMap { index, word in
      scores(.number(index + 1), .number, spoken: [word])
        + scores(
          .number(index + 1), .plural, spoken: [word == "six" ? "sixes" : word + "s"],
          ["\(index + 1)s"])
    } + scores(.number(2), .number, ["deuce"]) + scores(.number(8), .number, ["snowman"])
    + scores(.number(2), .plural, ["deuces"]) + scores(.number(8), .plural, ["snowmen"])
    + scores(.number(2), .verb, ["deuced"])

  private static let homophones = [
    (1, ["won"]), (2, ["to", "too"]), (3, ["tree"]), (4, ["for", "fore"]), (8, ["ate"]),
  ].flatMap { number, words in
    words.map { VocabularyEntry($0, .number(number), .number, isHomophone: true) }
  }

  private static let golfWords =
    [
      scores(.relative(0), .number, spoken: ["even"], ["even par", "level par", "e"]),
      scores(.relative(0), .golf, spoken: ["par"]),
      scores(.relative(-1), .golf, spoken: ["birdie"], ["birdy", "bird"]),
      scores(.relative(-2), .golf, spoken: ["eagle"]),
      scores(.relative(-3), .golf, spoken: ["albatross"], ["double eagle"]),
      scores(.ace, .golf, spoken: ["ace", "hole in one"]),
      scores(.relative(1), .golf, spoken: ["bogey"], ["bogie", "bogy"]),
      scores(
        .relative(2), .golf, spoken: ["double bogey", "double"], ["double bogie", "double bogy"]),
      scores(
        .relative(3), .golf, spoken: ["triple bogey", "triple"], ["triple bogie", "triple bogy"]),
      scores(
        .relative(4), .golf,
        ["quadruple bogey", "quadruple bogie", "quadruple bogy", "quadruple", "quad bogey", "quad"]),
      done(.relative(0), spoken: "pars", "parred"),
      done(.relative(-1), spoken: "birdies", "birdied", ["birds"]),
      done(.relative(-2), spoken: nil, "eagled", ["eagles"]),
      done(.ace, spoken: nil, "aced", ["aces"]),
      done(.relative(1), spoken: "bogeys", "bogeyed", ["bogies"], ["bogied"]),
      done(
        .relative(2), spoken: nil, nil, ["double bogeys", "double bogies", "doubles"],
        ["double bogeyed", "double bogied", "doubled"]),
      done(
        .relative(3), spoken: nil, nil, ["triple bogeys", "triple bogies", "triples"],
        ["triple bogeyed", "triple bogied", "tripled"]),
      scores(
        .noScore, .golf, ["no score", "dnf", "did not finish", "didn't finish", "didnt finish"]),
      scores(.noScore, .verb, ["picked up"]),
    ].flatMap { $0 } + overAndUnder

  /// "One over", "2 under par" and the like.
  private static let overAndUnder = (1...10).flatMap { count in
    [("over", 1), ("under", -1)].flatMap { direction, sign in
      let word = "\(numberWords[count - 1]) \(direction)"
      let digits = "\(count) \(direction)"
      // Nobody says "nine under" of one hole; the recogniser listens for what can happen.
      let isSpoken = count <= (sign > 0 ? 3 : 2)
      return scores(
        .relative(sign * count), .number, spoken: isSpoken ? [word] : [],
        (isSpoken ? [] : [word]) + ["\(word) par", digits, "\(digits) par"])
    }
  }

  private static let functionWords = [
    table(
      .joiner,
      spoken: [
        "got", "took", "had", "made", "scored", "shot", "threw", "went", "gets", "carded", "has",
        "with", "ended up with", "finished with", "walked away with", "settled for",
        "tapped in for",
      ],
      [
        "takes", "makes", "scores", "shoots", "throws",
        "goes", "cards", "posted", "posts", "recorded", "is", "was", "has got",
        "finished in", "ended with",
        "wound up with", "came in with", "came away with", "tied with", "in",
        "in with", "in for", "is in with", "is in for", "was in with", "was in for", "got in for",
        "got in with", "got in in", "got it in", "did it in",
        "made it in", "holed out in", "holed out with", "holed out for",
        "tapped in with", "putted out for", "putted out in", "rolled in for", "three putted for",
        "canned it for", "drained it for", "sank it for", "had himself",
        "had herself", "scrambled for", "fought back for", "hung on for", "parked it for",
        "chipped in for",
        "threw in for", "threw it in for", "putted in for", "dropped in for", "got up and down for",
        "went up and down for", "escaped with", "came out with", "got away with", "walked off with",
        "limped in with", "finished on", "finished up with", "ended on", "ended up on", "grabbed",
        "snagged", "bagged", "nabbed", "notched", "salvaged", "racked up", "managed", "scraped",
        "had like", "got like", "took like", "still got", "still made", "still had", "still took",
        "still saved", "came home with", "walked in with",
        "walked out with", "closed with", "closed out with", "chalked up", "pulled off",
        "pulled out",
        "eked out", "squeezed out", "ground out", "got himself", "got herself", "had to settle for",
        "made do with", "settled with", "ends with", "ends up with", "comes in with",
        "walks away with",
        "finishes with", "ended up taking", "ended up getting", "ended up making",
        "wound up getting",
        "got it for", "made it for",
      ]
        + [
          "rolled", "banged", "knocked", "poured", "tapped", "jammed", "dropped", "cashed", "put",
          "threw", "chipped",
          "ran", "holed",
        ].flatMap { ["\($0) it in for", "\($0) one in for"] }
    ),
    table(.article, spoken: ["a"], ["an"]),
    table(.determiner, ["the"]),
    table(.for, spoken: ["for"]),
    table(.and, spoken: ["and"], ["&", "+", "plus", "also"]),
    table(.both, spoken: ["both"]),
    table(.each, spoken: ["each", "all"], ["all of them"]),
    table(
      .everyone, spoken: ["everyone", "everybody", "we all"],
      ["every one", "all of us", "all players", "the whole group", "the group", "us all"]),
    table(
      .everyoneElse, spoken: ["everyone else", "everybody else", "the rest", "the others"],
      [
        "every one else", "rest", "others", "all the others", "all others", "the rest of us",
        "the other players",
      ]),
    table(
      .allAround, spoken: ["across the board", "all around"],
      ["all round", "around the board", "for the group"]),
    table(
      .except, spoken: ["except", "but"], ["except for", "but not", "other than", "apart from"]),
    table(.sameAs, spoken: ["same as"], ["the same as", "same score as", "ditto"]),
    table(
      .sameFor, spoken: ["same for", "so did"],
      [
        "the same for", "same score for", "same with", "the same with", "same goes for",
        "ditto for", "ditto", "as did", "so has", "likewise for",
      ]),
    table(.too, ["also", "as well", "likewise"]),
    table(
      .fix, spoken: ["sorry", "no wait", "hang on"],
      [
        "wait", "oops", "whoops", "hold on", "my bad", "my mistake", "oh wait",
        "that's wrong", "thats wrong", "scratch", "excuse me",
      ]),
    table(.denial, spoken: ["no"], ["nope"]),
    table(
      .instead, spoken: ["make that", "i mean"],
      [
        "correction", "actually", "rather", "make it", "i meant", "or rather",
        "let me correct that",
        "let me fix that", "let me change that", "change that to", "change it to",
        "correct that to",
        "i meant to say",
      ]),
    table(
      .scratch, spoken: ["scratch that"],
      ["strike that", "delete that", "undo that", "forget that"]),
    table(
      .startOver, spoken: ["start over"],
      [
        "start again", "cancel that", "cancel all", "cancel everything", "forget it",
        "scratch all that", "scratch everything",
      ]),
    table(.hole, spoken: ["hole"], ["hole number", "hole #", "the hole"]),
    table(.on, ["on", "at", "for"]),
    table(.par, spoken: ["par"], ["a par", "is a par"]),
    table(.give, spoken: ["give", "put"], ["mark", "write", "record", "enter", "log"]),
    table(
      .have, ["i had", "i have", "i got", "i've got", "we had", "we have", "we got", "we've got"]),
    table(.downFor, spoken: ["down for"], ["down with", "down as"]),
    table(.unit, ["strokes", "throws", "shots", "stroke", "throw", "shot"]),
    // Fillers may stand between any two words of a form, openers only between statements.
    table(
      .filler, spoken: ["uh", "um", "er", "ah"],
      [
        "erm", "oh", "hm", "hmm", "mm", "uhh", "umm", "you know", "this hole",
        "on this hole", "it's", "its", "that's", "thats", "that is", "that was", "it was",
        "that makes", "just", "only", "finally", "also", "easy", "easily", "nice", "clean", "solid",
        "lucky", "ugly", "clutch", "sweet", "routine", "big", "fat", "big fat", "tap in", "drop in",
        "somehow", "simple", "smooth", "beautiful", "yet", "poor", "barely", "sadly", "luckily",
        "comfortably",
        "quickly", "unfortunately", "literally", "basically", "little", "lovely", "great",
        "good",
        "awesome", "amazing", "brilliant", "nasty", "rough", "tough", "rare", "cheeky", "gritty",
        "decent",
        "standard", "textbook", "boring", "messy", "horrible", "terrible", "brutal", "huge", "old",
        "stress free", "hard earned", "scrappy", "stupid", "silly", "dumb", "massive", "ok",
        "super",
      ]),
    table(
      .opener,
      spoken: [
        "okay so", "okay", "alright", "and then", "that's", "that was", "finally", "nice shot",
        "nice putt", "nice throw", "good shot", "good putt", "good job", "great shot", "great putt",
        "so", "well", "yeah",
      ],
      [
        "ok", "all right", "then",
        "yes", "let's see", "lets see", "let me see", "wow", "ouch", "oof", "whoa", "yikes",
        "dang",
        "damn", "man", "oh man", "oh boy", "boy", "dude", "bro", "haha", "lol", "woohoo", "yay",
        "boom", "cool",
        "jeez", "geez", "gosh", "holy cow", "great", "awesome", "perfect", "excellent",
        "amazing",
        "unreal", "unbelievable", "incredible", "brutal", "unlucky", "sweet", "and finally",
        "lastly",
        "last but not least", "as for",
      ]),
    table(
      .greeting,
      spoken: ["hey hyzer", "here we go", "scores are", "for this hole", "write this down"],
      [
        "hey", "hi", "hello", "yo", "hyzer", "hi hyzer", "okay hyzer", "ok hyzer",
        "listen", "listen up",
        "right", "right so", "right then", "here goes", "here are the scores", "now",
        "guys", "folks", "hey guys", "ready", "first up", "the scores are", "results",
        "for the scorecard", "for the card", "scorecard", "update", "enter", "log", "save",
        "okay folks", "okay guys", "alright guys", "alright folks", "alright then", "okay then",
        "scores on the doors",
        "score time", "for that hole", "take this down",
        "here it is",
        "here they are", "here we are", "check it out", "the damage", "drumroll", "good news",
        "bad news",
        "attention please", "computer", "scorekeeper", "jot down", "note", "mark it down",
        "record this",
        "oh hey", "so yeah", "anyway", "all in", "that one", "on that one", "on this one",
        "on that hole",
        "put down", "write down", "mark down", "let's",
      ]),
    table(
      .ending,
      spoken: [
        "that's it", "that's all", "let's go", "got it", "on that one", "on this one", "this time",
        "again", "for sure", "all done",
      ],
      [
        "thats it", "thats all", "that is it", "that is all",
        "that's everyone",
        "that's everybody", "that's us", "that's the lot", "that's a wrap", "done",
        "got that",
        "moving on", "on to the next", "on to the next one", "onto the next", "onto the next one",
        "next hole",
        "next", "lets go", "gg", "definitely", "there", "here",
        "on that hole", "on this", "on that", "for a change", "as usual",
        "as always",
        "poor guy", "good for him", "good for her", "good for you", "lucky him", "lucky her",
        "for him", "for her", "in the end", "in total", "after all", "somehow", "i'm afraid",
        "that hurts", "that hurt", "that stings", "not bad", "no worries", "back to you", "roger",
        "hooray", "hurray", "woo", "ha", "heh", "oh dear", "what a day", "love it",
        "love that", "loved it", "how about that", "you know it", "what a hole", "what a mess",
        "what a shame",
        "of course", "as expected", "good enough", "i'll take it", "we'll take it", "he'll take it",
        "she'll take it",
        "happy with that", "no doubt", "go him", "go her", "congrats", "congratulations", "bravo",
        "way to go",
        "sorry about that", "sorry man", "too bad", "bummer", "shame",
      ]),
    table(
      .praise,
      [
        "nice", "good", "great", "awesome", "amazing", "beautiful", "lovely", "solid", "sick",
        "killer",
        "unreal", "incredible", "fantastic", "tough", "rough", "brutal", "bad", "unlucky", "lucky",
        "wild",
        "crazy", "huge", "big", "sweet", "well", "terrible", "ugly", "clutch", "pretty", "fine",
        "super",
        "perfect", "clean", "smooth", "hell of a", "heck of a", "some",
      ]),
    table(
      .deed,
      [
        "shot", "shots", "putt", "putts", "putting", "throw", "throws", "throwing", "drive",
        "drives", "job", "work",
        "hole", "round", "game", "save", "try", "effort", "play", "stuff", "recovery", "luck",
        "break", "kick",
        "roll", "start", "finish", "bounce", "approach", "upshot", "up shot", "going", "played",
        "done", "thrown",
        "scoring", "saves", "golf",
      ]),
    table(
      .holed,
      [
        "made", "drained", "sank", "canned", "holed", "nailed", "buried", "rolled in", "banged in",
        "jammed in",
        "poured in", "knocked in", "dropped in", "cashed in", "rattled in", "put in", "tapped in",
        "stole",
        "earned", "cleaned up",
      ]),
    table(
      .trouble,
      [
        "ob", "o b", "out of bounds", "in the water", "in the lake", "in the creek", "in the pond",
        "in the river",
        "in the woods", "in the rough", "in the trees", "in the bushes", "in the drink",
        "lost disc",
        "lost a disc", "lost his disc", "lost her disc", "lost the disc", "hit a tree",
        "hit the tree",
      ]),
    table(.thanks, spoken: ["please", "thanks", "thank you"]),
    // What would be read as a score or a correction, and is neither.
    table(
      .talk,
      [
        "no one", "no one else", "the one", "nice one", "easy one",
        "big one", "lucky one", "sweet one", "clutch one", "solid one", "clean one", "another one",
        "one more", "a one more", "one another", "so far", "only one",
      ]),
  ].flatMap { $0 }

  private static let replyWords = [
    table(
      .accept, spoken: ["yes"],
      ["y", "yeah", "yep", "ok", "okay", "save", "save it", "save them", "that's right", "correct"]),
    table(
      .dismiss, spoken: ["no", "cancel"],
      ["n", "nope", "cancel that", "forget it", "drop it", "start over"]),
    table(.undo, spoken: ["undo"], ["undo that", "scratch that", "strike that", "delete that"]),
    table(.noScoreFor, spoken: ["no score for"]),
    table(
      .makeIt, spoken: ["make it", "make that"],
      ["make it a", "make that a", "i mean", "it's", "it was", "that's", "that was", "should be"]),
  ].flatMap { $0 }

  private static func table(
    _ function: FunctionWord, spoken: [String] = [], _ typed: [String] = []
  ) -> [VocabularyEntry] {
    spoken.map { VocabularyEntry($0, .function(function), isSpoken: true) }
      + typed.map { VocabularyEntry($0, .function(function)) }
  }

  private static func scores(
    _ meaning: Meaning, _ shape: ScoreShape, spoken: [String] = [], _ typed: [String] = []
  ) -> [VocabularyEntry] {
    spoken.map { VocabularyEntry($0, meaning, shape, isSpoken: true) }
      + typed.map { VocabularyEntry($0, meaning, shape) }
  }

  /// What somebody does, and what somebody did; each as it is said, and further ways to write it.
  private static func done(
    _ meaning: Meaning, spoken now: String?, _ then: String?, _ writtenNow: [String] = [],
    _ writtenThen: [String] = []
  ) -> [VocabularyEntry] {
    scores(meaning, .golfPlural, spoken: now.map { [$0] } ?? [], writtenNow)
      + scores(meaning, .verb, spoken: then.map { [$0] } ?? [], writtenThen)
  }

  /// The out-of-vocabulary words of the garbage model: what people say all the time, on a course and
  /// elsewhere, and which is no score.
  ///
  /// What sounds like a score or a name is compared with them: "right" is heard as "eight" where there
  /// is nothing else that it could be.
  static let garbageWords = list(PackageResources.garbage_words_txt)

  /// Reads a list of words, one a line.
  static func list(_ text: [UInt8]) -> [String] {
    String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }
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
  static let ohs: Set = ["oh", "o"]
  static let scales = ["hundred": 100, "thousand": 1000, "million": 1_000_000]
  /// Words that say on which side of par a number of strokes is.
  static let signs = ["minus": -1, "negative": -1, "plus": 1]
  static let point = "point"
  /// "And a half": what makes a fraction after a number.
  static let fractions = ["half", "quarter"].map { ["and", "a", $0] }
  static let article = "a"

  /// Whether a word takes part in numbers.
  static func contains(_ word: String) -> Bool {
    small[word] != nil || tens[word] != nil || scales[word] != nil || signs[word] != nil
      || word == point || fractions.contains { $0.last == word }
  }
}

/// What it costs to take words in some way: of several ways, the cheapest is what is meant.
///
/// The costs say only which of two readings comes first, and which are too near to decide between.
/// `ReadingCostTests` has a sentence for every decision.
enum ReadingCost {
  /// A word that no form explains: never cheaper than any explanation.
  static let unexplained = 1000
  /// An everyday word in a name's place: hardly cheaper than an unexplained word, so that "maybe three for
  /// Mike" lacks nothing but a sense of "maybe".
  static let everydayName = 990
  /// Nobody's name in a name's place: cheaper than an unexplained word, so that it is asked about as
  /// a name; dearer than every other reading of a sentence.
  static let unknownName = 300
  /// A name that comes near one, or near two.
  static let doubtfulName = 60
  /// A name that is spelled or sounds otherwise, and can be only one: "Sara".
  static let fuzzyName = 20
  /// "For" as four: dearer than the word's own role in a rare form.
  static let homophone = 5
  /// A part of a longer phrase for a score: "double" of "double bogey".
  static let splitPhrase = 10
  /// A number beside a golf word in one list: "Mike and Jake four par" is hardly a list.
  static let mixedList = 4
  /// A word of a story.
  static let story = 3
  /// A part of a pattern marked by `~`: a list of names that ends without "and".
  static let unlikely = 3
  /// A comma or another pause inside a form.
  static let pause = 1
  /// A filler inside a form, or between two.
  static let filler = 1
  /// Words that are left out within a form: those around it are left out first.
  static let gap = 10
  /// Of two ways that differ in the scores, the cheaper is meant only if it is cheaper by more.
  static let tooNear = 5

  /// A form, by how often people say it.
  static func form(_ likelihood: Likelihood) -> Int {
    switch likelihood {
    case .connective: 1
    case .usual: 2
    case .occasional, .mistakable: 5
    case .rare: 7
    case .doubtful: 9
    }
  }
}

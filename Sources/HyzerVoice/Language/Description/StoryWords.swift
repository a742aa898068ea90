/// The words of a story between a name and its score: "Jake went in the lake and took a five".
///
/// They are everyday words and those of the game, without any that could make the score another's, of
/// another time, or none at all.
enum StoryWords {
  /// Returns whether a lower-case word may stand in a story.
  static func contains(_ word: String) -> Bool {
    !word.contains("'") && !WordForms.contains(word, in: barred)
      && (game.contains(word) || CommonWords.contains(word))
  }

  /// The words of the language that may stand in a story.
  static let functions: Set<FunctionWord> = [
    .joiner, .article, .determiner, .filler, .unit, .on, .praise, .deed, .holed, .trouble,
  ]

  private static let game = words(
    """
    a the ob chained spit kicked skipped rolled footer shanked griplocked parked yanked turboed thumber tomahawk roller upshot bogey-free chains cage
    layup mando roc drive drives putt putts putted approach pin tee teepad tee
    """)

  private static let barred = words(
    """
    is are am was were be been being has have having do does did get gets getting
    no not nor never none nobody nothing neither without cannot gonna wanna
    if when whenever unless until till while before after since because or than instead except besides
    can could will would shall should may might must ought going want need hope wish try plan bet let aim
    almost nearly maybe perhaps probably possibly hardly scarcely about around roughly close short
    think guess reckon believe suppose seem look feel know say said tell told ask call claim hear swear
    putting lie lies lying lay lays sit sits sitting throwing facing stand standing leave left away remaining
    chance attempt opportunity run bid shot-at
    who whom whose what which how where why
    yesterday today tomorrow tonight last previous next earlier ago later always usual usually often ever
    sometimes week month year day round rounds hole holes front nine match game
    with against versus like as same too for give gave lend pass beat owe catch caught follow
    he she they we i you me us them it's him's brother sister dad mom mum father mother son daughter wife husband
    friend buddy guy girl boy man woman men women kid kids child children uncle aunt cousin boss dude people
    someone somebody anyone anybody everyone everybody another other others else team partner group card both
    all each either half quarter twice number by per plus minus total score lead win won lose behind ahead
    """)

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}

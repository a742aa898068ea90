import Testing

@testable import HyzerVoice

@Suite struct RosterGrammarTests {
  private static let weights = GrammarWeights(
    occasionalForm: 3, rareForm: 4, mistakableWord: 2, golfWord: 1, constrainedGolfWord: 2,
    competitorGolfWord: 2)

  private func grammar(
    _ names: [[String]] = [["mike"], ["jake"]], weights: GrammarWeights = weights
  ) -> RosterGrammar { RosterGrammar(names: names, par: 3, weights: weights) }

  @Test func `scores weigh as often as they are scored on the par, whatever they are called`() {
    var weights = Self.weights
    weights.strokes = 2
    let (three, five) = (
      RosterGrammar(names: [["mike"]], par: 3, weights: weights),
      RosterGrammar(names: [["mike"]], par: 5, weights: weights)
    )
    // Ten to the power of twice -0.7 and -0.3; of a golf word once more.
    for text in [
      "<score> = /0.00001/ one | /0.04/ two | three | /0.25/ four | /0.01/ five", "/0.004/ birdie",
    ] {
      #expect(three.full.contains(text))
    }
    #expect(five.full.contains("/0.04/ four | five | /0.25/ six"))
    #expect(five.full.contains("/0.004/ birdie"))
    #expect(three.rarities["ace"] == three.rarities["one"] && three.rarities["par"] == 0)
    #expect(five.rarities["three"] == 5 && five.rarities["eagle"] == 5)
    // A hole may have any number.
    #expect(three.full.contains("<number> = /0.01/ one | /0.01/ two"))
    // What is said of scores that wait corrects what the likely was taken for.
    #expect(three.replies.contains("<score> = one | two | three"))
    #expect(
      three.competitors
        == RosterGrammar(names: [["mike"]], par: 3, weights: Self.weights).competitors)
  }

  @Test func `the grammars refer to no rule that they do not define, and list their words`() {
    let grammar = grammar()
    var used: Set<String> = []
    for text in [grammar.full, grammar.constrained, grammar.replies] {
      let rules = text.split(separator: "\n").dropFirst(2).joined(separator: " ")
      let defined = Set(rules.matches(of: /<(\w+)> =/).map { String($0.1) })
      #expect(Set(rules.matches(of: /<(\w+)>/).map { String($0.1) }) == defined)
      let bare = rules.replacing(/<\w+>( =)?|public/, with: " ")
      used.formUnion(bare.matches(of: /[a-z']+/).map { String($0.0) })
    }
    #expect(used == Set(grammar.words + ["mike", "jake"]))
  }

  @Test func `a form's weight stands on the words with which it begins`() {
    let text = grammar().full
    #expect(text.contains("<form> = <name> <score>\n"))
    #expect(text.contains("| <name_3> <joiner> [<article>] <score>\n"))
    #expect(text.contains("<name_3> = /0.001/ mike | /0.001/ jake;"))
  }

  @Test func `a mistakable form is weighed word by word`() {
    let text = grammar().full
    #expect(text.contains("| (<fix_2> | <denial_2> | <instead_2>) <score_2>\n"))
    #expect(text.contains("<score_2> = /0.01/ one"))
    #expect(text.contains("/0.001/ birdie"))
  }

  @Test func `the constrained grammar has the likeliest forms, with golf words weighted otherwise`()
  {
    let text = grammar().constrained
    #expect(
      text.contains(
        """
        <form> = <name> <score>
          | [<word_on>] <hole> <number>
          | <and> <name> <score>
          | <name> (<filler> | <filler> <score>);

        """))
    #expect(text.contains("| /0.01/ birdie |"))
  }

  @Test func `what sounds like a score and is none is listened for, and not understood`() throws {
    #expect(grammar().full.contains("<word_or> <name>"))
    #expect(!grammar().constrained.contains("<word_or> <name>"))
    let round = try Round(
      hole: 7, par: 3, roster: Roster([Player(name: "Mike"), Player(name: "Jake")]))
    for text in [
      "did mike get a three", "is that jake four", "he said jake had four", "mike not three",
      "mike or jake had a four", "mike fourteen", "who said mike three", "jake did not have a four",
    ] {
      #expect(UtteranceParser(round: round).parse(text).status != .success, "\(text)")
    }
  }

  @Test func `somebody may think before the one score in which a form ends, or in its place`() {
    let thinking = grammar().full.split(separator: "\n").filter { $0.contains("(<filler> | ") }
    #expect(thinking.contains("  | <name> (<filler> | <filler> <score>)"))
    #expect(thinking.contains("  | <name_3> <joiner> [<article>] (<filler> | <filler> <score>)"))
    #expect(thinking.contains { $0.hasPrefix("  | (<everyone_3> | <everyoneElse_3>) (<filler>") })
    // Neither in a list nor where noise would change a score.
    #expect(!thinking.contains { $0.contains("<score> (") || $0.hasPrefix("  | (<fix") })
  }

  @Test func `to go on after a hesitation weighs more than to end with it`() {
    let text = grammar(weights: GrammarWeights(hesitation: 1, unlikely: 2)).full
    #expect(text.contains("  | <name> (<filler> | <filler_2> <score>)\n"))
    #expect(text.contains("<filler> = /0.1/ uh |") && text.contains("<filler_2> = /0.001/ uh |"))
  }

  @Test func `equal weights leave no weight in the text`() {
    let grammar = grammar(weights: GrammarWeights())
    #expect(!(grammar.full + grammar.constrained + grammar.replies).contains("/"))
    #expect(!grammar.competitors.values.joined().contains { $0.value.contains("/") })
  }

  @Test func `a name that two players share stands in the grammar once`() {
    #expect(grammar([["mike"], ["mike", "michael"]]).full.contains("<name> = mike | michael;"))
  }

  @Test func `a reply is one form, and golf words weigh what they do in the constrained grammar`() {
    let text = grammar([["mike"]]).replies
    #expect(
      text.contains(
        """
        public <reply> = <accept> (<accept>)*
          | <dismiss> (<dismiss>)*
          | <undo>
          | [<dismiss>] <makeIt> <score>
          | [<dismiss>] <name> <score>
          | <noScoreFor> <name>;
        <accept> = yes;
        <dismiss> = no | cancel;
        <makeIt> = make it | make that;
        <name> = mike;
        <noScoreFor> = no score for;
        <score> = one | two
        """))
    #expect(text.contains("| /0.01/ birdie |"))
    #expect(text.hasSuffix("<undo> = undo;\n"))
  }

  private static let golf =
    "ah | /0.01/ albatross | /0.01/ birdie | /0.01/ bogey | /0.01/ double | /0.01/ eagle | eight | er | "
  /// With what may stand between two names where a number in "n" is heard.
  private static let golfOrJoined =
    "ah | /0.01/ albatross | and | /0.01/ birdie | /0.01/ bogey | /0.01/ double | /0.01/ eagle | eight | er | "

  @Test(
    arguments: [
      // A name: those of other players, and everyone; not the player's other names.
      ("mike", "(everybody | everyone | jake | jakey | sarah)"),
      ("michael", "(everybody | everyone | jake | jakey | sarah)"),
      ("sarah", "(everybody | everyone | jake | jakey | michael | mike)"),
      // Everyone: every name, and not everybody.
      ("everyone", "(jake | jakey | michael | mike | sarah)"),
      ("everybody", "(jake | jakey | michael | mike | sarah)"),
      // A number: the others, golf words with their weight, and what people say while they think.
      (
        "three",
        "(/0.01/ ace | \(golf)/0.01/ even | five | four | nine | one | /0.01/ par | seven | six | ten "
          + "| /0.01/ triple | two | uh | um)"
      ),
      // An ace is one stroke, and even is par.
      (
        "one",
        "(\(golfOrJoined)/0.01/ even | five | four | nine | /0.01/ par | seven | six | ten "
          + "| three | /0.01/ triple | two | uh | um)"
      ),
      (
        "ace",
        "(\(golf)/0.01/ even | five | four | nine | /0.01/ par | seven | six | ten | three "
          + "| /0.01/ triple | two | uh | um)"
      ),
      (
        "par",
        "(/0.01/ ace | \(golf)five | four | nine | one | seven | six | ten | three "
          + "| /0.01/ triple | two | uh | um)"
      ),
      // By itself, or before "bogey".
      (
        "double",
        "(/0.01/ ace | ah | /0.01/ albatross | /0.01/ birdie | /0.01/ bogey | /0.01/ eagle | eight "
          + "| er | /0.01/ even | five | four | nine | one | /0.01/ par | seven | six | ten | three "
          + "| /0.01/ triple | two | uh | um)"
      ),
      // "Two and" sounds like "two under".
      ("over", "(/0.01/ under)"), ("under", "(and | /0.01/ over)"),
      // A phrase alone in its length, a word that says neither who nor how many, what is only typed.
      ("hole", nil), ("got", nil), ("birdy", nil),
    ] as [(String, String?)])
  func `what would make another score in a word's place`(word: String, competitors: String?) {
    let grammar = grammar([["michael", "mike"], ["jake", "jakey"], ["sarah"]])
    #expect(grammar.competitors[word].map(expression) == competitors)
  }

  @Test(
    arguments: [
      ("threes", ["five", "fives", "pars"], ["three", "threes", "parred"]),
      ("bogeys", ["five", "pars", "birdies"], ["bogey", "bogeyed"]),
      ("parred", ["four", "bogey", "bogeyed"], ["par", "pars", "bogeys"]),
      // Who is no score of one player's is none of its competitors.
      ("three", ["five", "par"], ["fives", "pars", "parred"]),
    ] as [(String, Set<String>, Set<String>)])
  func `what several have, and what one did, compete with scores and their kind`(
    word: String, competitors: Set<String>, others: Set<String>
  ) {
    let found = Set(grammar([["mike"]]).competitors[word, default: [:]].keys)
    #expect(found.isSuperset(of: competitors))
    #expect(found.isDisjoint(with: others))
  }

  private func expression(_ words: [String: String]) -> String {
    "(" + words.sorted { $0.key < $1.key }.map(\.value).joined(separator: " | ") + ")"
  }

  @Test func `a name that two players share is no competitor of itself`() {
    let competitors = grammar([["mike"], ["mike", "michael"]]).competitors
    #expect(competitors["mike"].map(expression) == "(everybody | everyone | michael)")
    #expect(competitors["michael"].map(expression) == "(everybody | everyone)")
  }

  @Test func `a player alone has no competitors, since everyone is that player`() {
    let competitors = grammar([["michael", "mike"]]).competitors
    for word in ["michael", "mike", "everyone", "everybody"] { #expect(competitors[word] == nil) }
    #expect(competitors["two"]?["three"] == "three")
  }
}

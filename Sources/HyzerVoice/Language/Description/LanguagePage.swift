internal import HyzerBase

extension LanguageDescription {
  /// The round of a form's example.
  static func exampleRound(of form: Form<FormKind>) -> Round? {
    let names = ["Mike", "Jake", "Sarah", "Nate", "Ann", "Bob"].prefix(form.examplePlayers)
    guard let roster = try? Roster(names.map { Player(name: $0) }) else { return nil }
    return try? Round(hole: 7, par: 3, roster: roster)
  }

  /// All that can be said, as a page in Markdown: every form with an example and what it comes to, and
  /// every word.
  package var page: String {
    """
    # What can be said

    `hyzer language` prints this page from the tables by which the program listens and reads.

    A sentence is one or more of the forms below, one after the other. Words in capitals are classes of
    words; square brackets hold what may be left out, parentheses choices; `+` is once or more often, `~`
    makes a part less likely. Fillers may stand between any two words. The examples are of a round of Mike,
    Jake, Sarah, Nate, Ann and Bob at hole 7, par 3.

    Of several ways to take a sentence the cheapest is meant; a way that costs at most \
    \(ReadingCost.tooNear) more and gives other scores makes the program ask. A form costs what the table
    says. A score that only sounds like one ("won", "to", "for") costs \(ReadingCost.homophone) and is always asked
    about; a name spelled otherwise costs \(ReadingCost.fuzzyName), a filler \(ReadingCost.filler), a pause inside a form \
    \(ReadingCost.pause), a part marked `~` \(ReadingCost.unlikely), a part of a longer phrase \
    ("double" of "double bogey") \(ReadingCost.splitPhrase), a list of
    numbers and golf words \(ReadingCost.mixedList).

    ## Forms

    | form | cost | heard | example | what it says |
    |---|---|---|---|---|
    \(forms.map(row).joined(separator: "\n"))

    Parts of forms:

    | part | stands for |
    |---|---|
    \(Self.shorthandNotations.map { "| \($0.0) | \(Self.cell($0.1)) |" }.joined(separator: "\n"))

    ## Scores

    A number counts strokes; golf words count against the hole's par. Digits of every script are numbers; `+1`,
    `-1` and `E` count against par.

    | score | heard | typed as well |
    |---|---|---|
    \(scoreRows.joined(separator: "\n"))

    ## Other words

    | class | heard | typed as well |
    |---|---|---|
    \(functionRows(vocabulary).joined(separator: "\n"))

    "I", "me" and "my" are the player who reports the scores, where `--as` names one of the round.

    ## Replies

    What is said or typed to scores that wait to be saved is one of these, with nothing beside it, or another sentence.

    | form | heard | example |
    |---|---|---|
    \(replies.map(replyRow).joined(separator: "\n"))

    | class | heard | typed as well |
    |---|---|---|
    \(functionRows(replyVocabulary).joined(separator: "\n"))

    ## What is asked about

    Some sentences hold a name and a score, and may mean something else. They are shown, and a person is asked:

    - Several names with one score and without "and", "both", "all" or "each" ("Mike Jake bogeyed"); a pause before
      the last of the names ("six for Mike, and Jake"); and names behind a score, behind other statements
      ("Sarah two, six for Mike and Jake"), where the last name may begin a statement of its own.
    - A full stop or an exclamation mark ends every form. A score and the name behind it are not parted by a pause.
    - A name with two scores, and groups that overlap, where no word of the table below says that one of them is a
      correction. "Everyone par, Mike birdie" makes Mike the exception. A correction behind "three for Mike and Jake"
      may be of Jake alone.
    - "One", but for a number right behind a name, an article or another score, and in "one for Mike": it may be a
      pronoun. An ace is shown for the longer time.
    - Strokes against par behind "is", "'s", "I'm", "has", "shot" or "at": they may be the standing in the round. "Mike
      one under" and "Mike was one under" are scores.
    - Four or more strokes over or under par, and a score word that is a player's name and stands beside the name of
      another ("Al ace" where Ace plays).
    - `#` before a number, but for a hole's; "and" or "plus" at the end.
    - A name with "for" and a score ("Mike for birdie"): Mike may still putt. Two players with "for" have holed out.
    - "Par" and a number behind "it's", "is" or an article: the hole's par.
    - "Stroke" or "strokes" that are given, and "threw" with a number alone, which may be of discs.
    - "That's three" behind a name, which may speak to the player; "all" with one score where Al plays; "too" but in
      "Mike had a three and Jake too", since a recogniser writes "two" so; a dash and a number that is 2 or less.
    - A player's name that is an everyday word, before "in" or an article: "chip in for par", "mark a four".
    - Another name than those of the round. A name is recognised only where it sounds the same or is spelled the
      same but for doubled consonants.

    Between a name and its score there may be a story (`STORY`) of everyday words without a score, a name, a
    negation, a condition, a plan, a question, another time or another person: "Mike went in the lake and took a five".

    ## Typed only

    Between a name and its score there need be no space: `mike3 jake+1`. Where scores are kept, scores alone go to
    the players in the round's order, to those who are without a score on the hole or else to all, if there are as
    many: `3 4 3 5`.

    """
  }

  private func row(_ form: Form<FormKind>) -> String {
    let says = Self.exampleRound(of: form).map { round in
      let result = UtteranceParser(round: round).parse(form.example)
      let scores = result.scores.map { "\(round.roster[$0.player].name) \($0.strokes.count)" }
        .joined(separator: ", ")
      let asks = result.status == .success ? "" : scores.isEmpty ? "asks" : "; asks"
      return scores + asks
    }
    return "| \(Self.cell(form.notation)) | \(ReadingCost.form(form.likelihood)) "
      + "| \(form.isSpoken ? "yes" : "") | \(form.example) | \(says ?? "") |"
  }

  private func replyRow(_ form: Form<ReplyKind>) -> String {
    "| \(Self.cell(form.notation)) | \(form.isSpoken ? "yes" : "") | \(form.example) |"
  }

  private static func cell(_ notation: String) -> String {
    "`" + notation.replacing("|", with: "\\|") + "`"
  }

  private var scoreRows: [String] {
    rows(vocabulary.entries.filter(\.meaning.isScore)) { entry in
      let name =
        switch entry.meaning {
        case .number(let count), .dashed(let count): "\(count)"
        case .relative(0): "par"
        case .relative(let count), .signed(let count):
          "\(count.magnitude) \(count < 0 ? "under" : "over") par"
        case .ace: "a hole in one"
        case .noScore: "no score; asks"
        case .fraction, .function: ""
        }
      return switch entry.shape {
      case .plural, .golfPlural: name + ", each"
      case .verb: name + ", done"
      default: entry.isHomophone ? name + ", by its sound; asks" : name
      }
    }
  }

  private func functionRows(_ vocabulary: Vocabulary) -> [String] {
    rows(vocabulary.entries.filter { !$0.meaning.isScore }) { entry in
      if case .function(let function) = entry.meaning { function.notation } else { "" }
    }
  }

  /// Writes a row for each name that entries have in common, in the order of the tables.
  private func rows(_ entries: [VocabularyEntry], name: (VocabularyEntry) -> String) -> [String] {
    let groups = Dictionary(grouping: entries, by: name)
    return entries.map(name).withoutRepeats.map { name in
      func list(_ isSpoken: Bool) -> String {
        (groups[name] ?? []).filter { $0.isSpoken == isSpoken }.map(\.phrase).joined(
          separator: ", ")
      }
      return "| \(name) | \(list(true)) | \(list(false)) |"
    }
  }
}

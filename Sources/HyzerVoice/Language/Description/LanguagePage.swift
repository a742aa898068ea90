internal import DiscGolf
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
    \(functionRows.joined(separator: "\n"))

    "I", "me" and "my" are the player who reports the scores, where `--as` names one of the round.

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

  private var functionRows: [String] {
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

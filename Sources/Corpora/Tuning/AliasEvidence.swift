public import Golf
public import Language

/// A word that seems to be a name for a player, though the roster does not have it.
public struct AliasEvidence: Hashable, Sendable {
  /// The word or words, in small letters.
  public let alias: String
  /// Who is meant by it.
  public let player: PlayerID

  /// Makes evidence.
  public init(alias: String, player: PlayerID) {
    self.alias = alias
    self.player = player
  }

  /// Finds the words of a text by which the parser finds nobody, or somebody else, where its label
  /// means a player.
  ///
  /// A word counts where it is the only one that can be meant: the only open name beside the label's
  /// score, or the only name by which another player gets that score.
  ///
  /// - Parameters:
  ///   - text: What was said.
  ///   - result: What the parser makes of it.
  ///   - label: Who really has which score.
  ///   - roster: The players.
  ///   - acceptsNear: Whether a word also counts by which the parser finds the right player, though
  ///     it is none of the player's names: the recogniser does not listen for it.
  /// - Returns: The words with who is meant, in the order of the label.
  public static func find(
    in text: String, result: ParseResult, label: [(player: PlayerID, strokes: Int)],
    roster: Roster, acceptsNear: Bool
  ) -> [AliasEvidence] {
    let characters = Array(text)
    var found: [AliasEvidence] = []
    for (player, strokes) in label {
      let own = result.scores.filter { $0.player == player && $0.strokes.count == strokes }
      var words: Set<String> = []
      if own.isEmpty {
        for problem in result.problems where problem.isOpenName {
          guard problem.strokes == nil || problem.strokes?.count == strokes else { continue }
          words.insert(problem.text.lowercased())
        }
        for score in result.scores where score.strokes.count == strokes {
          let isLabelled = label.contains {
            $0.player == score.player && $0.strokes == score.strokes.count
          }
          if !isLabelled, let name = onlyName(in: characters, score.range) { words.insert(name) }
        }
      } else if acceptsNear {
        for score in own {
          if let name = onlyName(in: characters, score.range) { words.insert(name) }
        }
      }
      guard words.count == 1, let word = words.first,
        !roster[player].spellings.contains(where: { NameKey($0) == NameKey(word) })
      else { continue }
      found.append(AliasEvidence(alias: word, player: player))
    }
    return found
  }

  /// Returns the words of a stretch that are no words of the language, where they stand together.
  private static func onlyName(in text: [Character], _ range: SourceRange) -> String? {
    let vocabulary = Vocabulary.english
    let tokens = tokenize(String(text[range.clamped(to: text.indices)]))
    let names = tokens.indices.filter { index in
      !vocabulary.contains(tokens[index].word) && !tokens[index].text.contains(where: \.isNumber)
    }
    guard let first = names.first, let last = names.last, last - first == names.count - 1 else {
      return nil
    }
    return names.map { tokens[$0].word }.joined(separator: " ")
  }
}

extension Problem {
  /// Whether it is open who is meant by a word.
  fileprivate var isOpenName: Bool {
    switch kind {
    case .unknownName, .uncertainName, .ambiguousName: true
    default: false
    }
  }
}

public import Evaluation
public import Golf

/// What the recogniser hears where a player's name was said.
public struct HeardInstead: Hashable, Sendable {
  /// How often the name was said.
  public private(set) var said = 0
  /// How often it was heard as it was said, or as another name of the player.
  public private(set) var heard = 0
  /// How often each word was heard in its place; the empty word for nothing at all.
  public private(set) var instead: [String: Int] = [:]

  /// Nothing said yet.
  public init() {}

  /// The word that was heard most often in place of the name; nil where none was.
  ///
  /// Of equally
  /// frequent ones the first in the alphabet.
  public var mostOften: (word: String, count: Int)? {
    instead.filter { !$0.key.isEmpty }.max { ($0.value, $1.key) < ($1.value, $0.key) }
      .map { ($0.key, $0.value) }
  }

  /// Returns what was heard in place of each player's names, by place in the roster.
  ///
  /// Words are laid against each other by ``WordAlignment``; a name of several words counts once
  /// for each of them.
  public static func count(_ outcomes: [UtteranceOutcome], roster: Roster) -> [HeardInstead] {
    let names = roster.players.map { player in
      Set(player.spellings.flatMap { NameKey.words(of: $0) })
    }
    var counts = roster.players.map { _ in HeardInstead() }
    for outcome in outcomes {
      guard let said = outcome.said else { continue }
      for step in WordAlignment(reference: said, hypothesis: outcome.heard).steps {
        let (word, other): (String, String)
        switch step {
        case .hit(let name): (word, other) = (name, name)
        case .substitution(let name, let hypothesis): (word, other) = (name, hypothesis)
        case .deletion(let name): (word, other) = (name, "")
        case .insertion: continue
        }
        for index in names.indices where names[index].contains(word) {
          counts[index].said += 1
          if names[index].contains(other) {
            counts[index].heard += 1
          } else {
            counts[index].instead[other, default: 0] += 1
          }
        }
      }
    }
    return counts
  }
}

/// How often one thing was said and another was heard.
public struct ConfusionMatrix: Hashable, Sendable {
  /// What was said and what was heard in its place.
  package struct Cell: Hashable, Sendable {
    /// What was said, or nil where nothing was.
    package let said: String?
    /// What was heard, or nil where nothing was.
    package let heard: String?

    package init(said: String?, heard: String?) {
      self.said = said
      self.heard = heard
    }
  }

  /// How often each pair of things occurred; those that never did are absent.
  package private(set) var counts: [Cell: Int] = [:]

  package init() {}

  /// Counts one occurrence; nil stands for nothing said, or nothing heard.
  package mutating func add(said: String?, heard: String?) {
    counts[Cell(said: said, heard: heard), default: 0] += 1
  }

  /// The confusions, the most frequent first, then in alphabetical order.
  package var errors: [(cell: Cell, count: Int)] {
    counts.filter { $0.key.said != $0.key.heard }
      .map { (cell: $0.key, count: $0.value) }
      .sorted { left, right in
        (right.count, left.cell.said ?? "", left.cell.heard ?? "")
          < (left.count, right.cell.said ?? "", right.cell.heard ?? "")
      }
  }
}

/// Which players and which scores were taken for others, and which words.
public struct Confusions: Hashable, Sendable {
  package private(set) var players = ConfusionMatrix()
  package private(set) var scores = ConfusionMatrix()
  /// Words, substitutions and hits only.
  package private(set) var words = ConfusionMatrix()

  package init() {}

  /// Sets the pairs that were said beside those that were accepted.
  ///
  /// First each player's score beside the same player's, then what is left beside pairs of the same
  /// score; what then remains was missed, or was heard and not said.
  package mutating func add(reference: [ScorePair], accepted: [ScorePair]) {
    var missed: [ScorePair] = []
    var rest = accepted
    for pair in reference {
      let match = rest.firstIndex(of: pair) ?? rest.firstIndex { $0.player == pair.player }
      guard let match else {
        missed.append(pair)
        continue
      }
      count(said: pair, heard: rest.remove(at: match))
    }
    for pair in missed {
      let match = rest.firstIndex { $0.strokes == pair.strokes }
      count(said: pair, heard: match.map { rest.remove(at: $0) })
    }
    for pair in rest { count(said: nil, heard: pair) }
  }

  /// Counts the words of an alignment that were heard right or as others.
  package mutating func add(_ alignment: WordAlignment) {
    for step in alignment.steps {
      switch step {
      case .hit(let word): words.add(said: word, heard: word)
      case .substitution(let said, let heard): words.add(said: said, heard: heard)
      case .deletion, .insertion: continue
      }
    }
  }

  private mutating func count(said: ScorePair?, heard: ScorePair?) {
    players.add(said: said?.player, heard: heard?.player)
    scores.add(said: said.map { "\($0.strokes)" }, heard: heard.map { "\($0.strokes)" })
  }
}

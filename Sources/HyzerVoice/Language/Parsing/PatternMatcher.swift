/// Finds where the patterns of an automaton cover the tokens of an utterance.
struct PatternMatcher {
  /// A way in which a pattern covers some tokens.
  struct Match {
    /// The pattern, by its place in the automaton's list.
    let pattern: Int
    let end: Int
    let cost: Int
    /// The readings of its words, for ``PatternMatcher/readings(of:)``.
    let chain: Int
    /// Equal for matches with the same readings.
    let key: Int
  }

  /// Nobody says more words than this in one statement.
  private static let longestMatch = 20

  /// Where words may be left out, a statement has at most as many words with them.
  static let longestPartial = 40

  /// Nobody says more fillers than this between two words of a statement.
  private static let mostFillers = 10

  /// More equally cheap ways than these are not kept: they do not make an utterance any more
  /// ambiguous.
  private static let mostWays = 4

  /// A word that an edge can take, after fillers.
  private struct Step {
    let reading: Reading
    let cost: Int
    /// Equal for equal readings.
    let key: Int

    init(_ reading: Reading, cost: Int) {
      self.reading = reading
      self.cost = cost
      key = reading.hashValue
    }
  }

  /// The last reading of a way, and the chain of those before it; 0 is the empty chain.
  private struct Link {
    let reading: Reading
    let previous: Int
    let key: Int
  }

  /// A state reached at some token at least cost, with every way of that cost.
  private struct Node {
    let state: Int
    var cost: Int
    var chains: [Int]
  }

  private let classification: Classification
  private let automaton: PatternAutomaton
  /// What it costs to leave out each token; nil where only fillers may be.
  private let skipCosts: [Int]?
  private let longestMatch: Int
  /// The steps of each class of words at each token, worked out when they are first asked for.
  private var steps: [[Step]?]
  private var links: [Link?] = [nil]
  /// The node of each state at each length, in the search that is going on; -1 for none.
  private var slots: [Int]

  init(
    _ classification: Classification, _ automaton: PatternAutomaton, skipCosts: [Int]? = nil
  ) {
    self.classification = classification
    self.automaton = automaton
    self.skipCosts = skipCosts
    longestMatch =
      skipCosts == nil ? PatternMatcher.longestMatch : PatternMatcher.longestPartial
    steps = Array(
      repeating: nil, count: classification.tokens.count * automaton.terminals.count)
    slots = Array(
      repeating: -1, count: automaton.states.count * (longestMatch + 1))
  }

  /// Returns every way in which patterns cover tokens from `start` on; of one pattern and end the
  /// cheapest.
  ///
  /// What follows costs the same after any way to a state and token, so that only the cheapest ways to
  /// each are kept (dynamic programming).
  mutating func matches(from start: Int) -> [Match] {
    let longest = min(classification.tokens.count - start, longestMatch)
    var nodes = [Node(state: 0, cost: 0, chains: [0])]
    var byLength: [[Int]] = Array(repeating: [], count: longest + 1)
    byLength[0] = [0]
    var matches: [Match] = []
    for length in 0...longest {
      let end = start + length
      let pause =
        length > 0 && length < longest && classification.tokens[end].followsPause
        ? ReadingCost.pause : 0
      for index in byLength[length] {
        let node = nodes[index]
        slots[length * automaton.states.count + node.state] = -1
        let state = automaton.states[node.state]
        if length > 0 {
          for accepted in state.accepts {
            matches += node.chains.map {
              Match(
                pattern: accepted.pattern, end: end, cost: node.cost + accepted.cost, chain: $0,
                key: links[$0]?.key ?? 0)
            }
          }
        }
        // A sentence's end is a form's end.
        guard length < longest, length == 0 || !classification.tokens[end].followsStop else {
          continue
        }
        for edge in state.edges {
          for step in steps(edge.terminal, at: end) {
            let reached = step.reading.tokens.upperBound - start
            guard reached <= longest else { continue }
            let cost = node.cost + edge.cost + step.cost + pause
            let slot = reached * automaton.states.count + edge.target
            if slots[slot] < 0 {
              slots[slot] = nodes.count
              byLength[reached].append(nodes.count)
              nodes.append(Node(state: edge.target, cost: cost, chains: []))
            }
            let known = slots[slot]
            guard cost <= nodes[known].cost else { continue }
            if cost < nodes[known].cost {
              nodes[known].cost = cost
              nodes[known].chains = []
            }
            // A pattern may take the same readings in several ways; they count once.
            for previous in node.chains where nodes[known].chains.count < PatternMatcher.mostWays {
              let key = key(of: step, after: previous)
              guard !nodes[known].chains.contains(where: { links[$0]?.key == key }) else {
                continue
              }
              nodes[known].chains.append(link(step, after: previous))
            }
          }
        }
      }
    }
    return matches
  }

  /// Returns the readings of a match's words, in order, without the fillers among them.
  func readings(of match: Match) -> [Reading] {
    var readings: [Reading] = []
    var chain = match.chain
    while let link = links[chain] {
      readings.append(link.reading)
      chain = link.previous
    }
    return readings.reversed()
  }

  /// Multiplied by an odd constant, so that the order of readings counts.
  private func key(of step: Step, after previous: Int) -> Int {
    (links[previous]?.key ?? 0) &* 0x9E37_79B9 &+ step.key
  }

  private mutating func link(_ step: Step, after previous: Int) -> Int {
    let key = key(of: step, after: previous)
    links.append(Link(reading: step.reading, previous: previous, key: key))
    return links.count - 1
  }

  private mutating func steps(_ terminal: Int, at start: Int) -> [Step] {
    let place = start * automaton.terminals.count + terminal
    if let known = steps[place] { return known }
    var found: [Step] = []
    var position = start
    var skipped = 0
    var cost = 0
    while position < classification.tokens.count,
      skipCosts != nil || skipped < PatternMatcher.mostFillers
    {
      if position > start, classification.tokens[position].followsStop { break }
      let readings = classification.readings[position]
      if case .story = automaton.terminals[terminal] {
        if position == start, classification.stories.contains(position) {
          let reading = Reading(label: .literal, tokens: position..<position + 1, cost: 0)
          found.append(Step(reading, cost: ReadingCost.story))
        }
      } else if case .literal(let word) = automaton.terminals[terminal] {
        if classification.tokens[position].word == word, !classification.talk.contains(position) {
          let reading = Reading(label: .literal, tokens: position..<position + 1, cost: 0)
          found.append(Step(reading, cost: cost))
        }
      } else {
        for reading in readings where reading.isOf(automaton.terminals[terminal]) {
          guard skipCosts != nil, reading.cost >= ReadingCost.unknownName else {
            found.append(Step(reading, cost: cost + reading.cost))
            continue
          }
          // What may be left out is nobody's name unless a form needs one, or it is written as one.
          let isCapital = classification.tokens[position].text.first?.isUppercase ?? false
          let isEveryday = reading.cost >= ReadingCost.everydayName
          let namedBy = ReadingCost.unexplained + (isEveryday ? 2 : 1) * ReadingCost.gap
          found.append(Step(reading, cost: cost + (isCapital ? reading.cost : namedBy)))
        }
      }
      skipped += 1
      if let skipCosts {
        cost += skipCosts[position] + (start > 0 && skipped == 1 ? ReadingCost.gap : 0)
        position += 1
        continue
      }
      // Fillers may stand between any two words of a form.
      var longest = position
      for reading in readings where reading.isOf(.function(.filler)) {
        longest = max(longest, reading.tokens.upperBound)
      }
      guard longest > position else { break }
      position = longest
      cost += ReadingCost.filler
    }
    steps[place] = found
    return found
  }
}

/// Patterns as one nondeterministic finite automaton over classes of words.
struct PatternAutomaton: Sendable {
  struct Edge: Sendable {
    /// The class of words that the edge takes, by its place in ``terminals``.
    let terminal: Int
    let target: Int
    let cost: Int
  }

  struct Acceptance: Sendable {
    /// The pattern, by its place in the list that made the automaton.
    let pattern: Int
    let cost: Int
  }

  struct State: Sendable {
    var edges: [Edge] = []
    var accepts: [Acceptance] = []
  }

  /// The classes of words that the patterns ask for.
  private(set) var terminals: [Terminal] = []
  /// The states; the automaton starts in the first.
  private(set) var states: [State] = []

  /// Makes an automaton that accepts what any of some patterns does.
  ///
  /// Thompson's construction, with the empty edges taken out.
  init(_ patterns: [Pattern]) {
    var builder = Builder()
    let start = builder.newState()
    for (index, pattern) in patterns.enumerated() {
      let end = builder.add(pattern, from: start)
      builder.states[end].state.accepts.append(Acceptance(pattern: index, cost: 0))
    }
    terminals = builder.terminals
    // Only what a word leads to is a state of its own; the others are on the way.
    var numbers = [start: 0]
    var waiting = [start]
    while let state = waiting.popLast() {
      let closed = builder.closed(state)
      for edge in closed.edges where numbers[edge.target] == nil {
        numbers[edge.target] = numbers.count
        waiting.append(edge.target)
      }
      let number = numbers[state] ?? 0
      while states.count < numbers.count { states.append(State()) }
      states[number].accepts = closed.accepts
      states[number].edges = closed.edges.map {
        Edge(terminal: $0.terminal, target: numbers[$0.target] ?? 0, cost: $0.cost)
      }
    }
  }

  private struct Builder {
    struct Raw {
      var state = State()
      /// Edges that take no word.
      var empty: [(target: Int, cost: Int)] = []
    }

    var states: [Raw] = []
    var terminals: [Terminal] = []
    private var ids: [Terminal: Int] = [:]

    mutating func newState() -> Int {
      states.append(Raw())
      return states.count - 1
    }

    /// Adds a pattern behind a state, and returns the state behind the pattern.
    mutating func add(_ pattern: Pattern, from start: Int) -> Int {
      switch pattern {
      case .terminal(let terminal):
        let id = ids[terminal] ?? terminals.count
        if id == terminals.count {
          ids[terminal] = id
          terminals.append(terminal)
        }
        let end = newState()
        states[start].state.edges.append(Edge(terminal: id, target: end, cost: 0))
        return end
      case .sequence(let parts):
        return parts.reduce(start) { add($1, from: $0) }
      case .choice(let choices):
        let end = newState()
        for choice in choices {
          // Each choice begins in a state of its own, which a repetition may come back to.
          let own = newState()
          states[start].empty.append((own, 0))
          states[add(choice, from: own)].empty.append((end, 0))
        }
        return end
      case .optional(let inner):
        let end = add(.choice([inner]), from: start)
        states[start].empty.append((end, 0))
        return end
      case .repeated(let inner):
        let own = newState()
        states[start].empty.append((own, 0))
        let end = add(inner, from: own)
        let after = newState()
        states[end].empty += [(own, 0), (after, 0)]
        return after
      case .unlikely(let inner):
        let own = newState()
        states[start].empty.append((own, ReadingCost.unlikely))
        return add(inner, from: own)
      }
    }

    /// Returns what can be done in a state, at once or by empty edges at their least cost.
    func closed(_ state: Int) -> State {
      var least = [state: 0]
      var waiting = [state]
      while let next = waiting.popLast() {
        for (target, cost) in states[next].empty {
          let whole = least[next, default: 0] + cost
          if whole < least[target] ?? .max {
            least[target] = whole
            waiting.append(target)
          }
        }
      }
      var closed = State()
      for (reached, cost) in least.sorted(by: { $0.key < $1.key }) {
        closed.edges += states[reached].state.edges.map {
          Edge(terminal: $0.terminal, target: $0.target, cost: $0.cost + cost)
        }
        closed.accepts += states[reached].state.accepts.map {
          Acceptance(pattern: $0.pattern, cost: $0.cost + cost)
        }
      }
      return closed
    }
  }
}

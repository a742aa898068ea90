internal import CPocketSphinx

/// A grammar as states, and transitions between them that say a word or none.
///
/// The engine makes a state for every word of a grammar, listens for silence in each, and looks at all
/// of them in every frame. With those merged that no sentence tells apart, a search finds the same in a
/// fraction of the time.
struct Automaton {
  private struct Transition: Hashable {
    let target: Int
    /// The logarithm of its likelihood, in the engine's own units.
    let weight: Int32
    /// The index of its word; below 0 for none.
    let word: Int32

    /// Whether it changes nothing but the state.
    var isFree: Bool { word < 0 && weight == 0 }

    func moved(by count: Int) -> Transition {
      Transition(target: target + count, weight: weight, word: word)
    }
  }

  /// The transitions out of each state.
  private var transitions: [Set<Transition>]
  /// The index of each word.
  private let vocabulary: [String: Int32]
  private var start: Int
  private var final: Int

  /// Reads one that the engine made, without the closure over transitions that say no word.
  init(_ model: UnsafeMutablePointer<fsg_model_t>) {
    transitions = (0..<(unsafe model.pointee.n_state)).map { state in
      var found: Set<Transition> = []
      var next = unsafe fsg_model_arcs(model, state)
      while let transition = unsafe next, let link = unsafe fsg_arciter_get(transition) {
        let (target, weight) = unsafe (link.pointee.to_state, link.pointee.logs2prob)
        found.insert(
          Transition(target: Int(target), weight: weight, word: unsafe link.pointee.wid))
        unsafe next = fsg_arciter_next(transition)
      }
      return found
    }
    var vocabulary: [String: Int32] = [:]
    for index in 0..<(unsafe model.pointee.n_word) {
      guard let word = unsafe model.pointee.vocab[Int(index)] else { continue }
      vocabulary[unsafe String(cString: word)] = index
    }
    self.vocabulary = vocabulary
    start = Int(unsafe model.pointee.start_state)
    final = Int(unsafe model.pointee.final_state)
  }

  var states: Int { transitions.count }

  // MARK: - Merging

  /// Merges states, as long as every sentence stays as likely as it was.
  mutating func minimize() {
    // One kind after the other: a merged state may no longer be what another kind asks for.
    while mergeAlongOnlyWaysOut() || mergeAlongOnlyWaysIn()
      || mergeEquivalentStates(byTransitions: transitions, from: final)
      || mergeEquivalentStates(byTransitions: reversedTransitions, from: start)
    {}
  }

  /// Merges each state that leads freely to one other, and nowhere else, with that one; returns
  /// whether there were any.
  private mutating func mergeAlongOnlyWaysOut() -> Bool {
    let isOnlyOne = transitions.indices.map { $0 != final && transitions[$0].count == 1 }
    return mergeFreeTransitions { source, _ in isOnlyOne[source] }
  }

  /// Merges each state that is reached freely from one other, and in no other way, with that one.
  private mutating func mergeAlongOnlyWaysIn() -> Bool {
    var sources = transitions.indices.map { $0 == start ? 1 : 0 }
    for transition in transitions.joined() { sources[transition.target] += 1 }
    return mergeFreeTransitions { _, target in sources[target] == 1 }
  }

  /// Merges the states that some free transitions join; returns whether there were any.
  private mutating func mergeFreeTransitions(
    where joins: (_ source: Int, _ target: Int) -> Bool
  ) -> Bool {
    var merged = Array(transitions.indices)
    func representative(_ state: Int) -> Int {
      var state = state
      while merged[state] != state { state = merged[state] }
      return state
    }
    for (state, leaving) in transitions.enumerated() {
      for transition in leaving where transition.isFree && joins(state, transition.target) {
        merged[representative(state)] = representative(transition.target)
      }
    }
    return merge(transitions.indices.map(representative))
  }

  /// The transitions into each state, as transitions to where they come from.
  private var reversedTransitions: [Set<Transition>] {
    var reversed = [Set<Transition>](repeating: [], count: states)
    for (state, leaving) in transitions.enumerated() {
      for transition in leaving {
        reversed[transition.target].insert(
          Transition(target: state, weight: transition.weight, word: transition.word))
      }
    }
    return reversed
  }

  /// Merges states with the same transitions into the same states, until there are no more; returns whether there
  /// were any.
  ///
  /// By the transitions out of the states, and from the final state, these are states from which the same words lead
  /// to the end; by those into them, and from the start, states to which the same words lead.
  private mutating func mergeEquivalentStates(
    byTransitions transitions: [Set<Transition>], from end: Int
  ) -> Bool {
    struct Signature: Hashable {
      let group: Int
      let transitions: Set<Transition>
    }
    var groups = transitions.indices.map { $0 == end ? 1 : 0 }
    var count = 0
    while true {
      var numbers: [Signature: Int] = [:]
      let finer = transitions.indices.map { state in
        let signature = Signature(
          group: groups[state], transitions: Automaton.renamed(transitions[state], to: groups))
        let number = numbers[signature] ?? numbers.count
        numbers[signature] = number
        return number
      }
      guard numbers.count > count else { break }
      count = numbers.count
      groups = finer
    }
    return merge(groups)
  }

  /// Merges the states that have the same name; returns whether there are any.
  private mutating func merge(_ names: [Int]) -> Bool {
    var numbers: [Int: Int] = [:]
    for name in names where numbers[name] == nil { numbers[name] = numbers.count }
    guard numbers.count < states else { return false }
    let groups = names.map { numbers[$0] ?? 0 }
    var merged = [Set<Transition>](repeating: [], count: numbers.count)
    for (state, leaving) in transitions.enumerated() {
      merged[groups[state]].formUnion(Automaton.renamed(leaving, to: groups))
    }
    // The engine has no such loops.
    for state in merged.indices {
      merged[state] = merged[state].filter { $0.word >= 0 || $0.target != state }
    }
    (transitions, start, final) = (merged, groups[start], groups[final])
    return true
  }

  private static func renamed(_ transitions: Set<Transition>, to names: [Int]) -> Set<Transition> {
    Set(
      transitions.map {
        Transition(target: names[$0.target], weight: $0.weight, word: $0.word)
      })
  }

  // MARK: - Restricting

  /// Leaves out the sentences that have two words of a set, unless a word that renews comes between them; to be used
  /// before states are merged.
  mutating func exclude(repeated words: Set<String>, renewing: Set<String>) {
    let words = Set(words.compactMap { vocabulary[$0] })
    let renewing = Set(renewing.compactMap { vocabulary[$0] })
    // Two copies: in the second a word of the set was said.
    let count = states
    var second = transitions.map { leaving in
      Set(
        leaving.filter { !words.contains($0.word) }
          .map { $0.moved(by: renewing.contains($0.word) ? 0 : count) })
    }
    second[final].insert(Transition(target: final, weight: 0, word: -1))
    let first = transitions.map { leaving in
      Set(leaving.map { $0.moved(by: words.contains($0.word) ? count : 0) })
    }
    transitions = first + second
  }

  // MARK: - Extending

  /// Makes every beginning of a sentence a sentence.
  mutating func endAnywhere() {
    // One of its own, since a sentence may go on from the final state.
    let end = states
    for state in transitions.indices {
      transitions[state].insert(Transition(target: end, weight: 0, word: -1))
    }
    transitions.append([])
    final = end
  }

  // MARK: - Sentences

  /// Returns for each word of a sentence those that make a sentence in its place, itself among them.
  func substitutes(in sentence: [String]) -> [Set<String>] {
    let indexes = sentence.map { vocabulary[$0] }
    var before = [reached(from: [start])]
    for index in indexes.dropLast() {
      let targets = before[before.count - 1].flatMap { transitions[$0] }
        .filter { $0.word == index }.map(\.target)
      before.append(reached(from: Set(targets)))
    }
    let words = Dictionary(uniqueKeysWithValues: vocabulary.map { ($1, $0) })
    // From these what follows a word leads to the end.
    var after = reaching([final])
    var found: [Set<String>] = []
    for (index, before) in zip(indexes, before).reversed() {
      let leading = before.flatMap { transitions[$0] }.filter { after.contains($0.target) }
      found.append(Set(leading.compactMap { words[$0.word] }))
      after = reaching(
        Set(
          transitions.indices.filter { state in
            transitions[state].contains { $0.word == index && after.contains($0.target) }
          }))
    }
    return found.reversed()
  }

  /// Some states, and those to which they lead without a word.
  private func reached(from states: Set<Int>) -> Set<Int> {
    let targets = states.flatMap { transitions[$0] }.filter { $0.word < 0 }.map(\.target)
    return states.isSuperset(of: targets) ? states : reached(from: states.union(targets))
  }

  /// Some states, and those that lead to them without a word.
  private func reaching(_ states: Set<Int>) -> Set<Int> {
    let sources = transitions.indices.filter { state in
      transitions[state].contains { $0.word < 0 && states.contains($0.target) }
    }
    return states.isSuperset(of: sources) ? states : reaching(states.union(sources))
  }

  // MARK: - For the engine

  /// Puts a state before each one that many transitions leave.
  ///
  /// Whenever a word of the grammar leads to a state, the engine looks at all transitions out of it for those that say
  /// none. The state before has these alone.
  private mutating func putStatesBeforeHubs() {
    for hub in transitions.indices where transitions[hub].count > Automaton.mostAtOneState {
      let before = states
      let names = transitions.indices.map { $0 == hub ? before : $0 }
      let free = transitions[hub].filter { $0.word < 0 }
      transitions[hub].subtract(free)
      transitions = (transitions + [free]).map { Automaton.renamed($0, to: names) }
      transitions[before].insert(Transition(target: hub, weight: 0, word: -1))
      (start, final) = (names[start], names[final])
    }
  }

  /// Chosen: with 16 and with 60 searches take as long.
  private static let mostAtOneState = 32

  /// Returns the automaton in the engine's form, by the words of the one that it was read from; its
  /// owner frees it.
  func engineForm(
    like model: UnsafeMutablePointer<fsg_model_t>
  ) -> UnsafeMutablePointer<fsg_model_t>? {
    var automaton = self
    automaton.putStatesBeforeHubs()
    return unsafe automaton.copy(like: model)
  }

  private func copy(
    like model: UnsafeMutablePointer<fsg_model_t>
  ) -> UnsafeMutablePointer<fsg_model_t>? {
    guard
      let copy = unsafe fsg_model_init(
        model.pointee.name, model.pointee.lmath, model.pointee.lw, Int32(states))
    else { return nil }
    unsafe copy.pointee.start_state = Int32(start)
    unsafe copy.pointee.final_state = Int32(final)
    for word in 0..<Int(unsafe model.pointee.n_word) {
      // Its index, which is the same.
      _ = unsafe fsg_model_word_add(copy, model.pointee.vocab[word])
    }
    for (state, leaving) in transitions.enumerated() {
      // In one order, since the order decides between equals.
      for transition in leaving.sorted(by: { ($0.target, $0.word) < ($1.target, $1.word) }) {
        let (source, target) = (Int32(state), Int32(transition.target))
        if transition.word < 0 {
          // Tells whether there was one already, of which the likelier is kept.
          _ = unsafe fsg_model_null_trans_add(copy, source, target, transition.weight)
        } else {
          unsafe fsg_model_trans_add(copy, source, target, transition.weight, transition.word)
        }
      }
    }
    unsafe glist_free(fsg_model_null_trans_closure(copy, nil))
    return unsafe copy
  }
}

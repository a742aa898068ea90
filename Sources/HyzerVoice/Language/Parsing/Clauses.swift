/// A form of the language as it was found in an utterance.
package struct Clause: Hashable, Sendable {
  package let kind: FormKind
  /// The readings of its words, in order, without the fillers among them.
  let readings: [Reading]
  package let tokens: Range<Int>
  /// The score of a form that holds no word for it.
  var implied: Meaning?
  /// Whether a person is asked about it in any case.
  var isDoubtful = false
}

extension Clause {
  var numbers: [Int] {
    readings.compactMap { reading in
      guard case .meaning(.number(let number), _) = reading.label else { return nil }
      return number
    }
  }

  /// The hole that it announces; nil where it announces none.
  var announcedHole: Int? {
    guard kind == .announcement,
      !readings.contains(where: { $0.isOf(.function(.par)) })
        || readings.contains(where: { $0.isOf(.function(.hole)) })
    else { return nil }
    return numbers.first
  }
}

/// A way to cover a whole utterance by clauses.
package struct Assembly: Hashable, Sendable {
  package var clauses: [Clause] = []
  /// The tokens that no clause explains, by their places.
  package var unexplained: [Int] = []
}

extension Classification {
  /// A clause, or a token that none explains, as a step from one place in the text to another.
  private struct Step {
    let match: PatternMatcher.Match?
    let start: Int
    let end: Int
    let cost: Int
  }

  /// What makes two clauses between the same places one: what they do, with which readings.
  private struct StepKey: Hashable {
    let kind: FormKind
    let isDoubtful: Bool
    let end: Int
    let readings: Int
  }

  /// More covers than this are not compared: the nearest ones differ first.
  private static let mostCovers = 48

  /// Returns the covers by some forms that leave out the fewest tokens and read the others most plainly,
  /// and those that come near, the best first.
  ///
  /// A shortest path over the places between tokens, forth and back (Viterbi); for each step of a cover
  /// that comes near, the best cover with this step. There is always at least one. Several mean that
  /// the words can be taken in several ways.
  func assemblies(of forms: PreparedForms<FormKind>) -> [Assembly] {
    var matcher = PatternMatcher(self, forms.automaton)
    let steps = steps(of: forms.forms, &matcher)
    // What the best way costs to each place and from it, and its last or first step.
    var before = [(cost: 0, step: -1)] + tokens.map { _ in (cost: Int.max, step: -1) }
    for index in steps.indices {
      let step = steps[index]
      let cost = before[step.start].cost + step.cost
      if cost < before[step.end].cost { before[step.end] = (cost, index) }
    }
    var after = tokens.map { _ in (cost: Int.max, step: -1) } + [(cost: 0, step: -1)]
    for index in steps.indices.reversed() {
      let step = steps[index]
      let cost = step.cost + after[step.end].cost
      if cost < after[step.start].cost { after[step.start] = (cost, index) }
    }
    // A word that nothing explains is asked about anyway; then only equals count.
    let least = after[0].cost
    let most = least + (least < ReadingCost.unexplained ? ReadingCost.tooNear : 0)
    let near = steps.indices.map { index in
      (
        cost: before[steps[index].start].cost + steps[index].cost + after[steps[index].end].cost,
        step: index
      )
    }.filter { $0.cost <= most }.sorted { ($0.cost, $0.step) < ($1.cost, $1.step) }
    var covers: [[Int]] = []
    var seen: Set<[Int]> = []
    for (_, middle) in near where covers.count < Classification.mostCovers {
      var way: [Int] = []
      var place = steps[middle].start
      while place > 0 {
        way.append(before[place].step)
        place = steps[before[place].step].start
      }
      way.reverse()
      way.append(middle)
      place = steps[middle].end
      while place < tokens.count {
        way.append(after[place].step)
        place = steps[after[place].step].end
      }
      if seen.insert(way).inserted { covers.append(way) }
    }
    return covers.map { way in
      Assembly(
        clauses: way.compactMap { index in
          steps[index].match.map { match in
            let form = forms.forms[match.pattern]
            return Clause(
              kind: form.kind, readings: matcher.readings(of: match),
              tokens: steps[index].start..<match.end, implied: form.implied,
              isDoubtful: form.likelihood == .doubtful)
          }
        },
        unexplained: way.filter { steps[$0].match == nil }.map { steps[$0].start })
    }
  }

  /// Returns the steps in the order of the tokens at which they begin; of several that say the same
  /// with the same words, the cheapest.
  private func steps(of forms: [Form<FormKind>], _ matcher: inout PatternMatcher) -> [Step] {
    var steps: [Step] = []
    for start in tokens.indices {
      var known: [StepKey: Int] = [:]
      for match in matcher.matches(from: start) {
        let form = forms[match.pattern]
        let key = StepKey(
          kind: form.kind, isDoubtful: form.likelihood == .doubtful, end: match.end,
          readings: match.key)
        let mixture = form.kind == .list ? mixture(of: matcher.readings(of: match)) : 0
        let step = Step(
          match: match, start: start, end: match.end,
          cost: match.cost + ReadingCost.form(form.likelihood) + mixture)
        if let index = known[key] {
          if step.cost < steps[index].cost { steps[index] = step }
        } else {
          known[key] = steps.count
          steps.append(step)
        }
      }
      steps.append(Step(match: nil, start: start, end: start + 1, cost: ReadingCost.unexplained))
    }
    return steps
  }

  /// What a list costs for having both numbers and golf words.
  private func mixture(of list: [Reading]) -> Int {
    let isMixed = list.contains { $0.isOf(.golf) } && list.contains { $0.isOf(.number) }
    return isMixed ? ReadingCost.mixedList : 0
  }
}

/// The forms of a language with the automaton of their patterns.
struct PreparedForms<Kind: Hashable & Sendable>: Sendable {
  let forms: [Form<Kind>]
  let automaton: PatternAutomaton

  init(_ forms: [Form<Kind>]) {
    self.forms = forms
    automaton = PatternAutomaton(forms.map(\.pattern))
  }
}

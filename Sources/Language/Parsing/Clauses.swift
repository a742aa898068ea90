/// A form of the language as it was found in an utterance.
package struct Clause: Hashable, Sendable {
  package let kind: FormKind
  /// The readings of its words, in order, without the fillers among them.
  let readings: [Reading]
  /// The tokens that it covers.
  package let tokens: Range<Int>
}

/// A way to cover a whole utterance by clauses, leaving out as few tokens as can be.
package struct Assembly: Hashable, Sendable {
  package var clauses: [Clause] = []
  /// The tokens that no clause explains, by their places.
  package var unexplained: [Int] = []
}

extension Classification {
  /// More equally good covers than this do not make an utterance any more ambiguous.
  private static let mostCovers = 8

  /// Returns every cover by some forms that leaves out the fewest tokens and reads the others most
  /// plainly.
  ///
  /// A shortest path over the token positions; there is always at least one. Several mean that the
  /// words can be taken in several ways.
  func assemblies(of forms: [Form<FormKind>]) -> [Assembly] {
    var best: [(cost: Int, covers: [Assembly])?] = Array(repeating: nil, count: tokens.count + 1)
    best[0] = (0, [Assembly()])

    func offer(_ covers: [Assembly], cost: Int, at end: Int) {
      if let known = best[end], known.cost <= cost {
        guard known.cost == cost else { return }
        let new = covers.filter { !known.covers.contains($0) }
        best[end] = (cost, Array((known.covers + new).prefix(Classification.mostCovers)))
      } else {
        best[end] = (cost, covers)
      }
    }

    let matcher = PatternMatcher(classification: self, mostPaths: Classification.mostCovers)
    for start in tokens.indices {
      guard let here = best[start] else { continue }
      func extended(_ change: (inout Assembly) -> Void) -> [Assembly] {
        here.covers.map { cover in
          var cover = cover
          change(&cover)
          return cover
        }
      }
      offer(
        extended { $0.unexplained.append(start) }, cost: here.cost + Cost.unexplainedToken,
        at: start + 1)
      for form in forms {
        for path in matcher.paths(of: form.pattern, from: start) where path.end > start {
          let clause = Clause(kind: form.kind, readings: path.readings, tokens: start..<path.end)
          offer(
            extended { $0.clauses.append(clause) },
            cost: here.cost + path.cost + Cost.clause(form.likelihood), at: path.end)
        }
      }
    }
    return best[tokens.count]?.covers ?? []
  }
}

private enum Cost {
  static let unexplainedToken = 1000
  static let filler = 1

  /// Of two readings that explain the same words, the one that people use more often.
  static func clause(_ likelihood: Likelihood) -> Int {
    switch likelihood {
    case .usual: 2
    case .occasional, .mistakable: 5
    case .rare: 7
    }
  }
}

/// Finds the ways in which patterns cover the tokens of an utterance.
struct PatternMatcher {
  /// Nobody lists more players than this in one statement; without an end, a text that repeats a
  /// name a thousand times would take minutes.
  private static let mostRepetitions = 18

  /// Nobody says more fillers than this between two words of a statement.
  private static let mostFillers = 10

  let classification: Classification
  /// More equally cheap ways to one end than these are not kept.
  let mostPaths: Int

  struct Path {
    var end: Int
    var cost = 0
    var readings: [Reading] = []
  }

  /// Returns every way in which a pattern covers tokens from `start` on, the cheapest to each end.
  func paths(of pattern: Pattern, from start: Int) -> [Path] {
    switch pattern {
    case .terminal(let terminal): return terminalPaths(terminal, from: start)
    case .sequence(let parts): return parts.reduce([Path(end: start)], extend)
    case .choice(let choices): return choices.flatMap { paths(of: $0, from: start) }
    case .optional(let inner): return [Path(end: start)] + paths(of: inner, from: start)
    case .repeated(let inner):
      var all: [Path] = []
      var latest = paths(of: inner, from: start)
      for _ in 0..<PatternMatcher.mostRepetitions where !latest.isEmpty {
        all += latest
        latest = extend(latest, by: inner)
      }
      return all
    }
  }

  private func extend(_ paths: [Path], by pattern: Pattern) -> [Path] {
    cheapest(
      paths.flatMap { path in
        self.paths(of: pattern, from: path.end).map { next in
          Path(
            end: next.end, cost: path.cost + next.cost, readings: path.readings + next.readings)
        }
      })
  }

  /// Keeps the cheapest paths to each end: what follows costs the same after any of them.
  private func cheapest(_ paths: [Path]) -> [Path] {
    var best: [Int: [Path]] = [:]
    var ends: [Int] = []
    for path in paths {
      let known = best[path.end] ?? []
      if known.isEmpty { ends.append(path.end) }
      if known.isEmpty || path.cost < known[0].cost {
        best[path.end] = [path]
      } else if path.cost == known[0].cost, known.count < mostPaths,
        !known.contains(where: { $0.readings == path.readings })
      {
        best[path.end] = known + [path]
      }
    }
    return ends.flatMap { best[$0] ?? [] }
  }

  private func terminalPaths(_ terminal: Terminal, from start: Int) -> [Path] {
    var found: [Path] = []
    var position = start
    var fillers = 0
    while position < classification.tokens.count, fillers < PatternMatcher.mostFillers {
      let readings = classification.readings[position]
      found += readings.filter { $0.isOf(terminal) }.map { reading in
        Path(
          end: reading.tokens.upperBound, cost: fillers * Cost.filler + reading.cost,
          readings: [reading])
      }
      // Fillers may stand between any two words of a form.
      let ends = readings.filter { $0.isOf(.function(.filler)) }.map(\.tokens.upperBound)
      guard let longest = ends.max() else { break }
      position = longest
      fillers += 1
    }
    return found
  }
}

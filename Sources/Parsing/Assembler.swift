public import Language

/// Finds the clauses of an utterance: the cheapest cover of its tokens by forms of the language.
public struct Assembler: Sendable {
  private enum Cost {
    static let unexplainedToken = 1000
    static let setAside = 1

    /// Of two readings that explain the same words, the one that people use more often.
    static func clause(_ likelihood: Likelihood) -> Int {
      switch likelihood {
      case .usual: 2
      case .occasional, .mistakable: 5
      case .rare: 7
      }
    }
  }

  /// More equally good covers than this do not make an utterance any more ambiguous.
  private static let mostCovers = 8

  /// Nobody lists more players than this in one statement; without an end, a text that repeats a
  /// name a thousand times would take minutes.
  private static let mostRepetitions = 18

  /// Nobody says more fillers than this between two words of a statement.
  private static let mostFillers = 10

  private let forms: [Form]

  /// Makes an assembler for all forms of a language.
  public init(language: LanguageDescription) { forms = language.forms }

  /// Returns every cover that leaves out the fewest tokens and reads the others most plainly.
  ///
  /// A shortest path over the token positions; there is always at least one. Several mean that the
  /// words can be taken in several ways.
  public func assemble(_ classification: Classification) -> [Assembly] {
    let count = classification.tokens.count
    var best: [(cost: Int, covers: [Assembly])?] = Array(repeating: nil, count: count + 1)
    best[0] = (0, [Assembly(clauses: [], unexplained: [])])

    func offer(_ covers: [Assembly], cost: Int, at end: Int) {
      if let known = best[end] {
        if known.cost < cost { return }
        if known.cost == cost {
          let new = covers.filter { !known.covers.contains($0) }
          best[end] = (cost, Array((known.covers + new).prefix(Assembler.mostCovers)))
          return
        }
      }
      best[end] = (cost, covers)
    }

    for start in 0..<count {
      guard let here = best[start] else { continue }
      offer(
        here.covers.map {
          Assembly(clauses: $0.clauses, unexplained: $0.unexplained + [start])
        }, cost: here.cost + Cost.unexplainedToken, at: start + 1)
      for form in forms {
        for path in paths(of: form.pattern, from: start, in: classification)
        where path.end > start {
          let clause = Clause(kind: form.kind, readings: path.readings, tokens: start..<path.end)
          offer(
            here.covers.map {
              Assembly(clauses: $0.clauses + [clause], unexplained: $0.unexplained)
            }, cost: here.cost + path.cost + Cost.clause(form.likelihood), at: path.end)
        }
      }
    }
    return best[count]?.covers ?? []
  }

  private struct Path {
    var end: Int
    var cost = 0
    var readings: [Reading] = []
  }

  private func paths(of pattern: Pattern, from start: Int, in classification: Classification)
    -> [Path]
  {
    switch pattern {
    case .terminal(let terminal):
      return terminalPaths(terminal, from: start, in: classification)
    case .sequence(let parts):
      return parts.reduce([Path(end: start)]) { paths, part in
        extend(paths, by: part, in: classification)
      }
    case .choice(let choices):
      return choices.flatMap { paths(of: $0, from: start, in: classification) }
    case .optional(let inner):
      return [Path(end: start)] + paths(of: inner, from: start, in: classification)
    case .repeated(let inner):
      var all: [Path] = []
      var latest = paths(of: inner, from: start, in: classification)
      for _ in 0..<Assembler.mostRepetitions where !latest.isEmpty {
        all += latest
        latest = extend(latest, by: inner, in: classification)
      }
      return all
    }
  }

  private func extend(_ paths: [Path], by pattern: Pattern, in classification: Classification)
    -> [Path]
  {
    Assembler.cheapest(
      paths.flatMap { path in
        self.paths(of: pattern, from: path.end, in: classification).map { next in
          Path(
            end: next.end, cost: path.cost + next.cost, readings: path.readings + next.readings)
        }
      })
  }

  /// Keeps the cheapest paths to each end: what follows costs the same after any of them.
  private static func cheapest(_ paths: [Path]) -> [Path] {
    var best: [Int: [Path]] = [:]
    var ends: [Int] = []
    for path in paths {
      guard let known = best[path.end]?.first else {
        best[path.end] = [path]
        ends.append(path.end)
        continue
      }
      if path.cost < known.cost {
        best[path.end] = [path]
      } else if path.cost == known.cost, best[path.end, default: []].count < mostCovers,
        !best[path.end, default: []].contains(where: { $0.readings == path.readings })
      {
        best[path.end, default: []].append(path)
      }
    }
    return ends.flatMap { best[$0] ?? [] }
  }

  private func terminalPaths(
    _ terminal: Terminal, from start: Int, in classification: Classification
  ) -> [Path] {
    var found: [Path] = []
    var position = start
    var skipped = 0
    while position < classification.tokens.count, skipped < Assembler.mostFillers {
      for reading in classification.readings[position] where reading.isOf(terminal) {
        found.append(
          Path(end: reading.tokens.upperBound, cost: skipped + reading.cost, readings: [reading]))
      }
      // Fillers may stand between any two words of a form.
      let fillers = classification.readings[position].filter { $0.isOf(.function(.filler)) }
      guard let longest = fillers.map(\.tokens.upperBound).max() else { break }
      position = longest
      skipped += Cost.setAside
    }
    return found
  }
}

extension Reading {
  func isOf(_ terminal: Terminal) -> Bool {
    switch (terminal, label) {
    case (.name, .name): true
    case (.score, .meaning(let meaning, _)): meaning.isScore
    case (.pluralScore, .meaning(let meaning, let isPlural)): meaning.isScore && isPlural
    case (.number, .meaning(.number, _)): true
    case (.function(let function), .meaning(.function(let other), _)): function == other
    default: false
    }
  }
}

/// Finds the ways in which patterns cover the tokens of an utterance.
struct PatternMatcher {
  /// What it costs to set a filler aside.
  private static let setAsideCost = 1

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
  func paths(of pattern: Pattern, from start: Int)
    -> [Path]
  {
    switch pattern {
    case .terminal(let terminal):
      return terminalPaths(terminal, from: start)
    case .sequence(let parts):
      return parts.reduce([Path(end: start)]) { paths, part in
        extend(paths, by: part)
      }
    case .choice(let choices):
      return choices.flatMap { paths(of: $0, from: start) }
    case .optional(let inner):
      return [Path(end: start)] + paths(of: inner, from: start)
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

  private func extend(_ paths: [Path], by pattern: Pattern)
    -> [Path]
  {
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
      guard let known = best[path.end]?.first else {
        best[path.end] = [path]
        ends.append(path.end)
        continue
      }
      if path.cost < known.cost {
        best[path.end] = [path]
      } else if path.cost == known.cost, best[path.end, default: []].count < mostPaths,
        !best[path.end, default: []].contains(where: { $0.readings == path.readings })
      {
        best[path.end, default: []].append(path)
      }
    }
    return ends.flatMap { best[$0] ?? [] }
  }

  private func terminalPaths(
    _ terminal: Terminal, from start: Int
  ) -> [Path] {
    var found: [Path] = []
    var position = start
    var skipped = 0
    while position < classification.tokens.count, skipped < PatternMatcher.mostFillers {
      for reading in classification.readings[position] where reading.isOf(terminal) {
        found.append(
          Path(end: reading.tokens.upperBound, cost: skipped + reading.cost, readings: [reading]))
      }
      // Fillers may stand between any two words of a form.
      let fillers = classification.readings[position].filter { $0.isOf(.function(.filler)) }
      guard let longest = fillers.map(\.tokens.upperBound).max() else { break }
      position = longest
      skipped += PatternMatcher.setAsideCost
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

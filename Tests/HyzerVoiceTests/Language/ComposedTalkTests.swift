import Foundation
import HyzerBase
import TestSupport
import Testing

@testable import HyzerVoice

/// Sentences of several statements with what they say, whole and damaged.
///
/// Of each kind 2000 lines are tried, in ten parts that run side by side; `HYZER_TALK=COUNT` tries another
/// number, as `make talk` does.
@Suite struct ComposedTalkTests {
  enum Damage: String, CaseIterable, Sendable {
    case none, endCut, wordLost, startCut

    func apply(to words: [String], using random: inout SeededGenerator) -> [String] {
      switch self {
      case .none: return words
      case .endCut: return Array(words.dropLast(Int.random(in: 1..<words.count, using: &random)))
      case .startCut: return Array(words.dropFirst(Int.random(in: 1..<words.count, using: &random)))
      case .wordLost:
        var left = words
        left.remove(at: Int.random(in: words.indices, using: &random))
        return left
      }
    }
  }

  /// What came of some lines.
  struct Tally: CustomStringConvertible {
    var lines = 0
    var saved = 0
    /// Lines that save a score which no part of the sentence gives to the player.
    var misread: [String] = []
    /// Lines that save a score which a part of the sentence gives to the player, and the whole does not.
    ///
    /// Nobody can hear that "everyone five" is a part of "everyone five except Jake".
    var cutShort = 0

    mutating func add(_ other: Tally) {
      lines += other.lines
      saved += other.saved
      misread += other.misread
      cutShort += other.cutShort
    }

    var description: String {
      "\(lines) lines: saved \(saved), asked about \(lines - saved), cut short \(cutShort), misread "
        + "\(misread.count)\n" + misread.prefix(20).joined(separator: "\n")
    }
  }

  private static let count =
    ProcessInfo.processInfo.environment["HYZER_TALK"].flatMap { Int($0) } ?? 2000
  private static let parts = 10

  @Test(arguments: Damage.allCases)
  func `composed talk is saved as it is meant or asked about, whole or damaged`(_ damage: Damage)
    async throws
  {
    var tally = Tally()
    try await withThrowingTaskGroup(of: Tally.self) { group in
      for part in 0..<Self.parts {
        group.addTask {
          try Self.tally(
            damage, lines: max(1, Self.count / Self.parts), name: "\(damage.rawValue) \(part)")
        }
      }
      for try await part in group { tally.add(part) }
    }
    if Self.count > 2000 { print("\(damage.rawValue): \(tally)") }
    switch damage {
    case .none:
      #expect(tally.misread.isEmpty && tally.cutShort == 0, "\(tally)")
      #expect(tally.saved * 100 >= tally.lines * 95, "\(tally)")
    case .endCut, .wordLost, .startCut:
      #expect(tally.misread.count * 1000 < tally.lines * 3, "\(tally)")
    }
  }

  private static func tally(_ damage: Damage, lines: Int, name: String) throws -> Tally {
    var random = SeededGenerator(seed: 28, name: name)
    let parsers = try TalkComposer.rounds.map { names, par in
      makeParser(try makeRound(names, par: par))
    }
    var tally = Tally()
    while tally.lines < lines {
      let place = Int.random(in: parsers.indices, using: &random)
      var composer = TalkComposer(round: parsers[place].round, random: random)
      composer.compose()
      random = composer.random
      let words = composer.text.split(separator: " ").map(String.init)
      guard words.count > 1 else { continue }
      let left = damage.apply(to: words, using: &random).joined(separator: " ")
      let result = parsers[place].parse(left)
      tally.lines += 1
      guard result.status == .success else { continue }
      tally.saved += 1
      let said = result.scores.map { (player: $0.player, strokes: $0.strokes.count) }
      if said.contains(where: { !composer.parts[$0.player, default: []].contains($0.strokes) }) {
        let scores = said.map { "\(parsers[place].round.roster[$0.player].name) \($0.strokes)" }
        tally.misread.append("\(composer.text) → \(left): \(scores.joined(separator: ", "))")
      } else if said.contains(where: { composer.truth[$0.player] != $0.strokes })
        || damage == .none && said.count != composer.truth.count
      {
        tally.cutShort += 1
      }
    }
    return tally
  }
}

/// Composes a sentence of several statements, and keeps what it says.
struct TalkComposer {
  static let rounds: [([String], Int)] = [
    (["Mike", "Jake", "Sarah", "Nate"], 3), (["Al", "Bo", "Ty", "May"], 4),
    (["Anna", "Ben", "Carlos", "Dee", "Eli"], 3), (["Tom", "Kate", "Luke", "Matt"], 5),
    (["Juan", "Forrest", "Zoe"], 3), (["Will", "Grace", "Chase", "Eve"], 4),
  ]

  let round: Round
  var random: SeededGenerator
  private(set) var text = ""
  /// Everybody's score.
  private(set) var truth: [PlayerID: Int] = [:]
  /// Every score that some part of the sentence gives to somebody, if it stood alone.
  private(set) var parts: [PlayerID: Set<Int>] = [:]

  init(round: Round, random: SeededGenerator) {
    self.round = round
    self.random = random
  }

  private struct Score {
    let words: String
    let strokes: Int
    /// What the words are where one of them is lost: "bogey" of "double bogey".
    let lesser: Int?

    /// With an article, where one can stand before it.
    var noun: String { ("ae".contains(words.prefix(1)) ? "an " : "a ") + words }
    var isNoun: Bool { !words.hasSuffix("over") && !words.hasSuffix("under") }
  }

  private static let golf: [(words: String, difference: Int, weight: Int)] = [
    ("par", 0, 34), ("birdie", -1, 25), ("bogey", 1, 22), ("double bogey", 2, 6), ("eagle", -2, 2),
    ("triple bogey", 3, 2), ("one over", 1, 2), ("one under", -1, 2), ("two over", 2, 1),
  ]

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  private mutating func happens(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func score() -> Score {
    if happens(35) {
      var place = Int.random(in: 0..<Self.golf.map(\.weight).reduce(0, +), using: &random)
      for (words, difference, weight) in Self.golf {
        place -= weight
        guard place < 0, round.par + difference > 0 else { continue }
        let lesser: Int? =
          switch words.split(separator: " ").first {
          case "double", "triple": round.par + 1
          case "one": 1
          case "two": 2
          default: nil
          }
        return Score(words: words, strokes: round.par + difference, lesser: lesser)
      }
    }
    let strokes = Int.random(in: 2...8, using: &random)
    return Score(words: Vocabulary.numberWords[strokes - 1], strokes: strokes, lesser: nil)
  }

  private func name(_ player: PlayerID) -> String { round.roster[player].name }

  private mutating func note(_ score: Score, for player: PlayerID, stands: Bool = true) {
    if stands { truth[player] = score.strokes }
    parts[player, default: []].insert(score.strokes)
    if let lesser = score.lesser { parts[player, default: []].insert(lesser) }
  }

  mutating func compose() {
    let players = round.roster.ids.shuffled(using: &random)
    let kind = Int.random(in: 0..<100, using: &random)
    var statements: [String] = []
    switch kind {
    case ..<10: statements = group(players)
    case ..<16: statements = list(players)
    case ..<26 where players.count > 2:
      statements = pair(players[0], players[1]) + some(of: Array(players.dropFirst(2)))
    default: statements = some(of: players)
    }
    text = statements.joined(separator: pick([", ", " ", " ", " and ", ". ", ", and "]))
    if happens(15) { text = pick(["okay so ", "hey ", "so ", "right ", "hole seven "]) + text }
    if happens(15) {
      text += pick([" thanks", " nice putt", " that's it", ", good game", " ouch"])
    }
  }

  private mutating func some(of players: [PlayerID]) -> [String] {
    players.prefix(Int.random(in: 1...players.count, using: &random)).map { player in
      happens(2) ? corrected(player) : statement(of: player)
    }
  }

  private mutating func statement(of player: PlayerID) -> String {
    let score = score()
    note(score, for: player)
    let (name, words, noun) = (name(player), score.words, score.noun)
    var ways = Array(repeating: "\(name) \(words)", count: 6) + ["\(words) for \(name)"]
    if score.isNoun {
      ways += [
        "\(name) got \(noun)", "\(name) had \(words)", "\(name) took \(noun)",
        "\(name) with \(noun)",
        "\(noun) for \(name)", "that's \(noun) for \(name)", "put \(name) down for \(noun)",
        "\(name) ended up with \(noun)", "\(name)'s \(words)", "\(name) made \(noun)",
        "\(name) went ob and took \(noun)", "\(name) hit a tree and got \(noun)",
        "\(name) went \(words)",
      ]
    }
    let verbs = ["par": "parred", "birdie": "birdied", "bogey": "bogeyed"]
    if let verb = verbs[words] { ways += ["\(name) \(verb)", "\(name) \(verb)"] }
    return pick(ways)
  }

  private mutating func corrected(_ player: PlayerID) -> String {
    let (first, second) = (score(), score())
    note(first, for: player, stands: false)
    note(second, for: player)
    let name = name(player)
    return pick([
      "\(name) \(first.words) no \(second.words)", "\(name) \(first.words) sorry \(second.words)",
      "\(name) \(first.words) no wait \(name) \(second.words)",
      "\(name) \(first.words) make that \(second.words)",
      "\(name) \(first.words) scratch that \(name) \(second.words)",
    ])
  }

  private mutating func group(_ players: [PlayerID]) -> [String] {
    let (common, own) = (score(), score())
    let one = players[0]
    let kind = Int.random(in: 0..<100, using: &random)
    for player in players {
      note(common, for: player)
      // "Everyone except Jake six" of "everyone five except Jake six".
      note(own, for: player, stands: player == one && kind >= 25)
    }
    switch kind {
    case ..<25:
      for player in players {
        parts[player] = Set([common.strokes, common.lesser].compactMap { $0 })
      }
      return ["everyone \(common.words)"]
    case ..<40: return ["everyone \(common.words) except \(name(one)) \(own.words)"]
    case ..<80: return ["\(name(one)) \(own.words)", "everyone else \(common.words)"]
    case ..<92: return ["everyone \(common.words)", "\(name(one)) \(own.words)"]
    default:
      truth[one] = nil
      return ["everyone except \(name(one)) \(common.words)"]
    }
  }

  private mutating func list(_ players: [PlayerID]) -> [String] {
    let listed = players.prefix(Int.random(in: 2...min(4, players.count), using: &random))
    let scores = listed.map { _ in Int.random(in: 2...8, using: &random) }
    for (player, strokes) in zip(listed, scores) {
      note(Score(words: "", strokes: strokes, lesser: nil), for: player)
    }
    return [
      (listed.map(name) + scores.map { Vocabulary.numberWords[$0 - 1] }).joined(separator: " ")
    ]
  }

  private mutating func pair(_ one: PlayerID, _ other: PlayerID) -> [String] {
    var score = score()
    let names = (name(one), name(other))
    let kind = Int.random(in: 0..<4, using: &random)
    if kind == 1 {
      let difference = Int.random(in: -1...1, using: &random)
      let words = ["birdies", "pars", "bogeys"][difference + 1]
      score = Score(words: words, strokes: round.par + difference, lesser: nil)
    }
    note(score, for: one)
    note(score, for: other)
    switch kind {
    case 0: return ["\(names.0) and \(names.1) both \(score.words)"]
    case 1: return ["\(score.words) for \(names.0) and \(names.1)"]
    case 2: return ["\(names.0) \(score.words)", "same for \(names.1)"]
    default: return ["\(names.0) \(score.words)", "\(names.1) same as \(names.0)"]
    }
  }
}

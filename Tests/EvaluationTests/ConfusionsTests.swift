import Evaluation
import Testing

private func pairs(_ text: String) -> [ScorePair] {
  let words = text.split(separator: " ").map(String.init)
  return stride(from: 0, to: words.count, by: 2).compactMap { index in
    Int(words[index + 1]).map { ScorePair(player: words[index], strokes: $0) }
  }
}

@Suite struct `Pairs and words confused` {
  private struct Case: Sendable {
    var said: String
    var heard: String
    var players: [String]
    var scores: [String]
  }

  @Test(arguments: [
    Case(said: "Mike 3", heard: "Mike 3", players: [], scores: []),
    Case(said: "Mike 3", heard: "Mike 8", players: [], scores: ["3>8"]),
    Case(said: "Mike 3", heard: "Jake 3", players: ["Mike>Jake"], scores: []),
    Case(said: "Mike 3", heard: "Jake 4", players: ["->Jake", "Mike>-"], scores: ["->4", "3>-"]),
    Case(said: "Mike 3 Jake 4", heard: "Jake 4", players: ["Mike>-"], scores: ["3>-"]),
    // Jake's own score counts before another player's of the same strokes.
    Case(said: "Mike 3 Jake 4", heard: "Jake 3", players: ["Mike>-"], scores: ["3>-", "4>3"]),
    Case(said: "", heard: "Jake 3", players: ["->Jake"], scores: ["->3"]),
  ])
  private func `pairs are set beside each other by player, then by score`(given: Case) {
    var confusions = Confusions()
    confusions.add(reference: pairs(given.said), accepted: pairs(given.heard))
    func texts(_ matrix: ConfusionMatrix) -> [String] {
      matrix.errors.map { "\($0.cell.said ?? "-")>\($0.cell.heard ?? "-")" }.sorted()
    }
    #expect(texts(confusions.players) == given.players)
    #expect(texts(confusions.scores) == given.scores)
  }

  @Test func `errors come by frequency, then by name; labels by value`() {
    var matrix = ConfusionMatrix()
    for (said, heard) in [("10", "9"), ("2", "3"), ("10", "9"), ("1", "1")] {
      matrix.add(said: said, heard: heard)
    }
    #expect(matrix.errors.map(\.count) == [2, 1])
    #expect(matrix.errors.map(\.cell.said) == ["10", "2"])
    #expect(matrix.labels == ["1", "2", "3", "9", "10"])
  }

  @Test func `words that were dropped or put in are no confusion of words`() {
    var confusions = Confusions()
    confusions.add(
      WordAlignment(reference: ["mike", "three"], hypothesis: ["uh", "mike", "tree"]))
    confusions.add(WordAlignment(reference: ["jake", "four"], hypothesis: ["jake"]))
    #expect(confusions.words.errors.map(\.cell) == [.init(said: "three", heard: "tree")])
  }
}

import ScoreLog
import TestSupport
import Testing

/// `Audio/walk` is a round of 18 holes, with corrections, answers, other talk and a gust of wind.
@Suite struct `A recorded round` {
  private let folder = Folder()

  /// What its players scored, by `Audio/walk/sentences.tsv`: a hole a line.
  private static let card = """
    Michael 3, Jake 4, Sarah 2, Nate 3
    Michael 4, Jake 3, Sarah 3, Nate 5
    Michael 3, Jake 3, Sarah 3, Nate 3
    Michael 3, Jake 2, Sarah 4, Nate 3
    Michael 2, Jake 4, Sarah 3, Nate 4
    Michael 3, Jake 3, Sarah 4, Nate 2
    Michael 3, Jake 3, Sarah 4, Nate 4
    Michael 3, Jake 3, Sarah 4, Nate 3
    Michael 4, Jake 4, Sarah 4, Nate 6
    Michael 3, Jake 3, Sarah 3, Nate 2
    Michael 2, Jake 3, Sarah 2, Nate 4
    Michael 3, Jake 3, Sarah 3, Nate 5
    Michael 4, Jake 1, Sarah 4, Nate 5
    Michael 4, Jake 3, Sarah 3, Nate 2
    Michael 3, Jake 4, Sarah 2, Nate 3
    Michael 3, Jake 4, Sarah 3, Nate 4
    Michael 3, Jake 3, Sarah 2, Nate 3
    Michael 3, Jake 3, Sarah 2, Nate 4
    """

  private struct Event: Decodable {
    var event: String
    var hole: Int
    var at: Double
  }

  @Test func `played through ends with the right leaderboard and a clean log, and explains itself`()
    throws
  {
    let log = folder.path("s.db")
    let listening = hyzer(
      "listen", "--round", DemoAudio.path("walk/round.json"), "--input",
      DemoAudio.path("walk/walk.flac"), "--fast", "--json", "--db", log)
    #expect(listening.isDone)
    let events = try listening.decoded(Event.self)
    #expect(events.filter { $0.event == "committed" }.map(\.hole) == Array(1...18))
    // The dropped one is that of hole 11, to which somebody said no.
    #expect(events.filter { $0.event == "dismissed" }.map(\.hole) == [11])
    #expect(events.map(\.at) == events.map(\.at).sorted())

    let board = [
      "Cedar Creek, hole 18 of 18, par 3", "    player   +/-  strokes  thru",
      " 1  Sarah     +1       55    18", "T2  Michael   +2       56    18",
      "T2  Jake      +2       56    18", " 4  Nate     +11       65    18",
    ]
    #expect(hyzer("leaderboard", "--db", log).outputLines == board)
    let store = try ScoreStore(path: log)
    let card = try store.scorecard(of: #require(try store.currentHole()).round)
    let holes = card.round.holes.map { hole in
      card.round.players.map {
        "\(card.round.name(of: $0)) \(card.strokes(of: $0, onHole: hole)?.count ?? 0)"
      }.joined(separator: ", ")
    }
    #expect(holes.joined(separator: "\n") == Self.card)
    #expect(hyzer("audit", "--db", log) == Outcome(code: 0, output: "clean\n", errors: ""))
    #expect(hyzer("round", "finish", "--db", log).code == 0)

    // Every score of it can be explained, and comes out the same again.
    var changed: [String] = []
    for event in try store.events(of: card.round.id) {
      let outcome = hyzer("explain", event.id.rawValue, "--db", log)
      #expect(outcome.code == 0)
      if !outcome.output.hasSuffix("the same words say the same score again\n") {
        changed.append("\(event.hole) \(event.player)")
      }
    }
    #expect(changed == [])
  }
}

import ScoreLog

@testable import HyzerVoice
@testable import Scorekeeping

/// The state machine; Swift Testing has a type of the same name.
typealias Session = Confirmation

/// The players of all tests: "Sam" may be Al or Bo, "Chief" Mike or Sarah.
enum Sample {
  static let players = [
    Player(name: "Mike", aliases: ["Chief"]), Player(name: "Jake"),
    Player(name: "Sarah", aliases: ["Chief"]),
    Player(name: "Al", aliases: ["Sam"]), Player(name: "Bo", aliases: ["Sam"]),
  ]
  static let (mike, jake, sarah) = (PlayerID(0), PlayerID(1), PlayerID(2))
  static let (al, bo) = (PlayerID(3), PlayerID(4))

  /// A hole of par 3; on hole 7 the log has a 4 for Sarah.
  static func hole(_ hole: Int = 7, scores: [PlayerID: Int]? = nil) throws -> HoleContext {
    HoleContext(
      hole: hole, par: 3, players: try Roster(players).ids,
      results: try (scores ?? (hole == 7 ? [sarah: 4] : [:])).mapValues {
        .strokes(try strokes($0))
      })
  }

  struct NoScore: Error {}

  static func strokes(_ count: Int) throws -> Strokes {
    guard let strokes = Strokes(count) else { throw NoScore() }
    return strokes
  }

  /// What the parser makes of a text, each word of which was heard with `clarity`.
  static func parsed(_ text: String, clarity: [Double] = []) throws -> ParseResult {
    let round = try Round(hole: 7, par: 3, roster: Roster(players))
    let parsed = UtteranceParser(round: round).parse(text)
    let words = zip(tokenize(text), clarity).map { RecognizedWord(text: $0.text, confidence: $1) }
    return parsed.weighed(
      by: Hypothesis(words: words, confidence: 1),
      .init(center: 0, width: 1, confirmBelow: 0.5, askBelow: 0.3, rejectBelow: 0.2),
      isContested: false, rejectBelow: 0.2)
  }

  static func heard(
    _ number: Int, _ text: String, input: ScoreEvent.Input = .voice, clarity: [Double] = []
  ) throws -> Session.Event {
    .heard(
      Draft.Words(number: number, input: input, transcript: text),
      try parsed(text, clarity: clarity))
  }

  static func replied(_ reply: Reply, _ number: Int, confidence: Double = 1) -> Session.Event {
    .replied(
      Draft.Words(
        number: number, input: .voice, transcript: "reply \(number)", confidence: confidence), reply
    )
  }

  static let actions: [String: RoundAction] = [
    "talk": .talk, "accept": .accept, "cancel": .cancel, "retry": .retry, "undo": .undo,
  ]

  /// Reads an event as pictures of sessions write it: `heard 1 mike three ~ 0.4 1` is an utterance
  /// whose words were heard as clearly as the numbers say.
  static func event(_ text: String) throws -> Session.Event {
    let halves = text.split(separator: " ~ ")
    let clarity = halves.dropFirst().joined().split(separator: " ").compactMap { Double($0) }
    let words = halves[0].split(separator: " ").map(String.init)
    let number = words.count > 1 ? Int(words[1]) ?? 0 : 0
    let rest = words.dropFirst(2).joined(separator: " ")
    if let action = actions[words[0]] { return .asked(action) }
    switch words[0] {
    case "edit": return .asked(.edit(words.count == 1))
    case "review": return .asked(.review(words.count == 1))
    case "show": return .asked(.show(isWhole: words[1] == "all"))
    case "timer": return .timerFired
    case "resumed": return .resumed
    case "overtaken": return .overtaken(try hole(6))
    case "settled", "fresh":
      var context = try hole(number, scores: [player(words[2]): Int(words[3]) ?? 0])
      context.ages = [try player(words[2]): .seconds(words[0] == "settled" ? 45 : 44)]
      context.next = words.count > 4 ? Int(words[4]) : nil
      return .moved(context)
    case "next": return .nextRound(try hole(1))
    case "placed": return .placed(try hole(number))
    case "outdated": return .outdated(commit: number, try hole(7, scores: [mike: 5]))
    case "leftover":
      return .leftover(
        Draft(leftover: [(jake, .strokes(try strokes(2)))], onHole: number), try hole(number))
    case "pick":
      return .picked(
        Draft(
          picked: .strokes(try strokes(Int(words[3]) ?? 0)), for: try player(words[2]),
          onHole: number),
        try hole(number))
    case "toast": return .toastOver
    case "speech": return .speechStarted(utterance: number)
    case "silence": return .speechEnded(utterance: number)
    case "saved": return .saved(commit: number)
    case "refused": return .saveFailed(commit: number, reason: rest)
    case "heard": return try heard(number, rest, clarity: clarity)
    case "noise":
      let noise = Problem(.lowConfidence, text: "", range: 0..<0)
      return .heard(
        Draft.Words(number: number, input: .voice, transcript: ""),
        ParseResult(scores: [], problems: [noise], corrections: []))
    case "typed": return try heard(number, rest, input: .typed, clarity: clarity)
    case "reply": return replied(try reply(rest), number, confidence: clarity.first ?? 1)
    case "row":
      if rest == "out" { return .asked(.removeRow(number)) }
      if let count = Int(words[3]) {
        return .asked(.setResult(row: number, .strokes(try strokes(count))))
      }
      return .asked(.setPlayer(row: number, try player(words[3])))
    case "hole":
      guard words.count == 4, let count = Int(words[3]) else { return .moved(try hole(number)) }
      return .moved(try hole(number, scores: [player(words[2]): count]))
    default: throw Unreadable(text: text)
    }
  }

  struct Unreadable: Error {
    let text: String
  }

  private static func reply(_ text: String) throws -> Reply {
    switch text {
    case "yes": return .accept
    case "no": return .dismiss
    case "undo": return .undo
    default:
      let words = text.split(separator: " ").map(String.init)
      let player = words.count > 1 ? try player(words[0]) : nil
      if words.last == "none" { return .change(player, .noScore) }
      guard let count = words.last.flatMap({ Int($0) }) else { throw Unreadable(text: text) }
      return .change(player, .strokes(try strokes(count)))
    }
  }

  private static func player(_ name: String) throws -> PlayerID {
    guard let index = players.firstIndex(where: { $0.name == name }) else {
      throw Unreadable(text: name)
    }
    return PlayerID(index)
  }

  static func name(_ player: PlayerID) -> String { players[player.index].name }
}

/// Writes a time in seconds.
func describe(_ time: Duration) -> String { String(describing: time / .seconds(1)) }

/// Writes a row with all that is not usual of it: `Mike 5?~0.4!←4` is a doubtful five of confidence
/// 0.4 that was typed and replaces a four; `? 3 of Al/Bo "sam"` is open.
func describe(_ row: Draft.Row) -> String {
  var text = row.player.map(Sample.name) ?? "?"
  text += " " + (row.result?.text ?? "?")
  if row.isDoubtful { text += "?" }
  if row.confidence != (row.isResolved ? 1 : 0) { text += "~\(row.confidence)" }
  if row.input == .typed { text += "!" }
  if let replaced = row.replaces { text += "←\(replaced.text)" }
  if !row.candidates.isEmpty {
    text += " of " + row.candidates.map(Sample.name).joined(separator: "/")
  }
  if !row.words.isEmpty { text += " \"\(row.words)\"" }
  return text
}

func describe(_ draft: Draft) -> String {
  let remarks = draft.remarks.map { "+ \($0.kind) \"\($0.text)\"" }
  return "\(draft.hole)[" + (draft.rows.map { describe($0) } + remarks).joined(separator: ", ")
    + "]"
}

func describe(_ state: Session.State) -> String {
  switch state {
  case .idle: "idle"
  case .listening: "listening"
  case .confirming(let draft, let window):
    "confirming \(describe(draft)) "
      + (window.closes.map { "until \(describe($0))" }
        ?? "held by \(window.holds.map { "\($0)" }.sorted().joined(separator: "+"))")
  case .partial(let draft): "partial \(describe(draft))"
  case .failed(let transcript, _): "failed \"\(transcript)\""
  case .unsaved(let draft, let reason): "unsaved \(describe(draft)) \"\(reason)\""
  case .committed(let draft): "committed \(describe(draft))"
  case .dismissed: "dismissed"
  }
}

func describe(_ effect: Session.Effect) -> String {
  switch effect {
  case .commit(let draft, let number): "commit #\(number) \(describe(draft))"
  case .undo(let commit, _): "undo #\(commit)"
  case .listen: "listen"
  }
}

/// Writes where a session stands: what is shown, and behind it what waits for its turn.
func describe(_ session: Session) -> String {
  var text = describe(session.state)
  for draft in session.waiting { text += " & \(describe(draft))" }
  if case .unsaved = session.state { return text }
  for commit in session.pending { text += " & #\(commit.number)" }
  return text
}

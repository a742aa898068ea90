import DiscGolf
import HyzerVoice
import ScoreLog

@testable import Scorekeeping

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

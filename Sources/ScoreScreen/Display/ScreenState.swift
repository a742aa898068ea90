package import ScoreLog
package import Scorekeeping

package enum Key: Hashable, Sendable {
  /// A key that stands for a character, such as a letter or the space bar.
  case character(Character)
  case enter, escape, backspace, delete, tab
  case up, down, left, right
  /// What comes in between is pasted, and no keys.
  case pasteBegin, pasteEnd
  /// No key: the window has another size now, or is to be painted anew.
  case resized
}

/// What a person has selected, opened or begun to type: all of the screen that the round does not
/// know of.
///
/// Feed it every key with ``handle(_:in:)`` and every new model with ``follow(_:)``, each with the
/// model as it is by then: what it asks for depends on what is shown.
package struct ScreenState: Hashable, Sendable {
  package enum Mode: Hashable, Sendable {
    case normal
    /// A line of scores, typed so far, and why it was not understood the last time; nil where it is new.
    case typing(String, reason: String?)
    case resolving
    case help
    case quitting
    /// Whether to take back, or to bring back, scores of another hole than the one that is shown.
    case undoing(Undoing)
    case redoing(Redoing)
    /// Whether to finish the round, with scores missing where that `isEarly`.
    case finishing(isEarly: Bool)
  }

  /// A row of what is to be confirmed, or a player who has none on a hole.
  enum Selection: Hashable {
    case row(Int)
    case player(PlayerID, hole: Int)
  }

  struct Picker: Hashable {
    var row: Int
    var choices: [PlayerID]
    var choice: Int
    /// Whether it came by itself, since the row lacks a player.
    var isAutomatic: Bool
  }

  /// How long a page of rows is shown where they do not fit.
  static let pageTime = Duration.milliseconds(1500)

  /// How long a dispute is shown before a key picks: a key that is still pressed for the one before is
  /// not meant for it.
  static let disputePause = Duration.milliseconds(700)

  /// How long a key for undo or redo has to be quiet before it counts again: a terminal sends a key that
  /// is held as many, the second after 0.7 s at the latest where nobody has set it to more.
  static let stepPause = Duration.seconds(1)

  private struct ShownDispute: Hashable {
    let dispute: ScreenModel.Discrepancy
    let choices: Set<HoleResult>
    let since: Duration
  }

  /// Rows of a draft that does not fit.
  private struct Page: Hashable {
    let top: Draft.Row.ID
    let since: Duration
  }

  package private(set) var mode = Mode.normal
  /// Whether somebody reviews, so that nothing saves itself.
  package private(set) var isReviewing = false
  private var selection: Selection?
  /// Whether what is selected got its score, so that it can save itself; it stays selected until an
  /// arrow, since a further digit is meant for it too.
  private var isAnswered = false
  /// The row that was changed last, from which the arrows go on.
  private var resumeRow: Int?
  /// The row for which somebody asked for the list of players.
  private var pickerRow: Int?
  /// The row for which somebody closed the list that came by itself.
  private var declinedRow: Int?
  private var choice = 0
  /// The rows of the shown draft that were on the screen, as they are, since it has its size.
  private var seen: Set<Draft.Row> = []
  /// The window's size when it was last painted; nil before.
  private var size: ScreenSize?
  private var page: Page?
  /// What is being pasted, as far as it has come.
  private var pasted: String?
  /// Pasted lines that come into the field one by one, each once the one before it is saved.
  package private(set) var pastedLines: [String] = []
  /// Whether a pasted line was entered and no scores of it are shown yet.
  private var awaitsScores = false
  /// The hole on which the field for text was opened, of which the text is; nil where none is open.
  private(set) var typingHole: Int?
  private var shownDispute: ShownDispute?
  /// When a key for undo or redo came last.
  private var lastStep: Duration?

  package init() {}

  /// Takes a key and returns what it asks for, in order.
  package mutating func handle(_ key: Key, in model: ScreenModel) -> [RoundAction] {
    forgetWhatIsGone(model)
    if pasted != nil || key == .pasteBegin {
      paste(key)
      noteField(model)
      return holdOrRelease(model)
    }
    let actions: [RoundAction]
    switch mode {
    case .normal: actions = handleNormal(key, model)
    case .typing(let text, let reason): actions = handleTyping(key, text, reason)
    case .resolving: actions = handleResolving(key, model)
    case .help:
      actions = []
      if key != .resized { mode = .normal }
    case .quitting: actions = handleQuitting(key)
    case .undoing: actions = handleQuestion(key, .undo, model)
    case .redoing: actions = handleQuestion(key, .redo, model)
    case .finishing(let isEarly):
      actions = handleQuestion(key, .finish(early: isEarly), model)
    }
    // What is dropped leaves a gap, into which the next line must not go.
    if actions.contains(where: { [.cancel, .undo].contains($0) }) { pastedLines = [] }
    noteField(model)
    let endsTheDraft = actions.contains { [.accept, .cancel, .quit].contains($0) }
    let stays = model.leavesSoon && (typingHole != nil || selection != nil)
    return endsTheDraft ? actions : actions + (stays ? [.stay] : []) + holdOrRelease(model)
  }

  /// Takes a new model and returns what follows from it: the window is held, or let go.
  package mutating func follow(_ model: ScreenModel) -> [RoundAction] {
    forgetWhatIsGone(model)
    takeNextLine(model)
    noteField(model)
    return holdOrRelease(model)
  }

  private mutating func noteField(_ model: ScreenModel) {
    typingHole = if case .typing = mode { typingHole ?? model.hole } else { nil }
  }

  private mutating func holdOrRelease(_ model: ScreenModel) -> [RoundAction] {
    var actions: [RoundAction] = []
    if let draft = model.state.shown {
      // Nobody loses the row that a digit is meant for.
      if let page, model.now - page.since >= ScreenState.pageTime, selection == nil || isAnswered {
        turnPage(draft, at: model.now)
      }
      let isWhole = page == nil || seen.isSuperset(of: draft.rows)
      if isWhole == model.holds.contains(.unseen) { actions.append(.show(isWhole: isWhole)) }
    }
    if case .confirming(_, let window) = model.state {
      let isSelecting = selection != nil && !isAnswered
      let wantsHold = mode != .normal || isSelecting || pickerRow != nil || pasted != nil
      if wantsHold != window.holds.contains(.editing) { actions.append(.edit(wantsHold)) }
    }
    return actions
  }

  /// Takes note of what was on the screen.
  package mutating func saw(_ frame: Frame, of model: ScreenModel) {
    if mode == .resolving, let dispute = model.disputes.first,
      shownDispute?.dispute != dispute || shownDispute?.choices != frame.choices
    {
      shownDispute = ShownDispute(
        dispute: dispute, choices: frame.choices, since: model.now)
    }
    if frame.size != size {
      // Another window may show fewer of them, or nothing.
      (size, seen, page) = (frame.size, [], nil)
    }
    guard let draft = model.state.shown, let first = draft.rows.first else { return }
    let new = draft.rows.filter { frame.rows.contains($0.id) && !seen.contains($0) }
    seen.formUnion(new)
    if page == nil || !new.isEmpty { page = Page(top: page?.top ?? first.id, since: model.now) }
  }

  /// The row with which the page that is shown begins; nil where somebody has selected one.
  func topRow(of draft: Draft) -> Draft.Row.ID? { selection == nil ? page?.top : nil }

  /// Goes on to rows that were not on the screen yet; returns false where there are none.
  @discardableResult
  private mutating func turnPage(_ draft: Draft, at now: Duration) -> Bool {
    guard page != nil, let next = draft.rows.first(where: { !seen.contains($0) }) else {
      return false
    }
    selection = nil
    page = Page(top: next.id, since: now)
    return true
  }

  /// Takes up a typed line again that was not understood, unless somebody went on to something else.
  package mutating func resume(typing text: String, reason: String) {
    if mode == .normal { mode = .typing(text, reason: reason) }
    awaitsScores = false
  }

  /// The row that keys act on; nil where there is none.
  func targetRow(in model: ScreenModel) -> Draft.Row? {
    guard let rows = model.state.shown?.rows else { return nil }
    switch selection {
    case .row(let id): return rows.first { $0.id == id }
    case .player: return nil
    case nil: break
    }
    if case .partial = model.state { return rows.first { !$0.isResolved } }
    return rows.count == 1 ? rows.first : nil
  }

  func selectedRow(in model: ScreenModel) -> Int? {
    if case .confirming = model.state, selection == nil { return picker(in: model)?.row }
    return targetRow(in: model)?.id
  }

  func selectedPlayer(in model: ScreenModel) -> PlayerID? {
    guard case .player(let id, model.hole) = selection else { return nil }
    return model.roster.ids.contains(id) ? id : nil
  }

  func picker(in model: ScreenModel) -> Picker? {
    guard let draft = model.state.shown else { return nil }
    let asked = draft.rows.first { $0.id == pickerRow }
    var open: Draft.Row?
    if case .partial = model.state, let row = targetRow(in: model), row.player == nil,
      row.id != declinedRow
    {
      open = row
    }
    guard let row = asked ?? open else { return nil }
    guard let choices = model.choices[row.id], !choices.isEmpty else { return nil }
    return Picker(
      row: row.id, choices: choices, choice: min(choice, choices.count - 1),
      isAutomatic: asked == nil)
  }

  private mutating func forgetWhatIsGone(_ model: ScreenModel) {
    // What saves itself is more urgent than what waits for the organiser, and keys meant for the one
    // must not go to the other when it ends.
    if mode == .resolving, model.open != nil || model.disputes.isEmpty { mode = .normal }
    switch mode {
    case .undoing(let step): if model.open != nil || model.undoing != step { mode = .normal }
    case .redoing(let step): if model.open != nil || model.redoing != step { mode = .normal }
    // Who answers has read of the scores that are missing by now.
    case .finishing(let isEarly):
      if model.open != nil || model.finish?.isEarly != isEarly { mode = .normal }
    case .normal, .typing, .resolving, .help, .quitting: break
    }
    if mode != .resolving || shownDispute?.dispute != model.disputes.first { shownDispute = nil }
    let rows = model.state.shown?.rows.map(\.id)
    switch selection {
    case .row(let id): if rows?.contains(id) != true { selection = nil }
    case .player(let player, let hole):
      let draft = model.state.shown
      if hole != model.hole || (model.open.map { $0.hole != hole || draft == nil } ?? false) {
        selection = nil
      } else if let row = draft?.rows.first(where: { $0.player == player }) {
        selection = .row(row.id)
      }
    case nil: break
    }
    func kept(_ row: Int?) -> Int? { row.flatMap { rows?.contains($0) == true ? $0 : nil } }
    resumeRow = kept(resumeRow)
    pickerRow = kept(pickerRow)
    declinedRow = kept(declinedRow)
    if rows == nil { choice = 0 }
    if model.open != nil { awaitsScores = false }
    seen.formIntersection(model.state.shown?.rows ?? [])
    if kept(page?.top) == nil { page = nil }
  }

  // MARK: - What is pasted

  /// Takes a key of what is pasted: text, and nothing else; its end opens the field.
  private mutating func paste(_ key: Key) {
    switch key {
    case .pasteBegin: pasted = pasted ?? ""
    case .character(let character): pasted?.append(character)
    case .tab: pasted?.append(" ")
    case .enter: pasted?.append("\n")
    case .pasteEnd:
      let lines = (pasted ?? "").split(separator: "\n").map(String.init)
        .filter { !$0.allSatisfy(\.isWhitespace) }
      pasted = nil
      guard let first = lines.first else { return }
      pastedLines = lines.dropFirst() + pastedLines
      if case .typing(let text, _) = mode {
        mode = .typing(text + first, reason: nil)
      } else {
        mode = .typing(first, reason: nil)
      }
    case .escape, .backspace, .delete, .up, .down, .left, .right, .resized: break
    }
  }

  /// Puts the next pasted line into the field once the scores of the last one are saved; where they are
  /// not, the rest goes too, since it would come to stand on another hole.
  private mutating func takeNextLine(_ model: ScreenModel) {
    guard mode == .normal, !pastedLines.isEmpty, model.open == nil else { return }
    if awaitsScores || model.state == .dismissed {
      pastedLines = []
    } else {
      mode = .typing(pastedLines.removeFirst(), reason: nil)
    }
    awaitsScores = false
  }

  // MARK: - Keys

  private mutating func handleTyping(
    _ key: Key, _ text: String, _ reason: String?
  ) -> [RoundAction] {
    switch key {
    case .character(let character):
      mode = .typing(text + String(character), reason: reason)
    case .backspace, .delete:
      mode = .typing(String(text.dropLast()), reason: reason)
    case .enter:
      mode = .normal
      awaitsScores = !text.allSatisfy(\.isWhitespace)
      if awaitsScores { return [.enter(text, onHole: typingHole)] }
    case .escape:
      mode = .normal
      pastedLines = []
    case .tab, .up, .down, .left, .right, .resized, .pasteBegin, .pasteEnd:
      break
    }
    return []
  }

  private mutating func handleResolving(_ key: Key, _ model: ScreenModel) -> [RoundAction] {
    switch key {
    case .escape, .character("d"), .character("D"): mode = .normal
    case .character(let character):
      guard let result = ScreenState.result(character) else {
        return handleCommand(character, model)
      }
      guard let shown = shownDispute, shown.choices.contains(result),
        model.now - shown.since >= ScreenState.disputePause
      else { return [] }
      return [.resolve(shown.dispute.player, hole: shown.dispute.hole, result)]
    case .enter, .backspace, .delete, .tab, .up, .down, .left, .right, .resized, .pasteBegin,
      .pasteEnd:
      break
    }
    return []
  }

  private mutating func handleQuitting(_ key: Key) -> [RoundAction] {
    if key == .resized { return [] }
    mode = .normal
    switch key {
    case .enter, .character("q"), .character("Q"), .character("y"), .character("Y"): return [.quit]
    default: return []
    }
  }

  /// Takes the answer to whether scores of another hole are to be taken back or brought back, or the round is to be
  /// finished.
  private mutating func handleQuestion(
    _ key: Key, _ action: RoundAction, _ model: ScreenModel
  ) -> [RoundAction] {
    switch key {
    case .resized: return []
    // One that is held still is no answer.
    case .character("u"), .character("U"):
      if isStep(at: model.now) { mode = .normal }
      return []
    case .enter, .character("y"), .character("Y"):
      mode = .normal
      return size?.isTooSmall == true ? [] : [action]
    default:
      mode = .normal
      return []
    }
  }

  /// Returns whether a key for undo or redo counts, or is one that is still held.
  private mutating func isStep(at now: Duration) -> Bool {
    defer { lastStep = now }
    return lastStep.map { now - $0 >= ScreenState.stepPause } ?? true
  }

  private mutating func step(_ action: RoundAction, _ model: ScreenModel) -> [RoundAction] {
    // Nor does anything change that nobody sees.
    guard isStep(at: model.now), size?.isTooSmall != true else { return [] }
    guard model.open == nil else { return [action] }
    if action == .undo, let undoing = model.undoing, undoing.hole != model.hole {
      mode = .undoing(undoing)
    } else if action == .redo, let redoing = model.redoing, redoing.hole != model.hole {
      mode = .redoing(redoing)
    } else {
      return [action]
    }
    return []
  }

  private mutating func finish(_ model: ScreenModel) -> [RoundAction] {
    guard size?.isTooSmall != true else { return [] }
    // Where it cannot be finished now, the round says why.
    guard model.open == nil, model.unsaved == 0, let finish = model.finish else {
      return [.finish(early: false)]
    }
    let actions = release([])
    mode = .finishing(isEarly: finish.isEarly)
    return actions
  }

  private mutating func handleNormal(_ key: Key, _ model: ScreenModel) -> [RoundAction] {
    if let picker = picker(in: model), let actions = handlePicker(key, picker) { return actions }
    switch key {
    case .character(let character): return handleCommand(character, model)
    case .enter:
      switch model.state {
      case .confirming(let draft, _), .partial(let draft):
        // Nobody says yes to what was not shown.
        if turnPage(draft, at: model.now) { return [] }
        return draft.isComplete ? release([.accept]) : []
      case .failed, .unsaved: return [.retry]
      case .idle, .listening, .committed, .dismissed: return []
      }
    case .escape:
      if case .player = selection { return release([]) }
      switch model.state {
      case .listening, .confirming, .partial, .failed, .unsaved: return release([.cancel])
      case .idle, .committed, .dismissed: return []
      }
    case .backspace, .delete:
      return targetRow(in: model).map { release([.removeRow($0.id)]) } ?? []
    case .tab: return openPicker(model)
    case .up: return move(-1, model)
    case .down: return move(1, model)
    case .left: return leaveHole(for: model.hole - 1, model)
    case .right: return leaveHole(for: model.hole + 1, model)
    case .resized, .pasteBegin, .pasteEnd: return []
    }
  }

  private mutating func handleCommand(
    _ character: Character, _ model: ScreenModel
  ) -> [RoundAction] {
    if let result = ScreenState.result(character) { return score(result, model) }
    switch character {
    case " ": return [.talk]
    case "p", "P": return openPicker(model)
    case "r", "R":
      switch model.state {
      case .failed, .unsaved: return [.retry]
      case .idle, .listening, .confirming, .partial, .committed, .dismissed: return []
      }
    case "u": return step(.undo, model)
    case "U": return step(.redo, model)
    case "h", "H":
      if let draft = model.state.shown,
        let other = draft.holesInQuestion.first(where: { $0 != draft.hole })
      {
        return [.setHole(other)]
      }
    case "f", "F": return finish(model)
    case "t", "T", ":": mode = .typing("", reason: nil)
    case "d", "D":
      if model.open == nil, !model.disputes.isEmpty {
        _ = release([])
        mode = .resolving
      }
    case "v", "V":
      isReviewing.toggle()
      return [.review(isReviewing)]
    case "?": mode = .help
    case "q", "Q":
      guard model.open != nil || model.unsaved > 0 else { return [.quit] }
      mode = .quitting
    default: break
    }
    return []
  }

  /// Takes a key for the list of players; nil where the key is not the list's.
  private mutating func handlePicker(_ key: Key, _ picker: Picker) -> [RoundAction]? {
    func pick(_ index: Int) -> [RoundAction] {
      guard picker.choices.indices.contains(index) else { return [] }
      return release([.setPlayer(row: picker.row, picker.choices[index])])
    }
    if case .character(let character) = key, let number = ScreenState.number(character) {
      return pick(number - 1)
    }
    switch key {
    case .up: choice = max(0, picker.choice - 1)
    case .down: choice = min(picker.choices.count - 1, picker.choice + 1)
    case .enter: return pick(picker.choice)
    case .escape where picker.isAutomatic: return nil
    case .escape, .tab, .character("p"), .character("P"):
      pickerRow = nil
      declinedRow = picker.row
    case .character, .backspace, .delete, .left, .right, .resized, .pasteBegin, .pasteEnd:
      return nil
    }
    return []
  }

  private mutating func openPicker(_ model: ScreenModel) -> [RoundAction] {
    guard let row = targetRow(in: model) else { return [] }
    pickerRow = row.id
    choice = 0
    return []
  }

  private mutating func score(_ result: HoleResult, _ model: ScreenModel) -> [RoundAction] {
    pickerRow = nil
    choice = 0
    isAnswered = true
    if let player = selectedPlayer(in: model) { return [.propose(player, result)] }
    return targetRow(in: model).map { [.setResult(row: $0.id, result)] } ?? []
  }

  private mutating func leaveHole(for hole: Int, _ model: ScreenModel) -> [RoundAction] {
    model.state.shown == nil ? release([.go(hole: hole)]) : []
  }

  /// Returns what can be selected: the rows of the draft, and who has none on the hole, beginning
  /// after the last row's player.
  private func items(_ model: ScreenModel) -> [Selection] {
    let players = model.roster.ids
    guard let draft = model.state.shown else {
      return model.open == nil ? players.map { .player($0, hole: model.hole) } : []
    }
    let rows = draft.rows.map { Selection.row($0.id) }
    guard draft.hole == model.hole else { return rows }
    let next = draft.rows.last?.player.flatMap { players.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let others = (players[next...] + players[..<next]).filter { player in
      !draft.rows.contains { $0.player == player }
    }
    return rows + others.map { .player($0, hole: model.hole) }
  }

  /// Moves the selection; past either end, nothing is selected.
  private mutating func move(_ step: Int, _ model: ScreenModel) -> [RoundAction] {
    let items = items(model)
    guard !items.isEmpty else { return [] }
    isAnswered = false
    var current = selection
    if current == nil, case .partial = model.state {
      current = targetRow(in: model).map { .row($0.id) }
    }
    if let index = items.firstIndex(where: { $0 == current }) {
      let next = index + step
      selection = items.indices.contains(next) ? items[next] : nil
    } else if let index = items.firstIndex(where: { $0 == resumeRow.map { .row($0) } }) {
      selection = step > 0 ? items[(index + 1) % items.count] : items[index]
    } else if let rows = model.state.shown?.rows, let first = rows.first, let last = rows.last {
      selection = .row(step > 0 ? first.id : last.id)
    } else if step > 0, let open = model.roster.ids.first(where: model.missing.contains) {
      selection = .player(open, hole: model.hole)
    } else {
      selection = step > 0 ? items.first : items.last
    }
    return []
  }

  private mutating func release(_ actions: [RoundAction]) -> [RoundAction] {
    if case .row(let id) = selection { resumeRow = id }
    selection = nil
    pickerRow = nil
    choice = 0
    return actions
  }

  /// The score that a key stands for; nil where it stands for none.
  private static func result(_ key: Character) -> HoleResult? {
    if ["n", "N", "x", "X", "-"].contains(key) { return .noScore }
    return number(key).flatMap { Strokes($0) }.map { .strokes($0) }
  }

  /// The number that a digit stands for: 0 is ten.
  private static func number(_ key: Character) -> Int? {
    guard key.isASCII, let digit = key.wholeNumberValue else { return nil }
    return digit == 0 ? 10 : digit
  }
}

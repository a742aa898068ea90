import Foundation
import ScoreLog
import TestSupport
import Testing

@testable import ScoreScreen
@testable import Scorekeeping

struct ScreenStateTests {
  /// Keys on a screen, and what they ask for in all.
  struct Case: CustomTestStringConvertible {
    let sample: SampleScreen
    let keys: String
    let actions: [RoundAction]

    init(_ sample: SampleScreen, _ keys: String, _ actions: [RoundAction]) {
      (self.sample, self.keys, self.actions) = (sample, keys, actions)
    }

    var testDescription: String { "\(sample): \(keys)" }
  }

  static let five = result(5)
  static let idle: [Case] = [
    Case(.idle, "space", [.talk]), Case(.idle, "enter", []), Case(.idle, "esc", []),
    Case(.idle, "left", [.go(hole: 6)]), Case(.idle, "right", [.go(hole: 8)]),
    Case(.idle, "u", [.undo]), Case(.idle, "r", []), Case(.idle, "p", []),
    Case(.idle, "del", []), Case(.idle, "5", []), Case(.idle, "x -", []),
    Case(.idle, "q", [.quit]), Case(.idle, "v v", [.review(true), .review(false)]),
    // Without anything to confirm, a score is given to a player.
    Case(.idle, "down 5", [.propose(PlayerID(0), five)]),
    Case(.idle, "down x", [.propose(PlayerID(0), .noScore)]),
    Case(.idle, "down -", [.propose(PlayerID(0), .noScore)]),
    Case(.idle, "down n", [.propose(PlayerID(0), .noScore)]), Case(.idle, "n", []),
    Case(.idle, "up 0", [.propose(PlayerID(3), result(10))]),
    Case(.idle, "down down esc 5", []),
    // The first who has no score, and then everybody in order.
    Case(.crowd, "esc down 5", [.propose(PlayerID(1), five)]),
    Case(.crowd, "esc down up 5", [.propose(PlayerID(0), five)]),
    Case(.crowd, "esc down down down 5", [.propose(PlayerID(3), five)]),
    Case(.idle, "down right 5", [.go(hole: 8)]),
    Case(.listening, "space", [.talk]), Case(.listening, "esc", [.cancel]),
    Case(.failed, "r", [.retry]), Case(.failed, "enter", [.retry]), Case(.failed, "esc", [.cancel]),
    Case(.failed, "right", [.go(hole: 8)]),
    Case(.committed, "u", [.undo]), Case(.committed, "right", [.go(hole: 8)]),
  ]
  static let confirming: [Case] = [
    Case(.confirming, "enter", [.accept]), Case(.confirming, "esc", [.cancel]),
    Case(.confirming, "space", [.talk]), Case(.confirming, "left right", []),
    // With several rows, a digit needs a selected one.
    Case(.confirming, "5 del p", []),
    Case(.one, "x", [.setResult(row: 1, .noScore)]),
    Case(.one, "n", [.setResult(row: 1, .noScore)]),
    Case(.editing, "n", [.setResult(row: 2, .noScore), .edit(false)]),
    Case(.one, "5", [.setResult(row: 1, five)]), Case(.one, "del", [.removeRow(1)]),
    Case(.confirming, "down", [.edit(true)]),
    // Once a row has its score, the window runs again.
    Case(.editing, "5", [.setResult(row: 2, five), .edit(false)]),
    Case(.editing, "0", [.setResult(row: 2, result(10)), .edit(false)]),
    Case(.editing, "del", [.removeRow(2), .edit(false)]),
    Case(.editing, "bs", [.removeRow(2), .edit(false)]),
    Case(.editing, "enter", [.accept]), Case(.editing, "esc", [.cancel]),
    // After the last row come those who have none, and past them nothing is selected; nor before the
    // first row.
    Case(.editing, "down", []), Case(.editing, "down down down", [.edit(false)]),
    Case(.editing, "up", []),
    Case(.editing, "down 5", [.propose(PlayerID(2), five), .edit(false)]),
    Case(.editing, "down esc", [.edit(false)]), Case(.editing, "down del", []),
    // A row stays selected with its score, for a further digit, until the next arrow.
    Case(
      .confirming, "down 3 4 down 5 down 0",
      [
        .edit(true), .setResult(row: 1, result(3)), .setResult(row: 1, result(4)), .edit(true),
        .setResult(row: 2, five), .edit(true), .setResult(row: 3, result(10)),
      ]),
    Case(.picking, "enter", [.setPlayer(row: 2, PlayerID(3)), .edit(false)]),
    Case(.picking, "1", [.setPlayer(row: 2, PlayerID(2)), .edit(false)]),
    Case(.picking, "5", []),
    Case(.picking, "up enter", [.setPlayer(row: 2, PlayerID(2)), .edit(false)]),
    Case(.picking, "esc 5", [.setResult(row: 2, five), .edit(false)]),
    Case(.picking, "tab 5", [.setResult(row: 2, five), .edit(false)]),
    Case(.picking, "space u", [.talk, .undo]),
    Case(.confirming, "?", [.edit(true)]),
    Case(.confirming, "t", [.edit(true)]),
  ]
  static let open: [Case] = [
    // The list of players comes by itself for a score without one.
    Case(.partial, "enter", [.setPlayer(row: 2, PlayerID(3))]),
    Case(.partial, "2", [.setPlayer(row: 2, PlayerID(1))]),
    Case(.partial, "down down down up enter", [.setPlayer(row: 2, PlayerID(1))]),
    Case(.partial, "esc", [.cancel]),
    Case(.partial, "p 5", [.setResult(row: 2, five)]),
    Case(.partial, "p p 1", [.setPlayer(row: 2, PlayerID(3))]),
    // Nothing is accepted while a row is open.
    Case(.partial, "p enter", []),
    Case(.partial, "p down 5", [.setResult(row: 3, five)]),
    Case(.partial, "del", [.removeRow(2)]),
    Case(.partial, "left right", []),
    Case(.doubtful, "enter", [.accept]), Case(.doubtful, "5", [.setResult(row: 2, five)]),
    Case(.unsaved, "r", [.retry]), Case(.unsaved, "enter", [.retry]),
    Case(.unsaved, "esc", [.cancel]), Case(.unsaved, "right", [.go(hole: 8)]),
    Case(.unsaved, "down 5", []),
  ]
  static let typing: [Case] = [
    Case(.idle, "t m i k e space 3 enter", [.enter("mike 3", onHole: 7)]),
    Case(.idle, ": é x bs enter", [.enter("é", onHole: 7)]),
    // The accent comes as a key of its own.
    Case(.idle, "t e accent bs a enter", [.enter("a", onHole: 7)]),
    Case(.idle, "t q enter", [.enter("q", onHole: 7)]),
    Case(.idle, "t a esc q", [.quit]),
    Case(.idle, "t enter space", [.talk]), Case(.idle, "t space enter", []),
    Case(.editing, "t a enter", [.enter("a", onHole: 7)]),
    Case(.idle, "t up down left right tab a enter", [.enter("a", onHole: 7)]),
  ]
  static let disputes: [Case] = [
    // Without a dispute the key does nothing, and a score is picked only when it was to be seen.
    Case(.idle, "d 3", []), Case(.disputed, "3", []), Case(.disputed, "d 3", []),
    Case(.resolving, "3", [.resolve(PlayerID(0), hole: 5, result(3))]),
    Case(.resolving, "4", [.resolve(PlayerID(0), hole: 5, result(4))]),
    // Nobody recorded these.
    Case(.resolving, "5 0 x", []),
    Case(.resolving, "esc 3", []), Case(.resolving, "d 3", []), Case(.resolving, "enter", []),
    Case(.resolving, "down 3", [.resolve(PlayerID(0), hole: 5, result(3))]),
    Case(.resolving, "space u", [.talk, .undo]),
    Case(.resolving, "t m 3 enter", [.enter("m3", onHole: 7)]), Case(.resolving, "? 3 q", [.quit]),
    Case(.resolving, "q", [.quit]),
  ]
  static let quitting: [Case] = [
    Case(.confirming, "q", [.edit(true)]), Case(.editing, "q q", [.quit]),
    Case(.editing, "q y", [.quit]), Case(.editing, "q enter", [.quit]),
    Case(.editing, "q x", []), Case(.editing, "q resized q", [.quit]),
    Case(.unsaved, "q", []), Case(.unsaved, "q q", [.quit]),
    Case(.idle, "? q q", [.quit]),
  ]

  static let finishing: [Case] = [
    Case(.complete, "f", []), Case(.finishing, "enter", [.finish(early: false)]),
    Case(.finishing, "y", [.finish(early: false)]),
    Case(.finishingEarly, "y", [.finish(early: true)]),
    Case(.finishing, "esc enter", []), Case(.finishing, "q", []), Case(.finishing, "f enter", []),
    Case(.finishing, "resized enter", [.finish(early: false)]),
    Case(.idle, "down f enter 5", [.finish(early: true)]),
    // The round says why it cannot be finished now.
    Case(.one, "f", [.finish(early: false)]), Case(.unsaved, "f", [.finish(early: false)]),
    Case(.disputed, "f enter", [.finish(early: true)]),
  ]

  @Test func `who is asked about other scores than are missing by then has not said yes`() throws {
    var model = try SampleScreen.finishing.model()
    var state = try SampleScreen.finishing.state()
    // Somebody undoes a score meanwhile.
    model.finish = ScreenModel.Finish(missing: "Jake on 18")
    #expect(state.follow(model) == [])
    #expect(state.mode == .normal)
    // And where somebody else finished it, there is nothing to ask.
    model.finish = nil
    #expect(state.handle(.character("f"), in: model) == [.finish(early: false)])
  }

  @Test(arguments: idle + confirming + open + typing + disputes + quitting + finishing)
  func `keys ask for what is shown`(_ example: Case) throws {
    let model = try example.sample.model()
    var state = try example.sample.state()
    let keys = example.keys.split(separator: " ").map { key(named: String($0)) }
    let actions = keys.flatMap { state.handle($0, in: model) }
    #expect(actions == example.actions)
  }

  @Test func `what waits goes before a dispute, and its window runs`() throws {
    var state = try SampleScreen.resolving.state()
    var model = try SampleScreen.confirming.model()
    model.disputes = [SampleScreen.first]
    model.now = .seconds(1)
    #expect(state.follow(model) == [])
    #expect(state.mode == .normal)
    // Nor does the key open it meanwhile: a digit is the draft's.
    #expect(state.handle(.character("d"), in: model) == [])
    #expect(state.mode == .normal)
    #expect(state.handle(.character("3"), in: model) == [])
    // It does not come back by itself, so that no key that was meant for the draft picks a score.
    model.state = .idle
    #expect(state.handle(.character("3"), in: model) == [])
    #expect(state.mode == .normal)
  }

  @Test func `a key that is still pressed does not pick in the next dispute`() throws {
    var state = try SampleScreen.resolving.state()
    var model = try SampleScreen.resolving.model()
    let four = Key.character("4")
    #expect(
      state.handle(four, in: model) == [.resolve(PlayerID(0), hole: 5, Self.result(4))])
    model.disputes = [SampleScreen.second]
    #expect(state.handle(four, in: model) == [])
    let size = ScreenSize(rows: 24, columns: 80)
    state.saw(unicodeLayout.frame(model, state, size: size), of: model)
    model.now += ScreenState.disputePause - .milliseconds(1)
    #expect(state.handle(four, in: model) == [])
    model.now += .milliseconds(1)
    #expect(
      state.handle(four, in: model) == [.resolve(PlayerID(1), hole: 5, Self.result(4))])
    model.disputes = []
    #expect(state.handle(four, in: model) == [])
    #expect(state.mode == .normal)
  }

  @Test func `a dispute that does not fit is not settled by what is not to be seen`() throws {
    var state = try SampleScreen.resolvingMany.state()
    var model = try SampleScreen.resolvingMany.model()
    let size = ScreenSize(rows: 8, columns: 20)
    state.saw(unicodeLayout.frame(model, state, size: size), of: model)
    model.now += .seconds(1)
    #expect(state.handle(.character("x"), in: model) == [])
    #expect(
      state.handle(.character("1"), in: model)
        == [.resolve(PlayerID(2), hole: 12, Self.result(1))])
  }

  @Test func `scores that come while somebody types are held, and let go afterwards`() throws {
    let (before, after) = (try SampleScreen.idle.model(), try SampleScreen.confirming.model())
    var state = ScreenState()
    #expect(state.handle(.character("t"), in: before) == [])
    #expect(state.follow(before) == [])
    #expect(state.follow(after) == [.edit(true)])
    #expect(state.follow(try SampleScreen.editing.model()) == [])
    #expect(state.handle(.escape, in: try SampleScreen.editing.model()) == [.edit(false)])
  }

  /// Paints and follows a model from a time on until nothing more is asked for; returns what was asked
  /// for, and the rows that were on the screen, each time that they were others.
  private func pages(
    _ state: inout ScreenState, _ model: inout ScreenModel, rows: Int, columns: Int
  ) -> [String] {
    let layout = ScreenLayout(glyphs: .unicode, width: { _ in 1 })
    var seen: [String] = []
    let start = model.now
    for step in 0..<100 {
      model.now = start + .milliseconds(100 * step)
      let frame = layout.frame(model, state, size: ScreenSize(rows: rows, columns: columns))
      state.saw(frame, of: model)
      let shown = "rows \(frame.rows.sorted().map(String.init).joined(separator: " "))"
      if seen.last(where: { $0.hasPrefix("rows") }) != shown { seen.append(shown) }
      for case .show(let isWhole) in state.follow(model) {
        seen.append(isWhole ? "runs at \(step)" : "held at \(step)")
        model.holds = isWhole ? [] : [.unseen]
      }
    }
    return seen
  }

  @Test func `rows that do not fit are shown page by page before their window runs`() throws {
    var model = try SampleScreen.crowdConfirming.model()
    var state = ScreenState()
    #expect(pages(&state, &model, rows: 24, columns: 80) == ["rows 1 2 3 4 5 6 7 8 9 10 11 12"])
    state = ScreenState()
    #expect(
      pages(&state, &model, rows: 10, columns: 30) == [
        "rows 1 2 3 4", "held at 0", "rows 5 6 7 8", "rows 9 10 11 12", "runs at 32",
      ])
    // A row that changes has to be seen again.
    guard case .confirming(var draft, let window) = model.state else { return }
    draft.rows[0].result = holeResult(9)
    model.state = .confirming(draft, window)
    #expect(
      pages(&state, &model, rows: 10, columns: 30) == [
        "rows 9 10 11 12", "held at 0", "rows 1 2 3 4", "runs at 1",
      ])
  }

  @Test func `nothing runs out on a screen that is too small to show it`() throws {
    var model = try SampleScreen.confirming.model()
    var state = ScreenState()
    #expect(pages(&state, &model, rows: 4, columns: 10) == ["rows ", "held at 0"])
    #expect(pages(&state, &model, rows: 24, columns: 80) == ["rows 1 2 3 4", "runs at 0"])
  }

  @Test(arguments: [(4, 10), (10, 30)])
  func `a window that becomes too small is held until all was to be seen again`(
    rows: Int, columns: Int
  ) throws {
    var model = try SampleScreen.crowdConfirming.model()
    var state = ScreenState()
    #expect(pages(&state, &model, rows: 24, columns: 80) == ["rows 1 2 3 4 5 6 7 8 9 10 11 12"])
    let small = pages(&state, &model, rows: rows, columns: columns)
    #expect(small.contains("held at 0"))
    // A page turns to the rest; where nothing fits, nobody can let it go.
    #expect(small.contains { $0.hasPrefix("runs") } == (rows == 10))
    if rows == 4 { #expect(state.handle(.enter, in: model) == []) }
    #expect(
      pages(&state, &model, rows: 24, columns: 80).contains("runs at 0") == (rows == 4))
  }

  @Test func `enter turns the page before it saves`() throws {
    var model = try SampleScreen.crowdConfirming.model()
    var state = ScreenState()
    let layout = ScreenLayout(glyphs: .unicode, width: { _ in 1 })
    var pressed: [[RoundAction]] = []
    for _ in 0..<4 {
      let frame = layout.frame(model, state, size: ScreenSize(rows: 10, columns: 30))
      state.saw(frame, of: model)
      for case .show(let isWhole) in state.follow(model) { model.holds = isWhole ? [] : [.unseen] }
      pressed.append(state.handle(.enter, in: model))
    }
    #expect(pressed == [[], [], [.accept], [.accept]])
  }

  @Test func `a digit is for the player who is selected, also while rows are added`() throws {
    var model = try SampleScreen.idle.model()
    var state = ScreenState()
    /// Takes keys, and adds a row for each score that they propose.
    func press(_ keys: Key...) throws -> [RoundAction] {
      var all: [RoundAction] = []
      for key in keys {
        let actions = state.handle(key, in: model)
        all += actions.filter { ![.edit(true), .edit(false)].contains($0) }
        for case .propose(let player, let result) in actions {
          var draft = model.state.shown ?? Draft(hole: 7)
          draft.rows.append(Draft.Row(id: draft.rows.count + 1, player: player, result: result))
          model.state = .confirming(draft, Confirmation.Window(length: .seconds(1), closes: nil))
        }
        _ = state.follow(model)
      }
      return all
    }
    let (three, four, ten) = (Self.result(3), Self.result(4), Self.result(10))
    #expect(
      try press(.down, .character("3"), .character("4")) == [
        .propose(PlayerID(0), three), .setResult(row: 1, four),
      ])
    #expect(
      try press(.down, .character("5"), .down, .character("0")) == [
        .propose(PlayerID(1), Self.five), .propose(PlayerID(2), ten),
      ])
    #expect(try press(.up, .character("3")) == [.setResult(row: 2, three)])
    // What is saved leaves nothing selected.
    model.state = .idle
    #expect(try press(.character("3")) == [])
  }

  @Test func `a key that is held undoes once`() throws {
    var model = try SampleScreen.idle.model()
    var state = ScreenState()
    var undone = 0
    // A terminal repeats it after half a second, 30 times a second, for as long as it is held.
    for millisecond in [0] + Array(stride(from: 500, to: 10_000, by: 33)) {
      model.now = .milliseconds(millisecond)
      undone += state.handle(.character("u"), in: model).count
    }
    #expect(undone == 1)
    model.now += ScreenState.stepPause
    #expect(state.handle(.character("u"), in: model) == [.undo])
    // Redo shares the pause: it would bring back what nobody saw go.
    #expect(state.handle(.character("U"), in: model) == [])
    model.now += ScreenState.stepPause
    #expect(state.handle(.character("U"), in: model) == [.redo])
  }

  @Test(arguments: [
    (Key.enter, true), (.character("y"), true), (.character("Y"), true), (.escape, false),
    (.character("n"), false), (.character(" "), false), (.character("5"), false),
    (.backspace, false), (.down, false),
  ])
  func `another hole's scores are taken back and brought back by a yes alone`(
    _ answer: Key, isYes: Bool
  ) throws {
    let log = try SteppedLog()
    for action in [RoundAction.undo, .redo] {
      var model = try SampleScreen.idle.model()
      (model.undoing, model.redoing) = (log.undoing, log.redoing)
      let key = Key.character(action == .undo ? "u" : "U")
      var state = ScreenState()
      #expect(state.handle(key, in: model) == [])
      let size = ScreenSize(rows: 24, columns: 80)
      let frame = unicodeLayout.frame(model, state, size: size)
      let question =
        action == .undo ? " Take back hole 1: Mike 3, Jake 4?" : " Bring back hole 2: Mike 5?"
      #expect((0..<24).contains { frame.text(ofRow: $0).hasPrefix(question) })
      // One that is still held is no answer.
      model.now = .milliseconds(500)
      #expect(state.handle(key, in: model) == [])
      #expect(state.mode != .normal)
      #expect(state.handle(answer, in: model) == (isYes ? [action] : []))
      #expect(state.mode == .normal)
      // On the hole that is shown nothing is asked.
      model.hole = action == .undo ? 1 : 2
      model.now += ScreenState.stepPause
      #expect(state.handle(key, in: model) == [action])
    }
  }

  @Test func `the question goes with what it asks about, and where nobody can read it`() throws {
    let log = try SteppedLog()
    var model = try SampleScreen.idle.model()
    model.undoing = log.undoing
    var state = ScreenState()
    _ = state.handle(.character("u"), in: model)
    // Another commit would be taken back now.
    model.undoing = nil
    #expect(state.handle(.enter, in: model) == [])

    model.undoing = log.undoing
    model.now += ScreenState.stepPause
    _ = state.handle(.character("u"), in: model)
    let frame = unicodeLayout.frame(model, state, size: ScreenSize(rows: 5, columns: 40))
    state.saw(frame, of: model)
    #expect(state.handle(.enter, in: model) == [])
    #expect(state.mode == .normal)
    model.now += ScreenState.stepPause
    model.hole = 1
    #expect(state.handle(.character("u"), in: model) == [])
  }

  private static func pasted(_ text: String) -> [Key] {
    let keys = text.map { character -> Key in
      switch character {
      case "\n": .enter
      case "\t": .tab
      case "\u{1B}": .escape
      case "\u{7F}": .backspace
      default: .character(character)
      }
    }
    return [.pasteBegin] + keys + [.pasteEnd]
  }

  @Test(arguments: [
    ("Sarah 5\n", "Sarah 5", []), ("uq5d\u{1B}\u{7F}x", "uq5dx", []), ("Mike\t3", "Mike 3", []),
    ("\n\n Mike 3\n \nq\nu", " Mike 3", ["q", "u"]),
  ])
  func `what is pasted is text in the field, and no keys`(
    _ text: String, field: String, rest: [String]
  ) throws {
    for sample in [SampleScreen.idle, .one, .partial, .resolving, .quitting, .help] {
      let model = try sample.model()
      var state = try sample.state()
      let actions = Self.pasted(text).flatMap { state.handle($0, in: model) }
      #expect(actions.filter { $0 != .edit(true) } == [], "\(sample)")
      #expect(state.mode == .typing(field, reason: nil), "\(sample)")
      #expect(state.pastedLines == rest)
    }
    var state = try SampleScreen.typing.state()
    for key in Self.pasted(text) { _ = state.handle(key, in: try SampleScreen.typing.model()) }
    #expect(state.mode == .typing("mike 3, jake 4" + field, reason: nil))
  }

  @Test func `nothing saves itself while something is pasted`() throws {
    let model = try SampleScreen.confirming.model()
    var state = ScreenState()
    #expect(state.handle(.pasteBegin, in: model) == [.edit(true)])
    #expect(state.handle(.pasteEnd, in: try SampleScreen.editing.model()) == [.edit(false)])
    #expect(state.mode == .normal)
  }

  /// What a line that was entered comes to, and whether the next pasted line comes into the field.
  @Test(arguments: [
    ([SampleScreen.confirming, .committed], true), ([.partial, .unsaved, .committed], true),
    ([.confirming, .idle], true),
    ([.confirming, .dismissed], false), ([.idle], false),
  ])
  func `a pasted line waits until the one before it is saved, and goes where it is not`(
    _ samples: [SampleScreen], comes: Bool
  ) throws {
    let idle = try SampleScreen.idle.model()
    var state = ScreenState()
    for key in Self.pasted("Mike 3\nJake 4\nSarah 5") { _ = state.handle(key, in: idle) }
    #expect(state.handle(.enter, in: idle) == [.enter("Mike 3", onHole: 7)])
    for sample in samples {
      #expect(state.mode == .normal)
      _ = state.follow(try sample.model())
    }
    #expect(state.mode == (comes ? .typing("Jake 4", reason: nil) : .normal))
    #expect(state.pastedLines == (comes ? ["Sarah 5"] : []))
  }

  @Test func `pasted lines stay while one is mended, and go when somebody leaves`() throws {
    let idle = try SampleScreen.idle.model()
    var state = ScreenState()
    for key in Self.pasted("Mik 3\nJake 4") { _ = state.handle(key, in: idle) }
    #expect(state.handle(.enter, in: idle) == [.enter("Mik 3", onHole: 7)])
    state.resume(typing: "Mik 3", reason: "who is it?")
    #expect(state.follow(idle) == [])
    #expect(state.pastedLines == ["Jake 4"])
    #expect(state.handle(.escape, in: idle) == [])
    #expect(state.pastedLines == [])

    for key in Self.pasted("Mike 3\nJake 4") { _ = state.handle(key, in: idle) }
    _ = state.handle(.enter, in: idle)
    #expect(state.handle(.escape, in: try SampleScreen.confirming.model()) == [.cancel])
    #expect(state.pastedLines == [])
  }

  @Test func `what is typed is of the hole on which the field was opened`() throws {
    var (model, state) = (try SampleScreen.idle.model(), ScreenState())
    for key in "tmike " { _ = state.handle(.character(key), in: model) }
    model.hole = 8
    _ = state.follow(model)
    _ = state.handle(.character("3"), in: model)
    #expect(state.handle(.enter, in: model) == [.enter("mike 3", onHole: 7)])
    _ = state.handle(.character("t"), in: model)
    _ = state.handle(.character("x"), in: model)
    #expect(state.handle(.enter, in: model) == [.enter("x", onHole: 8)])
  }

  @Test func `a key to the field or a row stays on a hole that was corrected`() throws {
    var (model, state) = (try SampleScreen.idle.model(), ScreenState())
    model.leavesSoon = true
    #expect(state.handle(.character("t"), in: model) == [.stay])
    #expect(state.handle(.character("m"), in: model) == [.stay])
    #expect(state.handle(.escape, in: model) == [])
    #expect(state.handle(.down, in: model) == [.stay])
    #expect(state.follow(model) == [])
  }

  @Test func `who is selected on a hole is not on the next`() throws {
    var (model, state) = (try SampleScreen.idle.model(), ScreenState())
    _ = state.handle(.down, in: model)
    model.hole = 8
    #expect(state.handle(.character("5"), in: model) == [])
  }

  @Test func `rows of another hole are alone`() throws {
    var (model, state) = (try SampleScreen.editing.model(), try SampleScreen.editing.state())
    model.hole = 8
    #expect(state.handle(.down, in: model) == [.edit(false)])
  }

  @Test func `a line that was not understood stays with the reason until it is or somebody leaves`()
    throws
  {
    let model = try SampleScreen.idle.model()
    var state = ScreenState()
    for key in "tmik 3" { _ = state.handle(.character(key), in: model) }
    #expect(state.handle(.enter, in: model) == [.enter("mik 3", onHole: 7)])
    #expect(state.mode == .normal)
    state.resume(typing: "mik 3", reason: "who is it?")
    #expect(state.mode == .typing("mik 3", reason: "who is it?"))
    #expect(state.handle(.backspace, in: model) == [])
    #expect(state.handle(.enter, in: model) == [.enter("mik ", onHole: 7)])
    state.resume(typing: "mik ", reason: "who is it?")
    #expect(state.handle(.escape, in: model) == [])
    #expect(state.mode == .normal)
  }

  @Test func `a line that was not understood does not come back over something else`() throws {
    var state = ScreenState()
    _ = state.handle(.character("?"), in: try SampleScreen.idle.model())
    state.resume(typing: "mik", reason: "who is it?")
    #expect(state.mode == .help)
  }

  @Test func `a selection does not outlive its row`() throws {
    var state = try SampleScreen.editing.state()
    var model = try SampleScreen.editing.model()
    guard case .confirming(var draft, let window) = model.state else { return }
    draft.rows.removeLast()
    model.state = .confirming(draft, window)
    #expect(state.follow(model) == [.edit(false)])
    #expect(state.follow(try SampleScreen.confirming.model()) == [])
  }

  @Test func `nothing that was chosen for one draft goes over to the next`() throws {
    let (partial, idle) = (try SampleScreen.partial.model(), try SampleScreen.idle.model())
    var state = ScreenState()
    for key in [Key.down, .down, .tab] { #expect(state.handle(key, in: partial) == []) }
    #expect(state.follow(idle) == [])
    #expect(state.handle(.enter, in: partial) == [.setPlayer(row: 2, PlayerID(3))])

    let confirming = try SampleScreen.confirming.model()
    state = try SampleScreen.picking.state()
    #expect(state.follow(idle) == [])
    #expect(state.handle(.character("1"), in: confirming) == [])

    state = try SampleScreen.editing.state()
    _ = state.handle(.character("5"), in: try SampleScreen.editing.model())
    #expect(state.follow(idle) == [])
    #expect(state.handle(.down, in: confirming) == [.edit(true)])
    #expect(
      state.handle(.character("5"), in: confirming)
        == [.setResult(row: 1, ScreenStateTests.five)])
  }

  @Test func `a list of players that was closed stays closed for its row alone`() throws {
    var model = try SampleScreen.partial.model()
    var state = ScreenState()
    #expect(state.handle(.tab, in: model) == [])
    #expect(
      state.handle(.character("1"), in: model) == [.setResult(row: 2, ScreenStateTests.result(1))]
    )
    guard case .partial(var draft) = model.state else { return }
    draft.rows[1].player = PlayerID(3)
    draft.rows.append(Draft.Row(id: 9))
    draft.rows.remove(at: 2)
    model.state = .partial(draft)
    model.choices[9] = [PlayerID(1)]
    #expect(state.handle(.character("1"), in: model) == [.setPlayer(row: 9, PlayerID(1))])
  }

  private static func result(_ count: Int) -> HoleResult {
    guard let strokes = Strokes(count) else { preconditionFailure("no score") }
    return .strokes(strokes)
  }

  private func key(named name: String) -> Key {
    let names: [String: Key] = [
      "space": .character(" "), "enter": .enter, "esc": .escape, "bs": .backspace, "del": .delete,
      "tab": .tab, "up": .up, "down": .down, "left": .left, "right": .right, "resized": .resized,
      "accent": .character("\u{301}"),
    ]
    return names[name] ?? .character(Character(name))
  }
}

/// A log in which there is something to take back and to bring back: two scores of hole 1 were saved, and
/// one of hole 2 was saved and undone.
private struct SteppedLog {
  let undoing: Undoing
  let redoing: Redoing

  init() throws {
    let directory = try Tool.Directory()
    let store = try ScoreStore(path: directory.url.appending(path: "log.db").path)
    try store.createRound(
      "r", course: Course(name: "Home"), organiser: "Mike",
      joining: [.player("Mike"), .player("Jake")], at: "2026-05-01T10:00:00.000Z")
    func commit(_ id: CommitID, _ hole: Int, _ scores: [(String, Int)]) throws {
      try store.commit(
        ScoreCommit(
          id: id, round: "r", hole: hole,
          scores: scores.map { try ScoreCommit.Score(player: $0, strokes: $1) },
          reportedBy: "Mike"))
    }
    try commit("a", 1, [("Mike", 3), ("Jake", 4)])
    try commit("b", 2, [("Mike", 5)])
    try store.undo(
      Undoing.Request(id: "c", round: "r", reportedBy: "Mike", at: "2026-05-01T10:00:01.000Z"))
    undoing = try #require(try store.nextUndoing(in: "r"))
    redoing = try #require(try store.nextRedoing(in: "r"))
  }
}

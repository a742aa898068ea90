public import Golf
internal import Language
public import Scorekeeping

extension ScreenModel {
  /// Scores of one hole, as they are shown to be confirmed.
  public struct Proposal: Hashable, Sendable {
    /// The hole on which they were made.
    public var hole: Int
    /// The scores, in the order in which they were said.
    public var rows: [Row]
    /// What was said beside them and stays open, a line each.
    public var remarks: [String]

    /// Makes a proposal from its parts.
    public init(hole: Int, rows: [Row], remarks: [String] = []) {
      self.hole = hole
      self.rows = rows
      self.remarks = remarks
    }

    /// Makes what is shown of a draft.
    ///
    /// - Parameters:
    ///   - draft: The draft.
    ///   - roster: The players whom it speaks of.
    ///   - choices: Tells for a row's identifier who can be picked, the likeliest first.
    public init(
      _ draft: Draft, roster: Roster, choices: (Draft.Row.ID) -> [PlayerID] = { _ in [] }
    ) {
      self.init(
        hole: draft.hole, rows: draft.rows.map { Row($0, choices: choices($0.id)) },
        remarks: draft.remarks.map { $0.text(roster: roster) })
    }

    /// Whether every row has a player and a score, so that a person may accept it.
    public var isComplete: Bool {
      !rows.isEmpty && rows.allSatisfy { $0.player != nil && $0.strokes != nil }
    }
  }

  /// One player's score, or what is known of it.
  public struct Row: Hashable, Sendable, Identifiable {
    /// Tells the row from the others, also when rows come and go.
    public var id: Int
    /// Whose score it is; nil where that is open.
    public var player: PlayerID?
    /// The score; nil where it is open.
    public var strokes: Strokes?
    /// Who can be picked for it, the likeliest first.
    public var choices: [PlayerID]
    /// Whether a person has to look at it, though player and score are known.
    public var isDoubtful: Bool
    /// The score that it would replace; nil where there is none.
    public var replaces: Strokes?
    /// The words in question, where something is open; may be empty.
    public var words: String

    /// Makes a row; what is not given is open or absent.
    public init(
      id: Int, player: PlayerID? = nil, strokes: Strokes? = nil, choices: [PlayerID] = [],
      isDoubtful: Bool = false, replaces: Strokes? = nil, words: String = ""
    ) {
      self.id = id
      self.player = player
      self.strokes = strokes
      self.choices = choices
      self.isDoubtful = isDoubtful
      self.replaces = replaces
      self.words = words
    }

    /// Makes what is shown of a draft's row.
    public init(_ row: Draft.Row, choices: [PlayerID]) {
      self.init(
        id: row.id, player: row.player, strokes: row.strokes, choices: choices,
        isDoubtful: row.isDoubtful, replaces: row.replaces, words: row.words)
    }

    /// Whether nothing of it is open.
    public var isResolved: Bool { player != nil && strokes != nil && !isDoubtful }
  }
}

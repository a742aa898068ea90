internal import Foundation
internal import Golf
internal import Understanding

extension NameCollision {
  /// The warning, in words for people.
  func text(roster: Roster) -> String {
    let alike =
      similarity == 1
      ? "sounds the same as" : "sounds like (\(Int((similarity * 100).rounded())) %)"
    let what =
      switch other {
      case .name(let spelling, let id):
        spelling == roster[id].name ? "\"\(spelling)\"" : "\"\(spelling)\" of \(roster[id].name)"
      case .scoreWord(let word): "the score \"\(word)\""
      case .word(let word): "the word \"\(word)\""
      }
    let owner = spelling == roster[player].name ? "" : " of \(roster[player].name)"
    let advice = suggestion.map { "; safer: the alias \"\($0)\"" } ?? ""
    return "\"\(spelling)\"\(owner) \(alike) \(what)\(advice)"
  }
}

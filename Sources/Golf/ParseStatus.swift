/// How far an utterance was understood.
public enum ParseStatus: String, Hashable, Sendable, Codable, CaseIterable {
  /// Every content word is explained, and there is a score.
  case success
  /// Something stays open; nothing may be saved without a person.
  case partial
  /// Nothing that could be saved was understood.
  case failed
}

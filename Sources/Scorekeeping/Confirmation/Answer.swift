/// The words of a reply, and how clearly they were heard.
struct Answer: Hashable, Sendable {
  /// The utterance's number.
  let number: Int
  /// Its words.
  let transcript: String
  /// How clearly they were heard, from 0 to 1.
  let confidence: Double
}

/// The stage of the pipeline that a failure is put down to: the first that went wrong.
public enum FailureStage: String, Hashable, Sendable, Codable, CaseIterable {
  /// Cut out of the stream otherwise, the utterance would have been right.
  case endpointing
  /// The words that were heard are not those that were said.
  case recognition
  /// The words that were said do not parse to what they mean.
  case classification
  /// A name that was said is not taken for its player.
  case matching
  /// The scores were right, or there were none, but how sure they are was judged wrongly.
  case confirmation
}

/// Counts of how a hypothesis differs from a reference, word by word.
public struct WordErrors: Hashable, Sendable, Codable {
  /// The words that were heard right.
  public var hits = 0
  /// The words that were heard as others.
  public var substitutions = 0
  /// The words of the reference that were not heard.
  public var deletions = 0
  /// The words that were heard and not said.
  public var insertions = 0

  /// No words at all.
  public init() {}

  /// Counts the errors of the alignment with the fewest, as ``WordAlignment`` finds it.
  public init(reference: [String], hypothesis: [String]) {
    self = WordAlignment(reference: reference, hypothesis: hypothesis).errors
  }

  /// The number of words in the reference.
  public var referenceWords: Int { hits + substitutions + deletions }

  /// The number of errors.
  public var total: Int { substitutions + deletions + insertions }

  /// Errors per reference word; may exceed 1; nil for an empty reference.
  public var rate: Double? {
    referenceWords == 0 ? nil : Double(total) / Double(referenceWords)
  }

  /// Adds the counts of another utterance.
  public static func += (left: inout WordErrors, right: WordErrors) {
    left.hits += right.hits
    left.substitutions += right.substitutions
    left.deletions += right.deletions
    left.insertions += right.insertions
  }
}

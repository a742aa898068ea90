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

  /// Counts along an alignment with the fewest errors (Wagner and Fischer, 1974); of several such
  /// alignments, the one that prefers substitutions counts.
  public init(reference: [String], hypothesis: [String]) {
    // Each cell holds the counts of the best alignment of two prefixes.
    var row = (0...hypothesis.count).map { count in
      var errors = WordErrors()
      errors.insertions = count
      return errors
    }
    for word in reference {
      var diagonal = row[0]
      row[0].deletions += 1
      for (index, heard) in hypothesis.enumerated() {
        var replaced = diagonal
        if word == heard { replaced.hits += 1 } else { replaced.substitutions += 1 }
        var deleted = row[index + 1]
        deleted.deletions += 1
        var inserted = row[index]
        inserted.insertions += 1
        diagonal = row[index + 1]
        let shorter = deleted.total <= inserted.total ? deleted : inserted
        row[index + 1] = replaced.total <= shorter.total ? replaced : shorter
      }
    }
    self = row[hypothesis.count]
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

struct WordErrors: Hashable, Sendable, Codable {
  var hits = 0
  var substitutions = 0
  var deletions = 0
  var insertions = 0

  var referenceWords: Int { hits + substitutions + deletions }

  var total: Int { substitutions + deletions + insertions }

  /// Errors per reference word; may exceed 1; nil for an empty reference.
  var rate: Double? {
    referenceWords == 0 ? nil : Double(total) / Double(referenceWords)
  }

  static func += (left: inout WordErrors, right: WordErrors) {
    left.hits += right.hits
    left.substitutions += right.substitutions
    left.deletions += right.deletions
    left.insertions += right.insertions
  }
}

extension WordErrors {
  /// Counts the errors of the alignment with the fewest, as ``WordAlignment`` finds it.
  init(reference: [String], hypothesis: [String]) {
    self = WordAlignment(reference: reference, hypothesis: hypothesis).errors
  }
}

/// A hypothesis laid against a reference, word by word, with the fewest errors.
package struct WordAlignment: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    case hit(String)
    case substitution(reference: String, hypothesis: String)
    /// The word of the reference was not heard.
    case deletion(String)
    /// The word was heard and not said.
    case insertion(String)
  }

  /// The words of both sides, in order; each word of each side is in one step.
  package let steps: [Step]

  /// Aligns two sentences with the fewest errors (Wagner and Fischer, 1974).
  ///
  /// Words are equal or they are not; case counts. Of several alignments with as few errors, the one
  /// that, read from its end, prefers hits and substitutions to deletions, and those to insertions.
  package init(reference: [String], hypothesis: [String]) {
    let errors = Self.fewestErrors(reference, hypothesis)
    var steps: [Step] = []
    var (row, column) = (reference.count, hypothesis.count)
    while row > 0 || column > 0 {
      let total = errors[row][column]
      if row > 0, column > 0,
        errors[row - 1][column - 1] + (reference[row - 1] == hypothesis[column - 1] ? 0 : 1)
          == total
      {
        (row, column) = (row - 1, column - 1)
        let (said, heard) = (reference[row], hypothesis[column])
        steps.append(
          said == heard ? .hit(said) : .substitution(reference: said, hypothesis: heard))
      } else if row > 0, errors[row - 1][column] + 1 == total {
        row -= 1
        steps.append(.deletion(reference[row]))
      } else {
        column -= 1
        steps.append(.insertion(hypothesis[column]))
      }
    }
    self.steps = steps.reversed()
  }

  /// Returns the fewest errors between the first words of both sides, by how many words of the
  /// reference and of the hypothesis these are.
  private static func fewestErrors(_ reference: [String], _ hypothesis: [String]) -> [[Int]] {
    var errors = [Array(0...hypothesis.count)]
    for (row, said) in reference.enumerated() {
      var next = [row + 1]
      for (column, heard) in hypothesis.enumerated() {
        next.append(
          min(
            errors[row][column] + (said == heard ? 0 : 1), errors[row][column + 1] + 1,
            next[column] + 1))
      }
      errors.append(next)
    }
    return errors
  }

  var errors: WordErrors {
    steps.reduce(into: WordErrors()) { errors, step in
      switch step {
      case .hit: errors.hits += 1
      case .substitution: errors.substitutions += 1
      case .deletion: errors.deletions += 1
      case .insertion: errors.insertions += 1
      }
    }
  }
}

/// A hypothesis laid against a reference, word by word, with the fewest errors.
public struct WordAlignment: Hashable, Sendable {
  /// What became of a word.
  public enum Step: Hashable, Sendable {
    /// The word was heard right.
    case hit(String)
    /// The word of the reference was heard as another.
    case substitution(reference: String, hypothesis: String)
    /// The word of the reference was not heard.
    case deletion(String)
    /// The word was heard and not said.
    case insertion(String)
  }

  /// The words of both sides, in order; each word of each side is in one step.
  public let steps: [Step]

  /// Aligns two sentences with the fewest errors (Wagner and Fischer, 1974).
  ///
  /// Words are equal or they are not; case counts. Of several alignments with as few errors, the one
  /// that, read from its end, prefers hits and substitutions to deletions, and those to insertions.
  /// Time and memory grow with the product of both lengths.
  public init(reference: [String], hypothesis: [String]) {
    let directions = Self.directions(reference: reference, hypothesis: hypothesis)
    var steps: [Step] = []
    var (row, column) = (reference.count, hypothesis.count)
    while row > 0 || column > 0 {
      switch directions[row * (hypothesis.count + 1) + column] {
      case .diagonal:
        row -= 1
        column -= 1
        let (said, heard) = (reference[row], hypothesis[column])
        steps.append(
          said == heard ? .hit(said) : .substitution(reference: said, hypothesis: heard))
      case .up:
        row -= 1
        steps.append(.deletion(reference[row]))
      case .left:
        column -= 1
        steps.append(.insertion(hypothesis[column]))
      }
    }
    self.steps = steps.reversed()
  }

  /// How many steps there are of each kind.
  public var errors: WordErrors {
    steps.reduce(into: WordErrors()) { errors, step in
      switch step {
      case .hit: errors.hits += 1
      case .substitution: errors.substitutions += 1
      case .deletion: errors.deletions += 1
      case .insertion: errors.insertions += 1
      }
    }
  }

  /// Returns the two rows as NIST's sclite prints them.
  ///
  /// Hits are in small letters and errors in capitals; asterisks stand for the word that is missing
  /// from a row. The words of a step are padded to one width, and a space parts the steps, so both
  /// rows are equally long. The alignment itself may differ from sclite's, for which a substitution
  /// weighs more than a deletion.
  public func lines() -> (reference: String, hypothesis: String) {
    var reference: [String] = []
    var hypothesis: [String] = []
    for step in steps {
      let (said, heard) = Self.cells(step)
      let width = max(said.count, heard.count)
      reference.append(said + String(repeating: " ", count: width - said.count))
      hypothesis.append(heard + String(repeating: " ", count: width - heard.count))
    }
    return (reference.joined(separator: " "), hypothesis.joined(separator: " "))
  }

  private static func cells(_ step: Step) -> (reference: String, hypothesis: String) {
    switch step {
    case .hit(let word):
      return (word.lowercased(), word.lowercased())
    case .substitution(let reference, let hypothesis):
      return (reference.uppercased(), hypothesis.uppercased())
    case .deletion(let word):
      let word = word.uppercased()
      return (word, String(repeating: "*", count: word.count))
    case .insertion(let word):
      let word = word.uppercased()
      return (String(repeating: "*", count: word.count), word)
    }
  }

  /// From which neighbour the best alignment of two prefixes comes.
  private enum Direction { case diagonal, up, left }

  /// The back-pointers, one for each pair of prefixes, row by row of the reference.
  private static func directions(reference: [String], hypothesis: [String]) -> [Direction] {
    // The fewest errors between the prefix of the reference so far and each of the hypothesis.
    var totals = Array(0...hypothesis.count)
    var directions = Array(repeating: Direction.left, count: totals.count)
    directions.reserveCapacity(totals.count * (reference.count + 1))
    for word in reference {
      var diagonal = totals[0]
      totals[0] += 1
      directions.append(.up)
      for (index, heard) in hypothesis.enumerated() {
        let replaced = diagonal + (word == heard ? 0 : 1)
        let deleted = totals[index + 1] + 1
        let inserted = totals[index] + 1
        diagonal = totals[index + 1]
        totals[index + 1] = min(replaced, deleted, inserted)
        if replaced == totals[index + 1] {
          directions.append(.diagonal)
        } else {
          directions.append(deleted <= inserted ? .up : .left)
        }
      }
    }
    return directions
  }
}

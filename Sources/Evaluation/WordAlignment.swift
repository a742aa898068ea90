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
  /// Time grows with the product of both lengths and memory with their sum: long sentences are cut in
  /// two where the alignment crosses the middle of the reference (Hirschberg, 1975).
  public init(reference: [String], hypothesis: [String]) {
    var (row, column) = (0, 0)
    steps = Path(reference: reference, hypothesis: hypothesis).moves.map { move in
      switch move {
      case .diagonal:
        let (said, heard) = (reference[row], hypothesis[column])
        row += 1
        column += 1
        return said == heard ? .hit(said) : .substitution(reference: said, hypothesis: heard)
      case .up:
        row += 1
        return .deletion(reference[row - 1])
      case .left:
        column += 1
        return .insertion(hypothesis[column - 1])
      }
    }
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

  /// The best alignment as a path through the pairs of prefixes of both sides.
  private struct Path {
    /// From which neighbour the best alignment of two prefixes comes.
    enum Move { case diagonal, up, left }

    /// The largest matrix of back-pointers that is kept; what is larger is cut in two.
    private static let mostPointers = 1024

    /// From the pair of empty prefixes to the whole sentences.
    private(set) var moves: [Move] = []
    /// Both sides with a number for each word, which are compared faster.
    private let reference: [Int]
    private let hypothesis: [Int]

    init(reference: [String], hypothesis: [String]) {
      var numbers: [String: Int] = [:]
      for word in reference + hypothesis where numbers[word] == nil {
        numbers[word] = numbers.count
      }
      self.reference = reference.compactMap { numbers[$0] }
      self.hypothesis = hypothesis.compactMap { numbers[$0] }
      moves.reserveCapacity(reference.count + hypothesis.count)
      align(0..<reference.count, 0..<hypothesis.count)
    }

    /// Appends the best path of a part of the reference, the rows, and one of the hypothesis, the
    /// columns.
    private mutating func align(_ rows: Range<Int>, _ columns: Range<Int>) {
      guard rows.count > 1, (rows.count + 1) * (columns.count + 1) > Self.mostPointers else {
        moves += backtracked(rows, columns)
        return
      }
      let middle = rows.lowerBound + rows.count / 2
      let column = crossing(of: middle, rows, columns)
      align(rows.lowerBound..<middle, columns.lowerBound..<column)
      align(middle..<rows.upperBound, column..<columns.upperBound)
    }

    /// Returns the column in which the best path leaves a row.
    ///
    /// Each prefix below the row takes the column over from the one that its best path comes from, as
    /// Powell, Allison and Dix (1999) do. Hirschberg's second count, from the end, would find where
    /// some best path crosses, and not the preferred one. A part of the preferred path is the preferred
    /// path of that part, so the halves may be aligned on their own.
    private func crossing(of middle: Int, _ rows: Range<Int>, _ columns: Range<Int>) -> Int {
      var errors = Array(0...columns.count)
      for row in rows.lowerBound..<middle { extend(&errors, to: row, columns) { _, _ in } }
      var crossings = Array(columns.lowerBound...columns.upperBound)
      for row in middle..<rows.upperBound {
        var diagonal = crossings[0]
        extend(&errors, to: row, columns) { column, move in
          let above = crossings[column]
          switch move {
          case .diagonal: crossings[column] = diagonal
          case .up: break
          case .left: crossings[column] = crossings[column - 1]
          }
          diagonal = above
        }
      }
      return crossings[columns.count]
    }

    /// Returns the best path by following back-pointers, one for each pair of prefixes, row by row.
    private func backtracked(_ rows: Range<Int>, _ columns: Range<Int>) -> ReversedCollection<
      [Move]
    > {
      var errors = Array(0...columns.count)
      var pointers = Array(repeating: Move.left, count: errors.count)
      pointers.reserveCapacity(errors.count * (rows.count + 1))
      for row in rows {
        pointers.append(.up)
        extend(&errors, to: row, columns) { _, move in pointers.append(move) }
      }
      var moves: [Move] = []
      var (row, column) = (rows.count, columns.count)
      while row > 0 || column > 0 {
        let move = pointers[row * errors.count + column]
        moves.append(move)
        row -= move == .left ? 0 : 1
        column -= move == .up ? 0 : 1
      }
      return moves.reversed()
    }

    /// Extends the reference by the word of a row: `errors` are the fewest between it so far and each
    /// prefix of the columns, and `take` is given each prefix but the empty one, by its length, and
    /// where its best path comes from.
    private func extend(
      _ errors: inout [Int], to row: Int, _ columns: Range<Int>, take: (Int, Move) -> Void
    ) {
      let word = reference[row]
      var diagonal = errors[0]
      errors[0] += 1
      for column in 0..<columns.count {
        let replaced = diagonal + (word == hypothesis[columns.lowerBound + column] ? 0 : 1)
        let deleted = errors[column + 1] + 1
        let inserted = errors[column] + 1
        let fewest = min(replaced, deleted, inserted)
        diagonal = errors[column + 1]
        errors[column + 1] = fewest
        take(column + 1, replaced == fewest ? .diagonal : deleted == fewest ? .up : .left)
      }
    }
  }
}

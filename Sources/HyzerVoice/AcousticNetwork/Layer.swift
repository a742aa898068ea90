/// Some rows of an endless sequence: those from `first` on.
struct Rows: Hashable, Sendable {
  let first: Int
  let matrix: Matrix
}

/// A layer of a time-delay network: each row that it returns is made of a few rows that it reads.
///
/// Row j is `W x + b`, where x are the rows `stride * j + offset` that it reads, side by side; rectified,
/// scaled and shifted except in the last layer. Waibel and others (1989) have the idea, Peddinti,
/// Povey and Khudanpur (2015) the form.
struct Layer: Hashable, Sendable {
  /// How a layer is built, as the network's file says it.
  struct Shape: Hashable, Sendable, Decodable {
    enum Activation: String, Decodable { case relu, affine }

    /// How many numbers a row has that it reads.
    let inputs: Int
    /// How many numbers a row has that it returns.
    let outputs: Int
    /// Which rows it reads, from the row that it stands at.
    let offsets: [Int]
    /// How many rows that it reads go by for each row that it returns.
    let stride: Int
    let activation: Activation
    /// Whether the row that it stands at is added to the one that it returns.
    let residual: Bool

    /// Whether negative numbers become 0, and the rest is scaled and shifted.
    var isRectified: Bool { activation == .relu }

    /// Returns the rows that are read for some rows.
    func inputRange(for range: Range<Int>) -> Range<Int> {
      let read = residual ? offsets + [0] : offsets
      let (least, most) = (read.min() ?? 0, read.max() ?? 0)
      return stride * range.lowerBound + least..<stride * (range.upperBound - 1) + most + 1
    }
  }

  let shape: Shape
  /// A row for each output: the weights of all inputs at the first offset, then at the second.
  let weights: Matrix
  /// One for each output, like the two below.
  let bias: [Float]
  /// Of a rectified layer; otherwise empty.
  let scale: [Float]
  /// Of a rectified layer; otherwise empty.
  let shift: [Float]

  /// Returns some rows, at least one; `input` has those of ``Shape/inputRange(for:)``.
  func output(_ range: Range<Int>, of input: Rows) -> Rows {
    var result = Matrix(rows: range.count, of: bias)
    let start = shape.stride * range.lowerBound - input.first
    for (index, offset) in shape.offsets.enumerated() {
      result.addProduct(
        of: input.matrix, from: start + offset, step: shape.stride, and: weights,
        from: index * shape.inputs)
    }
    if shape.isRectified { rectify(&result) }
    if shape.residual {
      let first = start * shape.inputs
      for index in result.values.indices {
        result.values[index] += input.matrix.values[first + index]
      }
    }
    return Rows(first: range.lowerBound, matrix: result)
  }

  private func rectify(_ rows: inout Matrix) {
    for row in 0..<rows.rows {
      for column in 0..<shape.outputs {
        let index = row * shape.outputs + column
        rows.values[index] = max(rows.values[index], 0) * scale[column] + shift[column]
      }
    }
  }
}

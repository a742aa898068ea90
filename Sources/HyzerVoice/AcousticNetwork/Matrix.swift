internal import CBLIS

/// Rows of numbers, all of the same length, one after the other.
struct Matrix: Hashable, Sendable {
  /// How many numbers a row has.
  let columns: Int
  var values: [Float]

  var rows: Int { values.count / columns }

  /// Takes rows of `columns` numbers each.
  init(columns: Int, values: [Float]) {
    precondition(columns > 0 && values.count.isMultiple(of: columns), "a row is not complete")
    self.columns = columns
    self.values = values
  }

  /// Makes `rows` rows that are all the same; one at least.
  init(rows: Int, of row: [Float]) {
    var values: [Float] = []
    values.reserveCapacity(rows * row.count)
    for _ in 0..<rows { values += row }
    self.init(columns: row.count, values: values)
  }

  /// Adds to each row j a matrix times row `first + step * j` of `input`.
  ///
  /// The matrix is some columns of `weights`, from `column` on: as many as `input` has. Several rows of
  /// the input side by side are one such product after the other: they need not be copied beside each other.
  ///
  /// Wraps `cblas_sgemm` of BLIS.
  mutating func addProduct(
    of input: Matrix, from first: Int, step: Int, and weights: Matrix, from column: Int
  ) {
    guard rows > 0 else { return }
    precondition(
      first >= 0 && step > 0 && first + step * (rows - 1) < input.rows, "rows that are not there")
    precondition(
      column >= 0 && column + input.columns <= weights.columns && weights.rows == columns,
      "weights of another shape")
    let (rows, columns) = (Int32(rows), Int32(columns))
    let (inputColumns, weightColumns) = (input.columns, weights.columns)
    unsafe values.withUnsafeMutableBufferPointer { result in
      unsafe input.values.withUnsafeBufferPointer { input in
        unsafe weights.values.withUnsafeBufferPointer { weights in
          guard let result = result.baseAddress, let input = input.baseAddress,
            let weights = weights.baseAddress
          else { return }
          unsafe hyzer_multiply(
            1, rows, columns, Int32(inputColumns), input + first * inputColumns,
            Int32(step * inputColumns), weights + column, Int32(weightColumns), 1, result, columns)
        }
      }
    }
  }

  /// Returns the rows less the mean of those up to `halfWindow` before and after each.
  func lessMeans(halfWindow: Int) -> Matrix {
    var result = self
    for column in 0..<columns {
      for (row, mean) in slidingMeans(of: column, halfWindow: halfWindow).enumerated() {
        result.values[row * columns + column] -= Float(mean)
      }
    }
    return result
  }

  /// Returns for each row the mean of something of a column over the rows up to `halfWindow` before and
  /// after; near the ends over the rows that there are.
  func slidingMeans(
    of column: Int, halfWindow: Int, _ measure: (Double) -> Double = { $0 }
  ) -> [Double] {
    precondition(halfWindow >= 0, "a window has a length of its own")
    // Sums up to each row, in double precision: differences of them lose nothing.
    var sums: [Double] = [0]
    sums.reserveCapacity(rows + 1)
    for row in 0..<rows {
      sums.append(sums[row] + measure(Double(values[row * columns + column])))
    }
    return (0..<rows).map { row in
      let first = max(row - halfWindow, 0)
      let end = min(row + halfWindow, rows - 1) + 1
      return (sums[end] - sums[first]) / Double(end - first)
    }
  }
}

internal import CBLIS

/// A layer that makes planes of planes: each number is a weighted sum over a square about its place.
struct Convolution: Hashable, Sendable {
  /// How many planes it reads and makes, and what square it sums over.
  struct Shape: Hashable, Sendable {
    let inputs: Int
    let outputs: Int
    /// The side of the square, which is odd.
    let side: Int
    /// Of how many places one is computed.
    let stride: Int
    /// How far apart the numbers of the square are.
    let dilation: Int
    let isRectified: Bool

    /// How many numbers a sum is of.
    var terms: Int { inputs * side * side }
  }

  let shape: Shape
  /// For each output the weights of each input's square.
  let weights: [Float]
  /// What is added to each output.
  let bias: [Float]

  /// How many numbers of the input are copied at a time; with them a product stays in the cache.
  private static let mostCopied = 1 << 17

  /// Computes the planes; beyond the edges is zero.
  ///
  /// The squares of some rows are copied side by side, so that the sums are one product of matrices.
  func planes(of input: Planes) -> Planes {
    precondition(input.count == shape.inputs, "planes of another number")
    var output = Planes(
      count: shape.outputs, height: (input.height - 1) / shape.stride + 1,
      width: (input.width - 1) / shape.stride + 1)
    let band = max(Self.mostCopied / (shape.terms * output.width), 1)
    let isCopied = shape.side > 1 || shape.stride > 1
    var squares = [Float](
      repeating: 0, count: isCopied ? shape.terms * band * output.width : 0)
    for first in Swift.stride(from: 0, to: output.height, by: band) {
      let rows = first..<min(first + band, output.height)
      if isCopied {
        copy(input, to: &squares, rows: rows, width: output.width)
        multiply(squares, every: rows.count * output.width, rows, into: &output)
      } else {
        multiply(input.values, from: first * input.width, every: input.area, rows, into: &output)
      }
      finish(rows, of: &output)
    }
    return output
  }

  /// Copies what the sums of some rows are of: for each place of the square a row of all of its numbers.
  private func copy(
    _ input: Planes, to squares: inout [Float], rows: Range<Int>, width: Int
  ) {
    unsafe squares.withUnsafeMutableBufferPointer { squares in
      unsafe input.values.withUnsafeBufferPointer { values in
        guard var target = squares.baseAddress, let values = values.baseAddress else { return }
        for plane in 0..<shape.inputs {
          let start = unsafe values + plane * input.area
          for down in offsets {
            for right in offsets {
              for row in rows {
                let from = row * shape.stride + down
                if (0..<input.height).contains(from) {
                  unsafe copyRow(
                    start + from * input.width, of: input.width, from: right, to: target, width)
                } else {
                  unsafe target.update(repeating: 0, count: width)
                }
                unsafe target += width
              }
            }
          }
        }
      }
    }
  }

  /// How far the places of the square are from its middle.
  private var offsets: [Int] {
    (0..<shape.side).map { ($0 - shape.side / 2) * shape.dilation }
  }

  /// Copies the numbers of a row that begin `right` of its start, with zeros beyond its ends.
  private func copyRow(
    _ row: UnsafePointer<Float>, of length: Int, from right: Int,
    to target: UnsafeMutablePointer<Float>, _ width: Int
  ) {
    let step = shape.stride
    let first = min(max((-right + step - 1) / step, 0), width)
    let end = max(min((length - right + step - 1) / step, width), first)
    unsafe target.update(repeating: 0, count: first)
    unsafe (target + end).update(repeating: 0, count: width - end)
    if step == 1 {
      unsafe (target + first).update(from: row + first + right, count: end - first)
    } else {
      for column in first..<end { unsafe target[column] = unsafe row[column * step + right] }
    }
  }

  /// Multiplies the weights with rows of numbers, each `every` after the one before.
  ///
  /// Wraps `cblas_sgemm` of BLIS.
  private func multiply(
    _ numbers: [Float], from first: Int = 0, every: Int, _ rows: Range<Int>,
    into output: inout Planes
  ) {
    let (width, area) = (output.width, output.area)
    unsafe output.values.withUnsafeMutableBufferPointer { output in
      unsafe numbers.withUnsafeBufferPointer { numbers in
        unsafe weights.withUnsafeBufferPointer { weights in
          guard let output = output.baseAddress, let numbers = numbers.baseAddress,
            let weights = weights.baseAddress
          else { return }
          unsafe hyzer_multiply(
            0, Int32(shape.outputs), Int32(rows.count * width), Int32(shape.terms), weights,
            Int32(shape.terms), numbers + first, Int32(every), 0,
            output + rows.lowerBound * width, Int32(area))
        }
      }
    }
  }

  /// Adds what is added to each output, and makes what is negative zero where that is asked for.
  private func finish(_ rows: Range<Int>, of output: inout Planes) {
    let least: Float = shape.isRectified ? 0 : -.greatestFiniteMagnitude
    for (plane, bias) in bias.enumerated() {
      let start = plane * output.area
      for index in start + rows.lowerBound * output.width..<start + rows.upperBound * output.width {
        output.values[index] = max(output.values[index] + bias, least)
      }
    }
  }
}

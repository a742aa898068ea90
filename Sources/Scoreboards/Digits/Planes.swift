/// Planes of numbers of one size, such as the colours of a picture: plane by plane, row by row.
struct Planes: Hashable, Sendable {
  let count: Int
  let height: Int
  let width: Int
  var values: [Float]

  /// Makes planes of zeros.
  init(count: Int, height: Int, width: Int) {
    self.count = count
    self.height = height
    self.width = width
    values = [Float](repeating: 0, count: count * height * width)
  }

  /// How many numbers a plane has.
  var area: Int { height * width }

  subscript(plane: Int, row: Int, column: Int) -> Float {
    values[(plane * height + row) * width + column]
  }

  /// Adds planes of the same size, and makes what is negative zero where asked for.
  func adding(_ other: Planes, isRectified: Bool) -> Planes {
    precondition(
      other.count == count && other.height == height && other.width == width,
      "planes of another size")
    var sum = self
    for index in sum.values.indices {
      let value = sum.values[index] + other.values[index]
      sum.values[index] = isRectified ? max(value, 0) : value
    }
    return sum
  }

  /// Returns the planes at twice their size, each number four times.
  var doubled: Planes {
    var result = Planes(count: count, height: 2 * height, width: 2 * width)
    for row in 0..<count * height {
      let (source, target) = (row * width, row * 4 * width)
      for column in 0..<width {
        let value = values[source + column]
        result.values[target + 2 * column] = value
        result.values[target + 2 * column + 1] = value
        result.values[target + 2 * width + 2 * column] = value
        result.values[target + 2 * width + 2 * column + 1] = value
      }
    }
    return result
  }

  /// Returns these planes and others behind them.
  func appending(_ other: Planes) -> Planes {
    precondition(other.height == height && other.width == width, "planes of another size")
    return Planes(height: height, width: width, values: values + other.values)
  }

  /// Takes numbers for planes of a size.
  init(height: Int, width: Int, values: [Float]) {
    precondition(
      height > 0 && width > 0 && values.count.isMultiple(of: height * width),
      "a plane is not complete")
    count = values.count / (height * width)
    self.height = height
    self.width = width
    self.values = values
  }
}

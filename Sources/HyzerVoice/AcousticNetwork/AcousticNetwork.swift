internal import Glibc

/// A neural network that says how likely each class of sounds is in each frame of an utterance.
///
/// A time-delay network over log-mel energies (``LogMelFrontEnd``, ``Layer``), whose classes are groups
/// of an acoustic model's senones. It computes in single precision. A value that any number of tasks
/// may share.
package struct AcousticNetwork: Hashable, Sendable {
  /// What its training says of it, by keyword.
  package let card: [String: String]
  package let classes: Int
  /// The natural logarithm of how frequent each class is in the speech that it was trained on.
  package let logPriors: [Float]
  /// The class of each senone of the acoustic model.
  package let senoneClasses: [UInt16]
  let frontEnd: LogMelFrontEnd
  let layers: [Layer]
  let silence: [Int]

  /// How many frames a row of the last layer stands for.
  static let framesPerRow = 2

  /// Returns the posteriors of some frames of an utterance, the first an even one, by the features of
  /// all.
  ///
  /// Computes `block` rows of the last layer at a time: each costs a few rows more of the layers
  /// before it, which the next block computes again. Takes time and blocks.
  func posteriors(features: Matrix, frames: Range<Int>, block: Int) -> Posteriors {
    precondition(
      frames.lowerBound.isMultiple(of: AcousticNetwork.framesPerRow)
        && frames.upperBound <= features.rows, "frames that are not there")
    var result = Posteriors(classes: classes)
    result.logs.reserveCapacity(frames.count * classes)
    let step = block * AcousticNetwork.framesPerRow
    for start in stride(from: frames.lowerBound, to: frames.upperBound, by: step) {
      let count = min(step, frames.upperBound - start)
      let first = start / AcousticNetwork.framesPerRow
      let rows = (count + AcousticNetwork.framesPerRow - 1) / AcousticNetwork.framesPerRow
      let logits = logits(first..<first + rows, of: features).matrix.values
      for frame in 0..<count {
        result.append(logits: logits[frame * classes..<(frame + 1) * classes], silence: silence)
      }
    }
    return result
  }

  /// Returns some rows of the last layer.
  private func logits(_ range: Range<Int>, of features: Matrix) -> Rows {
    var ranges = [range]
    for layer in layers.reversed() {
      ranges.append(layer.shape.inputRange(for: ranges[ranges.count - 1]))
    }
    var rows = AcousticNetwork.rows(ranges.removeLast(), of: features)
    for (layer, range) in zip(layers, ranges.reversed()) {
      rows = layer.output(range, of: rows)
    }
    return rows
  }

  /// Returns some rows of the features; before the first and after the last these are repeated.
  private static func rows(_ range: Range<Int>, of features: Matrix) -> Rows {
    let width = features.columns
    var values: [Float] = []
    values.reserveCapacity(range.count * width)
    for row in range {
      let start = min(max(row, 0), features.rows - 1) * width
      values += features.values[start..<start + width]
    }
    return Rows(first: range.lowerBound, matrix: Matrix(columns: width, values: values))
  }
}

/// How likely each class is in each frame of an utterance.
struct Posteriors: Hashable, Sendable {
  let classes: Int
  /// The natural logarithms of the posteriors: a row of all classes for each frame.
  fileprivate(set) var logs: [Float] = []
  /// How likely it is that a frame holds no speech, from 0 to 1, for each frame.
  private(set) var silence: [Float] = []

  var frames: Int { silence.count }

  fileprivate init(classes: Int) { self.classes = classes }

  /// Adds a frame: the logarithms of the softmax of what the last layer returns for it.
  fileprivate mutating func append(logits: ArraySlice<Float>, silence: [Int]) {
    let most = logits.max() ?? 0
    var sum: Float = 0
    for logit in logits { sum += exp(logit - most) }
    let total = most + log(sum)
    let start = logs.count
    for logit in logits { logs.append(logit - total) }
    self.silence.append(silence.reduce(0) { $0 + exp(logs[start + $1]) })
  }
}

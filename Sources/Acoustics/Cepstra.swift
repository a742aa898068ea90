/// The mel-frequency cepstra of an utterance: a row for every 10 ms.
///
/// The first coefficient of a row is the frame's log energy, the others describe the shape of its
/// spectrum.
public struct Cepstra: Hashable, Sendable {
  /// How many numbers a row has.
  public static let coefficients = 13

  /// The rows, one after the other.
  public private(set) var values: [Float]

  /// How many rows there are.
  public var frames: Int { values.count / Cepstra.coefficients }

  /// Takes rows of ``coefficients`` numbers each, one after the other.
  public init(_ values: [Float]) {
    precondition(values.count.isMultiple(of: Cepstra.coefficients), "a row is not complete")
    self.values = values
  }

  /// Returns the rows less the mean of those around each of them.
  ///
  /// This takes out what is the same for a second or two: the microphone, the distance, the steady
  /// part of the noise. Near the ends of an utterance the mean is over the rows that there are.
  /// Cepstral mean normalisation goes back to Atal (1974), over a sliding window to Viikki and
  /// Laurila (1998).
  ///
  /// - Parameter halfWindow: How many frames before and after a frame belong to its mean; 0 or more.
  /// - Returns: As many rows as there are.
  public func normalized(halfWindow: Int) -> Cepstra {
    precondition(halfWindow >= 0, "a window has a length of its own")
    let width = Cepstra.coefficients
    var result = self
    for coefficient in 0..<width {
      // Sums up to each frame, in double precision: differences of them lose nothing.
      var sums: [Double] = [0]
      for frame in 0..<frames {
        sums.append(sums[frame] + Double(values[frame * width + coefficient]))
      }
      for frame in 0..<frames {
        let first = max(frame - halfWindow, 0)
        let end = min(frame + halfWindow, frames - 1) + 1
        let mean = (sums[end] - sums[first]) / Double(end - first)
        result.values[frame * width + coefficient] -= Float(mean)
      }
    }
    return result
  }
}

internal import Glibc

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

  /// Returns some of the rows; those that there are not are left out.
  public func rows(_ range: Range<Int>) -> Cepstra {
    let range = range.clamped(to: 0..<frames)
    return Cepstra(
      Array(
        values[range.lowerBound * Cepstra.coefficients..<range.upperBound * Cepstra.coefficients]))
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
      let means = slidingMeans(of: coefficient, halfWindow: halfWindow) { $0 }
      for frame in 0..<frames {
        result.values[frame * width + coefficient] -= Float(means[frame])
      }
    }
    return result
  }

  /// Returns the rows with part of the spread that they lack, for rows whose means are gone already.
  ///
  /// Noise fills up the valleys between sounds, so that every coefficient varies less than in the
  /// clear speech that a model was trained on. Each is multiplied by its `typicalSpread` over its own
  /// standard deviation around the frame, to the power of `share`, and by ``mostGain`` at most; one
  /// that varies as much or more stays. Variance normalisation of cepstra goes back to Viikki and
  /// Laurila (1998).
  ///
  /// - Parameters:
  ///   - typicalSpread: The standard deviation of each of ``coefficients`` in clear speech.
  ///   - halfWindow: How many frames before and after a frame its spread is taken over; 0 or more.
  ///   - share: How much of the lack is made up for, on a logarithmic scale, from 0 to 1.
  /// - Returns: As many rows as there are.
  public func spread(to typicalSpread: [Float], halfWindow: Int, share: Double) -> Cepstra {
    precondition(typicalSpread.count == Cepstra.coefficients, "a spread for each coefficient")
    precondition(halfWindow >= 0, "a window has a length of its own")
    let width = Cepstra.coefficients
    var result = self
    for coefficient in 0..<width {
      let means = slidingMeans(of: coefficient, halfWindow: halfWindow) { $0 }
      let squares = slidingMeans(of: coefficient, halfWindow: halfWindow) { $0 * $0 }
      for frame in 0..<frames {
        let variance = squares[frame] - means[frame] * means[frame]
        // Silence that is digital has no spread that could be restored.
        guard variance > Cepstra.leastVariance else { continue }
        let lack = Double(typicalSpread[coefficient]) / variance.squareRoot()
        let gain = min(max(pow(lack, share), 1), Cepstra.mostGain)
        result.values[frame * width + coefficient] *= Float(gain)
      }
    }
    return result
  }

  /// The mean of something of a coefficient over the frames around each frame.
  private func slidingMeans(
    of coefficient: Int, halfWindow: Int, _ measure: (Double) -> Double
  ) -> [Double] {
    // Sums up to each frame, in double precision: differences of them lose nothing.
    var sums: [Double] = [0]
    for frame in 0..<frames {
      let value = Double(values[frame * Cepstra.coefficients + coefficient])
      sums.append(sums[frame] + measure(value))
    }
    return (0..<frames).map { frame in
      let first = max(frame - halfWindow, 0)
      let end = min(frame + halfWindow, frames - 1) + 1
      return (sums[end] - sums[first]) / Double(end - first)
    }
  }

  /// By how much a coefficient is multiplied at most where its spread is restored.
  public static let mostGain = 2.5
  private static let leastVariance = 1e-3
}

internal import Glibc

/// The phonetically tied mixtures of PocketSphinx's acoustic model: all senones of a phone mix the densities of one
/// codebook.
///
/// A frame is three streams: the cepstra, and their first and second differences. A senone's likelihood is the product
/// over the streams of its mixture of those densities of the codebook that are likeliest there. The scores are those of
/// PocketSphinx's `ptm_mgau.c`, rounded as there, but the exponents of all densities are a product of matrices, which is faster.
struct TiedMixtures: Sendable {
  /// The parameters as the model's files have them.
  struct Parameters {
    /// How many densities a codebook has in each stream.
    let densities: Int
    /// By codebook, stream, density and coefficient.
    let means: [Float]
    let variances: [Float]
    /// By stream, density and senone: the negated logarithm of the density's weight, in ``scoreUnit``.
    let weights: [UInt8]
    /// The codebook of each senone.
    let codebooks: [Int]
  }

  static let streams = 3
  /// The logarithms of densities are in units of that of this number, which PocketSphinx keeps in single precision.
  private static let base = Double(1.0001 as Float)
  /// What a unit of scores is in those of densities' logarithms, as a power of two.
  private static let scoreShift = 10
  /// The most by which a density counts as less likely than the likeliest of its stream.
  private static let worstDensity: Int32 = 96
  /// PocketSphinx's `-varfloor`.
  private static let leastVariance: Float = 1e-4

  /// Some senones in a row that have the same codebook.
  private struct Run {
    let codebook: Int
    var senones: Range<Int>
  }

  let senones: Int
  private let codebooks: Int
  private let densities: Int
  /// How many of a codebook's densities count in a frame.
  private let counted: Int
  private let runs: [Run]
  private let weights: [UInt8]
  /// For each stream a row for each density of each codebook: what its coefficients are multiplied by in its exponent,
  /// and then their squares.
  private let exponents: [Matrix]
  /// For each stream what is added to that.
  private let constants: [[Float]]
  /// By how much a sum of two is likelier than the likelier one, by their difference; both in units of scores.
  private let sums: [Int32]

  /// Takes a model's parameters, the variances of the cepstra multiplied by `varianceScale`; of a codebook's densities
  /// the `counted` likeliest count.
  init(_ parameters: Parameters, varianceScale: Double, counted: Int) {
    let (streams, width) = (TiedMixtures.streams, Cepstra.coefficients)
    densities = parameters.densities
    senones = parameters.codebooks.count
    codebooks = parameters.means.count / (streams * densities * width)
    self.counted = min(counted, densities)
    weights = parameters.weights
    runs = parameters.codebooks.enumerated().reduce(into: []) { runs, next in
      if runs.last?.codebook == next.element {
        runs[runs.count - 1].senones = runs[runs.count - 1].senones.lowerBound..<next.offset + 1
      } else {
        runs.append(Run(codebook: next.element, senones: next.offset..<next.offset + 1))
      }
    }
    let unit = log(TiedMixtures.base)
    var (exponents, constants) = (
      [[Float]](repeating: [], count: streams), [[Float]](repeating: [], count: streams)
    )
    for codebook in 0..<codebooks {
      for stream in 0..<streams {
        for density in 0..<densities {
          let start = ((codebook * streams + stream) * densities + density) * width
          var (factors, squares, constant) = ([Float](), [Float](), 0.0)
          for index in start..<start + width {
            let scaled = parameters.variances[index] * Float(stream == 0 ? varianceScale : 1)
            let variance = Double(max(scaled, TiedMixtures.leastVariance))
            let mean = Double(parameters.means[index])
            let precision = (1 / (2 * variance) / unit).rounded(.towardZero)
            constant +=
              (-log(2 * .pi * variance) / 2 / unit).rounded(.towardZero) - precision * mean * mean
            factors.append(Float(2 * precision * mean))
            squares.append(Float(-precision))
          }
          exponents[stream] += factors + squares
          constants[stream].append(Float(constant))
        }
      }
    }
    self.exponents = exponents.map { Matrix(columns: 2 * width, values: $0) }
    self.constants = constants
    sums = (0..<512).map { difference in
      let step = Double(difference << TiedMixtures.scoreShift)
      return Int32(log1p(exp(-step * unit)) / unit + 512) >> TiedMixtures.scoreShift
    }
  }

  /// Returns by how much each senone fits some frames of an utterance worse than the best one, a row for each frame;
  /// `cepstra` are those of the utterance, or of all frames up to three before and behind.
  func scores(of cepstra: Cepstra, frames: Range<Int>) -> [[Int16]] {
    let found = (0..<TiedMixtures.streams).map {
      likeliest(in: cepstra, frames: frames, stream: $0)
    }
    return frames.indices.map { row(of: $0 - frames.lowerBound, found) }
  }

  /// Densities that count in some frames: for each frame and codebook the likeliest ones, the best first.
  private struct Likeliest {
    var numbers: [Int] = []
    /// By how much each is less likely than the likeliest of the frame, in units of scores.
    var scores: [Int32] = []
  }

  private func likeliest(in cepstra: Cepstra, frames: Range<Int>, stream: Int) -> Likeliest {
    var logs = Matrix(rows: frames.count, of: constants[stream])
    let features = cepstra.features(of: frames, stream: stream)
    logs.addProduct(of: features, from: 0, step: 1, and: exponents[stream], from: 0)
    var result = Likeliest()
    result.numbers.reserveCapacity(frames.count * codebooks * counted)
    result.scores.reserveCapacity(frames.count * codebooks * counted)
    for start in stride(from: 0, to: logs.values.count, by: densities) {
      append(logs.values[start..<start + densities], to: &result)
    }
    let perFrame = codebooks * counted
    for start in stride(from: 0, to: result.scores.count, by: perFrame) {
      let best = result.scores[start..<start + perFrame].max() ?? 0
      for index in start..<start + perFrame {
        result.scores[index] = min(best - result.scores[index], TiedMixtures.worstDensity)
      }
    }
    return result
  }

  /// Adds the likeliest densities of a codebook, with their logarithms.
  private func append(_ logs: ArraySlice<Float>, to result: inout Likeliest) {
    var best = [(number: Int, log: Float)](repeating: (0, -.infinity), count: counted)
    var least = -Float.infinity
    unsafe logs.withUnsafeBufferPointer { logs in
      for number in logs.indices where unsafe logs[number] > least {
        var place = counted - 1
        while place > 0, unsafe logs[number] > best[place - 1].log {
          best[place] = best[place - 1]
          place -= 1
        }
        best[place] = (number, unsafe logs[number])
        least = best[counted - 1].log
      }
    }
    for (number, log) in best {
      result.numbers.append(number)
      // In this order a logarithm that is no number counts as the least.
      result.scores.append(Int32(min(1e9, max(-1e9, log))) >> TiedMixtures.scoreShift)
    }
  }

  /// Mixes what was found in a frame for each senone.
  private func row(of frame: Int, _ found: [Likeliest]) -> [Int16] {
    var scores = [Int32](repeating: 0, count: senones)
    for (stream, found) in found.enumerated() {
      for run in runs {
        let first = (frame * codebooks + run.codebook) * counted
        let likeliest = (first..<first + counted).map { place -> (start: Int, score: Int32) in
          let number = stream * densities + found.numbers[place]
          return (number * senones, found.scores[place])
        }
        mix(likeliest, for: run.senones, into: &scores)
      }
    }
    let best = scores.min() ?? 0
    return scores.map { Int16(truncatingIfNeeded: $0 &- best) }
  }

  /// Adds to the scores of some senones how well they fit in a stream: by its likeliest densities there, each with where its
  /// weights begin.
  private func mix(
    _ likeliest: [(start: Int, score: Int32)], for senones: Range<Int>, into scores: inout [Int32]
  ) {
    unsafe weights.withUnsafeBufferPointer { weights in
      unsafe sums.withUnsafeBufferPointer { sums in
        unsafe scores.withUnsafeMutableBufferPointer { scores in
          unsafe likeliest.withUnsafeBufferPointer { likeliest in
            for senone in senones {
              var mixed: Int32 = 0
              for place in likeliest.indices {
                let density = unsafe likeliest[place]
                let next = unsafe Int32(weights[density.start &+ senone]) &+ density.score
                let apart = abs(mixed &- next)
                mixed = unsafe place == 0 ? next : min(mixed, next) &- sums[Int(apart)]
              }
              unsafe scores[senone] &+= mixed
            }
          }
        }
      }
    }
  }
}

extension Cepstra {
  /// Returns what a stream of the acoustic model reads of some frames, a row for each: the cepstra, or their first or second
  /// differences, and the squares of these.
  ///
  /// Before the first and behind the last frame these are repeated; PocketSphinx's `1s_c_d_dd`.
  fileprivate func features(of frames: Range<Int>, stream: Int) -> Matrix {
    let width = Cepstra.coefficients
    var features: [Float] = []
    features.reserveCapacity(frames.count * 2 * width)
    func value(_ frame: Int, _ coefficient: Int) -> Float {
      values[min(max(frame, 0), self.frames - 1) * width + coefficient]
    }
    for frame in frames {
      let row = (0..<width).map { index in
        switch stream {
        case 0: value(frame, index)
        case 1: value(frame + 2, index) - value(frame - 2, index)
        default:
          value(frame + 3, index) - value(frame - 1, index)
            - (value(frame + 1, index) - value(frame - 3, index))
        }
      }
      features += row
      features += row.map { $0 * $0 }
    }
    return Matrix(columns: 2 * width, values: features)
  }
}

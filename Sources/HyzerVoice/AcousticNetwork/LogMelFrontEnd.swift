internal import Glibc

/// What the network reads: how much energy each band of the spectrum has, every 10 ms.
///
/// Triangular bands, equally wide on the mel scale of O'Shaughnessy (1987), of a windowed power
/// spectrum, as logarithms, and less their mean over some seconds, which takes out the microphone.
struct LogMelFrontEnd: Hashable, Sendable {
  /// What can be chosen about it.
  struct Settings: Hashable, Sendable {
    var bands: Int
    /// Where the lowest band begins, in hertz.
    var lowHz: Double
    /// Where the highest band ends, in hertz; 8,000 at most.
    var highHz: Double
    /// The frames before and after a frame that its mean is taken over.
    var meanHalfWindow: Int
  }

  private static let sampleRateHz = 16_000.0
  /// From the beginning of a frame to that of the next, in samples: 10 ms.
  private static let shift = 160
  /// How long a frame is, in samples: 25 ms.
  private static let length = 400
  /// How many shifts a frame touches.
  private static let shiftsPerFrame = 3
  /// How many points the Fourier transform has.
  private static let points = 512
  /// How many of its frequencies are different ones.
  private static let bins = points / 2 + 1
  /// The share of each sample that is taken from the next one, which lifts the high frequencies.
  private static let preEmphasis: Float = 0.97
  /// What is added to each energy before its logarithm, for audio that is silent.
  private static let leastEnergy: Float = 1e-6
  /// How many frames are transformed at a time, which bounds the memory.
  private static let block = 128

  private let settings: Settings
  /// The windowed Fourier transform of a frame: rows of cosines for each frequency, then rows of sines.
  private let transform: Matrix
  /// The weight of each frequency in each band.
  private let filters: Matrix

  init(_ settings: Settings) {
    self.settings = settings
    transform = LogMelFrontEnd.transform()
    filters = LogMelFrontEnd.filters(settings)
  }

  /// How many numbers a frame has.
  var bands: Int { settings.bands }

  /// Returns the features of an utterance, a row for each frame, by its ``logEnergies(of:frames:)``.
  func features(_ energies: Matrix) -> Matrix {
    energies.lessMeans(halfWindow: settings.meanHalfWindow)
  }

  /// How many frames a number of samples completes.
  static func frames(in samples: Int) -> Int { max(0, (samples - length) / shift + 1) }

  /// The samples that some frames touch.
  static func samples(of frames: Range<Int>) -> Range<Int> {
    frames.lowerBound * shift..<(frames.upperBound - 1) * shift + length
  }

  /// Returns the features of 16 kHz mono samples before their means are taken out: a row for each frame,
  /// with a number for each band; frames beyond the end hold silence.
  func logEnergies(of samples: [Int16], frames: Int) -> Matrix {
    let signal = LogMelFrontEnd.preEmphasized(
      samples, shifts: frames + LogMelFrontEnd.shiftsPerFrame - 1)
    var result = Matrix(columns: settings.bands, values: [])
    result.values.reserveCapacity(frames * settings.bands)
    for first in stride(from: 0, to: frames, by: LogMelFrontEnd.block) {
      let count = min(LogMelFrontEnd.block, frames - first)
      let silence = [Float](repeating: 0, count: transform.rows)
      var spectrum = Matrix(rows: count, of: silence)
      // A frame is two shifts and a half; the second half of the third weighs nothing.
      for part in 0..<LogMelFrontEnd.shiftsPerFrame {
        spectrum.addProduct(
          of: signal, from: first + part, step: 1, and: transform,
          from: part * LogMelFrontEnd.shift)
      }
      let power = LogMelFrontEnd.power(spectrum)
      var energies = Matrix(
        rows: count, of: [Float](repeating: LogMelFrontEnd.leastEnergy, count: settings.bands))
      energies.addProduct(of: power, from: 0, step: 1, and: filters, from: 0)
      result.values += energies.values.map { log($0) }
    }
    return result
  }

  /// Returns a signal from -1 to 1 whose high frequencies are lifted: a row for each 10 ms, filled up
  /// with silence.
  private static func preEmphasized(_ samples: [Int16], shifts: Int) -> Matrix {
    var values = [Float](repeating: 0, count: shifts * shift)
    var last: Float = 0
    for index in 0..<min(samples.count, values.count) {
      let sample = Float(samples[index]) / 32_768
      values[index] = sample - preEmphasis * last
      last = sample
    }
    return Matrix(columns: shift, values: values)
  }

  /// Returns the squared magnitude at each frequency.
  private static func power(_ spectrum: Matrix) -> Matrix {
    var result = [Float](repeating: 0, count: spectrum.rows * bins)
    for row in 0..<spectrum.rows {
      for bin in 0..<bins {
        let real = spectrum.values[row * spectrum.columns + bin]
        let imaginary = spectrum.values[row * spectrum.columns + bins + bin]
        result[row * bins + bin] = real * real + imaginary * imaginary
      }
    }
    return Matrix(columns: bins, values: result)
  }

  private static func transform() -> Matrix {
    let columns = shiftsPerFrame * shift
    // Angles repeat, so there are only as many different ones as the transform has points.
    let angles = (0..<points).map { 2 * Double.pi * Double($0) / Double(points) }
    let (cosines, sines) = (angles.map { cos($0) }, angles.map { sin($0) })
    // The window is von Hann's.
    let window = (0..<length).map {
      0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(length - 1))
    }
    var values = [Float](repeating: 0, count: 2 * bins * columns)
    for bin in 0..<bins {
      for index in 0..<length {
        let angle = bin * index % points
        values[bin * columns + index] = Float(window[index] * cosines[angle])
        values[(bins + bin) * columns + index] = Float(window[index] * sines[angle])
      }
    }
    return Matrix(columns: columns, values: values)
  }

  private static func filters(_ settings: Settings) -> Matrix {
    func mel(_ hertz: Double) -> Double { 2595 * log10(1 + hertz / 700) }
    let (low, high) = (mel(settings.lowHz), mel(settings.highHz))
    let edges = (0..<settings.bands + 2).map {
      low + (high - low) * Double($0) / Double(settings.bands + 1)
    }
    var values: [Float] = []
    for band in 0..<settings.bands {
      for bin in 0..<bins {
        let place = mel(Double(bin) * sampleRateHz / Double(points))
        let rise = (place - edges[band]) / (edges[band + 1] - edges[band])
        let fall = (edges[band + 2] - place) / (edges[band + 2] - edges[band + 1])
        values.append(Float(max(0, min(rise, fall))))
      }
    }
    return Matrix(columns: bins, values: values)
  }
}

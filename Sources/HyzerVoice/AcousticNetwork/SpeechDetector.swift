/// Follows a stream of 16 kHz mono samples, and returns how likely it is that somebody speaks in it.
///
/// What comes next is not known yet, so here features are less their mean over the three seconds before,
/// and the last frame stands for those that the network would read after it. Nothing is
/// computed before it is asked for, so that silence costs nothing.
package struct SpeechDetector: Sendable {
  /// The frames whose mean is taken out of the features.
  private static let meanFrames = 300
  /// The frames in a row whose probabilities are averaged.
  private static let averagedFrames = 5
  /// The averages of which the highest counts: speech has weak sounds between strong ones.
  private static let averages = 12

  private let network: AcousticNetwork
  /// The last samples of the stream; the first is sample `first`.
  private var samples: [Int16] = []
  private var first = 0
  /// The last frames that were computed, in rows; after them comes frame `frames`.
  private var energies: Matrix
  private var frames = 0

  package init(_ network: AcousticNetwork) {
    self.network = network
    energies = Matrix(columns: network.frontEnd.bands, values: [])
  }

  /// Takes the next samples, any number of them.
  package mutating func append(_ block: [Int16]) {
    let needed = LogMelFrontEnd.samples(of: 0..<SpeechDetector.meanFrames + 1).count
    if samples.count > 2 * needed {
      first += samples.count - needed
      samples.removeFirst(samples.count - needed)
    }
    samples += block
  }

  /// Returns how likely it is, from 0 to 1, that somebody spoke in the 160 ms before sample `end` of the
  /// stream; 0 where hardly anything lies before it.
  ///
  /// `end` is one of the samples of the last block, or the end of the stream so far.
  package mutating func probability(at end: Int) -> Float {
    computeEnergies(before: end)
    let wanted = SpeechDetector.averages + SpeechDetector.averagedFrames - 1
    let start = max(energies.rows - wanted, 0)
    let speech = network.posteriors(
      features: energies.lessMeans(halfWindow: energies.rows),
      frames: start - start % AcousticNetwork.framesPerRow..<energies.rows, block: wanted
    ).silence.map { 1 - $0 }
    guard speech.count >= SpeechDetector.averagedFrames else { return 0 }
    let averages = (0...speech.count - SpeechDetector.averagedFrames).map { frame in
      speech[frame..<frame + SpeechDetector.averagedFrames].reduce(0, +)
        / Float(SpeechDetector.averagedFrames)
    }
    return averages.max() ?? 0
  }

  /// Computes the frames that are complete before a sample, and forgets those of long ago.
  private mutating func computeEnergies(before end: Int) {
    let complete = LogMelFrontEnd.frames(in: end)
    let earliest = max(complete - SpeechDetector.meanFrames, 0)
    if frames < earliest {
      frames = earliest
      energies.values = []
    }
    guard frames < complete else { return }
    let touched = LogMelFrontEnd.samples(of: frames..<complete)
    precondition(touched.lowerBound >= first, "asked about what has been forgotten")
    let samples = Array(samples[touched.lowerBound - first..<touched.upperBound - first])
    energies.values += network.frontEnd.logEnergies(of: samples, frames: complete - frames).values
    frames = complete
    energies.values.removeFirst(
      max(energies.rows - SpeechDetector.meanFrames, 0) * energies.columns)
  }
}

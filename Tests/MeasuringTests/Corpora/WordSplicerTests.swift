import HyzerBase
import HyzerVoice
import Measuring
import TestSupport
import Testing

@testable import Measuring

@Suite struct `Word splicer` {
  /// A second of a tone with half a second of silence around it is cut to this.
  private let wordLength = 800 + 16_000 + 800

  private func sentence(
    _ words: [(samples: [Int16], pauseMilliseconds: Int)], seed: UInt64 = 1
  ) -> [Int16] {
    var splicer = WordSplicer()
    for word in words {
      let isAudible = splicer.append(word.samples, pauseMilliseconds: word.pauseMilliseconds)
      #expect(isAudible)
    }
    var random = SeededGenerator(seed: seed)
    return splicer.sentence(using: &random)
  }

  @Test func `words lie at one level between silence and pauses`() throws {
    let samples = sentence([(speech(amplitude: 200), 100), (speech(amplitude: 20_000), 30)])
    #expect(samples.count == 4000 + wordLength + 1600 + wordLength + 480 + 4000)
    let first = 4000 + 800
    let second = 4000 + wordLength + 1600 + 800
    for start in [first, second] {
      let level = try #require(ActiveSpeechLevel.rms(of: Array(samples[start..<start + 16_000])))
      #expect(abs(level - WordSplicer.activeLevel) < 10)
      // Around the word there is noise alone.
      for silence in [start - 960..<start, start + 16_000..<start + 16_960] {
        #expect(abs(rms(Array(samples[silence])) - WordSplicer.noiseLevel) < 1)
      }
    }
  }

  @Test func `a word is cut out of its recording, and pauses are the quietest that this has`() {
    var random = SeededGenerator(seed: 3)
    var recording = whiteNoise(32_000, peak: 200)
    recording.replaceSubrange(8000..<16_000, with: speech(amplitude: 8000)[8000..<16_000])
    var splicer = WordSplicer()
    let isAudible = splicer.append(recording, in: 8000..<16_000, pauseMilliseconds: 400)
    #expect(isAudible)
    let samples = splicer.sentence(using: &random)
    #expect(samples.count == 4000 + 8000 + 6400 + 4000)
    let pause = rms(Array(samples[0..<4000]))
    #expect(pause > 5 * WordSplicer.noiseLevel)
    for range in [12_000..<18_400, 18_400..<22_400] {
      #expect(abs(rms(Array(samples[range])) / pause - 1) < 0.1)
    }
  }

  @Test func `the noise is white and the same for the same generator`() {
    let noise = sentence([])
    #expect(noise.count == 8000)
    #expect(abs(rms(noise) - WordSplicer.noiseLevel) < 0.3)
    let neighbours = zip(noise, noise.dropFirst()).reduce(0) { $0 + Double($1.0) * Double($1.1) }
    #expect(abs(neighbours / 8000) < 2)
    #expect(sentence([]) == noise)
    #expect(sentence([], seed: 2) != noise)
  }

  @Test func `a word that is cut off begins and ends softly`() {
    let tone = speech(amplitude: 10_000)[8000..<24_000]
    let samples = sentence([(Array(tone), 0)])
    for edge in [samples[4000..<4016], samples[19_984..<20_000]] {
      #expect(edge.allSatisfy { abs(Int($0)) < 400 })
    }
  }

  @Test func `nothing is added for a word that cannot be heard`() {
    var splicer = WordSplicer()
    let isAudible = splicer.append([Int16](repeating: 0, count: 16_000), pauseMilliseconds: 100)
    #expect(!isAudible)
    var random = SeededGenerator(seed: 1)
    #expect(splicer.sentence(using: &random) == sentence([]))
  }

  @Test func `a word with high peaks is scaled down and not clipped`() {
    var word = [Int16](repeating: 100, count: 16_000)
    for index in stride(from: 80, to: 16_000, by: 160) { word[index] = 32_767 }
    let samples = sentence([(word, 0)])
    #expect(samples.map { abs(Int($0)) }.max() == 30_000)
  }
}

@Suite struct `Speech trim` {
  /// Stretches of so many samples of so high a square wave.
  private func signal(_ stretches: [(count: Int, amplitude: Int16)]) -> [Int16] {
    stretches.flatMap { stretch in
      (0..<stretch.count).map { $0 / 8 % 2 == 0 ? stretch.amplitude : -stretch.amplitude }
    }
  }

  @Test(
    arguments: [
      ([(4000, 0), (3200, 5000), (4000, 0)], 3200..<8000),
      // Less than the margin is there.
      ([(320, 0), (3200, 5000), (480, 0)], 0..<4000),
      // Quieter by 29 dB is speech, by 31 dB it is none.
      ([(4000, 0), (1600, 180), (3200, 5000), (4000, 0)], 3200..<9600),
      ([(4000, 0), (1600, 140), (3200, 5000), (4000, 0)], 4800..<9600),
      // A pause within the word stays.
      ([(4000, 0), (1600, 5000), (3200, 0), (1600, 5000), (4000, 0)], 3200..<11_200),
      // Beside quiet speech, what is below -61 dB of full scale is none.
      ([(4000, 20), (3200, 300), (4000, 20)], 3200..<8000),
      // Where all is below that, it does not count.
      ([(4000, 0), (3200, 25), (4000, 0)], 3200..<8000),
      // A last frame that is not full is silence.
      ([(4000, 0), (3200, 5000), (1600, 0), (159, 5000)], 3200..<8000),
      // Nothing at all, digital silence, and less than 10 ms.
      ([], nil), ([(8000, 0)], nil), ([(159, 5000)], nil),
    ] as [([(count: Int, amplitude: Int16)], Range<Int>?)])
  func `what is kept begins 50 ms before the speech and ends 50 ms after it`(
    stretches: [(count: Int, amplitude: Int16)], kept: Range<Int>?
  ) {
    #expect(SpeechTrim.range(in: signal(stretches)) == kept)
  }

  @Test(
    arguments: [
      ([(4000, 0), (3200, 5000), (4000, 0)], false),
      // Within 6 dB of the loudest, in the first or last 20 ms.
      ([(4000, 0), (3200, 5000), (320, 2600)], true),
      ([(320, 2600), (3200, 5000), (320, 0)], true),
      ([(4000, 0), (3200, 5000), (320, 2400)], false),
      ([(4000, 0), (3200, 5000), (320, 0)], false), ([(4000, 0), (3200, 5000), (160, 0)], true),
      // Where nothing is heard, nothing is cut.
      ([], false), ([(8000, 0)], false),
    ] as [([(count: Int, amplitude: Int16)], Bool)])
  func `a word that begins or ends at its loudest is cut off`(
    stretches: [(count: Int, amplitude: Int16)], isCut: Bool
  ) {
    #expect(SpeechTrim.isCutOff(signal(stretches)) == isCut)
  }
}

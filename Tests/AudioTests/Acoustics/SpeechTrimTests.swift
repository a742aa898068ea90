import Audio
import Testing

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
    ] as [([(count: Int, amplitude: Int16)], Range<Int>)])
  func `what is kept begins 50 ms before the speech and ends 50 ms after it`(
    stretches: [(count: Int, amplitude: Int16)], kept: Range<Int>
  ) {
    #expect(SpeechTrim.range(in: signal(stretches)) == kept)
  }

  @Test(arguments: [[], [(8000, 0)], [(159, 5000)]] as [[(count: Int, amplitude: Int16)]])
  func `silence has no speech`(stretches: [(count: Int, amplitude: Int16)]) {
    #expect(SpeechTrim.range(in: signal(stretches)) == nil)
  }
}

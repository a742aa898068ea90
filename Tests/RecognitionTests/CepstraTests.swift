import Testing

@testable import Audio

@testable import Recognition

@Suite struct CepstraTests {
  private func rows(_ values: [Float]) -> Cepstra {
    Cepstra(values.flatMap { Array(repeating: $0, count: Cepstra.coefficients) })
  }

  @Test(arguments: [(1..<3, [1, 2]), (-2..<1, [0]), (2..<9, [2, 3]), (5..<9, []), (-4..<0, [])])
  func `some rows are those that there are`(range: Range<Int>, expected: [Float]) {
    #expect(rows([0, 1, 2, 3]).rows(range) == rows(expected))
  }

  @Test func `what is the same throughout is taken out`() {
    #expect(rows([5, 5, 5, 5]).normalized(halfWindow: 1) == rows([0, 0, 0, 0]))
  }

  @Test func `the mean is over the frames around, and fewer near the ends`() {
    // Means: (0+3)/2, (0+3+6)/3, (3+6+9)/3, (6+9)/2.
    #expect(rows([0, 3, 6, 9]).normalized(halfWindow: 1) == rows([-1.5, 0, 0, 1.5]))
    #expect(rows([0, 3, 6, 9]).normalized(halfWindow: 100) == rows([-4.5, -1.5, 1.5, 4.5]))
  }

  @Test func `a change of microphone far away does not reach a frame`() {
    let halves = rows(Array(repeating: 0, count: 50) + Array(repeating: 20, count: 50))
    let values = halves.normalized(halfWindow: 10).values
    #expect(values.prefix(Cepstra.coefficients * 40).allSatisfy { $0 == 0 })
    #expect(values.suffix(Cepstra.coefficients * 40).allSatisfy { $0 == 0 })
  }

  @Test func `each coefficient has a mean of its own, and no rows give none`() {
    var values = Array(repeating: Float(0), count: Cepstra.coefficients * 2)
    values[3] = 4
    let result = Cepstra(values).normalized(halfWindow: 5)
    #expect(result.values[3] == 2 && result.values[3 + Cepstra.coefficients] == -2)
    #expect(result.values.filter { $0 != 0 }.count == 2)
    #expect(Cepstra([]).normalized(halfWindow: 5).frames == 0)
  }
}

@Suite struct MaskingNoiseTests {
  private let tone = (0..<16_000).map { Int16((Double($0) * 0.5).remainder(dividingBy: 2) * 8000) }

  @Test func `the noise lies as far below the speech as asked`() throws {
    let level = try #require(ActiveSpeechLevel.rms(of: tone))
    let masked = MaskingNoise(decibelsBelowSpeech: 20).added(to: tone)
    let power = zip(masked, tone).reduce(0.0) { sum, pair in
      let difference = Double(pair.0) - Double(pair.1)
      return sum + difference * difference
    }
    let ratio = level / (power / Double(tone.count)).squareRoot()
    #expect(abs(ratio - 10) < 0.1)
    #expect(masked == MaskingNoise(decibelsBelowSpeech: 20).added(to: tone))
  }

  @Test func `silence stays silent, and nothing clips`() {
    let silence = [Int16](repeating: 0, count: 1600)
    #expect(MaskingNoise(decibelsBelowSpeech: 20).added(to: silence) == silence)
    let loud = (0..<16_000).map { $0.isMultiple(of: 2) ? Int16.max : Int16.min }
    let masked = MaskingNoise(decibelsBelowSpeech: 10).added(to: loud)
    #expect(masked.allSatisfy { abs(Int($0)) <= 30_000 })
  }
}

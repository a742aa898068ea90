import Testing

@testable import HyzerVoice

@Suite struct CepstraTests {
  private func rows(_ values: [Float]) -> Cepstra {
    Cepstra(values.flatMap { Array(repeating: $0, count: Cepstra.coefficients) })
  }

  @Test func `what is the same throughout is taken out`() {
    #expect(rows([5, 5, 5, 5]).meanNormalized(halfWindow: 1) == rows([0, 0, 0, 0]))
  }

  @Test func `the mean is over the frames around, and fewer near the ends`() {
    // Means: (0+3)/2, (0+3+6)/3, (3+6+9)/3, (6+9)/2.
    #expect(rows([0, 3, 6, 9]).meanNormalized(halfWindow: 1) == rows([-1.5, 0, 0, 1.5]))
    #expect(rows([0, 3, 6, 9]).meanNormalized(halfWindow: 100) == rows([-4.5, -1.5, 1.5, 4.5]))
  }

  @Test func `a change of microphone far away does not reach a frame`() {
    let halves = rows(Array(repeating: 0, count: 50) + Array(repeating: 20, count: 50))
    let values = halves.meanNormalized(halfWindow: 10).values
    #expect(values.prefix(Cepstra.coefficients * 40).allSatisfy { $0 == 0 })
    #expect(values.suffix(Cepstra.coefficients * 40).allSatisfy { $0 == 0 })
  }

  @Test func `each coefficient has a mean of its own, and no rows give none`() {
    var values = Array(repeating: Float(0), count: Cepstra.coefficients * 2)
    values[3] = 4
    let result = Cepstra(values).meanNormalized(halfWindow: 5)
    #expect(result.values[3] == 2 && result.values[3 + Cepstra.coefficients] == -2)
    #expect(result.values.filter { $0 != 0 }.count == 2)
    #expect(Cepstra([]).meanNormalized(halfWindow: 5).frames == 0)
  }

  private func typical(_ value: Float) -> [Float] {
    Array(repeating: value, count: Cepstra.coefficients)
  }

  /// The standard deviation of -1, 1, -1, 1 is 1, and that of -4, 4 is 4.
  @Test(
    arguments: [
      // Half of the lack, on a logarithmic scale, all of it, none of it.
      ([-1, 1, -1, 1], 2.25, 0.5, [-1.5, 1.5, -1.5, 1.5]),
      ([-1, 1, -1, 1], 2.25, 1, [-2.25, 2.25, -2.25, 2.25]),
      ([-1, 1, -1, 1], 2.25, 0, [-1, 1, -1, 1]),
      // A mean that is left does not count.
      ([1, 3, 1, 3], 2.25, 0.5, [1.5, 4.5, 1.5, 4.5]),
      // Never more than the most.
      ([-1, 1, -1, 1], 100, 0.5, [-2.5, 2.5, -2.5, 2.5]),
      // As much variance as is typical, more, none at all, hardly any, no rows.
      ([-4, 4], 4, 0.5, [-4, 4]), ([-4, 4], 1, 0.5, [-4, 4]), ([5, 5, 5], 4, 0.5, [5, 5, 5]),
      ([-0.03, 0.03], 4, 0.5, [-0.03, 0.03]), ([], 4, 0.5, []),
    ] as [([Float], Float, Double, [Float])])
  func `what lacks variance gets part of it, up to a limit`(
    values: [Float], typicalDeviation: Float, share: Double, result: [Float]
  ) {
    let normalized = rows(values).varianceNormalized(
      to: typical(typicalDeviation), halfWindow: 100, share: share)
    #expect(normalized == rows(result))
  }

  @Test func `the deviation is over the frames around, and fewer near the ends`() {
    // Standard deviations: of 0, 2; 0, 2, 2; 2, 2, 2; 2, 2, 6; 2, 6.
    let values: [Float] = [0, 2, 2, 2, 6]
    let deviations = [1, (8.0 / 9).squareRoot(), nil, (32.0 / 9).squareRoot(), 2]
    let result = rows(values).varianceNormalized(to: typical(2), halfWindow: 1, share: 1)
    for (frame, deviation) in deviations.enumerated() {
      let expected = Double(values[frame]) * (deviation.map { 2 / $0 } ?? 1)
      #expect(abs(Double(result.values[frame * Cepstra.coefficients]) - expected) < 1e-5)
    }
    #expect(
      rows(values).varianceNormalized(to: typical(2), halfWindow: 0, share: 1) == rows(values),
      "a frame alone has no variance")
  }

  @Test func `each coefficient has a deviation of its own`() {
    var deviations = typical(0.5)
    deviations[3] = 2.25
    let result = rows([-1, 1]).varianceNormalized(to: deviations, halfWindow: 5, share: 0.5)
    var expected = rows([-1, 1]).values
    expected[3] = -1.5
    expected[3 + Cepstra.coefficients] = 1.5
    #expect(result == Cepstra(expected))
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

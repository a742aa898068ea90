import Testing

@testable import Recognition

@Suite struct CepstraSpreadTests {
  private func rows(_ values: [Float]) -> Cepstra {
    Cepstra(values.flatMap { Array(repeating: $0, count: Cepstra.coefficients) })
  }

  private func typical(_ value: Float) -> [Float] {
    Array(repeating: value, count: Cepstra.coefficients)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let values: [Float]
    let typicalSpread: Float
    var share = 0.5
    let result: [Float]
  }

  /// The standard deviation of -1, 1, -1, 1 is 1, and that of -4, 4 is 4.
  @Test(arguments: [
    Case(
      testDescription: "half the lack, on a logarithmic scale", values: [-1, 1, -1, 1],
      typicalSpread: 2.25, result: [-1.5, 1.5, -1.5, 1.5]),
    Case(
      testDescription: "all of the lack", values: [-1, 1, -1, 1], typicalSpread: 2.25, share: 1,
      result: [-2.25, 2.25, -2.25, 2.25]),
    Case(
      testDescription: "none of the lack", values: [-1, 1, -1, 1], typicalSpread: 2.25, share: 0,
      result: [-1, 1, -1, 1]),
    Case(
      testDescription: "a mean that is left stays out of the spread", values: [1, 3, 1, 3],
      typicalSpread: 2.25, result: [1.5, 4.5, 1.5, 4.5]),
    Case(
      testDescription: "never more than the most", values: [-1, 1, -1, 1], typicalSpread: 100,
      result: [-2.5, 2.5, -2.5, 2.5]),
    Case(
      testDescription: "as much spread as is typical", values: [-4, 4], typicalSpread: 4,
      result: [-4, 4]),
    Case(
      testDescription: "more spread than is typical", values: [-4, 4], typicalSpread: 1,
      result: [-4, 4]),
    Case(
      testDescription: "no spread at all", values: [5, 5, 5], typicalSpread: 4,
      result: [5, 5, 5]),
    Case(
      testDescription: "hardly any spread", values: [-0.03, 0.03], typicalSpread: 4,
      result: [-0.03, 0.03]),
    Case(testDescription: "no rows", values: [], typicalSpread: 4, result: []),
  ])
  func `what lacks spread gets part of it, up to a limit`(_ example: Case) {
    let spread = rows(example.values).spread(
      to: typical(example.typicalSpread), halfWindow: 100, share: example.share)
    #expect(spread == rows(example.result))
  }

  @Test func `the spread is over the frames around, and fewer near the ends`() {
    // Standard deviations: of 0, 2; 0, 2, 2; 2, 2, 2; 2, 2, 6; 2, 6.
    let values: [Float] = [0, 2, 2, 2, 6]
    let deviations = [1, (8.0 / 9).squareRoot(), nil, (32.0 / 9).squareRoot(), 2]
    let result = rows(values).spread(to: typical(2), halfWindow: 1, share: 1)
    for (frame, deviation) in deviations.enumerated() {
      let expected = Double(values[frame]) * (deviation.map { 2 / $0 } ?? 1)
      #expect(abs(Double(result.values[frame * Cepstra.coefficients]) - expected) < 1e-5)
    }
    #expect(
      rows(values).spread(to: typical(2), halfWindow: 0, share: 1) == rows(values),
      "a frame alone has no spread")
  }

  @Test func `each coefficient has a spread of its own`() {
    var typicalSpread = typical(0.5)
    typicalSpread[3] = 2.25
    let result = rows([-1, 1]).spread(to: typicalSpread, halfWindow: 5, share: 0.5)
    var expected = rows([-1, 1]).values
    expected[3] = -1.5
    expected[3 + Cepstra.coefficients] = 1.5
    #expect(result == Cepstra(expected))
  }
}

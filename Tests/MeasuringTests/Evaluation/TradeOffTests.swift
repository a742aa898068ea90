import Foundation
import HyzerBase
import Testing

@testable import Measuring

@Suite struct `Trade-off of false accepts and false rejects` {
  private let edges = TradeOff.thresholds

  private func tradeOff(_ positives: [Double?], _ negatives: [Double?]) -> TradeOff {
    var tradeOff = TradeOff()
    for confidence in positives { tradeOff.add(confidence: confidence, isNegative: false) }
    for confidence in negatives { tradeOff.add(confidence: confidence, isNegative: true) }
    return tradeOff
  }

  @Test func `the thresholds ascend from 0 to 1 in even steps of the log-odds`() {
    #expect(edges.count == 1003)
    #expect(edges.first == 0)
    #expect(edges.last == 1)
    #expect(zip(edges, edges.dropFirst()).allSatisfy { $0 < $1 })
    #expect(edges[501] == 0.5)
    for (index, edge) in edges.dropFirst().dropLast().enumerated() {
      #expect(abs(log(edge / (1 - edge)) - (Double(index) * 0.02 - 10)) < 1e-9)
    }
  }

  @Test func `a curve by hand`() throws {
    let tradeOff = tradeOff(
      [edges[300], edges[700], nil, 1], [edges[300], edges[500], nil])
    func point(_ edge: Int, accepts: Int, rejects: Int) -> TradeOff.Point {
      TradeOff.Point(
        threshold: edges[edge], falseAccepts: Proportion(accepts, of: 3),
        falseRejects: Proportion(rejects, of: 4))
    }
    let points = [
      point(0, accepts: 2, rejects: 1), point(301, accepts: 1, rejects: 2),
      point(501, accepts: 0, rejects: 2), point(701, accepts: 0, rejects: 3),
    ]
    #expect(tradeOff.points == points)
    // Between edges 300 and 301 the accepts go from 2/3 to 1/3 and the rejects from 1/4 to 2/4.
    let equal = try #require(tradeOff.equalError)
    let share = (2.0 / 3 - 1.0 / 4) / (1.0 / 3 + 1.0 / 4)
    #expect(abs(equal.rate - (0.25 + share * 0.25)) < 1e-12)
    #expect(abs(equal.threshold - (edges[300] + share * (edges[301] - edges[300]))) < 1e-12)
    #expect([1, 0.5, 0].map(tradeOff.point) == [points[0], points[1], points[2]])
  }

  @Test func `nothing counted is undefined`() {
    let empty = tradeOff([], [])
    let nothing = Proportion(0, of: 0)
    #expect(empty.points == [.init(threshold: 0, falseAccepts: nothing, falseRejects: nothing)])
    #expect(empty.equalError == nil)
    #expect(empty.point(maximumFalseAccept: 1) == nil)
  }

  @Test func `every figure is that of counting anew at each threshold`() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<40 {
      // Few edges, so that many confidences fall on one.
      let some: [Double?] =
        [nil, 0, 1]
        + (0..<Int.random(in: 0...12, using: &random)).map { _ in
          edges[Int.random(in: 0..<edges.count, using: &random)]
        }
      var sides: [[Double?]] = [[], []]
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        let side = Int.random(in: 0...1, using: &random)
        sides[side].append(some[Int.random(in: 0..<some.count, using: &random)])
      }
      check(positives: sides[0], negatives: sides[1])
    }
  }

  /// Compares with figures counted threshold by threshold.
  private func check(positives: [Double?], negatives: [Double?]) {
    func accepted(_ confidences: [Double?], _ edge: Double) -> Int {
      confidences.count { $0.map { $0 >= edge } ?? false }
    }
    let counted = edges.map { edge in
      TradeOff.Point(
        threshold: edge, falseAccepts: Proportion(accepted(negatives, edge), of: negatives.count),
        falseRejects: Proportion(
          positives.count - accepted(positives, edge), of: positives.count))
    }
    var points = Array(counted.prefix(1))
    for point in counted
    where point.falseAccepts != points[points.count - 1].falseAccepts
      || point.falseRejects != points[points.count - 1].falseRejects
    {
      points.append(point)
    }
    let tradeOff = tradeOff(positives, negatives)
    #expect(tradeOff.points == points)
    for maximum in [0, 0.1, 0.25, 0.5, 1] {
      #expect(
        tradeOff.point(maximumFalseAccept: maximum)
          == counted.first { $0.falseAccepts.rate.map { $0 <= maximum } ?? false })
    }
    // The equal error lies between the last threshold with more accepts and the first without.
    let rates = counted.compactMap { point in
      point.falseAccepts.rate.flatMap { accepts in point.falseRejects.rate.map { (accepts, $0) } }
    }
    guard let first = rates.firstIndex(where: { $0 <= $1 }),
      first > 0 || rates[0].0 == rates[0].1
    else {
      #expect(tradeOff.equalError == nil)
      return
    }
    let last = rates[first].0 == rates[first].1 ? first : first - 1
    let equal = tradeOff.equalError
    #expect(equal.map { (edges[last]...edges[first]).contains($0.threshold) } == true)
    #expect(equal.map { (rates[first].0...rates[last].0).contains($0.rate) } == true)
  }
}

import Evaluation
import Foundation
import Randomness
import Testing

@Suite struct `Trade-off of false accepts and false rejects` {
  private struct Utterance {
    let confidence: Double?
    let isPositive: Bool
  }

  private let edges = TradeOff.thresholds

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

  @Test func `a threshold accepts its own confidence and not the one just below`() {
    for index in [0, 1, 250, 500, 501, 1001] {
      let (edge, next) = (edges[index], edges[index + 1])
      // The lowest threshold that turns it away is the next.
      var at = TradeOff()
      at.addNegative(confidence: edge)
      #expect(at.threshold(maximumFalseAcceptRate: 0) == next)
      var below = TradeOff()
      below.addNegative(confidence: next.nextDown)
      #expect(below.threshold(maximumFalseAcceptRate: 0) == next)
    }
    var certain = TradeOff()
    certain.addNegative(confidence: 1)
    #expect(certain.threshold(maximumFalseAcceptRate: 0) == nil)
  }

  @Test func `a curve by hand`() throws {
    var tradeOff = TradeOff()
    tradeOff.addPositive(confidence: edges[300])
    tradeOff.addPositive(confidence: edges[700])
    tradeOff.addPositive(confidence: nil)
    tradeOff.addPositive(confidence: 1)
    tradeOff.addNegative(confidence: edges[300])
    tradeOff.addNegative(confidence: edges[500])
    tradeOff.addNegative(confidence: nil)
    func point(_ edge: Int, accepts: Int, rejects: Int) -> [String] {
      ["\(edges[edge])", "\(accepts)/3", "\(rejects)/4"]
    }
    #expect(
      tradeOff.points.map(describe) == [
        point(0, accepts: 2, rejects: 1), point(301, accepts: 1, rejects: 2),
        point(501, accepts: 0, rejects: 2), point(701, accepts: 0, rejects: 3),
      ])
    // Between edges 300 and 301 the accepts go from 2/3 to 1/3 and the rejects from 1/4 to 2/4.
    let equal = try #require(tradeOff.equalError)
    let share = (2.0 / 3 - 1.0 / 4) / (1.0 / 3 + 1.0 / 4)
    #expect(abs(equal.rate - (0.25 + share * 0.25)) < 1e-12)
    #expect(abs(equal.threshold - (edges[300] + share * (edges[301] - edges[300]))) < 1e-12)
    #expect(tradeOff.threshold(maximumFalseAcceptRate: 1) == 0)
    #expect(tradeOff.threshold(maximumFalseAcceptRate: 0.5) == edges[301])
    #expect(tradeOff.threshold(maximumFalseAcceptRate: 0) == edges[501])
  }

  @Test func `a crossing at a point needs no interpolation`() throws {
    var tradeOff = TradeOff()
    tradeOff.addPositive(confidence: edges[200])
    tradeOff.addPositive(confidence: edges[700])
    tradeOff.addNegative(confidence: edges[100])
    tradeOff.addNegative(confidence: edges[600])
    let equal = try #require(tradeOff.equalError)
    #expect(equal == (0.5, edges[201]))
  }

  @Test func `nothing counted is undefined`() {
    let empty = TradeOff()
    #expect(empty.points.map(describe) == [["0.0", "0/0", "0/0"]])
    #expect(empty.equalError == nil)
    #expect(empty.threshold(maximumFalseAcceptRate: 1) == nil)
  }

  @Test func `every figure is that of counting anew at each threshold`() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<40 {
      // Few edges, so that many confidences fall on one.
      var some: [Double?] = [nil, 0, 1]
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        some.append(edges[Int.random(in: 0..<edges.count, using: &random)])
      }
      let utterances = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Utterance(
          confidence: some[Int.random(in: 0..<some.count, using: &random)],
          isPositive: .random(using: &random))
      }
      check(counted(utterances), utterances)
    }
  }

  /// Compares with figures counted from the utterances, threshold by threshold.
  private func check(_ tradeOff: TradeOff, _ utterances: [Utterance]) {
    let negatives = utterances.filter { !$0.isPositive }
    let positives = utterances.filter(\.isPositive)
    var points: [[String]] = []
    var lowest: [Double: Double] = [:]
    var signs: [(sign: Int, rate: Double, threshold: Double)] = []
    for edge in edges {
      let accepts = negatives.count { $0.confidence.map { $0 >= edge } ?? false }
      let rejects = positives.count { !($0.confidence.map { $0 >= edge } ?? false) }
      let counts = ["\(accepts)/\(negatives.count)", "\(rejects)/\(positives.count)"]
      if points.last.map({ Array($0.dropFirst()) }) != counts {
        points.append(["\(edge)"] + counts)
      }
      if !negatives.isEmpty {
        let rate = Double(accepts) / Double(negatives.count)
        for maximum in [0, 0.1, 0.25, 0.5, 1] where rate <= maximum && lowest[maximum] == nil {
          lowest[maximum] = edge
        }
        if !positives.isEmpty {
          let sign = accepts * positives.count - rejects * negatives.count
          signs.append((sign, rate, edge))
        }
      }
    }
    #expect(tradeOff.points.map(describe) == points)
    for maximum in [0, 0.1, 0.25, 0.5, 1] {
      #expect(tradeOff.threshold(maximumFalseAcceptRate: maximum) == lowest[maximum])
    }
    // The equal error lies between the last threshold with more accepts and the first without.
    guard let first = signs.firstIndex(where: { $0.sign <= 0 }), first > 0 || signs[0].sign == 0
    else {
      #expect(tradeOff.equalError == nil)
      return
    }
    guard let equal = tradeOff.equalError else {
      Issue.record("the rates meet at \(edges[first])")
      return
    }
    let last = signs[first].sign == 0 ? first : first - 1
    #expect((signs[last].threshold...signs[first].threshold).contains(equal.threshold))
    #expect((signs[first].rate...signs[last].rate).contains(equal.rate))
  }

  private func describe(_ point: TradeOff.Point) -> [String] {
    ["\(point.threshold)"]
      + [point.falseAccepts, point.falseRejects].map { "\($0.successes)/\($0.trials)" }
  }

  private func counted(_ utterances: [Utterance]) -> TradeOff {
    var tradeOff = TradeOff()
    for utterance in utterances {
      if utterance.isPositive {
        tradeOff.addPositive(confidence: utterance.confidence)
      } else {
        tradeOff.addNegative(confidence: utterance.confidence)
      }
    }
    return tradeOff
  }
}

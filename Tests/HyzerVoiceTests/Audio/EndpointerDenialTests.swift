import Testing

@testable import HyzerVoice

@Suite struct `Endpointer that is told what is no speech` {
  /// What a stream brought about.
  private struct Outcome: Equatable {
    var events: [Endpointer.Event] = []
    /// When it was asked whether somebody speaks, in milliseconds.
    var asked: [Int] = []
    /// When the utterance seemed over for the first time, in milliseconds; only by blocks of 10 ms.
    var seemedOver: Int?
    /// How long somebody spoke in an utterance, in milliseconds; only by blocks of 10 ms.
    var spoken = 0

    var utterances: [Range<Int>] { HyzerVoiceTests.utterances(events) }
  }

  private static func hear(
    _ signal: Signal, blockSize: Int = 160, speechProbability: (_ milliseconds: Int) -> Float
  ) -> Outcome {
    var endpointer = Endpointer()
    var outcome = Outcome()
    var rest = signal.samples[...]
    while !rest.isEmpty {
      outcome.events += endpointer.feed(Array(rest.prefix(blockSize))) { end in
        outcome.asked.append(end / 16)
        return speechProbability(end / 16)
      }
      rest = rest.dropFirst(blockSize)
      if endpointer.seemsOver, outcome.seemedOver == nil {
        outcome.seemedOver = endpointer.sampleCount / 16
      }
      if endpointer.isInSpeech { outcome.spoken += 10 }
    }
    outcome.events += endpointer.finish()
    return outcome
  }

  /// Hears a signal in which somebody speaks at some times, which is told from the last 160 ms.
  private static func hear(_ signal: Signal, speech: [Range<Int>], blockSize: Int = 160) -> Outcome
  {
    hear(signal, blockSize: blockSize) { now in
      speech.contains { $0.overlaps(now - 160..<now) } ? 1 : 0
    }
  }

  @Test func `an utterance opens by its level, and what follows soon is not cut`() {
    let outcome = Self.hear(Signal().silence(1000).tone(400).silence(1500), speech: [])
    #expect(outcome.utterances == [700..<1560])
    #expect(outcome.asked == [1230])
  }

  @Test func `silence is never asked about`() {
    let signal = Signal().silence(1000).noise(3000, amplitude: 40).tone(40).silence(500)
    #expect(Self.hear(signal, speech: []) == Outcome())
  }

  private static let long = Signal().silence(1000).tone(5000).silence(1500)

  @Test func `noise that goes on after speech soon ends the utterance`() {
    let outcome = Self.hear(Self.long, speech: [1000..<1500])
    // Denied at 1,830 ms, which counts 1 s later; then silence is counted. The level opens another one.
    #expect(outcome.asked.prefix(4) == [1230, 1430, 1630, 1830])
    #expect(outcome.utterances.first == 700..<2970)
    #expect(outcome.seemedOver == 3070)
    #expect(outcome.utterances.dropFirst().first?.lowerBound == 3220)
    #expect(outcome.events.map(\.kind).prefix(3) == ["started", "provisionalEnd", "ended"])
  }

  @Test func `nobody speaks in noise that has gone on for long`() {
    let denied = Self.hear(Self.long, speech: [1000..<1500])
    let confirmed = Self.hear(Self.long, speech: [1000..<6000])
    #expect(confirmed.utterances == [700..<6160])
    #expect(confirmed.spoken == 4960)
    #expect(denied.spoken < 4000)
  }

  @Test(arguments: [(0.3, 1), (0.29, 3)] as [(Float, Int)])
  func `speech is denied that is less likely than three in ten`(probability: Float, count: Int) {
    #expect(Self.hear(Self.long) { _ in probability }.utterances.count == count)
  }

  @Test func `noise in a pause counts for as long as it may be between words`() {
    let signal = Signal().silence(1000).tone(400).silence(200).tone(2000).silence(1000)
    let outcome = Self.hear(signal, speech: [1000..<1400])
    #expect(outcome.utterances.first == 700..<2560)
    #expect(outcome.events.map(\.kind).prefix(3) == ["started", "provisionalEnd", "resumed"])
  }

  @Test func `speech that goes on in noise belongs to the utterance`() {
    let outcome = Self.hear(Self.long, speech: [1000..<1500, 3100..<5700])
    #expect(outcome.utterances == [700..<6160])
    #expect(
      outcome.events.map(\.kind)
        == ["started", "provisionalEnd", "resumed", "provisionalEnd", "ended"])
  }

  @Test func `an utterance that opens after a denial begins undenied`() {
    let signal = Signal().silence(1000).tone(3000).silence(2000).tone(300).silence(1500)
    let outcome = Self.hear(signal, speech: [1000..<1500])
    #expect(outcome.utterances.last == 5700..<6460)
  }

  @Test(arguments: [1, 159, 161, 1600, 100_000])
  func `any size of blocks gives the same events and questions`(size: Int) {
    let signal = Signal().noise(300, amplitude: 30).tone(900).silence(400).tone(500).silence(900)
      .noise(4000, amplitude: 3000).silence(1000).tone(700).silence(100)
    func outcome(_ size: Int) -> Outcome {
      var outcome = Self.hear(signal, speech: [500..<700, 1650..<2000], blockSize: size)
      outcome.seemedOver = nil
      outcome.spoken = 0
      return outcome
    }
    let expected = outcome(160)
    #expect(expected.utterances.count >= 3 && expected.asked.count > 10)
    #expect(outcome(size) == expected)
  }
}

import Testing

@testable import HyzerVoice

/// Samples put together for a test, at 16 kHz.
struct Signal: Sendable {
  var samples: [Int16] = []

  /// Appends digital zero.
  func silence(_ milliseconds: Int) -> Signal {
    appending(milliseconds) { _ in 0 }
  }

  /// Appends a square wave of 500 Hz, which needs no sine.
  func tone(_ milliseconds: Int, amplitude: Double = 8000) -> Signal {
    appending(milliseconds) { $0 % 32 < 16 ? amplitude : -amplitude }
  }

  /// Appends white noise, the same on every run, of uniform distribution up to the amplitude.
  func noise(_ milliseconds: Int, amplitude: Double) -> Signal {
    var seed: UInt64 = 88_172_645_463_325_252
    return appending(milliseconds) { _ in
      seed ^= seed << 13
      seed ^= seed >> 7
      seed ^= seed << 17
      return (Double(seed % 20_001) / 10_000 - 1) * amplitude
    }
  }

  /// Adds noise, an offset, or both to all that is there, then clips.
  func over(noise amplitude: Double = 0, offset: Double = 0, gain: Double = 1) -> Signal {
    let noise = Signal().noise(samples.count / 16 + 1, amplitude: amplitude).samples
    return Signal(
      samples: zip(samples, noise).map {
        Int16(max(-32_768, min(32_767, Double($0) * gain + Double($1) + offset)))
      })
  }

  private func appending(_ milliseconds: Int, _ value: (Int) -> Double) -> Signal {
    Signal(samples: samples + (0..<milliseconds * 16).map { Int16(value($0)) })
  }
}

/// Feeds a whole signal in blocks of a size and ends the stream.
private func events(
  _ signal: Signal, blockSize: Int = .max, settings: EndpointerSettings = EndpointerSettings()
) -> [Endpointer.Event] {
  var endpointer = Endpointer(settings: settings)
  var events: [Endpointer.Event] = []
  var rest = signal.samples[...]
  while !rest.isEmpty {
    events += endpointer.feed(Array(rest.prefix(blockSize)))
    rest = rest.dropFirst(blockSize)
  }
  return events + endpointer.finish()
}

/// The ranges of the utterances, in milliseconds rounded down.
func utterances(_ events: [Endpointer.Event]) -> [Range<Int>] {
  events.compactMap {
    guard case .ended(let range, _) = $0 else { return nil }
    return range.lowerBound / 16..<range.upperBound / 16
  }
}

private let burst = Signal().silence(1000).tone(400).silence(1500)
private let bursts500 = Signal().silence(1000).tone(400).silence(500).tone(400).silence(1500)
private let bursts1200 = Signal().silence(1000).tone(400).silence(1200).tone(400).silence(1500)

@Suite struct `Endpointer of utterances` {
  @Test(
    arguments: [
      ("nothing", Signal(), []),
      ("less than a frame", Signal(samples: [1, 2, 3]), []),
      ("digital zero", Signal().silence(5000), []),
      ("quiet noise", Signal().noise(5000, amplitude: 40), []),
      ("loud noise from the start", Signal().noise(5000, amplitude: 500), []),
      ("a burst", burst, [700..<1550]),
      ("a burst in noise", burst.over(noise: 200), [700..<1550]),
      ("a burst on an offset", burst.over(offset: 9000), [700..<1550]),
      ("a clipped burst", burst.over(gain: 100), [700..<1550]),
      ("a click", Signal().silence(1000).tone(40).silence(2000), []),
      ("a burst at the very start", Signal().tone(400).silence(1500), [0..<550]),
      ("bursts 0.5 s apart", bursts500, [700..<2450]),
      ("bursts 0.5 s apart in noise", bursts500.over(noise: 200), [700..<2450]),
      ("bursts 1.2 s apart", bursts1200, [700..<1550, 2300..<3150]),
      ("a stream that ends in speech", Signal().silence(1000).tone(400), [700..<1400]),
      (
        "a stream that ends within a frame",
        Signal(samples: Signal().silence(1000).tone(400).samples + [1, 2]), [700..<1400]
      ),
    ] as [(String, Signal, [Range<Int>])]) func `utterances are found with their rolls`(
      name: String, signal: Signal, expected: [Range<Int>]
    )
  {
    let found = utterances(events(signal))
    // The filter's ringing may carry a burst into the frame after it.
    #expect(found.count == expected.count)
    for (range, expected) in zip(found, expected) {
      #expect(abs(range.lowerBound - expected.lowerBound) <= 10, "\(found)")
      #expect((0...20).contains(range.upperBound - expected.upperBound), "\(found)")
    }
  }

  @Test func `an utterance is reported as it goes`() {
    let found = events(bursts500)
    #expect(
      found.map(\.kind) == ["started", "provisionalEnd", "resumed", "provisionalEnd", "ended"])
    #expect(found.first == .started(at: 11_200))
    guard case .provisionalEnd(let provisional) = found[3] else { return }
    #expect(found[4] == .ended(range: provisional, forced: false))
    #expect(found[1] != found[3])
  }

  @Test func `a click in the pause neither resumes nor delays the end`() {
    let quiet = Signal().silence(1000).tone(400).silence(1000)
    let click = Signal().silence(1000).tone(400).silence(500).tone(10).silence(490)
    #expect(events(quiet) == events(click))
  }

  @Test(arguments: [1, 7, 159, 160, 161, 1600, 16_000])
  func `any size of blocks gives the same events`(size: Int) {
    let signal = Signal().noise(300, amplitude: 30).tone(300).silence(400).tone(200).silence(900)
      .noise(2000, amplitude: 3000).silence(1000).tone(700).silence(100)
    let whole = events(signal)
    #expect(whole.contains { $0.kind == "resumed" })
    #expect(utterances(whole).count == 3)
    #expect(events(signal, blockSize: size) == whole)
  }

  @Test(arguments: [300.0, 3000, 9000])
  func `sudden noise is learnt within the stated time`(amplitude: Double) throws {
    var endpointer = Endpointer()
    _ = endpointer.feed(Signal().noise(3000, amplitude: 30).samples)
    let floor = try #require(endpointer.inputLevel.floorDecibels)
    let noise = Signal().noise(25_000, amplitude: amplitude).samples
    var found = endpointer.feed(Array(noise[..<1600]))
    let rise = endpointer.inputLevel.decibels - floor
    found += endpointer.feed(Array(noise[1600...]))
    // Two more decibels, since frames of noise differ in level.
    let climb = rise + 2 - Endpointer.margin + Endpointer.hysteresis
    let ranges = utterances(found)
    #expect(ranges.count == 1)
    #expect(Double(ranges[0].upperBound) / 1000 < 3 + climb / NoiseFloor.riseRate + 0.25)
    #expect(!endpointer.isInUtterance)
  }

  @Test func `speech over noise just learnt is still found`() {
    let signal = Signal(
      samples: Signal().noise(3000, amplitude: 30).samples
        + Signal().silence(12_000).tone(400).silence(1500).over(noise: 1000).samples)
    let ranges = utterances(events(signal))
    #expect(ranges.count == 2)
    #expect(ranges.last.map { abs($0.lowerBound - 14_700) <= 10 } == true)
  }

  @Test func `speech without an end is cut at the maximum length, and nothing between is lost`() {
    let settings = EndpointerSettings(maximumLength: .seconds(2))
    let found = events(Signal().silence(1000).tone(5000).silence(1500), settings: settings)
    #expect(found.compactMap(\.isForced) == [true, true, false])
    let ranges = utterances(found)
    #expect(ranges.map(\.count)[..<2] == [2000, 2000])
    #expect(ranges[0].upperBound == ranges[1].lowerBound)
    #expect(ranges[1].upperBound == ranges[2].lowerBound)
    #expect(ranges[2].contains(6000))
  }

  @Test func `the maximum length reached in an announced pause cuts nothing`() {
    let settings = EndpointerSettings(maximumLength: .milliseconds(1200))
    let found = events(burst, settings: settings)
    #expect(found.map(\.kind) == ["started", "provisionalEnd", "ended"])
    #expect(utterances(found).map(\.upperBound).allSatisfy { (1550...1570).contains($0) })
    #expect(found.last?.isForced == false)
  }

  @Test func `the level is that of the last whole frame in dBFS, beside the floor`() {
    var endpointer = Endpointer()
    #expect(endpointer.inputLevel == InputLevel(decibels: -100, floorDecibels: nil))
    _ = endpointer.feed(Signal().silence(100).samples)
    #expect(endpointer.inputLevel == InputLevel(decibels: -100, floorDecibels: -72))
    _ = endpointer.feed(Signal().tone(100, amplitude: 32_000).samples)
    let loud = endpointer.inputLevel
    #expect((-3.0...0).contains(loud.decibels))
    #expect(loud.meter > 0.8)
    _ = endpointer.feed(Signal().tone(100, amplitude: 3200).samples)
    #expect(abs(loud.decibels - endpointer.inputLevel.decibels - 20) < 0.1)
  }

  @Test(arguments: [(-100, 0), (-70, 0), (-55, 0.25), (-40, 0.5), (-10, 1), (0, 1)])
  func `a meter goes from a quiet room to speech that is about to clip`(
    decibels: Double, meter: Double
  ) {
    #expect(InputLevel(decibels: decibels, floorDecibels: nil).meter == meter)
  }

  @Test func `speech is distinguished from the pauses inside an utterance`() {
    var endpointer = Endpointer()
    _ = endpointer.feed(Signal().noise(500, amplitude: 20).tone(300).samples)
    #expect(endpointer.isInUtterance && endpointer.isInSpeech)
    _ = endpointer.feed(Signal().noise(100, amplitude: 20).samples)
    #expect(endpointer.isInUtterance && !endpointer.isInSpeech)
  }

  @Test func `an utterance seems over after the shorter silence, until speech goes on`() {
    var endpointer = Endpointer()
    var seemsOver: [Bool] = []
    for milliseconds in stride(from: 0, to: bursts500.samples.count / 16, by: 10) {
      _ = endpointer.feed(Array(bursts500.samples[milliseconds * 16..<(milliseconds + 10) * 16]))
      seemsOver.append(endpointer.seemsOver)
    }
    let changes = seemsOver.indices.dropFirst().filter { seemsOver[$0] != seemsOver[$0 - 1] }
    // The filter's ringing may carry a burst into the frame after it.
    for (change, expected) in zip(changes, [164, 190, 254, 299]) {
      #expect((0...2).contains(change - expected), "\(changes)")
    }
    #expect(changes.count == 4)
  }

  @Test func `an utterance that is ended in a pause is over, and what follows is another one`() {
    var endpointer = Endpointer()
    // The second one's pre-roll stops at the first.
    let samples = Signal().silence(1000).tone(400).silence(400).tone(400).silence(1500).samples
    var events = endpointer.feed(Array(samples[..<(1350 * 16)]))
    endpointer.endInPause()
    #expect(endpointer.isInUtterance)
    events += endpointer.feed(Array(samples[(1350 * 16)..<(1720 * 16)]))
    endpointer.endInPause()
    #expect(!endpointer.isInUtterance)
    events += endpointer.feed(Array(samples[(1720 * 16)...]))
    #expect(
      events.map(\.kind) == ["started", "provisionalEnd", "started", "provisionalEnd", "ended"])
    guard case .provisionalEnd(let first) = events[1], case .ended(let second, _) = events[4]
    else { return }
    #expect(second.lowerBound == first.upperBound)
  }

  @Test func `an utterance that breaks off goes on after a longer pause, until it goes on`() {
    /// What happens where the first pause, or the second one, is taken for unfinished, and when.
    func happenings(
      in signal: Signal, unfinished pauses: Set<Int>, _ settings: EndpointerSettings = .init()
    ) -> [String] {
      var endpointer = Endpointer(settings: settings)
      var (found, pause) = ([String](), 0)
      // Before an utterance, and in speech, nothing breaks off.
      endpointer.expectMore()
      for start in stride(from: 0, to: signal.samples.count, by: 1600) {
        for event in endpointer.feed(Array(signal.samples[start..<start + 1600])) {
          found.append("\(event.kind) \(start / 1600)")
          if case .started = event { endpointer.expectMore() }
          guard case .provisionalEnd = event else { continue }
          pause += 1
          if pauses.contains(pause) { endpointer.expectMore() }
        }
      }
      return found
    }
    let signal = Signal().silence(1000).tone(400).silence(1200).tone(400).silence(2000)
    let second = ["provisionalEnd 31", "ended 37"]
    #expect(
      happenings(in: signal, unfinished: [])
        == ["started 10", "provisionalEnd 15", "ended 21", "started 26"] + second)
    #expect(
      happenings(in: signal, unfinished: [1])
        == ["started 10", "provisionalEnd 15", "resumed 26"] + second)
    #expect(
      happenings(in: signal, unfinished: [1, 2])
        == ["started 10", "provisionalEnd 15", "resumed 26", "provisionalEnd 31", "ended 45"])
    // The maximum length ends it in the pause, where nothing is cut; a shorter wait is none.
    let short = EndpointerSettings(maximumLength: .milliseconds(1900))
    #expect(
      happenings(in: signal, unfinished: [1], short).prefix(4)
        == ["started 10", "provisionalEnd 15", "ended 25", "started 26"])
    #expect(
      happenings(in: signal, unfinished: [1], .init(unfinishedSilence: .milliseconds(200)))
        == happenings(in: signal, unfinished: []))
  }

  @Test func `an utterance that breaks off can be ended in its pause`() {
    var endpointer = Endpointer()
    let samples = Signal().silence(1000).tone(400).silence(300).samples
    #expect(endpointer.feed(samples).map(\.kind) == ["started", "provisionalEnd"])
    #expect(endpointer.seemsOver)
    endpointer.expectMore()
    #expect(!endpointer.seemsOver)
    endpointer.endInPause()
    #expect(!endpointer.isInUtterance)
  }

  @Test func `every range still to come starts at or after the earliest needed sample`() {
    var endpointer = Endpointer()
    var needed = 0
    let samples = bursts1200.samples
    for start in stride(from: 0, to: samples.count, by: 160) {
      for event in endpointer.feed(Array(samples[start..<min(start + 160, samples.count)])) {
        if case .started(let sample) = event { #expect(sample >= needed) }
        if case .ended(let range, _) = event { #expect(range.lowerBound >= needed) }
      }
      #expect(endpointer.earliestNeededSample >= needed)
      needed = endpointer.earliestNeededSample
    }
    #expect(endpointer.sampleCount == samples.count)
    #expect(samples.count - needed <= 4800)
  }

  @Test func `settings out of range trap, and so does feeding after the end`() async {
    await #expect(processExitsWith: .failure) {
      _ = Endpointer(settings: EndpointerSettings(trailingSilence: .milliseconds(140)))
    }
    await #expect(processExitsWith: .failure) {
      _ = Endpointer(settings: EndpointerSettings(completeSilence: .milliseconds(140)))
    }
    await #expect(processExitsWith: .failure) {
      _ = Endpointer(settings: EndpointerSettings(maximumLength: .milliseconds(500)))
    }
    await #expect(processExitsWith: .failure) {
      var endpointer = Endpointer()
      _ = endpointer.finish()
      _ = endpointer.feed([0])
    }
  }
}

extension Endpointer.Event {
  /// Whether the end was forced; nil for no end.
  fileprivate var isForced: Bool? {
    guard case .ended(_, let forced) = self else { return nil }
    return forced
  }

  var kind: String {
    switch self {
    case .started: "started"
    case .provisionalEnd: "provisionalEnd"
    case .resumed: "resumed"
    case .ended: "ended"
    }
  }
}

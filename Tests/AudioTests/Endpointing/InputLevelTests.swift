import Testing

@testable import Audio

@Suite struct InputLevelTests {
  struct Case: Sendable {
    let decibels: Double
    let meter: Double
  }

  @Test(arguments: [
    Case(decibels: -100, meter: 0), Case(decibels: -70, meter: 0), Case(decibels: -55, meter: 0.25),
    Case(decibels: -40, meter: 0.5), Case(decibels: -10, meter: 1), Case(decibels: 0, meter: 1),
  ])
  func `a meter goes from a quiet room to speech that is about to clip`(_ example: Case) {
    let level = InputLevel(decibels: example.decibels, floorDecibels: example.decibels)
    #expect(level.meter == example.meter)
    #expect(level.floorMeter == example.meter)
  }

  @Test func `the level is that of the last whole frame, beside the floor`() {
    var endpointer = Endpointer()
    #expect(endpointer.inputLevel == InputLevel(decibels: -100, floorDecibels: nil))
    #expect(endpointer.inputLevel.floorMeter == 0)
    _ = endpointer.feed(Signal().noise(500, amplitude: 20).tone(30).samples)
    let loud = endpointer.inputLevel
    #expect(loud.decibels == endpointer.levelDecibels)
    #expect(loud.floorDecibels == endpointer.noiseFloorDecibels)
    #expect(loud.meter > 0.8)
    #expect(loud.floorMeter < 0.2)
    _ = endpointer.feed(Signal().noise(10, amplitude: 20).samples)
    #expect(endpointer.inputLevel.meter < loud.meter)
  }

  @Test func `speech is told apart from the pauses inside an utterance`() {
    var endpointer = Endpointer()
    _ = endpointer.feed(Signal().noise(500, amplitude: 20).tone(300).samples)
    #expect(endpointer.isInUtterance && endpointer.isInSpeech)
    _ = endpointer.feed(Signal().noise(100, amplitude: 20).samples)
    #expect(endpointer.isInUtterance && !endpointer.isInSpeech)
  }
}

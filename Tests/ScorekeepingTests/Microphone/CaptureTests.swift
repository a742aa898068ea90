import CALSA
import Foundation
import Scorekeeping
import TestSupport
import Testing

@testable import Scorekeeping

@Suite struct `Capture device` {
  @Test(arguments: [1, 160, 320, 1000, 6400])
  func `samples come through bit for bit, then silence`(maximumFrames: Int) throws {
    let fixture = try ALSAFixture()
    let samples = ramp(10_001)
    try fixture.record(samples)
    var device = try CaptureDevice(
      ALSAStream("microphone", .capture, definitions: fixture.definitions))
    var read: [Int16] = []
    while read.count < 12_000 {
      let block = try device.read(maximumFrames: maximumFrames)
      try #require(block.count == maximumFrames)
      read += block
    }
    #expect(Array(read[..<10_001]) == samples)
    #expect(read[10_001...].allSatisfy { $0 == 0 })
    #expect(device.overruns == 0)
  }

  @Test func `a device of another format is converted to`() throws {
    let fixture = try ALSAFixture()
    try fixture.record([Int16](repeating: 1000, count: 2 * 48_000))
    var device = try CaptureDevice(
      ALSAStream("converted", .capture, definitions: fixture.definitions))
    let read = try device.read(maximumFrames: 1600)
    // Past the converter's first samples, a constant stays what it is.
    #expect(read.count == 1600)
    #expect(read[320...].allSatisfy { (999...1001).contains($0) })
  }

  @Test func `a device is found by name through the user's configuration`() async {
    // In a process of its own: the environment belongs to all threads.
    await #expect(processExitsWith: .success) {
      let fixture = try ALSAFixture()
      let samples = ramp(2000)
      try fixture.record(samples)
      unsafe setenv("ALSA_CONFIG_PATH", try fixture.configurationFile(), 1)
      var device = try CaptureDevice(device: "microphone")
      #expect(try device.read(maximumFrames: 2000) == samples)
      try Playback.play(samples: samples, sampleRateHz: 8000, device: "speaker")
      #expect(try fixture.played() == samples)
    }
  }

  @Test func `an absent device is unavailable, for a stated reason`() throws {
    #expect(
      throws: CaptureError.unavailable(
        device: "nonesuch", reason: "No such file or directory (Unknown PCM nonesuch)")
    ) {
      _ = try CaptureDevice(device: "nonesuch")
    }
    let fixture = try ALSAFixture()
    let definitions = fixture.definitions
    #expect {
      _ = try ALSAStream("broken", .capture, definitions: definitions)
    } throws: { error in
      guard case .unavailable("broken", let reason) = error as? CaptureError else { return false }
      return reason.contains("nonsense")
    }
    #expect(throws: CaptureError.self) {
      _ = try ALSAStream("anything", .capture, definitions: "pcm.anything {")
    }
  }

  @Test func `ALSA prints nothing by itself`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      #expect(throws: CaptureError.self) { _ = try CaptureDevice(device: "hw:31") }
      #expect(throws: CaptureError.self) { _ = try CaptureDevice(device: "nonesuch") }
      _ = try captureDevices()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(!text.contains("ALSA"))
    #expect(!text.contains("card"))
  }

  @Test func `a rate that the device does not offer is unsupported`() throws {
    let script = ScriptedDevice([])
    #expect(
      throws: CaptureError.unsupported(device: "scripted", format: "16-bit mono at 16000 Hz")
    ) {
      _ = try CaptureDevice(script.open(.capture, rateHz: 48_000))
    }
  }

  @Test(
    arguments: [
      ([.positionFails(-EPIPE), .frames(320), .transferFails(-EPIPE)], 2),
      ([.transferFails(-ESTRPIPE)], 0), ([.transferFails(-EINTR)], 0),
    ] as [([ScriptedDevice.Step], Int)])
  func `overruns are recovered from and counted, suspensions and interruptions recovered from`(
    faults: [ScriptedDevice.Step], overruns: Int
  ) throws {
    let script = ScriptedDevice([.frames(320)] + faults + [.frames(640)])
    var device = try CaptureDevice(script.open(.capture))
    let prepared = script.preparations
    var read: [Int16] = []
    for _ in 0..<3 { read += try device.read() }
    #expect(read == (0..<960).map { $0 })
    #expect(device.overruns == overruns)
    #expect(script.preparations >= prepared + overruns)
    withExtendedLifetime(script) {}
  }

  @Test(
    arguments: [
      ([.transferFails(-ENODEV)], .vanished(device: "scripted"), nil),
      ([.positionFails(-ENODEV)], .vanished(device: "scripted"), nil),
      ([.transferFails(-EIO)], .readFailed(device: "scripted", reason: "Input/output error"), nil),
      (
        Array(repeating: .transferFails(-EPIPE), count: 100),
        .readFailed(device: "scripted", reason: "16 failures in a row (Broken pipe)"),
        ALSAStream.maximumRecoveries
      ),
    ] as [([ScriptedDevice.Step], CaptureError, Int?)])
  func `a device is given up where it went away, fails otherwise, or only overruns`(
    faults: [ScriptedDevice.Step], error: CaptureError, overruns: Int?
  ) throws {
    let script = ScriptedDevice([.frames(320)] + faults)
    var device = try CaptureDevice(script.open(.capture))
    #expect(try device.read().count == 320)
    #expect(throws: error) { try device.read() }
    if let overruns { #expect(device.overruns == overruns) }
    if case .vanished = error { #expect(throws: error) { try device.read() } }
    withExtendedLifetime(script) {}
  }
}

@Suite struct `Playback of samples` {
  @Test(arguments: [8000, 16_000, 44_100], [0, 50_001])
  func `what is played arrives bit for bit`(rate: Int, count: Int) throws {
    let fixture = try ALSAFixture()
    let speaker = try ALSAStream("speaker", .playback, definitions: fixture.definitions)
    try Playback.play(ramp(count), sampleRateHz: rate, on: speaker)
    #expect(try fixture.played() == ramp(count))
  }

  @Test func `a gap is skipped over, no sample lost or repeated`() throws {
    let script = ScriptedDevice([.frames(320), .transferFails(-EPIPE), .frames(10_000)])
    try Playback.play(ramp(2000), sampleRateHz: 16_000, on: script.open(.playback))
    #expect(script.played == ramp(2000))
  }

  @Test func `failures carry the device`() throws {
    #expect(
      throws: CaptureError.unavailable(
        device: "nonesuch", reason: "No such file or directory (Unknown PCM nonesuch)")
    ) {
      try Playback.play(samples: [1], sampleRateHz: 16_000, device: "nonesuch")
    }
    for (steps, error) in [
      ([.frames(320), .transferFails(-ENODEV)], .vanished(device: "scripted")),
      ([.transferFails(-EIO)], .writeFailed(device: "scripted", reason: "Input/output error")),
    ] as [([ScriptedDevice.Step], CaptureError)] {
      let script = ScriptedDevice(steps)
      #expect(throws: error) {
        try Playback.play(ramp(2000), sampleRateHz: 16_000, on: script.open(.playback))
      }
    }
  }
}

@Suite struct `Devices that record` {
  private static let hasCard = FileManager.default.fileExists(atPath: "/proc/asound/card0")

  @Test(.enabled(if: !hasCard, "there is a card"))
  func `without a card, a server that answers is listed, and no converter`() async {
    // In a process of its own: the environment belongs to all threads.
    await #expect(processExitsWith: .success) {
      let fixture = try ALSAFixture()
      let path = try fixture.configurationFile()
      unsafe setenv("ALSA_CONFIG_PATH", path, 1)
      #expect(try captureDevices() == [])
      let hints = """

        pcm.default { type null, hint { show on, description "Fixture\nof a test" } }
        pcm.pulse { type nonsense, hint { show on, description "Silent server" } }
        pcm.null { type null, hint { show on, description "Nothing" } }
        pcm.front { type null, hint { show on, description "Card" } }
        """
      try (fixture.definitions + hints).write(toFile: path, atomically: true, encoding: .utf8)
      _ = snd_config_update_free_global()
      #expect(
        try captureDevices() == [SoundDevice(name: "default", description: "Fixture, of a test")])
    }
  }
}

@Suite struct `Capture error` {
  @Test(arguments: [
    (-EBUSY, CaptureError.busy(device: "x")),
    (-ENOENT, .unavailable(device: "x", reason: "No such file or directory")),
    (-ENODEV, .unavailable(device: "x", reason: "No such device")),
  ])
  func `statuses become the error that says most`(code: Int32, expected: CaptureError) {
    #expect(ALSAStatus(code: code).opening("x") == expected)
  }

  @Test func `every message is one line that says what, where and what to do`() {
    let errors: [CaptureError] = [
      .unavailable(device: "x", reason: "why"), .busy(device: "x"), .vanished(device: "x"),
      .unsupported(device: "x", format: "F"), .readFailed(device: "x", reason: "why"),
      .writeFailed(device: "x", reason: "why"), .listingFailed(reason: "why"),
    ]
    #expect(
      errors.map(\.description).joined(separator: "\n") == """
        cannot open sound device 'x': why; list devices with `hyzer devices`
        cannot open sound device 'x': another program is using it; close that program, or list other devices with `hyzer devices`
        sound device 'x' went away; plug it in again, or list devices with `hyzer devices`
        sound device 'x' does not offer F; try 'default' or its 'plughw:' name from `hyzer devices`
        cannot record from sound device 'x': why; try again, or list devices with `hyzer devices`
        cannot play on sound device 'x': why; try again, or list devices with `hyzer devices`
        cannot list sound devices: why; check the ALSA configuration
        """)
  }
}

internal import Audio
internal import CommandLineKit

/// `hyzer devices`: the sound devices that record.
struct DevicesCommand: Command {
  static let spec = CommandSpec(path: ["devices"], abstract: "List the sound devices that record.")

  let arguments: ParsedArguments

  func run(_ toolkit: Toolkit) throws {
    let devices = try captureDevices()
    for device in devices { try toolkit.console.line("\(device.name)\t\(device.description)") }
    if devices.isEmpty {
      toolkit.console.errorLine(
        "hyzer devices: ALSA lists no device that records; plug in a microphone")
    }
  }
}

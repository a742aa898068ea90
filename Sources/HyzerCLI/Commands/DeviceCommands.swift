internal import CommandLineKit
internal import DiscGolf
internal import HyzerBase
internal import ScoreLog
internal import ScoreScreen

enum DeviceListCommand: Command {
  static let spec = CommandSpec(
    path: ["device", "list"], abstract: "List the devices that have entered scores, and phones.",
    discussion: """
      An asterisk marks this log's own device. A phone is there from when it joined a round; see \
      hyzer round invite.
      """, options: [.json, .database])

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let own = try store.thisDevice()
    let devices = try store.devices()
    let place = try toolkit.scoreLogPlace(arguments)
    func name(_ device: DeviceSummary) throws -> String {
      device.id == own ? try toolkit.deviceName(store, place) : device.name
    }
    if arguments.flag(.json) {
      for device in devices {
        try toolkit.console.json([
          "device": device.id.rawValue, "name": name(device), "isThis": device.id == own,
          "events": device.eventCount, "lastAt": device.lastAt, "isRevoked": device.isRevoked,
          "isPhone": device.phone != nil, "player": device.phone?.player,
          "joinedAt": device.phone?.at,
        ])
      }
      return
    }
    let rows = try devices.map { device in
      [
        device.id == own ? "*" : "", String(device.id.rawValue.prefix(8)),
        try name(device).printable,
        "\(device.eventCount)", device.lastAt.map(toolkit.surroundings.localTime) ?? "–",
        state(of: device, toolkit).printable,
      ]
    }
    let columns = TextColumns([.left, .left, .left, .right, .left, .left])
    let header = ["", "device", "name", "events", "last", ""]
    try toolkit.console.lines(columns.lines([header] + rows, limits: [2: 24]))
  }

  /// Whose phone a device is, where it is one, and whether it is revoked.
  private static func state(of device: DeviceSummary, _ toolkit: Toolkit) -> String {
    let phone = device.phone.map { phone in
      let time = toolkit.surroundings.localTime(phone.at)
      return phone.player.map { "phone of \($0), joined \(time)" } ?? "watches, joined \(time)"
    }
    return [phone, device.isRevoked ? "revoked" : nil].compactMap { $0 }.joined(separator: "; ")
  }
}

enum DeviceNameCommand: Command {
  static let spec = CommandSpec(
    path: ["device", "name"], abstract: "Name this device, as others see it beside a score.",
    discussion: "HYZER_DEVICE goes before it; without either it is the host's name.",
    options: [.database], operands: [name],
    examples: [Example("hyzer device name \"Mike's laptop\"", "Name it.")])

  private static let name = OperandSpec(name: "NAME", help: "The name.")

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    let name = arguments.operands(name)[0]
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw arguments.misuse("the name is empty; give one that people know the device by")
    }
    try toolkit.scoreStore(arguments).nameThisDevice(name)
  }
}

enum DeviceRevokeCommand: Command {
  static let spec = CommandSpec(
    path: ["device", "revoke"], abstract: "Take in no more scores of a device that was lost.",
    discussion: """
      A phone sees nothing any more either, until it joins again: hyzer round invite --renew makes \
      another code. \
      What it has entered stays. Where a hub is joined, the hub takes nothing more of it either, so \
      that nobody gets it from there; only the hub's owner may say so. Without a hub each log decides \
      for itself.
      """,
    options: [.database], operands: [device])

  private static let device = OperandSpec(
    name: "DEVICE", help: "The device's identifier, or the beginning of it; see hyzer device list.")

  static func run(_ arguments: ParsedArguments, _ toolkit: Toolkit) throws {
    let store = try toolkit.scoreStore(arguments)
    let text = arguments.operands(device)[0]
    let found = try store.devices().filter { $0.id.rawValue.hasPrefix(text) || $0.name == text }
    guard let device = found.first, found.count == 1 else {
      throw Failure(
        .badData,
        found.isEmpty
          ? "no device is called \"\(text)\"; list devices with `hyzer device list`"
          : "\"\(text)\" is of \(found.count) devices; give more of the identifier")
    }
    guard try device.id != store.thisDevice() else {
      throw Failure(.badData, "\"\(text)\" is this device; revoke it on another")
    }
    try store.revoke(device.id)
    try revokeAtHub(device, store, arguments, toolkit)
    let name = device.name.isEmpty ? String(device.id.rawValue.prefix(8)) : device.name
    try toolkit.console.line("\(name.printable) is revoked")
  }

  private static func revokeAtHub(
    _ device: DeviceSummary, _ store: ScoreStore, _ arguments: ParsedArguments, _ toolkit: Toolkit
  ) throws {
    guard let address = try toolkit.hubAddress(store) else { return }
    do {
      let connection = try toolkit.connection(to: address)
      try connection.requireHub()
      try connection.revoke(device.id)
    } catch let error as HubError {
      let (reason, advice) =
        if case .denied(let place, _) = error {
          ("only the owner of the hub \(place) may do that", "ask them to")
        } else {
          ("\(error)", "do it again then")
        }
      throw Failure(
        error.exitCode,
        "\(arguments.location): \(device.name) is revoked here, but not at the hub: \(reason); \(advice)"
          .printable)
    }
  }
}

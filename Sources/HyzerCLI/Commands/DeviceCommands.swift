internal import CommandLineKit
internal import HyzerBase
internal import PostgreSQLStore
internal import ScoreLog

enum DeviceListCommand: ReadingCommand {
  static let spec = CommandSpec(
    path: ["device", "list"], abstract: "List the devices and phones that enter scores.",
    discussion: """
      An asterisk marks this log's own device. A phone is listed as soon as it joins a round; see \
      hyzer round invite. Of one of many groups whoever made the tables lists them, by --store and --group.
      """, options: [.group, .store, .json, .database])

  static func run(_ context: CommandContext) throws {
    let groupLog = try context.groupLog()
    let store = try groupLog ?? context.store
    let own = try store.thisDevice()
    func name(_ device: DeviceSummary) throws -> String {
      device.id == own && groupLog == nil ? try context.deviceName() : device.name
    }
    try context.show(store.devices()) { device in
      [
        "device": device.id.rawValue, "name": try name(device), "isThis": device.id == own,
        "events": device.eventCount, "lastAt": device.lastAt, "isRevoked": device.isRevoked,
        "isPhone": device.phone != nil, "player": device.phone?.player,
        "joinedAt": device.phone?.at,
      ]
    } table: { devices in
      let rows = try devices.map { device in
        [
          device.id == own ? "*" : "", String(device.id.rawValue.prefix(8)), try name(device),
          "\(device.eventCount)", device.lastAt.map(context.surroundings.localTime) ?? "–",
          state(of: device, context.surroundings.localTime),
        ]
      }
      let header = ["", "device", "name", "events", "last", ""]
      return TextColumns([.left, .left, .left, .right, .left, .left])
        .lines([header] + rows, limits: [2: 24])
    }
  }

  /// Whose phone a device is, where it is one, and whether it is revoked.
  private static func state(
    of device: DeviceSummary, _ localTime: (String) -> String
  ) -> String {
    let phone = device.phone.map { phone in
      let time = localTime(phone.at)
      return phone.player.map { "phone of \($0), joined \(time)" } ?? "watches, joined \(time)"
    }
    return [phone, device.isRevoked ? "revoked" : nil].compactMap { $0 }.joined(separator: "; ")
  }
}

enum DeviceNameCommand: Command {
  static let spec = CommandSpec(
    path: ["device", "name"], abstract: "Name this device, as others see it beside a score.",
    discussion: "HYZER_DEVICE takes precedence. Without either, the name is that of this computer.",
    options: [.database], operands: [name],
    examples: [Example("hyzer device name \"Mike's laptop\"", "Name this device.")])

  private static let name = OperandSpec(name: "NAME", help: "The name.")

  static func run(_ context: CommandContext) throws {
    let name = context.arguments.operands(name)[0]
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw context.arguments.misuse("the name is empty; give one that people know the device by")
    }
    guard !Player.isTooLong(name) else {
      throw context.arguments.misuse(
        "the name has more than \(Player.longestName) letters; give a shorter one")
    }
    try context.store.nameThisDevice(name)
  }
}

enum MeCommand: Command {
  static let spec = CommandSpec(
    path: ["me"], abstract: "Say or show who enters scores on this device.",
    discussion: """
      What you enter is reported by that name, and rounds in which you play are yours. HYZER_USER and \
      --as say another name for as long as they are given.
      """,
    options: [.database], operands: [name],
    examples: [Example("hyzer me Mike", "Be Mike on this device from now on.")])

  private static let name = OperandSpec(
    name: "NAME", minimum: 0, help: "Your name.", completion: .players)

  static func onlyReads(_ arguments: ParsedArguments) -> Bool { arguments.operands(name).isEmpty }

  static func run(_ context: CommandContext) throws {
    let store = try context.store
    guard let name = context.arguments.operands(name).first else {
      return try context.console.line(context.reporterName.printable)
    }
    try store.setPerson(name)
  }
}

enum DeviceRevokeCommand: Command {
  static let spec = CommandSpec(
    path: ["device", "revoke"],
    abstract: "Accept no more scores from a device, such as one that was lost.",
    discussion: """
      A phone also sees nothing more until it joins again; hyzer round invite --renew makes another \
      code. A computer of the group's sees nothing more either, and joins again with another log alone; \
      hyzer group invite --renew makes another invitation. What the device has entered stays. Each log \
      decides for itself: do it on the group's host, so that nobody gets its scores from there. Of one \
      of many groups whoever made the tables does it, by --store and --group.
      """,
    options: [undo, .group, .store, .database], operands: [device],
    examples: [
      Example(
        "hyzer device revoke \"Mike's laptop\" --store postgresql://owner@db.example/hyzer --group Friday",
        "Put a device out of one of many groups.")
    ])

  private static let undo = OptionSpec(
    long: "undo", help: "Accept scores from the device again, and let it in by its token.")
  private static let device = OperandSpec(
    name: "DEVICE", help: "The device's identifier, or the beginning of it; see hyzer device list.")

  static func run(_ context: CommandContext) throws {
    let store = try context.groupLog() ?? context.store
    let text = context.arguments.operands(device)[0]
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
    let isUndone = context.arguments.flag(undo)
    guard device.isRevoked || !isUndone else {
      throw Failure(.badData, "\"\(text)\" is not revoked")
    }
    try isUndone ? store.unrevoke(device.id) : store.revoke(device.id)
    let name = device.name.isEmpty ? String(device.id.rawValue.prefix(8)) : device.name
    try context.console.line("\(name.printable) is \(isUndone ? "accepted again" : "revoked")")
  }
}

extension CommandContext {
  /// The log of one of many groups, where `--store` or `--group` asks for that; nil where this device's is meant.
  fileprivate func groupLog() throws -> ScoreStore? {
    guard arguments.flag(.group) || arguments.value(.store).map(PostgreSQLAddress.isOne) == true
    else { return nil }
    let owner = try requireOwner()
    let group = try group(of: owner)
    guard let store = try owner.served().store(of: group.id) else {
      throw refusal("the group \"\(group.name)\" was erased meanwhile")
    }
    return store
  }
}

import Foundation
import PhonePage
import PostgreSQLStore
import ScoreLog

/// A host in a process of its own, as `hyzer serve` is one.
final class HostProcess {
  private let process = Process()
  private let input = Pipe()
  let port: Int

  /// What runs in the process: a host that ends with whoever started it.
  static func serve(_ address: String) throws {
    let start = ContinuousClock.now
    let host = try LiveHostThread(
      serving: .groups(PostgreSQLGroups(PostgreSQLAddress(address))),
      settings: .init(address: "127.0.0.1", port: 0, subprotocol: LiveHost.subprotocol),
      trust: WebTrust(names: [], isSecure: false),
      dependencies: .init(
        timestamp: { ScoreEvent.timeNow }, uptime: { ContinuousClock.now - start },
        newDevice: { DeviceID(UUID().uuidString.lowercased()) }))
    try FileHandle.standardOutput.write(contentsOf: Data("\(host.port)\n".utf8))
    while readLine() != nil {}
    host.stop()
  }

  init(_ address: String) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["host", address]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .newlines)) else {
      throw CocoaError(.executableNotLoadable)
    }
    self.port = port
  }

  var id: pid_t { process.processIdentifier }

  func kill() {
    _ = Foundation.kill(id, SIGKILL)
    process.waitUntilExit()
  }

  func stop() {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}

/// What the system says of processes.
enum Processes {
  /// Seconds of processor time that a process has had, and its children that have ended where they are asked for.
  static func seconds(of id: pid_t, withEnded: Bool = false) -> Double {
    let text = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
    // The name, in parentheses, may hold anything; what follows are the fields from the third on.
    let fields = text.split(separator: ")").last?.split(separator: " ").compactMap { Int($0) } ?? []
    // The state is no number: user, system, and both of the children that have ended.
    guard fields.count > 13 else { return 0 }
    return Double(fields[10...(withEnded ? 13 : 11)].reduce(0, +)) / 100
  }

  /// Of a server with all that it has started.
  static func secondsOfTree(_ id: pid_t) -> Double {
    let children =
      (try? String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)) ?? ""
    return children.split(separator: " ").compactMap { pid_t($0) }
      .reduce(seconds(of: id, withEnded: true)) { $0 + seconds(of: $1) }
  }

  /// Resident kilobytes.
  static func kilobytes(of id: pid_t) -> Int {
    let text = (try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
  }
}

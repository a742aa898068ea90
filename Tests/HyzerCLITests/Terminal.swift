import Foundation
import HyzerVoice
import Synchronization
import TestSupport

@testable import HyzerCLI

/// What a run of the program printed, and its exit code.
struct Outcome: Equatable {
  var code: Int32
  var output: String
  var errors: String

  var outputLines: [String] { output.split(separator: "\n").map(String.init) }
  var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
}

/// Streams in memory, in place of a terminal.
private final class Terminal: Sendable {
  private struct State {
    var output = ""
    var errors = ""
    var input: ArraySlice<UInt8>
  }

  private let state: Mutex<State>

  init(input: [UInt8]) { state = Mutex(State(input: input[...])) }

  var output: String { state.withLock { $0.output } }
  var errors: String { state.withLock { $0.errors } }

  func console(
    _ environment: [String: String], isTerminal: Bool, columns: Int?
  ) -> Console {
    Console(
      write: { text in self.state.withLock { $0.output += text } },
      writeError: { text in self.state.withLock { $0.errors += text } },
      readInput: { count in
        self.state.withLock { state in
          // As a pipe does, this gives less than was asked for, and splits samples.
          let block = state.input.prefix(min(count, 4095))
          state.input = state.input[block.endIndex...]
          return Array(block)
        }
      },
      isTerminal: isTerminal, columns: { columns }, environment: environment)
  }
}

extension Surroundings {
  /// A world in which every second something is asked of it, and nothing else happens.
  static func counted(
    wait: @escaping @Sendable (Duration) -> Bool = { _ in false },
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) -> Surroundings {
    let seconds = Mutex(0)
    @Sendable func next() -> Int {
      seconds.withLock { count in
        count += 1
        return count
      }
    }
    // Identifiers of several runs go into one log, so that they need chance all the same.
    let run = UUID().uuidString.lowercased().prefix(24)
    return Surroundings(
      timestamp: {
        let second = next()
        return "2026-11-21T10:\(String(format: "%02d:%02d", second / 60 % 60, second % 60)).000Z"
      },
      newIdentifier: { "\(run)\("\(1_000_000_000_000 + next())".suffix(12))" },
      uptime: { .seconds(next()) }, wait: wait,
      isInterrupted: isInterrupted, device: "phone")
  }
}

/// Runs the program with a command line of its own, without a process.
func hyzer(
  _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
  isTerminal: Bool = false, columns: Int? = nil, surroundings: Surroundings = .counted()
) -> Outcome {
  let terminal = Terminal(input: input)
  let code = Hyzer.run(
    arguments: arguments,
    console: terminal.console(environment, isTerminal: isTerminal, columns: columns),
    surroundings: surroundings)
  return Outcome(code: code, output: terminal.output, errors: terminal.errors)
}

func hyzer(_ arguments: String..., input: String = "") -> Outcome {
  hyzer(arguments, input: Array(input.utf8))
}

/// The round for which the recordings were made.
let demoRound = DemoAudio.path("round.json")

/// A new folder for one test's files, removed with the value.
final class Folder: Sendable {
  let path: String

  init() {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("hyzer-cli-\(UUID().uuidString)")
    // Without it every write into it fails.
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file and returns its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }
}

/// Returns samples as 16-bit little-endian bytes.
func pcm(_ samples: [Int16]) -> [UInt8] { unsafe samples.withUnsafeBytes { unsafe Array($0) } }

/// Returns the bytes of a WAV file, mono in 16 bits.
func wav(_ samples: [Int16], rateHz: Int = 16_000) -> [UInt8] {
  func little(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  let data = pcm(samples)
  return Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
    + little(1, 2) + little(1, 2) + little(rateHz, 4) + little(rateHz * 2, 4) + little(2, 2)
    + little(16, 2) + Array("data".utf8) + little(data.count, 4) + data
}

/// Whether a sound file is 16 kHz mono already.
func isHeardAsItIs(_ path: String) throws -> Bool {
  let file = try RecordingReader(path: path)
  return file.sourceRateHz == Recording.sampleRateHz && file.sourceChannels == 1
}

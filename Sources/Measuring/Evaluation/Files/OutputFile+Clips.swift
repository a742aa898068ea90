internal import Foundation
internal import HyzerBase
internal import HyzerVoice

extension OutputFile {
  /// The name of a numbered clip: four digits or more, and a type such as `wav`.
  static func clipName(_ number: Int, type: String) -> String {
    String(format: "%04d.", number) + type
  }

  /// Writes 16 kHz mono samples, replacing what is there.
  static func write(_ samples: [Int16], to name: String, in folder: String) throws {
    try replace("\(folder)/\(name)") {
      try Recording.write(samples: samples, sampleRateHz: Recording.sampleRateHz, path: $0)
    }
  }
}

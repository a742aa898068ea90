internal import Foundation

/// A directory for one test's files and ALSA devices that use them, removed with the value.
package struct ALSAFixture: ~Copyable {
  private let directory: Tool.Directory

  package init() throws { directory = try Tool.Directory() }

  private func file(_ name: String) -> URL { directory.url.appending(path: name) }

  /// ALSA configuration with the devices of the tests.
  ///
  /// `microphone` records the samples put down by ``record(_:)``, `converted` the same through a
  /// device of 48 kHz stereo, `speaker` plays into ``played()``.
  package var definitions: String {
    """
    pcm.microphone {
      type file
      slave.pcm { type null }
      file "/dev/null"
      infile "\(file("in.raw").path)"
      format raw
    }
    pcm.converted {
      type plug
      slave { pcm "microphone", format S16_LE, rate 48000, channels 2 }
    }
    pcm.speaker {
      type file
      slave.pcm { type null }
      file "\(file("out.raw").path)"
      format raw
    }
    pcm.broken { type nonsense }
    """
  }

  /// Puts down what `microphone` and `converted` record whenever they are opened.
  package func record(_ samples: [Int16]) throws {
    let bytes = samples.flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
    try Data(bytes).write(to: file("in.raw"))
  }

  /// Returns the samples that `speaker` has played last.
  package func played() throws -> [Int16] {
    // Foundation leaks its buffer when it reads an empty file, which the leak checker reports.
    let size = try FileManager.default.attributesOfItem(atPath: file("out.raw").path)[.size]
    guard (size as? Int ?? 0) > 0 else { return [] }
    let bytes = [UInt8](try Data(contentsOf: file("out.raw")))
    return stride(from: 0, to: bytes.count - 1, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }

  /// Writes the definitions to a file for `ALSA_CONFIG_PATH` and returns its path.
  package func configurationFile() throws -> String {
    try Data(definitions.utf8).write(to: file("alsa.conf"))
    return file("alsa.conf").path
  }
}

/// Samples that show any loss, repetition or swap: 0, 7, 14 and so on, wrapping around.
package func ramp(_ count: Int) -> [Int16] {
  (0..<count).map { Int16(truncatingIfNeeded: $0 &* 7) }
}

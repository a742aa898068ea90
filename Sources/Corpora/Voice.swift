/// A synthesiser's voice, written as `flite:slt`, `espeak:en-us+m3` or `festival:kal_diphone`.
public struct Voice: Hashable, Sendable, CustomStringConvertible {
  /// The program that speaks.
  public enum Engine: String, CaseIterable, Hashable, Sendable {
    /// CMU Flite.
    case flite
    /// eSpeak NG.
    case espeak
    /// Festival.
    case festival
  }

  /// The program that speaks.
  public let engine: Engine
  /// The voice's name within that program: ASCII letters, digits and `+-_.`.
  public let name: String

  /// Reads a voice from its written form; nil where it is none.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let engine = Engine(rawValue: String(parts[0])) else { return nil }
    self.init(engine, String(parts[1]))
  }

  /// Makes a voice of an engine; nil where the name has characters that names do not have.
  ///
  /// Names become parts of file names and of a Scheme expression.
  public init?(_ engine: Engine, _ name: String) {
    let isPlain = name.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    guard isPlain, name.first?.isLetter ?? false else { return nil }
    self.engine = engine
    self.name = name
  }

  /// The written form.
  public var description: String { "\(engine.rawValue):\(name)" }
}

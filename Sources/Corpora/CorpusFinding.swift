/// Where a line stands.
public struct CorpusPlace: Hashable, Sendable, CustomStringConvertible {
  /// The manifest's path.
  public let file: String
  /// The line's number, counted from 1; nil for the manifest as a whole.
  public let line: Int?

  /// Makes a place.
  public init(file: String, line: Int?) {
    self.file = file
    self.line = line
  }

  /// The place as compilers write it, `manifest.jsonl:12`.
  public var description: String { line.map { "\(file):\($0)" } ?? file }
}

/// Something in a corpus that somebody should look at.
public struct CorpusFinding: Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable {
    /// Figures measured with this line would be wrong, or there would be none.
    case error
    /// Figures may not mean what they seem to.
    case warning
    /// Worth knowing.
    case note
  }

  /// Where.
  public let place: CorpusPlace
  /// What.
  public let fault: CorpusFault

  /// Makes a finding.
  public init(_ fault: CorpusFault, at place: CorpusPlace) {
    self.fault = fault
    self.place = place
  }
}

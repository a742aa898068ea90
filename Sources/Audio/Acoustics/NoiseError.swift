/// Why a recording cannot serve as noise.
public enum NoiseError: Error, Hashable, Sendable {
  /// It has no samples.
  case empty
  /// All its samples are 0.
  case silent
}

extension NoiseError: CustomStringConvertible {
  /// One line that says what is wrong and what to do.
  public var description: String {
    switch self {
    case .empty: "cannot mix noise: the noise has no samples; use another recording"
    case .silent: "cannot mix noise: the noise is digital silence; use another recording"
    }
  }
}

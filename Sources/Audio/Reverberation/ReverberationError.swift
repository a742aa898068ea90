/// Why an impulse response cannot serve.
public enum ReverberationError: Error, Hashable, Sendable {
  /// It has no samples.
  case emptyResponse
  /// All its samples are 0.
  case silentResponse
  /// The library offers no transform of this length in samples.
  case planFailed(length: Int)
}

extension ReverberationError: CustomStringConvertible {
  /// One line that says what is wrong and what to do.
  public var description: String {
    switch self {
    case .emptyResponse:
      "cannot add reverberation: the impulse response has no samples; use another recording"
    case .silentResponse:
      "cannot add reverberation: the impulse response is digital silence; use another recording"
    case .planFailed(let length):
      "cannot add reverberation: no Fourier transform of \(length) samples is to be had; "
        + "use a shorter impulse response"
    }
  }
}

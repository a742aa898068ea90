extension ConfirmationState {
  /// The draft that waits for its window or for a person; nil where none does.
  public var shown: Draft? {
    switch self {
    case .confirming(let draft, _), .partial(let draft): draft
    case .idle, .listening, .failed, .saving, .unsaved, .committed, .dismissed: nil
    }
  }
}

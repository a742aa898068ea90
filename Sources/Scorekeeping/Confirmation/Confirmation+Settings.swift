internal import Golf

extension Confirmation {
  /// How long a person can say no.
  public struct Settings: Hashable, Sendable {
    /// The time for a usual score that is sure.
    public let window: Duration
    /// The time where a second look is worth it.
    public let cautiousWindow: Duration
    /// From this confidence on, of 0 to 1, a score is sure.
    public let sureFrom: Double

    /// Makes settings; without `cautiousWindow` it is twice the window.
    public init(
      window: Duration = .milliseconds(1500), cautiousWindow: Duration? = nil,
      sureFrom: Double = 0.5
    ) {
      self.window = window
      self.cautiousWindow = cautiousWindow ?? window * 2
      self.sureFrom = sureFrom
    }

    /// Returns how long a resolved draft is shown before it saves itself.
    func length(for draft: Draft, par: Int) -> Duration {
      let isPlain = draft.rows.allSatisfy { row in
        guard let strokes = row.strokes else { return false }
        return row.confidence >= sureFrom && !Settings.isRare(strokes, par: par)
          && (row.replaces ?? strokes) == strokes
      }
      return isPlain ? window : cautiousWindow
    }

    /// Returns whether hardly anybody scores this: an ace, eight or more, three or more under par,
    /// five or more over it.
    static func isRare(_ strokes: Strokes, par: Int) -> Bool {
      strokes.count == 1 || strokes.count >= 8 || !(-2...4).contains(strokes.count - par)
    }
  }
}

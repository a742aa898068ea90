/// How strokes above par, or below it, are written.
public enum RelativeToPar {
  /// Returns "E", "-2" or "+1".
  public static func sign(_ strokes: Int) -> String {
    strokes == 0 ? "E" : strokes > 0 ? "+\(strokes)" : "\(strokes)"
  }
}

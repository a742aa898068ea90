public import Foundation

/// The recordings that come with the project.
public enum DemoAudio {
  /// The project's folder.
  public static let project = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the path of a file in `Audio`.
  public static func path(_ name: String) -> String {
    project.appending(path: "Audio").appending(path: name).path
  }
}

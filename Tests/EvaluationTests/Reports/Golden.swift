import TestSupport
import Testing

/// Reports as they were when somebody last looked at them.
enum Golden {
  static func expect(
    _ text: String, toBe name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let difference = try GoldenFile(name).difference(from: text)
    #expect(difference == nil, sourceLocation: sourceLocation)
  }
}

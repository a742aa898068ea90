import Foundation
import TestSupport
import Testing

/// Markdown of the project, as people read it.
struct ProjectDocument: CustomTestStringConvertible {
  /// Relative to the project.
  let path: String
  let text: String

  var testDescription: String { path }

  /// All that name commands; the libraries' own name none.
  static let all: [ProjectDocument] = {
    let project = DemoAudio.project
    let folder = try? FileManager.default.contentsOfDirectory(
      atPath: project.appending(path: "Documents").path)
    let pages = (folder ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "Documents/\($0)" }
    let others = ["README.md", "CONTRIBUTING.md", "Models", "Corpus", "Tests/Boards"]
    return (pages + others).compactMap { path in
      let path = path.hasSuffix(".md") ? path : path + "/README.md"
      let text = try? String(contentsOf: project.appending(path: path), encoding: .utf8)
      return text.map { ProjectDocument(path: path, text: $0) }
    }
  }()

  /// The blocks of shell, in their order.
  var blocks: [CommandBlock] {
    var blocks: [CommandBlock] = []
    var open: CommandBlock?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if let block = open {
        if line == "```" {
          blocks.append(block)
          open = nil
        } else {
          open?.lines.append(String(line))
        }
      } else if line == "```sh" || line.hasPrefix("```sh ") {
        open = CommandBlock(
          place: "\(path):\(index + 1)", needs: String(line.dropFirst("```sh ".count)), lines: [])
      }
    }
    return blocks
  }

  /// What stands between backquotes in running text, without line breaks.
  var spans: [String] {
    let running = text.split(separator: "```", omittingEmptySubsequences: false).enumerated()
      .compactMap { $0.offset.isMultiple(of: 2) ? $0.element : nil }
    return running.flatMap { part in
      part.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .compactMap {
          $0.offset.isMultiple(of: 2) ? nil : String($0.element.replacing("\n", with: " "))
        }
    }
  }
}

/// A block of shell in a document.
struct CommandBlock: CustomTestStringConvertible {
  let place: String
  /// What it cannot run without, the word after `sh`: empty; `installed` and `user` for a machine with the
  /// package, which `make test-deb` has; `make` for what runs for long; `recordings` and `fonts` that are not
  /// part of the project.
  let needs: String
  var lines: [String]

  var testDescription: String { place }
}

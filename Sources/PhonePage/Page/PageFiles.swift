internal import HyzerBase

/// The files of a page, as they are embedded in the program and as they are served.
package struct PageFiles: Sendable {
  package struct Asset: Sendable {
    package let name, contentType: String
    package let bytes: [UInt8]

    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
    /// Whether it is one of the page's own modules, which it loads from the first.
    fileprivate var isModule: Bool {
      name.hasSuffix(".js") && name != "sw.js" && name != "worklet.js"
    }

    package init(_ name: String, _ bytes: [UInt8]) {
      (self.name, self.bytes) = (name, bytes)
      contentType =
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/manifest+json"
        }
    }
  }

  /// What changes whenever a file of the page does: the version in the addresses of modules and styles.
  package let hash: String
  /// All files that are served; what the templates ask for is filled in: the version, and in the service worker the
  /// page's name, its views and the files that it keeps.
  ///
  /// The modules of the page are one, since files that repeat each other's words compress better together, and come by
  /// one request. Modules and styles are served without indentation and without lines that are comments alone, which
  /// are a third of them; styles also without the spaces that mean nothing.
  package let assets: [Asset]

  /// Makes the files of a page that is `named` so among the pages of a host.
  ///
  /// Versioned files are served below `folder`, which begins and ends with a slash. `views` are the addresses at which
  /// the page opens, the first of which is kept for all. `entry` is the module that imports the others, and `fixed`
  /// are the addresses of files that are kept without a version.
  package init(
    named name: String, folder: String, views: [String], entry: String, fixed: [String],
    sources: [Asset]
  ) {
    let hash = String(
      stableHash(sources.map { "\($0.name)\n" + $0.text }.joined(separator: "\n")), radix: 16)
    let modules = sources.filter { $0.isModule }
    let served = sources.filter { !$0.isModule || $0.name == entry }
    let unversioned = ["index.html", "sw.js", "manifest.webmanifest", "icon.svg"]
    let kept = served.map(\.name).filter { !unversioned.contains($0) }
    let parts = [
      "PAGE-HASH": hash, "PAGE-NAME": name, "PAGE-VIEWS": views.joined(separator: " "),
      "PAGE-FILES": (fixed + kept.map { "\(folder)\(hash)/\($0)" }).joined(separator: " "),
    ]
    self.hash = hash
    assets = served.map { source in
      let text =
        source.name == entry
        ? Self.bundle(modules.map { ($0.name, Self.plain($0.text)) }, from: entry)
        : source.name.hasSuffix(".css") ? Self.plainStyle(source.text) : Self.plain(source.text)
      return Asset(
        source.name, Array(parts.reduce(text) { $0.replacing($1.key, with: $1.value) }.utf8))
    }
  }

  /// Returns modules as one: what one imports, with what that imports, becomes a function that gives what it exports.
  ///
  /// Imports are of names, and like exports begin a line; no module imports one that imports it.
  package static func bundle(
    _ modules: [(name: String, text: String)], from entry: String
  ) -> String {
    let texts = Dictionary(uniqueKeysWithValues: modules.map { ($0.name, $0.text) })
    var (parts, done): ([String], Set<String>) = ([], [])
    func add(_ name: String) {
      guard let text = texts[name], done.insert(name).inserted else { return }
      let imports = /import \{([^}]*)\} from "\.\/([a-z]+)\.js";\n/
      for match in text.matches(of: imports) { add(match.output.2 + ".js") }
      let body = text.replacing(imports) { match in
        let names = match.output.1.replacing(/\s+/, with: " ").replacing(" as ", with: ":")
        return "const {\(names)}=$\(match.output.2);\n"
      }
      guard name != entry else { return parts.append(body) }
      let exports = #/^export (?:async )?(?:const|function) (\w+)/#.anchorsMatchLineEndings()
      let names = body.matches(of: exports).map { String($0.output.1) }.joined(separator: ",")
      let plain = body.replacing(#/^export\s/#.anchorsMatchLineEndings(), with: "")
      parts.append("const $\(name.dropLast(3))=(()=>{\n\(plain)return{\(names)};\n})();\n")
    }
    add(entry)
    return parts.joined()
  }

  /// Returns a text without the indentation of its lines, empty lines, and comments that begin and end a
  /// line; a string over several lines would lose its indentation, too.
  package static func plain(_ text: String) -> String {
    var (lines, isComment) = ([Substring](), false)
    for line in text.split(separator: "\n") {
      let line = line.drop { $0 == " " }
      if line.hasPrefix("/*") { isComment = true }
      if !isComment, !line.isEmpty, !line.hasPrefix("//") { lines.append(line) }
      if line.hasSuffix("*/") { isComment = false }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a style sheet as ``plain(_:)`` does, without spaces that mean nothing.
  ///
  /// These are those around `{`, `}`, `;` and `,` and after `:`, before which a space of a selector has a
  /// meaning. The last `;` of a block goes, too. Strings are not respected.
  package static func plainStyle(_ text: String) -> String {
    plain(text).replacing(/\s*([{};,])\s*/) { $0.1 }.replacing(/:\s+/, with: ":")
      .replacing(";}", with: "}")
  }
}

// MARK: - As answers

extension PageFiles {
  /// Returns a file whose address never changes, though it does.
  package func file(_ name: some StringProtocol) -> WebResponse { asset(name, keeping: "no-cache") }

  /// Returns a file that never changes, since its address holds a hash of the page.
  package func versionedFile(_ name: Substring, of version: Substring) -> WebResponse {
    guard version == hash else { return .none(at: "\(name)") }
    return asset(name, keeping: "public, max-age=31536000, immutable")
  }

  private func asset(_ name: some StringProtocol, keeping: String) -> WebResponse {
    guard let asset = assets.first(where: { $0.name == name }) else {
      return .none(at: "\(name)")
    }
    var response = WebResponse(
      headers: ["Content-Type": asset.contentType, "Cache-Control": keeping], body: asset.bytes)
    response.isCompressible = true
    return response
  }
}

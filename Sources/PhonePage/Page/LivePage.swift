internal import HyzerBase

/// The page for phones and watches: its files, embedded in the program.
package enum LivePage {
  package struct Asset: Sendable {
    package let name, contentType: String
    package let bytes: [UInt8]

    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
    /// Whether it is one of the page's own modules, which it loads from the first.
    fileprivate var isModule: Bool {
      name.hasSuffix(".js") && name != "sw.js" && name != "worklet.js"
    }
  }

  /// What changes whenever a file of the page does: the version in the addresses of modules and styles.
  package static let hash: String = {
    let text = sources.map { "\($0.name)\n" + $0.text }
    return String(stableHash(text.joined(separator: "\n")), radix: 16)
  }()

  /// All files that are served; the version, and in the service worker the files it keeps, are filled in.
  ///
  /// The modules of the page are one, since files that repeat each other's words compress better together, and come by
  /// one request. Modules and styles are served without indentation and without lines that are comments alone, which
  /// are a third of them; styles also without the spaces that mean nothing.
  package static let assets: [Asset] = {
    let named = ["index.html", "sw.js", "manifest.webmanifest", "icon.svg"]
    let modules = sources.filter { $0.isModule }
    let served = sources.filter { !$0.isModule || $0.name == entry }
    let kept = served.map(\.name).filter { !named.contains($0) }.joined(separator: " ")
    return served.map { source in
      let text =
        source.name == entry
        ? bundle(modules.map { ($0.name, plain($0.text)) }, from: entry)
        : source.name.hasSuffix(".css") ? plainStyle(source.text) : plain(source.text)
      let filled = text.replacing("PAGE-HASH", with: hash).replacing("PAGE-FILES", with: kept)
      return Asset(
        name: source.name, contentType: source.contentType, bytes: Array(filled.utf8))
    }
  }()

  private static let entry = "app.js"

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

  private static let sources: [Asset] =
    [
      ("index.html", PackageResources.index_html),
      ("tokens.css", Array(Tokens.styleSheet.utf8)),
      ("style.css", PackageResources.style_css),
      ("app.js", PackageResources.app_js),
      ("begin.js", PackageResources.begin_js),
      ("board.js", PackageResources.board_js),
      ("confirm.js", PackageResources.confirm_js),
      ("courses.js", PackageResources.courses_js),
      ("dom.js", PackageResources.dom_js),
      ("fold.js", PackageResources.fold_js),
      ("hear.js", PackageResources.hear_js),
      ("history.js", PackageResources.history_js),
      ("hole.js", PackageResources.hole_js),
      ("home.js", PackageResources.home_js),
      ("host.js", PackageResources.host_js),
      ("join.js", PackageResources.join_js),
      ("log.js", PackageResources.log_js),
      ("menu.js", PackageResources.menu_js),
      ("over.js", PackageResources.over_js),
      ("people.js", PackageResources.people_js),
      ("sheets.js", PackageResources.sheets_js),
      ("store.js", PackageResources.store_js),
      ("sync.js", PackageResources.sync_js),
      ("talk.js", PackageResources.talk_js),
      ("watch.js", PackageResources.watch_js),
      ("words.js", PackageResources.words_js),
      ("worklet.js", PackageResources.worklet_js),
      ("sw.js", PackageResources.sw_js),
      ("manifest.webmanifest", PackageResources.manifest_webmanifest),
      ("icon.svg", PackageResources.icon_svg),
    ].map { Asset(name: $0, contentType: contentType(of: $0), bytes: $1) }

  private static func contentType(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    default: "application/manifest+json"
    }
  }
}

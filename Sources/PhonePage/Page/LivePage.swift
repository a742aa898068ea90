internal import HyzerBase

/// The page for phones and watches: its files, embedded in the program.
package enum LivePage {
  package struct Asset: Sendable {
    package let name, contentType: String
    package let bytes: [UInt8]
  }

  /// What changes whenever a file of the page does: the version in the addresses of modules and styles.
  package static let hash: String = {
    let text = sources.map { "\($0.name)\n" + String(decoding: $0.bytes, as: UTF8.self) }
    return String(stableHash(text.joined(separator: "\n")), radix: 16)
  }()

  /// All files; the version, and in the service worker the files it keeps, are filled in.
  ///
  /// Modules and styles are served without indentation and without lines that are comments alone, which are
  /// a third of them; styles also without the spaces that mean nothing.
  package static let assets: [Asset] = sources.map { source in
    let named = ["index.html", "sw.js", "manifest.webmanifest", "icon.svg"]
    let kept = sources.map(\.name).filter { !named.contains($0) }
    let text = String(decoding: source.bytes, as: UTF8.self)
      .replacing("PAGE-HASH", with: hash).replacing("PAGE-FILES", with: kept.joined(separator: " "))
    return Asset(
      name: source.name, contentType: source.contentType,
      bytes: Array((source.name.hasSuffix(".css") ? plainStyle(text) : plain(text)).utf8))
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

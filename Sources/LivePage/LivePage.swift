internal import Randomness

/// The page for phones and watches: its files, embedded in the program.
package enum LivePage {
  /// A file as it is served.
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
  package static let assets: [Asset] = sources.map { source in
    let named = ["index.html", "sw.js", "manifest.webmanifest", "icon.svg"]
    let kept = sources.map(\.name).filter { !named.contains($0) }
    let text = String(decoding: source.bytes, as: UTF8.self)
      .replacing("PAGE-HASH", with: hash).replacing("PAGE-FILES", with: kept.joined(separator: " "))
    return Asset(name: source.name, contentType: source.contentType, bytes: Array(text.utf8))
  }

  private static let sources: [Asset] = [
    Asset(name: "index.html", contentType: html, bytes: PackageResources.index_html),
    Asset(name: "tokens.css", contentType: css, bytes: Array(Tokens.styleSheet.utf8)),
    Asset(name: "style.css", contentType: css, bytes: PackageResources.style_css),
    Asset(name: "app.js", contentType: script, bytes: PackageResources.app_js),
    Asset(name: "sw.js", contentType: script, bytes: PackageResources.sw_js),
    Asset(
      name: "manifest.webmanifest", contentType: "application/manifest+json",
      bytes: PackageResources.manifest_webmanifest),
    Asset(name: "icon.svg", contentType: "image/svg+xml", bytes: PackageResources.icon_svg),
  ]

  private static let html = "text/html; charset=utf-8"
  private static let css = "text/css; charset=utf-8"
  private static let script = "text/javascript; charset=utf-8"
}

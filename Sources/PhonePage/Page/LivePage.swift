/// The page for phones and watches: its files, embedded in the program.
package enum LivePage {
  package static let files = PageFiles(
    named: "hyzer", folder: "/a/", views: ["/", "/watch", "/join"], entry: "app.js",
    fixed: ["/manifest.webmanifest", "/icon.svg"], sources: sources)

  /// What other pages of the same host are made of as well: elements, requests, styles, the service worker.
  package static let shared = sources.filter {
    [
      "dom.js", "host.js", "icon.svg", "style.css", "sw.js", "talk.js", "tokens.css", "worklet.js",
    ].contains($0.name)
  }

  private static let sources: [PageFiles.Asset] =
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
    ].map { PageFiles.Asset($0, $1) }
}

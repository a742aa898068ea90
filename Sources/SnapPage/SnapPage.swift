package import PhonePage

/// The page of seasons at `/snap`, and what it asks its host.
package enum SnapPage {
  /// Where photos and speech are sent: photos smaller than a camera makes them, which the page sees to; chosen, two
  /// at once.
  package static let uploads = (path: "/api/snap/reading", longest: 4 << 20, most: 2)

  /// What a host answers beside its own; `desk` reads photos and speech, nil where nothing can.
  package static func routes(readingBy desk: ReadingDesk?) -> [Route] {
    [
      Route("GET", "/snap", .anybody { _, _ in files.file("index.html") }),
      Route("GET", "/snap/sw.js", .anybody { _, _ in worker }),
      Route(
        "GET", "/snap/manifest.webmanifest", .anybody { _, _ in files.file("manifest.webmanifest") }
      ),
      Route(
        "GET", "/snap/a/*/*",
        .anybody { _, request in
          let parts = request.path.split(separator: "/")
          return files.versionedFile(parts[3], of: parts[2])
        }),
      Route("GET", "/api/snap", .persons { host in { _, _ in try host.seasons() } }),
      Route(
        "POST", "/api/snap/changes",
        .persons { host in { request, _ in try host.receiveChanges(request) } }),
      Route(
        "POST", "/api/snap/reading",
        .persons { host in
          { request, admission in
            try host.take(request, at: desk, by: admission)
          }
        }),
      Route(
        "GET", "/api/snap/reading/*",
        .persons { _ in
          { request, admission in
            desk.answer(String(request.path.split(separator: "/")[3]), to: admission)
          }
        }),
    ]
  }

  /// The page's service worker, which may control the address above its own folder.
  private static var worker: WebResponse {
    var response = files.file("sw.js")
    response.add("Service-Worker-Allowed", "/snap")
    return response
  }

  static let files = PageFiles(
    named: "snap", folder: "/snap/a/", views: ["/snap"], entry: "snap.js",
    fixed: ["/snap/manifest.webmanifest"], sources: LivePage.shared + sources)

  private static let sources: [PageFiles.Asset] =
    [
      ("adding.js", PackageResources.adding_js),
      ("chart.js", PackageResources.chart_js),
      ("form.js", PackageResources.form_js),
      ("front.js", PackageResources.front_js),
      ("gamepage.js", PackageResources.gamepage_js),
      ("games.js", PackageResources.games_js),
      ("index.html", PackageResources.index_html),
      ("keep.js", PackageResources.keep_js),
      ("manifest.webmanifest", PackageResources.manifest_webmanifest),
      ("parts.js", PackageResources.parts_js),
      ("photo.js", PackageResources.photo_js),
      ("players.js", PackageResources.players_js),
      ("saying.js", PackageResources.saying_js),
      ("season.js", PackageResources.season_js),
      ("snap.js", PackageResources.snap_js),
    ].map { PageFiles.Asset($0, $1) }
}

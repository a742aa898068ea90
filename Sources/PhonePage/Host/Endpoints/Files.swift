// The page's files, and what tells that the host is there.
extension PageService {
  func page(_ request: WebRequest) -> WebResponse { asset("index.html", keeping: "no-cache") }

  /// Files whose address never changes, though they do.
  func file(_ request: WebRequest) -> WebResponse {
    asset(request.path.split(separator: "/")[0], keeping: "no-cache")
  }

  /// Files that never change, since their address holds a hash of the page.
  func versionedFile(_ request: WebRequest) -> WebResponse {
    let parts = request.path.split(separator: "/")
    guard parts[1] == LivePage.hash else { return .none(at: request.path) }
    return asset(parts[2], keeping: "public, max-age=31536000, immutable")
  }

  private func asset(_ name: some StringProtocol, keeping: String) -> WebResponse {
    guard let asset = LivePage.assets.first(where: { $0.name == name }) else {
      return .none(at: "\(name)")
    }
    var response = WebResponse(
      headers: ["Content-Type": asset.contentType, "Cache-Control": keeping], body: asset.bytes)
    response.isCompressible = true
    return response
  }

  func authorityFile(_ request: WebRequest) -> WebResponse {
    guard let authority = reception.authority else {
      return .error(404, "this host has no authority of its own")
    }
    return WebResponse(headers: ["Content-Type": "application/x-x509-ca-cert"], body: authority)
  }

  func health(_ request: WebRequest) -> WebResponse {
    WebResponse(
      headers: ["Content-Type": "text/plain", "Cache-Control": "no-store"], body: Array("ok".utf8))
  }

  /// What the host has counted; for everybody but the operator there is no such thing.
  func metrics(_ request: WebRequest) throws -> WebResponse {
    guard try reception.isOperators(request) else { return .none(at: request.path) }
    let followers = served.flatMap(\.followers.values)
    let logs = followers.count { $0.membership != nil }
    let text = reception.metrics.text(
      .init(
        phones: followers.count - logs, logs: logs, groups: served.count,
        residentBytes: Reception.residentBytes))
    return WebResponse(
      headers: ["Content-Type": "text/plain; version=0.0.4", "Cache-Control": "no-store"],
      body: Array(text.utf8))
  }
}

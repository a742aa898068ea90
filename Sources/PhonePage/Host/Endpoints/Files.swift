// The page's files, and what tells that the host is there.
extension PageService {
  func page(_ request: WebRequest) -> WebResponse { LivePage.files.file("index.html") }

  /// Files whose address never changes, though they do.
  func file(_ request: WebRequest) -> WebResponse {
    LivePage.files.file(request.path.split(separator: "/")[0])
  }

  /// Files that never change, since their address holds a hash of the page.
  func versionedFile(_ request: WebRequest) -> WebResponse {
    let parts = request.path.split(separator: "/")
    return LivePage.files.versionedFile(parts[2], of: parts[1])
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

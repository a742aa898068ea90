package import ScoreLog

/// What serves the page at a port: the host of one log, or those of many groups.
///
/// Belongs to one thread, as its server does.
package protocol PageService: WebService {
  /// What all logs share that are served there.
  var reception: Reception { get }
  /// How WebSockets are reached.
  var outlet: Outlet { get set }
  /// Hears what is said into phones; nil where nothing can be heard.
  var talks: TalkDesk? { get set }
  /// The hosts of the logs in use.
  var served: [LiveHost] { get }

  /// Returns the host of the log that something may open, which itself says whether it does; nil where there is none.
  func host(of key: GroupKey) throws -> LiveHost?
}

/// How WebSockets are reached; none is until there is a server.
package struct Outlet {
  var send: (WebMessage, WebSocketID) -> Void = { _, _ in }
  var close: (WebSocketID, _ code: Int) -> Void = { _, _ in }
  /// Returns how many bytes wait to be sent there.
  var unsent: (WebSocketID) -> Int = { _ in 0 }
  var setAlarm: (Duration) -> Void = { _ in }
}

extension PageService {
  /// Serves until it is told to stop, which is asked whenever the loop was woken.
  ///
  /// - Throws: ``WebServerError`` where the server ends by itself.
  package func run(
    _ server: WebServer, talks: TalkDesk? = nil, until isStopped: () -> Bool
  ) throws(WebServerError) {
    self.talks = talks
    // The server is there for as long as this runs.
    outlet = Outlet(
      send: { [unowned server] in server.send($0, to: $1) },
      close: { [unowned server] in server.close($0, code: $1) },
      unsent: { [unowned server] in server.unsent(of: $0) },
      setAlarm: { [unowned server] in server.setAlarm(after: $0) })
    while !isStopped() { try server.serviceOnce() }
  }
}

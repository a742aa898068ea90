/// What a host has counted since it began.
struct Metrics: Hashable, Sendable {
  /// What is so at the moment.
  struct Gauges: Hashable, Sendable {
    /// Open WebSockets.
    var phones = 0
    var logs = 0
    /// Groups whose logs are in use.
    var groups = 0
    /// The memory of the process.
    var residentBytes = 0
  }

  /// How often something took so long.
  struct Times: Hashable, Sendable {
    /// In seconds; chosen: a commit takes some milliseconds, and a tenth of a second is seen.
    static let bounds = [0.001, 0.005, 0.02, 0.1, 1]

    private var counts = [Int](repeating: 0, count: bounds.count)
    private var count = 0
    private var sum = Duration.zero

    mutating func add(_ time: Duration) {
      for place in counts.indices where time <= .seconds(Self.bounds[place]) { counts[place] += 1 }
      count += 1
      sum += time
    }

    fileprivate func values(of name: String) -> [String] {
      zip(Self.bounds, counts).map { "\(name)_bucket{le=\"\($0)\"} \($1)" }
        + [
          "\(name)_bucket{le=\"+Inf\"} \(count)", "\(name)_sum \(sum / .seconds(1))",
          "\(name)_count \(count)",
        ]
    }
  }

  var eventsReceived = 0
  var eventsRefused = 0
  var linesSent = 0
  var wrongCodes = 0
  /// By the first digit of their status.
  private var requests: [Int: Int] = [:]
  /// What the loop spent in calls that use a log.
  var callTimes = Times()
  /// From a commit until what it wrote was given to the WebSockets that it concerns.
  var sendingTimes = Times()

  mutating func count(status: Int) { requests[status / 100, default: 0] += 1 }

  /// Returns all of it in Prometheus' text format.
  func text(_ now: Gauges) -> String {
    func metric(_ name: String, _ type: String, _ help: String, _ values: [String]) -> [String] {
      ["# HELP hyzer_\(name) \(help)", "# TYPE hyzer_\(name) \(type)"]
        + values.map { "hyzer_\($0)" }
    }
    func number(_ name: String, _ type: String, _ help: String, _ value: Int) -> [String] {
      metric(name, type, help, ["\(name) \(value)"])
    }
    let lines =
      metric(
        "websockets", "gauge", "Open WebSockets.",
        ["websockets{kind=\"phone\"} \(now.phones)", "websockets{kind=\"log\"} \(now.logs)"])
      + number("groups", "gauge", "Groups whose logs are in use.", now.groups)
      + number("resident_bytes", "gauge", "Memory of the process.", now.residentBytes)
      + number("events_received_total", "counter", "Events that came.", eventsReceived)
      + number("events_refused_total", "counter", "Events that were not taken.", eventsRefused)
      + number("lines_sent_total", "counter", "Lines of events that were sent.", linesSent)
      + number("wrong_codes_total", "counter", "Invitations that lead nowhere.", wrongCodes)
      + metric(
        "requests_total", "counter", "Answers by HTTP.",
        requests.sorted { $0.key < $1.key }.map { "requests_total{class=\"\($0)xx\"} \($1)" })
      + metric(
        "call_seconds", "histogram", "Time of the loop in calls that use a log.",
        callTimes.values(of: "call_seconds"))
      + metric(
        "sending_seconds", "histogram", "Time from a commit until its lines are sent.",
        sendingTimes.values(of: "sending_seconds"))
    return lines.map { $0 + "\n" }.joined()
  }
}

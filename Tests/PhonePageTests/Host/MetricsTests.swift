import Testing

@testable import PhonePage

@Suite struct MetricsTests {
  @Test func `are text in Prometheus' format`() {
    var metrics = Metrics()
    (metrics.eventsReceived, metrics.eventsRefused, metrics.linesSent) = (5, 1, 12)
    metrics.wrongCodes = 2
    for status in [404, 200, 101, 204] { metrics.count(status: status) }
    for time in [500, 5_000, 250_000, 3_000_000] { metrics.sendingTimes.add(.microseconds(time)) }
    metrics.callTimes.add(.microseconds(20_001))
    #expect(
      metrics.text(.init(phones: 3, logs: 2, groups: 1, residentBytes: 4096)) == """
        # HELP hyzer_websockets Open WebSockets.
        # TYPE hyzer_websockets gauge
        hyzer_websockets{kind="phone"} 3
        hyzer_websockets{kind="log"} 2
        # HELP hyzer_groups Groups whose logs are in use.
        # TYPE hyzer_groups gauge
        hyzer_groups 1
        # HELP hyzer_resident_bytes Memory of the process.
        # TYPE hyzer_resident_bytes gauge
        hyzer_resident_bytes 4096
        # HELP hyzer_events_received_total Events that came.
        # TYPE hyzer_events_received_total counter
        hyzer_events_received_total 5
        # HELP hyzer_events_refused_total Events that were not taken.
        # TYPE hyzer_events_refused_total counter
        hyzer_events_refused_total 1
        # HELP hyzer_lines_sent_total Lines of events that were sent.
        # TYPE hyzer_lines_sent_total counter
        hyzer_lines_sent_total 12
        # HELP hyzer_wrong_codes_total Invitations that lead nowhere.
        # TYPE hyzer_wrong_codes_total counter
        hyzer_wrong_codes_total 2
        # HELP hyzer_requests_total Answers by HTTP.
        # TYPE hyzer_requests_total counter
        hyzer_requests_total{class="1xx"} 1
        hyzer_requests_total{class="2xx"} 2
        hyzer_requests_total{class="4xx"} 1
        # HELP hyzer_call_seconds Time of the loop in calls that use a log.
        # TYPE hyzer_call_seconds histogram
        hyzer_call_seconds_bucket{le="0.001"} 0
        hyzer_call_seconds_bucket{le="0.005"} 0
        hyzer_call_seconds_bucket{le="0.02"} 0
        hyzer_call_seconds_bucket{le="0.1"} 1
        hyzer_call_seconds_bucket{le="1.0"} 1
        hyzer_call_seconds_bucket{le="+Inf"} 1
        hyzer_call_seconds_sum 0.020001
        hyzer_call_seconds_count 1
        # HELP hyzer_sending_seconds Time from a commit until its lines are sent.
        # TYPE hyzer_sending_seconds histogram
        hyzer_sending_seconds_bucket{le="0.001"} 1
        hyzer_sending_seconds_bucket{le="0.005"} 2
        hyzer_sending_seconds_bucket{le="0.02"} 2
        hyzer_sending_seconds_bucket{le="0.1"} 2
        hyzer_sending_seconds_bucket{le="1.0"} 3
        hyzer_sending_seconds_bucket{le="+Inf"} 4
        hyzer_sending_seconds_sum 3.2555
        hyzer_sending_seconds_count 4

        """)
  }

  @Test(arguments: [true, false])
  func `are shown to the operator alone`(isOfMany: Bool) throws {
    let token = "an operator's token"
    let hosted: PageClients =
      isOfMany ? try HostedGroups(metricsToken: token) : try HostedRound(metricsToken: token)
    for authorization in ["", "Bearer ", "Bearer an operator's", token, "Bearer \(token)s"] {
      #expect(hosted.ask("GET", "/metrics", authorization: authorization).status == 404)
    }
    #expect(hosted.ask("GET", "/metrics", token: token).status == 404)
    let answer = hosted.ask("GET", "/metrics", authorization: "Bearer \(token)")
    #expect(answer.status == 200)
    let lines = String(decoding: answer.response.body, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains("hyzer_requests_total{class=\"4xx\"} 6"))
    #expect(lines.contains("hyzer_groups \(isOfMany ? 0 : 1)"))
    let memory = lines.first { $0.hasPrefix("hyzer_resident_bytes ") }?.split(separator: " ").last
    #expect(memory.flatMap { Int($0) } ?? 0 > 1 << 20)
  }

  @Test func `count what comes and goes`() throws {
    let hosted = try HostedRound()
    let (jake, mike) = (try hosted.phone("Jake"), try hosted.phone("Mike"))
    jake.send(jake.event(1), jake.event(2, hole: 20))
    _ = hosted.ask("POST", "/api/join", #"{"code": "AAAA-AAAA"}"#)
    let metrics = hosted.host.reception.metrics
    #expect((metrics.eventsReceived, metrics.eventsRefused) == (2, 1))
    #expect((metrics.linesSent, metrics.wrongCodes) == (2, 1))
    #expect(mike.heard().events.count == 1)
  }
}

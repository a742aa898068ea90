internal import HyzerBase
internal import ScoreLog

// What players did in each year, in the rounds that a phone may see.
extension LiveHost {
  func season(_ request: WebRequest, _ admission: Admission) throws -> WebResponse {
    let rounds = try allRounds().filter { admission.lists($0.round) }
    let localTime = reception.dependencies.localTime
    let seasons = try store.seasons(of: rounds) { Int(localTime($0).prefix(4)) }
    let report: JSONObject = ["seasons": seasons.map(\.report)]
    return .json(try JSONLine.encode(report))
  }
}

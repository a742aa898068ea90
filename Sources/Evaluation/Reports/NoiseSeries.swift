/// The conditions of one noise, from its highest level to its lowest.
struct NoiseSeries: Sendable {
  /// The noise's recording.
  let noise: String
  /// What it is called in a chart: the recording's file, or its path where files share a name.
  let label: String
  /// Its place among the noises, from 0, on which its colour, mark and dashes depend.
  let place: Int
  /// Its conditions, by the ratio of signal to noise in decibels, the lowest first.
  let levels: [(snrDecibels: Double, report: ConditionReport)]

  /// Returns the noises of a report in the order in which they first occur.
  static func all(in conditions: [ConditionReport]) -> [NoiseSeries] {
    var levels: [String: [(snrDecibels: Double, report: ConditionReport)]] = [:]
    var noises: [String] = []
    for report in conditions {
      guard let noise = report.condition.noise, let snr = report.condition.snrDecibels
      else { continue }
      if levels[noise] == nil { noises.append(noise) }
      levels[noise, default: []].append((snr, report))
    }
    let files = Dictionary(grouping: noises, by: file)
    return noises.enumerated().map { place, noise in
      NoiseSeries(
        noise: noise, label: files[file(noise)]?.count == 1 ? file(noise) : noise, place: place,
        levels: (levels[noise] ?? []).sorted { $0.snrDecibels < $1.snrDecibels })
    }
  }

  private static func file(_ noise: String) -> String {
    noise.split(separator: "/").last.map(String.init) ?? noise
  }
}

/// What a corpus is heard through: nothing but its own recordings, or noise at some level.
public struct ListeningCondition: Hashable, Sendable, Codable {
  /// The noise's recording, or nil for the recordings as they are.
  package let noise: String?
  /// How far the active speech level lies above the noise, in decibels; nil without noise.
  package let snrDecibels: Double?
  /// The impulse response of the room in which everything is said, or nil for none.
  package let room: String?

  package init(noise: String? = nil, snrDecibels: Double? = nil, room: String? = nil) {
    self.noise = noise
    self.snrDecibels = snrDecibels
    self.room = room
  }

  package static let asRecorded = ListeningCondition()

  /// Returns every condition of an evaluation: the recordings as they are, then each noise at each
  /// level.
  package static func all(noises: [String], snrDecibels: [Double], room: String? = nil)
    -> [ListeningCondition]
  {
    [ListeningCondition(room: room)]
      + noises.flatMap { noise in
        snrDecibels.map { ListeningCondition(noise: noise, snrDecibels: $0, room: room) }
      }
  }

  /// The condition in words: `as recorded`, or `wind.wav at 10 dB in hall.wav`.
  package var name: String {
    let place = room.map { " in \(file($0))" } ?? ""
    guard let noise, let snrDecibels else { return "as recorded" + place }
    return "\(file(noise)) at \(decimal(snrDecibels)) dB" + place
  }

  private func file(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }

  private func decimal(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e6 ? "\(Int(value))" : "\(value)"
  }
}

/// What a camera noted of a photo: when and where it was taken.
package struct PhotoDetails: Hashable, Sendable {
  /// The time by the clocks there, to the minute, as in "2026-11-26T18:05".
  package let takenAt: String?
  /// How far those clocks were from UTC, as in "+01:00", where the camera knew.
  package let utcOffset: String?
  /// Degrees north of the equator; nil where the place is not known.
  package let latitude: Double?
  /// Degrees east of Greenwich; nil where the place is not known.
  package let longitude: Double?

  package init(
    takenAt: String? = nil, utcOffset: String? = nil, latitude: Double? = nil,
    longitude: Double? = nil
  ) {
    self.takenAt = takenAt
    self.utcOffset = utcOffset
    self.latitude = latitude
    self.longitude = longitude
  }
}

extension PhotoDetails {
  /// Reads a time of EXIF, "2026:11:26 18:05:31"; nil where there is no such minute.
  static func time(_ text: String) -> String? {
    guard
      let match = text.wholeMatch(
        of: /([0-9]{4}):([0-9]{2}):([0-9]{2}) ([0-9]{2}):([0-9]{2})(:[0-9]{2})?\s*/),
      let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
      let hour = Int(match.4), let minute = Int(match.5), year >= 1900,
      (1...12).contains(month), (1...days(in: month, of: year)).contains(day), hour < 24,
      minute < 60
    else { return nil }
    return "\(match.1)-\(match.2)-\(match.3)T\(match.4):\(match.5)"
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return switch month {
    case 2: isLeap ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Reads an offset of EXIF, "+01:00"; nil where no clocks are so far from UTC.
  static func offset(_ text: String) -> String? {
    guard let match = text.wholeMatch(of: /([+-])([0-9]{2}):([0-9]{2})\s*/),
      let hours = Int(match.2), let minutes = Int(match.3), hours <= 14, minutes < 60
    else { return nil }
    return "\(match.1)\(match.2):\(match.3)"
  }

  /// Returns degrees of three numbers, degrees, minutes and seconds; nil beyond `most`.
  static func degrees(_ parts: [Double], isNegative: Bool, most: Double) -> Double? {
    guard parts.count == 3, parts.allSatisfy({ $0.isFinite && $0 >= 0 }), parts[1] < 60,
      parts[2] < 60
    else { return nil }
    let sum = parts[0] + parts[1] / 60 + parts[2] / 3600
    return sum <= most ? isNegative ? -sum : sum : nil
  }
}

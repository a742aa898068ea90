/// What a host of many groups is asked at the peak of a Saturday, computed from what is assumed of the groups.
enum SaturdayLoad {
  static let groups = 10_000
  static let devicesOfGroup = 6
  /// Assumed: every second group has its round of the week on Saturday.
  static let shareOnSaturday = 0.5
  /// Assumed: four play 18 holes in two and a half hours.
  static let (players, holes, roundHours) = (4, 18, 2.5)
  /// Assumed: rounds start evenly from 9:00 to 15:15, so that 2.5 of 6.25 hours' rounds go on at once.
  static let startingHours = 6.25
  /// Assumed: each hole is entered by two devices, or entered by one and corrected.
  static let commitsOfHole = 2
  /// Assumed: of a group that plays each player's device is awake, and one that watches; the others are at home.
  static let awake = 5
  /// Chosen: a group's hole comes when it comes, so that some hundred commits of different groups are measured in a
  /// minute; more than 1 makes the load denser than it would be, to see what is left over.
  static let density =
    CommandLine.arguments.compactMap { $0.hasPrefix("x") ? Double($0.dropFirst()) : nil }.first ?? 1

  static func playing(of groups: Int) -> Int {
    Int(Double(groups) * shareOnSaturday * roundHours / startingHours)
  }

  /// Commits a second of all groups, before it is made denser.
  static var commitRate: Double {
    Double(playing(of: groups) * holes * commitsOfHole) / (roundHours * 3600)
  }

  static let description = """
    A Saturday's load of \(groups) groups of \(devicesOfGroup): \(shareOnSaturday) of them play that day, each \(roundHours) h \
    within \(startingHours) h of starts,
    so \(playing(of: groups)) play at once; \(holes) holes, \(commitsOfHole) commits of \(players) scores a hole: \
    \(commitRate) commits/s, run \(density) times as dense.
    \(awake) devices of each are connected: \(awake * playing(of: groups)) of \(groups * devicesOfGroup); the others \
    are rows in `admissions`.
    """
}

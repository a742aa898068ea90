internal import Golf

/// A line of the exported score log: a player's score on a hole, or the correction of an earlier one.
public struct ExportedScore: Hashable, Sendable, Decodable {
  /// Tells the event from all others.
  public let id: String
  /// The round in which it happened.
  public let round: String?
  /// Whose score it is.
  public let player: String
  /// The hole.
  public let hole: Int
  /// The score; nil where an earlier one was taken back and none stands.
  public let strokes: Int?
  /// The event that this one corrects.
  public let supersedes: String?
  /// The event that this one takes back, where somebody undid it.
  public let takesBack: String?
  /// Who entered it.
  public let reportedBy: String?
  /// On which device it was entered.
  public let device: String?
  /// What was said, where anything was.
  public let transcript: String?
  /// When, in whatever form the log writes it.
  public let at: String?

  private enum CodingKeys: String, CodingKey {
    case id, round, player, hole, strokes, supersedes, takesBack, reportedBy, device, transcript
    case at
  }

  /// Makes an event.
  public init(
    id: String, round: String? = nil, player: String, hole: Int, strokes: Int?,
    supersedes: String? = nil, takesBack: String? = nil, reportedBy: String? = nil,
    device: String? = nil,
    transcript: String? = nil, at: String? = nil
  ) {
    self.id = id
    self.round = round
    self.player = player
    self.hole = hole
    self.strokes = strokes
    self.supersedes = supersedes
    self.takesBack = takesBack
    self.reportedBy = reportedBy
    self.device = device
    self.transcript = transcript
    self.at = at
  }

  /// Reads an event; identifiers and times may be text or numbers.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String? {
      guard object.contains(key), try !object.decodeNil(forKey: key) else { return nil }
      if let number = try? object.decode(Int.self, forKey: key) { return "\(number)" }
      if let number = try? object.decode(Double.self, forKey: key) { return "\(number)" }
      return try object.decode(String.self, forKey: key)
    }
    id = try text(.id) ?? object.decode(String.self, forKey: .id)
    round = try text(.round)
    player = try object.decode(String.self, forKey: .player)
    hole = try object.decode(Int.self, forKey: .hole)
    strokes = try object.decodeIfPresent(Strokes.self, forKey: .strokes)?.count
    supersedes = try text(.supersedes)
    takesBack = try text(.takesBack)
    reportedBy = try text(.reportedBy)
    device = try text(.device)
    transcript = try object.decodeIfPresent(String.self, forKey: .transcript)
    at = try text(.at)
  }
}

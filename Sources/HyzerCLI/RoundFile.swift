internal import Golf

/// A round file: the round that it describes, and whether the par is the file's own.
struct RoundFile: Decodable {
  private enum CodingKeys: String, CodingKey {
    case par
  }

  /// The round, with par 3 where the file gives none.
  let round: Round
  /// The current hole's par, where the file gives it.
  let par: Int?

  init(from decoder: any Decoder) throws {
    round = try Round(from: decoder)
    par = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(Int.self, forKey: .par)
  }
}

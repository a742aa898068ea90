internal import Golf
public import Language

/// Finds what is wrong in a corpus, line by line; it remembers the clips that it has seen.
public struct CorpusInspector: Sendable {
  private struct Seen {
    let place: CorpusPlace
    let words: [String]
  }

  /// The recogniser's rate in hertz, below which a recording lacks highs.
  public static let sampleRateHz = 16_000

  private var paths: [String: Seen] = [:]
  private var digests: [UInt64: Seen] = [:]

  /// Nothing seen yet.
  public init() {}

  /// Returns what is wrong with a line's label in itself.
  public func labelFaults(in line: CorpusLine) -> [CorpusFault] {
    let roster = line.round.roster
    var seen: [PlayerID: Int] = [:]
    return line.scores.compactMap { score in
      guard let player = roster.player(named: score.player) else {
        return .unknownPlayer(score.player)
      }
      guard Strokes(score.strokes) != nil else {
        return .strokesOutOfRange(score.player, score.strokes)
      }
      // The same score once more changes nothing.
      let other = seen.updateValue(score.strokes, forKey: player) ?? score.strokes
      return other == score.strokes ? nil : .playerTwice(roster[player].name)
    }
  }

  /// Returns what is wrong with a line's label and transcript.
  ///
  /// The label is taken for the truth: the parser is held to it, by the rules for typed text and
  /// by those for speech. `parser` is one for the line's round.
  public func faults(in line: CorpusLine, parser: UtteranceParser) -> [CorpusFault] {
    let roster = line.round.roster
    let faults = labelFaults(in: line)
    guard let transcript = line.transcript else {
      return line.audio == nil ? faults + [.nothingToJudge] : faults
    }
    guard transcript.contains(where: { !$0.isWhitespace }) else {
      return line.scores.isEmpty ? faults : faults + [.emptyTranscript]
    }
    // A label that is wrong in itself says nothing of the parser.
    guard faults.isEmpty else { return faults }
    let truth = Set(
      line.scores.compactMap { score -> HoleScore? in
        guard let player = roster.player(named: score.player), let strokes = Strokes(score.strokes)
        else { return nil }
        return HoleScore(player: player, strokes: strokes)
      })
    let readings = [InputKind.typed, .spoken].map { parser.parse(transcript, input: $0).scorePairs }
    guard readings.contains(where: { $0 != truth }) else { return [] }
    return [
      .readOtherwise(
        label: Self.text(truth, roster), typed: Self.text(readings[0], roster),
        spoken: Self.text(readings[1], roster))
    ]
  }

  /// Returns what is wrong with a line's clip, also beside the clips of lines before.
  public mutating func faults(in clip: CorpusClip, of line: CorpusLine, at place: CorpusPlace)
    -> [CorpusFault]
  {
    let path = line.audio ?? clip.path
    var faults: [CorpusFault] = []
    if clip.sourceRateHz < Self.sampleRateHz { faults.append(.lowRate(path, clip.sourceRateHz)) }
    if clip.sourceRateHz > Self.sampleRateHz { faults.append(.highRate(path, clip.sourceRateHz)) }
    if clip.level.isClipped {
      faults.append(.clippedAudio(path, samples: clip.level.fullScaleSamples))
    }
    if clip.level.isSilent {
      if !line.scores.isEmpty {
        faults.append(.silentAudio(path))
      } else if line.transcript?.isEmpty == false {
        faults.append(.silentNegative(path))
      }
    }
    let seen = Seen(place: place, words: NameKey.words(of: line.transcript ?? ""))
    if let first = paths[clip.path] ?? digests[clip.digest] {
      if first.words != seen.words {
        faults.append(.contradiction(path, first: first.place))
      } else if paths[clip.path] != nil {
        faults.append(.samePath(path, first: first.place))
      } else {
        faults.append(.sameSamples(path, first: first.place))
      }
    }
    if paths[clip.path] == nil { paths[clip.path] = seen }
    if digests[clip.digest] == nil { digests[clip.digest] = seen }
    return faults
  }

  private static func text(_ pairs: Set<HoleScore>, _ roster: Roster) -> String {
    guard !pairs.isEmpty else { return "no score" }
    return pairs.sorted { $0.player < $1.player }
      .map { "\(roster[$0.player].name) \($0.strokes.count)" }.joined(separator: ", ")
  }
}

internal import Evaluation
internal import Golf

extension CorpusUtterance {
  /// Returns the utterance as one of another round's players, on its own hole.
  ///
  /// - Throws: ``Failure`` naming `place` where a score's player is not of that round.
  func moved(to round: Round, place: String) throws -> CorpusUtterance {
    let scores = try scores.map { pair throws(Failure) in
      guard let player = round.roster.player(named: pair.player) else {
        throw Failure(
          .badData,
          "\(place): \"\(pair.player)\" is not among the round's players; add the player to the "
            + "round file, or take this group's recordings")
      }
      return ScorePair(player: round.roster[player].name, strokes: pair.strokes)
    }
    return CorpusUtterance(
      corpus: corpus, line: line, id: id, audio: audio, transcript: transcript,
      round: try Round(
        course: self.round.course, hole: self.round.hole, par: self.round.par,
        roster: round.roster),
      scores: scores, isStream: isStream, tags: tags)
  }
}

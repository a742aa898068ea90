internal import HyzerBase

/// What a rule of the score log forbids, or what it does not know; ``description`` says each in full.
public enum ScoreLogRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// No round is the current one.
  case noCurrentRound
  /// There is no such round.
  case unknownRound(RoundID)
  /// There is a round of that identifier already.
  case roundExists(RoundID)
  /// The round has no players, so it cannot start.
  case noPlayers(RoundID)
  /// The round is finished: nobody can score, join or leave.
  case roundFinished(RoundID)
  /// The round is not finished, so it cannot be reopened.
  case notFinished(RoundID)
  /// The round is deleted.
  case roundDeleted(RoundID)
  /// The round is not deleted, so it cannot be restored.
  case notDeleted(RoundID)
  /// `deed` is what only the organiser may do.
  case organiserOnly(_ deed: String, organiser: String)
  /// `deed` is what the organiser may do on a device of theirs alone.
  case organisersDeviceOnly(_ deed: String, organiser: String)
  /// The player has left already.
  case hasLeft(String)
  /// The round cannot be finished but early: scores are missing.
  case scoresMissing(RoundID, [MissingScores])
  /// The round has no hole of that number.
  case unknownHole(Int, holes: Int)
  /// Nobody of that name plays in the round.
  case unknownPlayer(String, RoundID)
  /// Somebody of that name plays in the round already.
  case nameTaken(String)
  /// A commit has no score.
  case noScores
  /// Nobody can have so many strokes.
  case strokesOutOfRange(Int)
  /// A commit has two scores of one player.
  case twoScores(String, hole: Int)
  /// The player has another score by now than the one that was to be replaced.
  case changedMeanwhile(String, hole: Int)
  /// Other scores are saved as that commit.
  case commitExists(CommitID)
  /// The device has nothing left to undo in the round.
  case nothingToUndo(RoundID)
  /// The device has taken nothing back in the round since it entered scores.
  case nothingToRedo(RoundID)
  /// The device saved other scores after the commit that was to be taken back.
  case notTheLast(CommitID, last: CommitID)
  /// There is no such event.
  case unknownEvent(EventID)
  /// Nothing more of the device is taken in.
  case deviceRevoked(DeviceID)
  /// Somebody else is the device, or was.
  case deviceTaken(DeviceID)
  /// Whoever is to write as the device from now on has been as many others as can be.
  case tooManyDevices(DeviceID)
  /// As many phones have joined the round as can.
  case tooManyPhones(RoundID)
  /// As many phones of the group's players are let in as can be.
  case tooManyPersons
  /// As many players are registered as phones can register.
  case tooManyPlayers(String)
  /// The device has made as many rounds on a day as a phone can.
  case tooManyRounds(DeviceID)
  /// Devices do not differ over the score.
  case notDisputed(String, hole: Int)
  /// Something else was heard as that utterance.
  case utteranceExists(UtteranceID)
  /// No player of that name is registered.
  case unregistered(String)
  /// A player of that name is registered already.
  case playerExists(String)
  /// The player has played rounds, and so stays.
  case playerHasRounds(String)
  /// Both play in the round, so they are two people.
  case playTogether(String, String, RoundID)
  /// The name has no letter in it.
  case unspeakableName(String)
  /// The name has more letters than a name can have.
  case longName(String)
  /// There is no course of that name.
  case unknownCourse(String)
  /// There is a course of that name already.
  case courseExists(String)

  /// One line: what is refused and what to do.
  public var description: String {
    switch self {
    case .noCurrentRound:
      "no round is current; choose one of `hyzer round list` with `hyzer round use`, or make one with `hyzer round new`"
    case .unknownRound(let id):
      "there is no round \"\(id)\"; list rounds with `hyzer round list`"
    case .roundExists(let id):
      "there is a round \"\(id)\" already; give the new one another identifier"
    case .noPlayers(let id):
      "round \(Self.label(id)) has no players, so it cannot start; let somebody join"
    case .roundFinished:
      "the round is finished, so nobody can score, join or leave; reopen it with `hyzer round reopen`, or make a new one"
    case .notFinished:
      "the round is not finished, so it need not be reopened; enter scores"
    case .roundDeleted:
      "the round is deleted; bring it back with `hyzer round restore`"
    case .notDeleted:
      "the round is not deleted, so it need not be restored; list deleted ones with `hyzer round list --deleted`"
    case .organiserOnly(let deed, let organiser):
      "only the organiser, \(organiser), can \(deed); if that is you, say so with --as"
    case .organisersDeviceOnly(let deed, let organiser):
      "only on the device of the organiser, \(organiser), can one \(deed); do it there, or pass the round on there with `hyzer round pass`"
    case .hasLeft(let name):
      "\"\(name)\" has left the round already; check the name"
    case .scoresMissing(let id, []):
      "round \(Self.label(id)) has no players; let somebody join, or finish the round early"
    case .scoresMissing(let id, let missing):
      "round \(Self.label(id)) misses scores: \(missing.text); enter them, or finish the round early"
    case .unknownHole(let hole, let holes):
      "the round has no hole \(hole); give a number from 1 to \(holes)"
    case .unknownPlayer(let name, let id):
      "nobody called \"\(name)\" plays in round \(Self.label(id)); check the name"
    case .nameTaken(let name):
      "somebody in the round is called \"\(name)\" already; give another name"
    case .noScores:
      "there is no score to save; give at least one"
    case .strokesOutOfRange(let count):
      "\(count) strokes are out of range; scores go from \(Strokes.range.lowerBound) to \(Strokes.range.upperBound)"
    case .twoScores(let name, let hole):
      "\"\(name)\" has two scores on hole \(hole); give one"
    case .changedMeanwhile(let name, let hole):
      "somebody else has changed the score of \"\(name)\" on hole \(hole); look at it, and enter yours again"
    case .commitExists(let id):
      "other scores are saved as \"\(id)\" already; give the commit another identifier"
    case .nothingToUndo(let id):
      "nothing is left to undo in round \(Self.label(id)); enter a score to correct another"
    case .nothingToRedo(let id):
      "nothing is left to bring back in round \(Self.label(id)): nothing was undone since scores were entered; enter them again"
    case .notTheLast:
      "the scores that you saved last are not this device's last any more; look at the round, and undo again to take back what is last now"
    case .unknownEvent(let id):
      "there is no event \"\(id)\" in the log; list events with `hyzer export`"
    case .deviceRevoked(let id):
      "device \"\(id)\" is revoked, so nothing more of it is taken in; see `hyzer device list`"
    case .deviceTaken(let id):
      "device \"\(id)\" is known as another's; join again, with this version of hyzer or a later one"
    case .tooManyDevices(let id):
      "what lets in device \"\(id)\" was \(Admission.mostFormer) others already; join again"
    case .tooManyPhones(let id):
      "\(Admission.mostPhones) phones have joined round \(Self.label(id)), so no other can; revoke those that nobody uses with `hyzer device revoke`"
    case .tooManyPersons:
      "\(Admission.mostPersons) phones of players are let in, so no other can be; revoke those that nobody uses with `hyzer device revoke`"
    case .tooManyPlayers(let name):
      "\(Admission.mostPlayers) players are registered, so \"\(name)\" cannot be by a phone; play as a guest, or add the player with `hyzer player add`"
    case .tooManyRounds:
      "this phone has made \(Admission.mostRoundsOfDay) rounds today; make the next one tomorrow, or on another device"
    case .notDisputed(let name, let hole):
      "nobody differs over the score of \"\(name)\" on hole \(hole); correct a score with `hyzer enter`"
    case .utteranceExists(let id):
      "something else was heard as \"\(id)\" already; give the utterance another identifier"
    case .unregistered(let name):
      "no player is called \"\(name)\"; list players with `hyzer player list`"
    case .playerExists(let name):
      "there is a player called \"\(name)\" already; give another name"
    case .playerHasRounds(let name):
      "\"\(name)\" has played rounds, so the player stays; give the player another name instead"
    case .playTogether(let name, let other, let id):
      "\"\(name)\" and \"\(other)\" both play in round \(Self.label(id)), so they are two people; see `hyzer round show`"
    case .unspeakableName(let name):
      "the player name \"\(name)\" has no letter in it; give a name that can be said"
    case .longName(let name):
      "the name \"\(name.prefix(Player.longestName))…\" has more than \(Player.longestName) letters; give a shorter one"
    case .unknownCourse(let name):
      "there is no course \"\(name)\"; list courses with `hyzer course list`"
    case .courseExists(let name):
      "there is a course called \"\(name)\" already; give another name"
    }
  }

  /// A round as lists of rounds show it: the beginning of its identifier.
  private static func label(_ id: RoundID) -> String { "\"\(id.rawValue.prefix(8))\"" }
}

extension [MissingScores] {
  /// The holes of each player, as in "Mike on 1, 2; Jake on 7-18".
  package var text: String {
    holesByName(flatMap { item in item.names.map { (name: $0, hole: item.hole) } })
  }
}

/// Returns the holes of each player, which come in order, as in "Mike on 1, 2; Jake on 7-18".
package func holesByName(_ places: [(name: String, hole: Int)]) -> String {
  places.map(\.name).withoutRepeats.map { name in
    let texts = places.filter { $0.name == name }.map(\.hole).runs.flatMap { run in
      run.count > 2 ? ["\(run.lowerBound)-\(run.upperBound)"] : run.map { "\($0)" }
    }
    return "\(name) on \(texts.joined(separator: ", "))"
  }.joined(separator: "; ")
}

extension [Int] {
  /// The runs of numbers that follow each other: of 1, 2, 3 and 7 these are 1...3 and 7...7.
  package var runs: [ClosedRange<Int>] {
    reduce(into: []) { runs, number in
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
  }
}

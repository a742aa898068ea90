package import DiscGolf
package import Scorekeeping

/// What somebody begins to say into a phone: where it belongs, and how it sounds.
package struct Talk: Hashable, Sendable {
  /// Which talk it is: of all connections, and among those of its own.
  package struct Key: Hashable, Sendable {
    let connection: Int
    let id: Int

    package init(connection: Int, id: Int) { (self.connection, self.id) = (connection, id) }
  }

  let key: Key
  /// What is being played: the hole of which the words are, and who is in the round.
  let round: Round
  /// What the card has of the same hole.
  let context: HoleContext
  /// Of which hole the words are, where they are not of that one.
  let otherHole: HoleOfWords?
  /// The rate of its samples in hertz, as the phone says.
  let rateHz: Int
  /// What the phone shows, to which the words may be a reply; nil where it shows nothing.
  let shown: TalkDraft?
  let endsInSilence: TalkSilence

  package init(
    _ key: Key, round: Round, context: HoleContext, otherHole: HoleOfWords? = nil, rateHz: Int,
    shown: TalkDraft? = nil, endsInSilence: TalkSilence = .never
  ) {
    (self.key, self.round, self.context, self.otherHole) = (key, round, context, otherHole)
    (self.rateHz, self.shown, self.endsInSilence) = (rateHz, shown, endsInSilence)
  }

  var isHandsFree: Bool { endsInSilence == .handsFree }
}

/// When silence ends a talk that its phone does not end.
package enum TalkSilence: Hashable, Sendable {
  case never
  /// Where it follows words, as it ends an utterance on the host's own screen.
  case afterWords
  /// Where it follows an utterance of whatever it was, or has lasted: the phone listens all the time, and begins the
  /// next talk with what the last one did not hear to its end. Until somebody speaks, the talk gives way to others.
  case handsFree
}

/// What a talk comes to, or has come to so far.
package enum TalkReply: Hashable, Sendable {
  /// What has been heard up to now; nothing but a picture of progress.
  case heard(words: String)
  /// What all of it came to; the talk is over.
  case draft(TalkDraft)
  /// Nothing comes of it; the talk is over.
  case failed(TalkFailure)
}

/// Why a talk comes to nothing, and what to do, in words for the person who speaks.
package enum TalkFailure: Error, Hashable, CustomStringConvertible {
  case busy
  case lost
  case halfSample
  case tooLong
  case stopped
  case badRate(Int)
  /// What the phone says it shows is not of the round, or more than any draft has.
  case otherHole(Int)
  case unknownPlayer, repeatedPlayer, tooMuch
  /// The recogniser or the rate's conversion cannot do it.
  case broken(String)

  package var description: String {
    switch self {
    case .busy: "others are speaking; try again"
    case .lost: "some of the sound was lost; say it again"
    case .halfSample: "the sound came in halves of samples; reload the page and say it again"
    case .tooLong:
      "that took more than \(TalkDesk.longestSeconds) seconds; say it in shorter parts"
    case .stopped: "the sound stopped coming; say it again"
    case .badRate(let rate):
      "sound at \(rate) Hz cannot be heard; send \(TalkDesk.ratesHz.lowerBound) to "
        + "\(TalkDesk.ratesHz.upperBound) Hz"
    case .otherHole(let hole):
      "scores of hole \(hole) are shown while another is spoken of; close them and say it again"
    case .unknownPlayer:
      "scores are shown of somebody who is not in the round; close them and say it again"
    case .repeatedPlayer: "two scores of one player are shown; close them and say it again"
    case .tooMuch: "more is shown than a round's scores; close them and say it again"
    case .broken(let reason): "\(reason); tap the scores instead"
    }
  }
}

internal import Language

extension Problem {
  /// The kind as a word for machines.
  var reason: String {
    switch kind {
    case .unexplained: "unexplained"
    case .unknownName: "unknownName"
    case .uncertainName: "uncertainName"
    case .ambiguousName: "ambiguousName"
    case .missingScore: "missingScore"
    case .missingPlayer: "missingPlayer"
    case .scoreOutOfRange: "scoreOutOfRange"
    case .fraction: "fraction"
    case .signed: "signed"
    case .conflictingScores: "conflictingScores"
    case .unclearCorrection: "unclearCorrection"
    case .nothingToCopy: "nothingToCopy"
    case .unclearGroup: "unclearGroup"
    case .otherHole: "otherHole"
    case .otherPar: "otherPar"
    case .ambiguousSentence: "ambiguousSentence"
    case .lowConfidence: "lowConfidence"
    }
  }
}

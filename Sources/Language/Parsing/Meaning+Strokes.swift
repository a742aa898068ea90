internal import Golf

extension Meaning {
  /// Why a score that was said cannot be kept.
  struct Rejection: Error, Hashable {
    let kind: Problem.Kind
  }

  /// Returns the strokes that a score means on a hole of some par.
  func strokes(par: Int) -> Result<Strokes, Rejection> {
    let count: Int
    switch self {
    case .number(let number): count = number
    case .relative(let difference): count = par + difference
    case .ace: count = 1
    case .unusable(.fraction): return .failure(Rejection(kind: .fraction))
    case .unusable(.signed): return .failure(Rejection(kind: .signed))
    case .function: preconditionFailure("a function word is no score")
    }
    guard let strokes = Strokes(count) else {
      return .failure(Rejection(kind: .scoreOutOfRange(count)))
    }
    return .success(strokes)
  }
}

public import Language

extension Pronunciation {
  /// Returns the one of several pronunciations that is most like all of them; nil without any.
  ///
  /// The medoid under ``Pronunciation/similarity(to:)``: unlike a mean it is one that was heard. Of
  /// equal ones the first counts. Time grows with the square of their number.
  public static func medoid(of pronunciations: [Pronunciation]) -> Pronunciation? {
    let counts = Dictionary(pronunciations.map { ($0, 1) }, uniquingKeysWith: +)
    var best: (pronunciation: Pronunciation, likeness: Double)?
    var seen: Set<Pronunciation> = []
    for candidate in pronunciations where seen.insert(candidate).inserted {
      let likeness = counts.reduce(0.0) {
        $0 + candidate.similarity(to: $1.key) * Double($1.value)
      }
      // Sums in another order differ in their last bits, which must not decide.
      if likeness > (best?.likeness ?? -1) + 1e-9 { best = (candidate, likeness) }
    }
    return best?.pronunciation
  }
}

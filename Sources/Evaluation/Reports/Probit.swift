internal import Foundation

/// The quantile function of the standard normal distribution, on whose scale the trade-off of two
/// normally distributed scores is a straight line (Martin et al., 1997, "The DET curve").
enum Probit {
  /// Returns the value below which a share of the distribution lies; `share` lies between 0 and 1.
  ///
  /// Found by halving, to 1e-9 for shares from 1e-12 to 1 - 1e-12.
  static func value(_ share: Double) -> Double {
    var (low, high) = (-8.0, 8.0)
    while high - low > 1e-9 {
      let middle = (low + high) / 2
      if erfc(-middle / 2.0.squareRoot()) / 2 < share { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}

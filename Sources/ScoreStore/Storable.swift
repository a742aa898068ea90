internal import Golf

/// A value of a column or of a statement's parameter.
enum SQLValue: Hashable {
  case null
  case integer(Int)
  case real(Double)
  case text(String)
}

/// A type whose values a column holds.
protocol Storable {
  var stored: SQLValue { get }
  /// Nil where a column holds something else.
  init?(stored: SQLValue)
}

extension SQLValue: Storable {
  var stored: SQLValue { self }
  init(stored: SQLValue) { self = stored }
}

extension Int: Storable {
  var stored: SQLValue { .integer(self) }
  init?(stored: SQLValue) {
    guard case .integer(let value) = stored else { return nil }
    self = value
  }
}

extension Double: Storable {
  var stored: SQLValue { .real(self) }
  init?(stored: SQLValue) {
    guard case .real(let value) = stored else { return nil }
    self = value
  }
}

extension String: Storable {
  var stored: SQLValue { .text(self) }
  init?(stored: SQLValue) {
    guard case .text(let value) = stored else { return nil }
    self = value
  }
}

extension Optional: Storable where Wrapped: Storable {
  var stored: SQLValue { self?.stored ?? .null }
  init?(stored: SQLValue) {
    if stored == .null {
      self = .none
    } else {
      guard let value = Wrapped(stored: stored) else { return nil }
      self = value
    }
  }
}

extension Identifier: Storable {
  var stored: SQLValue { .text(rawValue) }
  init?(stored: SQLValue) {
    guard case .text(let value) = stored else { return nil }
    self.init(value)
  }
}

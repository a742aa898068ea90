/// A value that is bound to a parameter of a statement.
enum SQLValue: Hashable {
  case null
  case integer(Int)
  case real(Double)
  case text(String)

  init(_ value: Int?) { self = value.map { .integer($0) } ?? .null }
  init(_ value: Double?) { self = value.map { .real($0) } ?? .null }
  init(_ value: String?) { self = value.map { .text($0) } ?? .null }
}

extension SQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  init(stringLiteral value: String) { self = .text(value) }
  init(integerLiteral value: Int) { self = .integer(value) }
}

/// A checked command line: a command, its options and its operands.
///
/// Options and operands are looked up by their specifications.
package struct ParsedArguments: Hashable, Sendable {
  /// The command to carry out.
  package let command: CommandSpec
  /// Where messages say an error is, as in `hyzer score`.
  package let location: String
  /// The options in the order given.
  package let occurrences: [OptionOccurrence]
  package let operands: [String]

  /// Whether an option was given.
  /// - Precondition: as for all look-ups, the command takes it.
  package func flag(_ option: OptionSpec) -> Bool { count(option) > 0 }

  func count(_ option: OptionSpec) -> Int { occurrences(of: option).count }

  /// The argument of an option, the last if it repeats; nil if it was not given.
  package func value(_ option: OptionSpec) -> String? { values(option).last }

  /// The argument of an option without which there is no parsed command line.
  package func required(_ option: OptionSpec) -> String {
    guard let value = value(option) else {
      preconditionFailure("\(location) does not require \(option.label)")
    }
    return value
  }

  /// The arguments of an option in the order given.
  package func values(_ option: OptionSpec) -> [String] {
    occurrences(of: option).compactMap(\.value)
  }

  /// The argument of an option as `read` understands it; nil if it was not given.
  ///
  /// - Throws: an error where `read` returns nil, in which what is expected goes on after "give", as
  ///   in `a shard such as 2/4`.
  package func value<Value>(
    _ option: OptionSpec, expected: String, _ read: (String) -> Value?
  ) throws(UsageError) -> Value? {
    try values(option, expected: expected, read).last
  }

  /// The arguments of an option, in the order given, as `read` understands them.
  package func values<Value>(
    _ option: OptionSpec, expected: String, _ read: (String) -> Value?
  ) throws(UsageError) -> [Value] {
    var values: [Value] = []
    for text in self.values(option) {
      guard let value = read(text) else {
        throw invalidValue(option, text, expected: expected)
      }
      values.append(value)
    }
    return values
  }

  /// The argument of an option as a whole number within limits; nil if it was not given.
  package func integer(_ option: OptionSpec, in range: ClosedRange<Int>) throws(UsageError) -> Int?
  {
    let limits = range.upperBound == .max ? "of at least \(range.lowerBound)" : Self.limits(range)
    return try value(option, expected: "a whole number \(limits)") {
      Int($0).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// The argument of an option as a decimal number within limits; nil if it was not given.
  package func number(
    _ option: OptionSpec, in range: ClosedRange<Double>
  ) throws(UsageError) -> Double? {
    try value(option, expected: "a number \(Self.limits(range))") { Self.decimal($0, in: range) }
  }

  /// The argument of an option as decimal numbers with commas between; nil if it was not given.
  package func numbers(
    _ option: OptionSpec, in range: ClosedRange<Double>
  ) throws(UsageError) -> [Double]? {
    try value(option, expected: "numbers \(Self.limits(range)) with commas between") { text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { Self.decimal($0, in: range) }
      return numbers.count == parts.count ? numbers : nil
    }
  }

  /// The words that fell to one operand.
  package func operands(_ operand: OperandSpec) -> [String] {
    guard let found = command.assign(operands).first(where: { $0.operand == operand }) else {
      preconditionFailure("\(location) has no operand \(operand.name)")
    }
    return found.words
  }

  /// The error for an option's argument that is not what is expected.
  package func invalidValue(_ option: OptionSpec, _ value: String, expected: String) -> UsageError {
    .invalidValue(value, of: option.label, expected: expected, at: location)
  }

  private func occurrences(of option: OptionSpec) -> [OptionOccurrence] {
    precondition(command.options.contains(option), "\(location) has no option \(option.label)")
    return occurrences.filter { $0.option == option }
  }

  private static func limits<Bound: LosslessStringConvertible>(
    _ range: ClosedRange<Bound>
  ) -> String {
    func text(_ bound: Bound) -> String {
      let text = String(bound)
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    return "from \(text(range.lowerBound)) to \(text(range.upperBound))"
  }

  // Double's own parser also takes hexadecimal, infinities and not-a-number.
  private static func decimal(
    _ text: some StringProtocol, in range: ClosedRange<Double>
  ) -> Double? {
    guard text.allSatisfy({ "0123456789+-.eE".contains($0) }) else { return nil }
    return Double(text).flatMap { range.contains($0) ? $0 : nil }
  }
}

/// A checked command line: a command, its options and its operands.
public struct ParsedArguments: Hashable, Sendable {
  /// The command to carry out.
  public let command: CommandSpec
  /// The options in the order given, global ones before the command included.
  public let occurrences: [OptionOccurrence]
  /// The operands in the order given.
  public let operands: [String]
  /// Where messages say an error is, as in `hyzer score`.
  public let location: String

  private let program: ProgramSpec

  init(
    program: ProgramSpec, command: CommandSpec, occurrences: [OptionOccurrence],
    operands: [String]
  ) {
    self.program = program
    self.command = command
    self.occurrences = occurrences
    self.operands = operands
    self.location = "\(program.name) \(command.name)"
  }

  /// Whether an option was given.
  /// - Precondition: as for all look-ups by name, the command takes an option of that name.
  public func flag(_ name: String) -> Bool { count(name) > 0 }

  /// How often an option was given.
  public func count(_ name: String) -> Int { occurrences(of: name).count }

  /// The argument of an option, the last if it repeats; `nil` if it was not given.
  public func value(_ name: String) -> String? { values(name).last }

  /// The arguments of an option in the order given.
  public func values(_ name: String) -> [String] { occurrences(of: name).compactMap(\.value) }

  /// The operands that fell to one spec.
  /// - Precondition: the command has an operand of that name.
  public func operands(_ name: String) -> [String] {
    guard let found = command.assign(operands).first(where: { $0.spec.name == name }) else {
      preconditionFailure("\(location) has no operand \(name)")
    }
    return found.words
  }

  /// The argument of an option as a whole number within limits; `nil` if it was not given.
  /// - Throws: `.invalidValue`.
  public func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw invalidValue(name, text, expected: RangeWording.integer(in: range))
    }
    return number
  }

  /// The argument of an option as a decimal number within limits; `nil` if it was not given.
  /// - Throws: `.invalidValue`.
  public func number(
    _ name: String, in range: ClosedRange<Double>
  ) throws(UsageError) -> Double? {
    guard let text = value(name) else { return nil }
    guard let number = Self.decimal(text), range.contains(number) else {
      throw invalidValue(name, text, expected: RangeWording.number(in: range))
    }
    return number
  }

  /// The argument of an option as decimal numbers with commas between; `nil` if not given.
  /// - Throws: `.invalidValue`.
  public func numbers(
    _ name: String, in range: ClosedRange<Double>
  ) throws(UsageError) -> [Double]? {
    guard let text = value(name) else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Self.decimal($0) }.filter(range.contains)
    guard numbers.count == parts.count else {
      throw invalidValue(name, text, expected: RangeWording.numbers(in: range))
    }
    return numbers
  }

  /// The error for an option's argument that only the caller can judge.
  ///
  /// What is expected goes on after "give", as in `a shard such as 2/4`.
  public func invalidValue(_ name: String, _ value: String, expected: String) -> UsageError {
    .invalidValue(value, of: "--\(name)", expected: expected, suggestion: nil, at: location)
  }

  private func occurrences(of name: String) -> [OptionOccurrence] {
    precondition(
      program.options(of: command).contains { $0.long == name },
      "\(location) has no option --\(name)")
    return occurrences.filter { $0.name == name }
  }

  // Double's own parser also takes hexadecimal, infinities and not-a-number.
  private static func decimal(_ text: some StringProtocol) -> Double? {
    guard text.allSatisfy({ "0123456789+-.eE".contains($0) }) else { return nil }
    return Double(text)
  }
}

/// One operand of a command, or a run of like operands.
public struct OperandSpec: Hashable, Sendable {
  /// The placeholder, such as `AUDIO`; also the key to the values.
  public let name: String
  /// The fewest that must be given.
  public let minimum: Int
  /// The most that may be given; `nil` for no limit.
  public let maximum: Int?
  /// What the operand is, in a sentence.
  public let help: String
  /// What the operand may be.
  public let completion: Completion

  /// Describes an operand, by default one that must be given once.
  public init(
    name: String, minimum: Int = 1, maximum: Int? = 1, help: String,
    completion: Completion = .none
  ) {
    self.name = name
    self.minimum = minimum
    self.maximum = maximum
    self.help = help
    self.completion = completion
  }
}

extension OperandSpec {
  /// The operand in a usage line, as in `[FILE]` or `AUDIO...`.
  var usage: String {
    guard let maximum else {
      let needed = Array(repeating: name, count: minimum).joined(separator: " ")
      return minimum == 0 ? "[\(name)...]" : "\(needed)..."
    }
    let needed = Array(repeating: name, count: minimum)
    let optional = Array(repeating: "[\(name)]", count: maximum - minimum)
    return (needed + optional).joined(separator: " ")
  }

  /// The help sentence with the choices, if only some values are valid.
  var fullHelp: String {
    guard let choices = completion.choices else { return help }
    return "\(help) One of: \(choices.joined(separator: ", "))."
  }
}

/// One command of a program.
public struct CommandSpec: Hashable, Sendable {
  /// The words that name it, as in `["score"]` or `["roster", "check"]`.
  public let path: [String]
  /// What it does, in one sentence.
  public let abstract: String
  /// More about it; an empty line parts paragraphs.
  public let discussion: String
  /// Its own options; the program's global options come on top.
  public let options: [OptionSpec]
  /// Its operands in order; only one of them may vary in number, or else all at the end may be
  /// left out.
  public let operands: [OperandSpec]
  /// Lines to copy.
  public let examples: [Example]

  /// Describes a command.
  public init(
    path: [String], abstract: String, discussion: String = "", options: [OptionSpec] = [],
    operands: [OperandSpec] = [], examples: [Example] = []
  ) {
    self.path = path
    self.abstract = abstract
    self.discussion = discussion
    self.options = options
    self.operands = operands
    self.examples = examples
  }

  /// The words that name the command, with spaces between.
  public var name: String { path.joined(separator: " ") }
}

extension CommandSpec {
  /// What follows the command's name in a usage line.
  var argumentUsage: String {
    let required = options.filter(\.required).map(\.usage)
    let optional = required.count < options.count ? ["[OPTION...]"] : []
    return (optional + required + operands.map(\.usage)).joined(separator: " ")
  }

  /// Parts operands among their specs: each takes what it must, then as many as it may.
  func assign(_ words: [String]) -> [(spec: OperandSpec, words: [String])] {
    var spare = words.count - operands.reduce(0) { $0 + $1.minimum }
    var rest = words[...]
    return operands.map { spec in
      let extra = max(0, min(spare, spec.maximum.map { $0 - spec.minimum } ?? spare))
      spare -= extra
      let taken = rest.prefix(spec.minimum + extra)
      rest = rest.dropFirst(taken.count)
      return (spec, Array(taken))
    }
  }
}

import CommandLineKit

/// Makes tables of every shape, the same for the same seed.
enum RandomProgram {
  /// Knuth's linear congruential generator: the standard library's cannot be seeded.
  struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  static func make(seed: UInt64) -> ProgramSpec {
    var random = Generator(state: seed)
    let count = Int.random(in: 1...6, using: &random)
    let commands = (0..<count).map { index in
      CommandSpec(
        path: Bool.random(using: &random) ? ["c\(index)"] : ["group", "c\(index)"],
        abstract: text(using: &random), discussion: text(using: &random),
        options: options(prefix: "o", letters: "abcdefg", using: &random),
        operands: [
          OperandSpec(
            name: "THING", minimum: Int.random(in: 0...2, using: &random), maximum: nil,
            help: text(using: &random))
        ],
        examples: [Example("x c\(index) 'y'", text(using: &random))])
    }
    return ProgramSpec(
      name: "x-\(seed)", version: "0.\(seed)", abstract: text(using: &random), commands: commands,
      globalOptions: options(prefix: "global", letters: "stuv", using: &random),
      environment: [Definition("X_HOME", text(using: &random))],
      exitStatuses: [ExitStatus(0, text(using: &random))],
      files: [Definition("~/.x", text(using: &random))])
  }

  private static func options(
    prefix: String, letters: String, using random: inout Generator
  ) -> [OptionSpec] {
    letters.enumerated().map { index, letter in
      let tail = String(repeating: "-long", count: Int.random(in: 0...4, using: &random))
      return OptionSpec(
        long: "\(prefix)\(index)\(tail)", short: Bool.random(using: &random) ? letter : nil,
        argument: Bool.random(using: &random) ? "VALUE" : nil, help: text(using: &random),
        repeats: Bool.random(using: &random), required: Bool.random(using: &random),
        completion: Bool.random(using: &random) ? .choices(["a b", "$c", "`d`", "é"]) : .files)
    }
  }

  private static func text(using random: inout Generator) -> String {
    let words = [
      "disc", "golf", "--flag", ".start", "'quoted'", "\"double\"", "back\\slash", "$HOME", "`x`",
      "höhle", "~/x", "a^b", "\\fBbold", "%", "-", "extraordinarily-long-hyphenated-word",
    ]
    let count = Int.random(in: 1...25, using: &random)
    return (0..<count).map { _ in words[Int.random(in: 0..<words.count, using: &random)] }
      .joined(separator: " ")
  }
}

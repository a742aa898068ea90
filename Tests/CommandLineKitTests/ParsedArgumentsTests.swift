import CommandLineKit
import Testing

@Suite struct ParsedArgumentsTests {
  struct NumberCase: Sendable, CustomTestStringConvertible {
    let text: String
    let integer: Int?
    let number: Double?
    var testDescription: String { text }
  }

  @Test(arguments: [
    NumberCase(text: "7", integer: 7, number: 7),
    NumberCase(text: "-3", integer: -3, number: -3),
    NumberCase(text: "+3", integer: 3, number: 3),
    NumberCase(text: "2.5", integer: nil, number: 2.5),
    NumberCase(text: "1e1", integer: nil, number: 10),
    NumberCase(text: "19", integer: nil, number: nil),
    NumberCase(text: "nan", integer: nil, number: nil),
    NumberCase(text: "inf", integer: nil, number: nil),
    NumberCase(text: "0x1", integer: nil, number: nil),
    NumberCase(text: "", integer: nil, number: nil),
    NumberCase(text: " 1", integer: nil, number: nil),
  ])
  func `numbers are read whole and within limits`(_ example: NumberCase) throws {
    let parsed = try SampleProgram.run("score", "-r", "x", "--seed", example.text, "a")
    #expect((try? parsed.integer("seed", in: -18...18)) == example.integer)
    #expect((try? parsed.number("seed", in: -18...18)) == example.number)
  }

  @Test func `a number out of limits names the limits`() throws {
    let parsed = try SampleProgram.run("score", "-r", "x", "--seed", "x", "--snr", "5,,9", "a")
    func message(_ body: () throws(UsageError) -> Void) -> String {
      do throws(UsageError) { try body() } catch { return error.description }
      return "no error"
    }
    let see = #" See "hyzer score --help"."#
    #expect(
      message { () throws(UsageError) in _ = try parsed.integer("seed", in: 1...18) }
        == #"hyzer score: invalid value "x" for "--seed"; give a whole number from 1 to 18."# + see)
    #expect(
      message { () throws(UsageError) in _ = try parsed.integer("seed", in: 0...Int.max) }
        == #"hyzer score: invalid value "x" for "--seed"; give a whole number of at least 0."#
        + see)
    #expect(
      message { () throws(UsageError) in _ = try parsed.integer("seed", in: Int.min...0) }
        == #"hyzer score: invalid value "x" for "--seed"; give a whole number of at most 0."# + see)
    #expect(
      message { () throws(UsageError) in
        _ = try parsed.number("seed", in: (-Double.infinity)...Double.infinity)
      } == #"hyzer score: invalid value "x" for "--seed"; give a number."# + see)
    #expect(
      message { () throws(UsageError) in _ = try parsed.numbers("snr", in: -10...40.5) }
        == #"hyzer score: invalid value "5,,9" for "--snr"; "#
        + "give numbers from -10 to 40.5 with commas between." + see)
    #expect(
      parsed.invalidValue("seed", "9/4", expected: "a shard such as 2/4").description
        == #"hyzer score: invalid value "9/4" for "--seed"; give a shard such as 2/4."# + see)
  }

  @Test func `a list of numbers keeps its order`() throws {
    let parsed = try SampleProgram.run("score", "-r", "x", "--snr", "20,15,-5", "a")
    #expect(try parsed.numbers("snr", in: -10...40) == [20, 15, -5])
  }

  @Test func `what was not given is absent`() throws {
    let parsed = try SampleProgram.run("score", "-r", "x", "a")
    #expect(!parsed.flag("json"))
    #expect(parsed.value("seed") == nil)
    #expect(parsed.values("player") == [])
    #expect(try parsed.integer("seed", in: 0...9) == nil)
    #expect(try parsed.number("seed", in: 0...9) == nil)
    #expect(try parsed.numbers("snr", in: 0...9) == nil)
  }

  @Test func `operands fall to their specs`() throws {
    let one = try SampleProgram.run("roster", "check", "lax")
    #expect(one.operands("LEVEL") == ["lax"])
    #expect(one.operands("FILE") == [])
    let two = try SampleProgram.run("roster", "check", "lax", "f")
    #expect(two.operands("FILE") == ["f"])
  }

  @Test func `a varying operand leaves enough for those behind it`() throws {
    let copy = CommandSpec(
      path: ["copy"], abstract: "Copy.",
      operands: [
        OperandSpec(name: "SOURCE", maximum: nil, help: "From."),
        OperandSpec(name: "TARGET", help: "To."),
      ])
    let program = ProgramSpec(name: "x", version: "1", abstract: "X.", commands: [copy])
    guard case .run(let parsed) = try program.parse(arguments: ["copy", "a", "b", "c"]) else {
      Issue.record("not run")
      return
    }
    #expect(parsed.operands("SOURCE") == ["a", "b"])
    #expect(parsed.operands("TARGET") == ["c"])
    #expect(
      throws: UsageError.missingOperand("TARGET", usage: "x copy SOURCE... TARGET", at: "x copy")
    ) {
      try program.parse(arguments: ["copy", "a"])
    }
  }

  @Test func `asking for an undeclared option is the caller's fault`() async {
    await #expect(processExitsWith: .failure) {
      _ = try SampleProgram.run("roster", "list").flag("jsno")
    }
  }
}

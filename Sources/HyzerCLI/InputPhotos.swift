internal import CommandLineKit
internal import Foundation
internal import HyzerBase
internal import Scoreboards

/// The photos that a command is given.
enum InputPhotos {
  static let operand = OperandSpec(
    name: "PHOTO", maximum: nil, help: "A photo of a scoreboard.", completion: .files)
  static let discussion = """
    A photo is a JPEG or PNG picture of at most \(Photo.mostBytes / 1_000_000) MB and \
    \(Photo.mostPixels / 1_000_000) million pixels, whatever its name; it stays on this machine.
    """

  /// Lets `body` make what is printed of each photo; one that cannot be used is reported, and the others
  /// go on.
  static func forEach(
    _ context: CommandContext,
    _ body: (_ input: String, _ photo: Photo) throws -> (json: JSONObject, lines: [String])
  ) throws {
    let inputs = context.arguments.operands(operand)
    var progress = Progress(context.console)
    var failures: [Failure] = []
    for (index, input) in inputs.enumerated() {
      progress.show(index, of: inputs.count, input)
      let report = Result { try body(input, Photo(bytes: bytes(of: input), name: input)) }
      progress.clear()
      switch report {
      case .success(let report): try context.show(json: report.json, lines: report.lines)
      case .failure(let error):
        failures.append(Failure(error))
        context.warn(Failure(error).message)
      }
    }
    if let first = failures.first { throw Reported(code: first.code) }
  }

  /// Reads no more of a file than tells that it is too long.
  static func bytes(of path: String) throws(FileFailure) -> [UInt8] {
    try InputFile.require(path)
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }  // It was read only.
      return Array(try file.read(upToCount: Photo.mostBytes + 1) ?? Data())
    } catch {
      throw FileFailure(.inputOutput, "\"\(path)\": cannot be read: \(error.localizedDescription)")
    }
  }
}

internal import CommandLineKit
internal import FoundationEssentials
internal import Glibc
internal import HyzerBase
internal import ScoreSnap
internal import Scoreboards
internal import SnapPage

/// The photos that a command is given.
enum InputPhotos {
  static let operand = OperandSpec(
    name: "PHOTO", maximum: nil, help: "A photo of a scoreboard.", completion: .files)
  static let discussion = """
    A photo is a JPEG or PNG picture of at most \(Photo.mostBytes / 1_000_000) MB and \
    \(Photo.mostPixels / 1_000_000) million pixels, whatever its name; it stays on this machine unless you give --remote.
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
    try InputFile.bytes(of: path, atMost: Photo.mostBytes + 1)
  }
}

// MARK: - A service that reads

extension OptionSpec {
  static let remote = OptionSpec(
    long: "remote",
    help: "Send the photo, without place and time, to the service of HYZER_READER, which reads it.")
}

extension CommandContext {
  private struct ReaderFile: Decodable {
    let address: String
    let key: String
  }

  /// Returns the service of the environment, or of the file `reader.json`; nil where no key is set.
  ///
  /// - Throws: ``Failure`` for a file that others may read too, or what is wrong in it.
  func remoteReader() throws -> RemoteReader? {
    let environment = console.environment
    if let key = environment["HYZER_READER_KEY"], !key.isEmpty {
      return try RemoteReader(address: environment["HYZER_READER"] ?? "", key: key)
    }
    let folder = environment["XDG_CONFIG_HOME"] ?? (environment["HOME"] ?? "") + "/.config"
    let path = folder + "/hyzer/reader.json"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & 0o077 == 0 else {
      throw Failure(.badData, "others may read the key in \"\(path)\"; run chmod 600 on it")
    }
    let file = try JSONFile.decode(
      ReaderFile.self, from: InputFile.contents(of: path), place: "\"\(path)\"")
    return try RemoteReader(address: file.address, key: file.key)
  }

  /// Reads a photo as the options say: here, or by a service within its limits for this account.
  func read(_ photo: Photo, by reader: ScoreboardReader) throws -> BoardReading {
    guard arguments.flag(.remote) else { return reader.read(photo) }
    guard let remote = try remoteReader() else {
      throw Failure(
        .unavailable, "no key for a service is set; set HYZER_READER and HYZER_READER_KEY")
    }
    let seasons = try SnapStore(store)
    guard
      try seasons.noteRequest(
        by: "host", at: surroundings.timestamp(), within: Readers.remoteLimits)
    else { throw byHand(.rate) }
    do throws(RemoteReaderError) {
      return try remote.read(photo)
    } catch {
      throw byHand(error)
    }
  }

  /// Says as well what to do where a service did not read a photo.
  private func byHand(_ error: RemoteReaderError) -> Failure {
    Failure(.unavailable, "\(error); enter the score by hand with `hyzer snap add --score`")
  }
}

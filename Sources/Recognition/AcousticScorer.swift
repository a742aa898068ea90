internal import Acoustics
internal import CPocketSphinx
internal import Foundation

/// Scores every state of the acoustic model against every frame of an utterance, once for all
/// searches, and hears which phones are in it on the way.
///
/// Scores are only comparable between searches where each has scored all states: by default a search
/// scores the states it needs and counts from the best of these, so that the less it listens for, the
/// better all of it seems to fit. Scoring is also most of the work: from kept scores a search takes a
/// fortieth of the time.
struct AcousticScorer: ~Copyable {
  private let phones: DecoderHandle
  // Goes after the decoder, which writes into it.
  private let folder: ScoreFolder

  /// Loads the acoustic model and the phone language model.
  init(
    model: String, phoneModel: String, settings: DecoderSettings.PhoneLoop,
    transform: borrowing TransformFile
  ) throws(RecognizerError) {
    let folder = try ScoreFolder()
    let configuration = try Configuration.phoneLoop(model, settings)
    try configuration.compareAll()
    try configuration.keepScores(in: folder.path)
    let phones = try DecoderHandle(configuration, model: model, transform: transform)
    try phones.addPhoneLoop(phoneModel)
    self.phones = phones
    self.folder = folder
  }

  /// Returns the scores of the states and of the likeliest phones.
  func scores(of cepstra: Cepstra) throws(RecognizerError) -> StateScores {
    let heard: Decoding
    do {
      heard = try phones.decode(cepstra, by: .phones)
    } catch {
      folder.empty()
      throw error
    }
    return try folder.takeScores(
      frames: cepstra.frames, phones: FrameScores(heard.segments))
  }
}

/// The scores of an utterance, as PocketSphinx writes them; gone from the disk when this goes.
@safe struct StateScores: ~Copyable {
  private let file: UnsafeMutablePointer<FILE>
  /// How many frames are scored.
  let frames: Int
  /// The scores of the likeliest phones, whatever they are.
  let phones: FrameScores

  fileprivate init?(path: String, frames: Int, phones: FrameScores) {
    guard let file = unsafe fopen(path, "rb") else { return nil }
    unsafe self.file = file
    self.frames = frames
    self.phones = phones
  }

  deinit { _ = unsafe fclose(file) }  // Only read from: nothing can be lost.

  /// Lets `body` read the scores from their start.
  func read<Result>(_ body: (UnsafeMutablePointer<FILE>) -> Result) -> Result {
    unsafe rewind(file)
    return unsafe body(file)
  }
}

/// A folder of its own for one decoder's scores, which the engine can only write into files.
///
/// It is in memory where the system has a place for that, since a second of speech makes a megabyte.
private struct ScoreFolder: ~Copyable {
  private static let memory = "/dev/shm"

  let path: String

  init() throws(RecognizerError) {
    let isInMemory = FileManager.default.isWritableFile(atPath: ScoreFolder.memory)
    let place = isInMemory ? ScoreFolder.memory : FileManager.default.temporaryDirectory.path
    var template = Array((place + "/hyzer-XXXXXX").utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return false }
      return unsafe mkdtemp(first) != nil
    }
    guard made else { throw .noRoomForScores(place) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }  // Empty: there is nothing to lose.

  /// Opens the scores of the last utterance, and leaves nothing in the folder.
  func takeScores(frames: Int, phones: FrameScores) throws(RecognizerError) -> StateScores {
    defer { empty() }
    guard let name = files.first,
      let scores = StateScores(path: path + "/" + name, frames: frames, phones: phones)
    else { throw .noRoomForScores(path) }
    return scores
  }

  /// Removes what is in the folder; what is open already can still be read.
  func empty() {
    for file in files { try? FileManager.default.removeItem(atPath: path + "/" + file) }
  }

  private var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }
}

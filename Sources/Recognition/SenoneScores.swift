internal import Foundation

/// Scores every senone of the acoustic model against every frame of an utterance, once for all
/// searches, and searches the phone loop on the way.
///
/// Scores are only comparable between searches where each has scored all senones: by default a search
/// scores those that it needs and counts from the best of these, so that the less it listens for, the
/// better all of it seems to fit. Scoring is also most of the work: from kept scores a search takes a
/// fortieth of the time.
struct SenoneScorer: ~Copyable {
  private let phones: DecoderHandle
  // Goes after the decoder, which writes into it.
  private let folder: ScoreFolder

  /// Loads the acoustic model and the phone language model; scores pass through a folder in `place`.
  init(
    model: String, phoneModel: String, settings: DecoderSettings.PhoneLoop,
    transform: borrowing TransformFile, scoresIn place: String
  ) throws(RecognizerError) {
    let folder = try ScoreFolder(in: place)
    let configuration = try Configuration.phoneLoop(model, settings)
    try configuration.set("-compallsen", 1)
    // The scores of all senones are written here, as a file for each utterance.
    try configuration.set("-senlogdir", folder.path)
    let phones = try DecoderHandle(configuration, model: model, transform: transform)
    try phones.addPhoneLoop(phoneModel)
    self.phones = phones
    self.folder = folder
  }

  /// Returns the scores of the senones and of the likeliest phones.
  func scores(of cepstra: Cepstra) throws(RecognizerError) -> SenoneScores {
    defer { folder.empty() }
    let heard = try phones.decode(cepstra, by: .phones)
    return try folder.scores(frames: cepstra.frames, phones: FrameScores(heard.segments))
  }
}

/// The acoustic score of each frame of an utterance, spread evenly over each segment.
struct FrameScores {
  private var scores: [Double]

  init(_ segments: [Segment]) {
    scores = Array(repeating: 0, count: segments.map(\.frames.upperBound).max() ?? 0)
    for segment in segments {
      for frame in segment.frames {
        scores[frame] = Double(segment.score) / Double(segment.frames.count)
      }
    }
  }

  /// The sum over some frames; those beyond the end count nothing.
  func total(over frames: Range<Int>) -> Double {
    scores[frames.clamped(to: scores.indices)].reduce(0, +)
  }
}

/// The senone scores of an utterance, as PocketSphinx writes them; gone from the disk when this goes.
@safe struct SenoneScores: ~Copyable {
  /// What comes before the scores ends with this, and four bytes that give the byte order.
  private static let headerEnd = Array("endhdr\n".utf8)

  private let file: UnsafeMutablePointer<FILE>
  private let header: [UInt8]
  /// How many bytes a frame has: all the same, since every senone is scored in each.
  private let frameSize: Int
  /// How many frames are scored.
  let frames: Int
  /// The scores of the likeliest phones, whatever they are.
  let phones: FrameScores

  init?(path: String, frames: Int, phones: FrameScores) {
    guard let file = unsafe fopen(path, "rb") else { return nil }
    var start = [UInt8](repeating: 0, count: 4096)
    let count = unsafe fread(&start, 1, start.count, file)
    guard let header = SenoneScores.header(of: start[..<count]), frames > 0,
      unsafe fseek(file, 0, SEEK_END) == 0
    else {
      _ = unsafe fclose(file)  // Only read from: nothing can be lost.
      return nil
    }
    unsafe self.file = file
    self.header = header
    frameSize = (unsafe ftell(file) - header.count) / frames
    self.frames = frames
    self.phones = phones
  }

  private static func header(of start: ArraySlice<UInt8>) -> [UInt8]? {
    start.indices.first { start[$0...].starts(with: headerEnd) }
      .map { Array(start[..<min($0 + headerEnd.count + 4, start.endIndex)]) }
  }

  deinit { _ = unsafe fclose(file) }  // Only read from: nothing can be lost.

  /// Lets `body` read the scores of some frames alone, or of all; nil where they are not there.
  func read<Result>(
    _ range: Range<Int>? = nil, _ body: (UnsafeMutablePointer<FILE>) -> Result
  ) -> Result? {
    guard let range else {
      unsafe rewind(file)
      return unsafe body(file)
    }
    var part = [UInt8](repeating: 0, count: range.count * frameSize)
    guard unsafe fseek(file, header.count + range.lowerBound * frameSize, SEEK_SET) == 0,
      unsafe fread(&part, 1, part.count, file) == part.count
    else { return nil }
    var bytes = header + part
    return unsafe bytes.withUnsafeMutableBytes { bytes in
      guard let stream = unsafe fmemopen(bytes.baseAddress, bytes.count, "rb") else { return nil }
      defer { _ = unsafe fclose(stream) }
      return unsafe body(stream)
    }
  }
}

/// A folder of its own for one decoder's senone scores, which the engine can only write into files.
///
/// It is in memory where the system has a place for that, since a second of speech makes a megabyte.
struct ScoreFolder: ~Copyable {
  private static let memory = "/dev/shm"

  /// Where such folders are made.
  static var place: String {
    let isInMemory = FileManager.default.isWritableFile(atPath: memory)
    return isInMemory ? memory : FileManager.default.temporaryDirectory.path
  }

  let path: String

  init(in place: String) throws(RecognizerError) {
    var template = Array((place + "/hyzer-XXXXXX").utf8CString)
    let made = unsafe template.withUnsafeMutableBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return false }
      return unsafe mkdtemp(first) != nil
    }
    guard made else { throw .noRoomForScores(place) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }  // Empty: there is nothing to lose.

  /// Opens the scores of the last utterance.
  func scores(frames: Int, phones: FrameScores) throws(RecognizerError) -> SenoneScores {
    guard let name = files.first,
      let scores = SenoneScores(path: path + "/" + name, frames: frames, phones: phones)
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

internal import FoundationEssentials
internal import Glibc

/// Scores every senone of the acoustic model against every frame of an utterance, once for all
/// searches, and searches the phone loop by these scores.
///
/// Scores are only comparable between searches where each has scored all senones: by default a search
/// scores those that it needs and counts from the best of these, so that the less it listens for, the
/// better all of it seems to fit. Scoring is also most of the work: from kept scores a search takes a
/// fortieth of the time.
struct SenoneScorer: ~Copyable {
  private enum Scorer: ~Copyable {
    case model(ModelScorer)
    case network(NetworkScorer)
  }

  private let scorer: Scorer
  /// The phone loop; nil where it is searched on the way.
  private let phones: FollowingSearch?

  /// Scores by the acoustic model alone, which searches the phone loop on the way.
  init(_ model: consuming ModelScorer) {
    scorer = .model(model)
    phones = nil
  }

  /// Scores by a network, beside the acoustic model or alone; the phone loop is one of the searches that follow it.
  init(_ network: consuming NetworkScorer, phones: FollowingSearch) {
    scorer = .network(network)
    self.phones = phones
  }

  /// The network; nil where the model scores alone.
  var network: AcousticNetwork? {
    switch scorer {
    case .model: nil
    case .network(let network): network.network
    }
  }

  /// Returns the scores of the senones and of the likeliest phones in an utterance of 16 kHz mono
  /// samples, with `sentences`, for which this was loaded.
  ///
  /// Nil for too few samples to make a frame.
  func scores(
    of samples: [Int16], by sentences: borrowing SentenceDecoder
  ) throws(RecognizerError) -> SenoneScores? {
    guard var scores = try senoneScores(of: samples, by: sentences) else { return nil }
    try completePhones(of: scores)
    try findPhones(of: &scores)
    return scores
  }

  /// Lets the phone loop be searched up to the end of an utterance, while something else is done.
  func completePhones(of scores: borrowing SenoneScores) throws(RecognizerError) {
    try phones?.complete(scores)
  }

  /// Waits for what ``completePhones(of:)`` began, and adds the scores of the likeliest phones.
  func findPhones(of scores: inout SenoneScores) throws(RecognizerError) {
    guard let phones else { return }
    scores.phones = FrameScores(try phones.decoding(of: scores).segments)
  }

  /// Returns the scores of the senones; those of phones only where scoring finds them on the way.
  func senoneScores(
    of samples: [Int16], by sentences: borrowing SentenceDecoder
  ) throws(RecognizerError) -> SenoneScores? {
    switch scorer {
    case .model(let model):
      guard let cepstra = try sentences.cepstra(of: samples) else { return nil }
      return try model.scores(of: cepstra)
    case .network(let network): return try network.scores(of: samples, by: sentences)
    }
  }

  /// Scores what of an utterance stays as it is however it goes on.
  func follow(_ samples: [Int16], by sentences: borrowing SentenceDecoder) throws(RecognizerError) {
    switch scorer {
    // It searches the phone loop as it scores, for which it takes an utterance as a whole.
    case .model: break
    case .network(let network): try network.follow(samples, by: sentences)
    }
  }

  /// Frees what is kept of the last utterance, its scores too.
  func forget() {
    switch scorer {
    case .model: break
    case .network(let network): network.forget()
    }
  }
}

/// Scores senones by the acoustic model alone, whatever its form, and searches the phone loop on the way.
struct ModelScorer: ~Copyable {
  private let decoder: DecoderHandle
  // Goes after the decoder, which writes into it.
  private let folder: ScoreFolder

  /// Loads the acoustic model and the phone language model; scores pass through a folder in `place`.
  init(
    _ configuration: consuming Configuration, model: String, phoneModel: String,
    transform: borrowing MemoryFile, scoresIn place: String
  ) throws(RecognizerError) {
    let folder = try ScoreFolder(in: place)
    try configuration.set("-compallsen", 1)
    // The scores of all senones are written here, as a file for each utterance.
    try configuration.set("-senlogdir", folder.path)
    let decoder = try DecoderHandle(configuration, model: model, transform: transform)
    try decoder.addPhoneLoop(phoneModel)
    self.decoder = decoder
    self.folder = folder
  }

  /// Returns the scores of the senones and of the likeliest phones.
  func scores(of cepstra: Cepstra) throws(RecognizerError) -> SenoneScores {
    defer { folder.empty() }
    let phones = FrameScores(try decoder.decode(cepstra, by: .phones).segments)
    return try folder.scores(frames: cepstra.frames, phones: phones)
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

  /// The LLR per frame of words against these scores; the words are not empty.
  func llr(of words: [Segment]) -> Double {
    let difference = words.reduce(0) { $0 + Double($1.score) - total(over: $1.frames) }
    return difference / Double(words.reduce(0) { $0 + $1.frames.count })
  }
}

/// The senone scores of an utterance, in the form in which PocketSphinx writes them.
///
/// A frame is a count of senones and a score for each, in 16 bits: by how much it fits worse than the
/// best one, in units of ``DecoderHandle/logarithm(_:)``.
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
  fileprivate(set) var phones: FrameScores

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

  /// The file of the scores, open as long as this lives.
  var descriptor: Int32 { unsafe fileno(file) }

  /// How many bytes come before the scores in the file.
  var headerSize: Int { header.count }

  /// Where the scores of a frame begin in the file.
  func place(of frame: Int) -> Int { header.count + frame * frameSize }

  /// Returns what comes before the scores, as `acmod_write_senfh_header` has it.
  static func header(senones: Int) -> [UInt8] {
    let text = "s3\nversion 0.1\nn_sen \(senones)\nlogbase 1.0001\n"
    // By this the engine tells the order of bytes, which is this machine's.
    let order = unsafe withUnsafeBytes(of: 0x1122_3344 as UInt32) { unsafe Array($0) }
    return Array(text.utf8) + headerEnd + order
  }

  private static func header(of start: ArraySlice<UInt8>) -> [UInt8]? {
    start.indices.first { start[$0...].starts(with: headerEnd) }
      .map { Array(start[..<min($0 + headerEnd.count + 4, start.endIndex)]) }
  }

  deinit { _ = unsafe fclose(file) }  // Only read from: nothing can be lost.

  /// Reads the scores of a frame, one for each senone; false where there are not as many.
  func read(frame: Int, into scores: inout [Int16]) -> Bool {
    let (size, place) = (MemoryLayout<Int16>.size, header.count + frame * frameSize)
    return unsafe frameSize == (1 + scores.count) * size && fseek(file, place + size, SEEK_SET) == 0
      && fread(&scores, size, scores.count, file) == scores.count
  }

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

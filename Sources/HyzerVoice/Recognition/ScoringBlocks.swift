/// Half a second of an utterance, scored as if the utterance ended half a second after it.
///
/// The features of a frame depend on levels, means and variances of what follows. With no more than half a
/// second of that, a block's scores stay as they are however the utterance goes on, and are the same whether
/// it is scored as it comes or as a whole. What is left at the end of an utterance is scored by all there is.
struct ScoringBlock {
  /// The frames of a block: an even number, since a row of the network's last layer is two frames.
  static let frames = 50
  /// The frames after a block that count.
  private static let framesAfter = 50
  /// The frames before a block that count: more than nearly all utterances have, so that long ones
  /// do not take longer and longer.
  private static let framesBefore = 600

  let firstFrame: Int

  /// Makes the block of a number; numbers begin at 0.
  init(_ number: Int) { firstFrame = number * ScoringBlock.frames }

  /// The earliest frame that counts.
  var earliestFrame: Int { max(firstFrame - ScoringBlock.framesBefore, 0) }

  /// The samples that count; an utterance that ends before the last of them has no such block.
  var samples: Range<Int> {
    let end = firstFrame + ScoringBlock.frames + ScoringBlock.framesAfter
    return earliestFrame * Cepstra.samplesPerFrame..<end * Cepstra.samplesPerFrame
  }

  /// How many blocks there are in an utterance of some samples.
  static func complete(in samples: Int) -> Int {
    max(samples / Cepstra.samplesPerFrame - framesAfter, 0) / frames
  }
}

/// The blocks that are scored of an utterance, and what they were scored by.
final class ScoredBeginning {
  /// How many blocks are scored.
  private(set) var blocks = 0
  /// Where the scores of their frames are, and of those that follow, in the form of ``SenoneScores``.
  var path: String { file.path }

  private let frontEnd: LogMelFrontEnd
  private let header: [UInt8]
  private let bytesPerFrame: Int
  private let file: MemoryFile
  /// The searches that follow.
  private let searches: [FollowingSearch]
  /// The utterance, as far as it was known.
  private var samples: [Int16] = []
  private var logEnergies: Matrix

  init(_ network: AcousticNetwork, followedBy searches: [FollowingSearch]) throws(RecognizerError) {
    self.searches = searches
    frontEnd = network.frontEnd
    logEnergies = Matrix(columns: frontEnd.bands, values: [])
    header = SenoneScores.header(senones: network.senoneClasses.count)
    bytesPerFrame = (1 + network.senoneClasses.count) * MemoryLayout<Int16>.size
    file = try MemoryFile()
    try file.append(header)
  }

  /// Keeps the blocks that this utterance has as well, and nothing else.
  func goOn(with samples: [Int16]) throws(RecognizerError) {
    let before = blocks
    blocks = min(blocks, ScoringBlock.complete(in: samples.count))
    let known = blocks > 0 ? ScoringBlock(blocks - 1).samples.upperBound : 0
    if samples[..<known] != self.samples[..<known] { blocks = 0 }
    self.samples = samples
    if blocks < before { abandonSearches() }
    try file.truncate(to: endOfBlocks)
    // Frames at an end were filled up with silence.
    let frames = blocks > 0 ? LogMelFrontEnd.frames(in: known) : 0
    logEnergies.values.removeLast(logEnergies.values.count - frames * logEnergies.columns)
  }

  /// Frees what it keeps; scores that are read now can be read no more.
  func forget() {
    abandonSearches()
    blocks = 0
    samples = []
    logEnergies.values = []
    // Where this fails, the next utterance tries again before it is scored.
    try? file.truncate(to: header.count)
  }

  /// Returns the network's features for a block: of as many frames from its earliest one on.
  func features(for block: ScoringBlock, frames: Int) -> Matrix {
    let known = logEnergies.rows
    let end = block.earliestFrame + frames
    if end > known {
      let new = LogMelFrontEnd.samples(of: known..<end).clamped(to: 0..<samples.count)
      logEnergies.values +=
        frontEnd.logEnergies(of: Array(samples[new]), frames: end - known).values
    }
    let range = block.earliestFrame * logEnergies.columns..<end * logEnergies.columns
    return frontEnd.features(
      Matrix(columns: logEnergies.columns, values: Array(logEnergies.values[range])))
  }

  /// Takes the scores of the next frame's senones.
  func append(_ scores: [Int16]) throws(RecognizerError) {
    try file.append([Int16(scores.count)] + scores)
  }

  /// Counts the last frames as a block.
  func closeBlock() throws(RecognizerError) {
    blocks += 1
    for search in searches {
      try search.follow(file.descriptor, header: header.count, to: endOfBlocks)
    }
  }

  /// Where the scores of the blocks end, in bytes.
  private var endOfBlocks: Int { header.count + blocks * ScoringBlock.frames * bytesPerFrame }

  private func abandonSearches() {
    for search in searches { search.abandon() }
  }
}

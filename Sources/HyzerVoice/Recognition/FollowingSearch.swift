internal import CPocketSphinxShims

/// A search, by a decoder of its own, that goes on in a thread while an utterance is scored.
///
/// It finds what ``DecoderHandle/decode(_:frames:by:)`` finds in the scores of the whole utterance. Belongs to one task
/// at a time, which waits for the thread in ``decoding(of:)``, and little where it leaves an utterance.
@safe final class FollowingSearch {
  private let decoder: DecoderHandle
  private let search: Search
  /// What goes on in the thread; nil for nothing.
  private var running: OpaquePointer?
  /// What it was last asked for: frames of an utterance that has all its scores, and a search; nil while it follows one.
  private var asked: (search: Search, frames: Range<Int>)?

  /// Takes a decoder that has the search, unless ``listen(for:settings:)`` adds it.
  init(_ search: Search, by decoder: consuming DecoderHandle) {
    self.search = search
    self.decoder = decoder
  }

  deinit { abandon() }

  /// Throws where the acoustic model has another number of senones than there are to be scores of.
  func requireSenones(_ count: Int, model: String) throws(RecognizerError) {
    abandon()
    try decoder.requireSenones(count, model: model)
  }

  /// Searches for the sentences of a grammar from now on; returns what is searched.
  func listen(for jsgf: String, settings: SearchSettings) throws(RecognizerError) -> Automaton {
    abandon()
    return try decoder.add(search, jsgf, settings: settings)
  }

  /// Adds a search for one sentence, to be begun; each of its words may be a JSGF expression.
  func add(_ search: Search, sentence: [String], settings: SearchSettings) throws(RecognizerError) {
    abandon()
    try decoder.add(search, sentence: sentence, settings: settings)
  }

  /// Goes on to a place in the file of an utterance's scores, from the end of its header where nothing goes on.
  func follow(_ file: Int32, header: Int, to end: Int) throws(RecognizerError) {
    if asked != nil { abandon() }
    try go(on: search, in: file, header: header, first: header, to: end)
  }

  /// Goes on to the end of an utterance, of which it has followed nothing or the beginning.
  func complete(_ scores: borrowing SenoneScores) throws(RecognizerError) {
    try follow(scores.descriptor, header: scores.headerSize, to: scores.place(of: scores.frames))
    asked = (search, 0..<scores.frames)
  }

  /// Begins another search of the decoder, in some frames of an utterance alone.
  func begin(
    _ other: Search, in frames: Range<Int>, of scores: borrowing SenoneScores
  ) throws(RecognizerError) {
    abandon()
    try go(
      on: other, in: scores.descriptor, header: scores.headerSize,
      first: scores.place(of: frames.lowerBound), to: scores.place(of: frames.upperBound))
    asked = (other, frames)
  }

  private func go(
    on search: Search, in file: Int32, header: Int, first: Int, to end: Int
  ) throws(RecognizerError) {
    if unsafe running == nil {
      unsafe running = try decoder.start(search, in: file, header: header, first: first)
    }
    if let running = unsafe running { unsafe hyzer_search_offer(running, Int64(end)) }
  }

  /// Returns what is found in the scores of the utterance that was completed, or in the frames for which it was begun.
  func decoding(of scores: borrowing SenoneScores) throws(RecognizerError) -> Decoding {
    let (search, frames) = asked ?? (search, 0..<scores.frames)
    defer { end() }
    guard let running = unsafe running else {
      return try decoder.decode(scores, frames: frames, by: search)
    }
    return try unsafe decoder.finish(running, frames: frames)
  }

  /// Leaves the utterance.
  func abandon() {
    if let running = unsafe running {
      unsafe hyzer_search_offer(running, 0)
      _ = unsafe hyzer_search_finish(running)  // Whatever it has found so far.
    }
    end()
  }

  private func end() {
    unsafe running = nil
    asked = nil
  }
}

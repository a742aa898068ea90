internal import Glibc

/// The scores of an utterance, as PocketSphinx writes them; gone from the disk when this goes.
@safe struct StateScores: ~Copyable {
  private let file: UnsafeMutablePointer<FILE>
  /// How many frames are scored.
  let frames: Int
  /// The scores of the likeliest phones, whatever they are.
  let phones: FrameScores

  init?(path: String, frames: Int, phones: FrameScores) {
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

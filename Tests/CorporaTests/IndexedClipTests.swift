import Corpora
import Testing

@Suite struct `Indexed clips` {
  @Test(
    arguments: [
      ("a.wav\ts1\talexa", ("a.wav", "s1", "alexa")),
      ("b/a.wav\ts1\t  Mary  Ann\r", ("b/a.wav", "s1", "Mary Ann")),
      ("a.wav\ts1\talexa\tCC0", ("a.wav", "s1", "alexa")),
      ("a.wav\ts1\t", ("a.wav", "s1", nil)),
      ("a.wav\t\tone", ("a.wav", nil, "one")),
      ("a.wav\tunknown\tone", ("a.wav", nil, "one")),
      ("a.wav\tUnknown (8 people)\tone", ("a.wav", nil, "one")),
      ("a.wav\tnot unknown\tone", ("a.wav", "not unknown", "one")),
    ] as [(String, (String, String?, String?))])
  func `a line is read`(line: String, clip: (path: String, speaker: String?, transcript: String?)) {
    #expect(
      IndexedClip(line: line, of: "i.tsv")
        == IndexedClip(
          index: "i.tsv", path: clip.path, speaker: clip.speaker, transcript: clip.transcript))
  }

  @Test(arguments: ["", "a.wav", "a.wav\ts1", "\ts1\talexa", "a.wav s1 alexa"])
  func `what lacks a column is no clip`(line: String) {
    #expect(IndexedClip(line: line, of: "i.tsv") == nil)
  }

  @Test func `the path stands for a speaker that nobody knows`() {
    let clips = ["a.wav\ts1\tone", "b.wav\ts1\tone", "c.wav\tunknown\tone", "d.wav\t\tone"]
    #expect(
      clips.compactMap { IndexedClip(line: $0, of: "i.tsv")?.voiceKey }
        == ["s1", "s1", "c.wav", "d.wav"])
  }
}

import Foundation
import HyzerVoice
import TestSupport
import Testing

@testable import Measuring

@Suite struct `Spoken reading` {
  @Test(
    arguments: [
      ("RUBOUT T Z I EIGHT", ["rubout", "t", "z", "i", "eight"]),
      ("Hi, John. I\u{2019}m here?", ["hi", "john", "i'm", "here"]),
      ("meet at 5", ["meet", "at", "five"]),
      ("DIGITS 1225", ["one ( two two | double two ) five"]),
      ("No 48", ["no", "( four eight | forty eight )"]),
      ("7-30", ["seven", "( three ( zero | oh ) | thirty )"]),
      ("407", ["( four ( zero | oh ) seven | four hundred [ and ] seven )"]),
      ("1960", ["( one nine six ( zero | oh ) | nineteen sixty )"]),
      ("SPELL Al", ["( al [ a l ] | a l [ al ] )"]),
      ("SPELL OF", ["spell", "of"]),
    ])
  func `a transcript is read aloud`(transcript: String, sentence: [String]) {
    #expect(SpokenReading(transcript)?.sentence == sentence)
  }

  @Test(arguments: ["", "?!", "the Voyag- is", "-perator", "jos\u{e9}"])
  func `what cannot be read is refused`(transcript: String) {
    #expect(SpokenReading(transcript) == nil)
  }
}

@Suite struct `Word index` {
  private typealias Stretch = WordAligner.Stretch

  /// Words that last so many frames and have so high an LLR; "" is silence.
  private func stretches(_ words: [(word: String, frames: Int, llr: Double)]) -> [Stretch] {
    var start = 0
    return words.map { word in
      defer { start += word.frames }
      return Stretch(
        word: word.word.isEmpty ? nil : word.word, frames: start..<start + word.frames,
        loopLLR: word.llr)
    }
  }

  private func found(_ words: [(word: String, frames: Int, llr: Double)]) -> [String] {
    WordIndex.verdicts(
      of: stretches(words), phones: ["one": 3, "t": 2, "j": 2, "the": 2],
      wanted: ["one", "t j", "the"]
    ).map { word, verdict in
      switch verdict {
      case .success(let frames): "\(word) \(frames)"
      case .failure(let rejection): "\(word) \(rejection)"
      }
    }
  }

  @Test func `words are cut out with a little of what is beside them`() {
    #expect(found([("", 50, 0), ("one", 30, 2), ("two", 30, 2), ("", 3, 0)]) == ["one 42..<82"])
    #expect(found([("two", 30, 2), ("t", 20, 1), ("j", 20, 1), ("", 3, 0)]) == ["t j 28..<73"])
    // Initials are said in one breath.
    #expect(found([("t", 20, 1), ("", 5, 1), ("j", 20, 1)]) == [])
  }

  @Test func `what is implausible is rejected`() {
    #expect(found([]) == [" noPath"])
    #expect(found([("one", 5, 2), ("two", 30, 2)]) == ["one length"])
    #expect(found([("one", 121, 2), ("two", 30, 2)]) == ["one length"])
    #expect(found([("one", 20, -31), ("two", 60, 2)]) == ["one poorWord"])
    #expect(found([("one", 20, -26), ("two", 20, -26)]) == [" poorSentence"])
  }

  @Test func `words of a recording are found in their order, and a wrong transcript is not`() throws
  {
    let folder = try Tool.Directory()
    let audio = DemoAudio.path("pairs.flac")
    let manifest = try write(
      """
      path\tspeaker\ttranscript\tsource
      \(audio)\ts1\tMIKE THREE JAKE 4\tx [male us]
      \(audio)\ts2\tTen albatrosses over seven unbelievable mountains of Massachusetts\t
      \(audio)\ts3\tnothing wanted here\t
      \(audio)\ts4\thalf a thr- three\t

      """, to: folder.url.appending(path: "speech.tsv").path)
    let settings = try DecoderSettings.standard()
    let index = try WordIndex(
      speech: [manifest], names: ["jake"],
      pronunciations: PronunciationLexicon.standard.get())
    #expect(index.utteranceCount == 2)
    let path = folder.url.appending(path: "words.tsv").path
    let result = try index.write(to: path, settings: settings, workers: 1) { _ in }
    #expect(result.words == 3)
    #expect(result.rejections[.unreadable] == 1)
    #expect(result.rejections.values.reduce(0, +) == 2)
    let clips = try IndexedClip.all(of: path, areWords: true)
    #expect(clips.map(\.transcript) == ["three", "jake", "four"])
    #expect(
      clips.allSatisfy { $0.voiceKey == "s1" && $0.traits == ["sex": "male", "accent": "us"] })
    let seconds = clips.compactMap(\.seconds)
    let length = try Recording(path: audio).durationSeconds
    for (one, next) in zip(seconds, seconds.dropFirst()) {
      #expect(one.lowerBound < next.lowerBound && one.upperBound <= next.lowerBound + 0.1)
    }
    for word in seconds {
      #expect((0.1...0.9).contains(word.upperBound - word.lowerBound))
      #expect(word.lowerBound > 0.1 && word.upperBound <= length)
    }
  }
}

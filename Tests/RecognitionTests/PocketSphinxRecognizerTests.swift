import Audio
import Foundation
import Language
import Randomness
import TestSupport
import Testing

@testable import Recognition

@Suite struct PocketSphinxRecognizerTests {
  static func grammar(
    rivals: [String: String] = [:], numbers: [String: Int] = [:], talk: [String] = []
  ) throws -> SpokenGrammar {
    let jsgf = """
      #JSGF V1.0;
      grammar test;
      public <sentence> = (<name> <score>)+;
      <name> = mike | jake;
      <score> = one | two | three | four | five;
      """
    let replies = """
      #JSGF V1.0;
      grammar replies;
      public <reply> = yes | no | <name> <score>;
      <name> = mike | jake;
      <score> = one | two | three | four | five;
      """
    let words = [
      "yes": ["Y EH S"], "no": ["N OW"], "mike": ["M AY K"], "jake": ["JH EY K"],
      "one": ["W AH N", "HH W AH N"], "two": ["T UW"],
      "three": ["TH R IY"], "four": ["F AO R"], "five": ["F AY V"], "free": ["F R IY"],
      "might": ["M AY T"], "if": ["IH F"], "up": ["AH P"],
    ]
    return SpokenGrammar(
      jsgf: jsgf, replies: replies, rivals: rivals, numbers: numbers,
      content: ["mike", "jake", "one", "two", "three", "four", "five"], talk: talk,
      lexicon: try words.map { id, phones in
        LexiconEntry(
          id: id, text: id, pronunciations: try phones.map { try Pronunciation(parsing: $0) })
      })
  }

  static func recognizer() throws -> PocketSphinxRecognizer {
    try PocketSphinxRecognizer(grammar: grammar(), settings: .standard())
  }

  static func pairs() throws -> [Int16] {
    try Recording.read(path: DemoAudio.path("pairs.flac")).samples
  }

  @Test func `a recording of two pairs is heard`() throws {
    var recognizer = try Self.recognizer()
    let hypothesis = try recognizer.recognize(Self.pairs())
    #expect(hypothesis.transcript == "mike three jake four")
    #expect(hypothesis.words.allSatisfy { (0...1).contains($0.confidence) })
  }

  @Test(arguments: [1, 7, 160, 1600, 100_000])
  func `the result does not depend on the blocks that the audio comes in`(size: Int) throws {
    var recognizer = try Self.recognizer()
    let samples = try Self.pairs()
    let whole = try recognizer.recognize(samples)
    var start = 0
    while start < samples.count {
      let end = min(start + size, samples.count)
      recognizer.feed(Array(samples[start..<end]))
      start = end
    }
    #expect(try recognizer.finish() == whole)
  }

  @Test func `what was heard before changes nothing`() throws {
    let samples = try Self.pairs()
    var fresh = try Self.recognizer()
    let first = try fresh.recognize(samples)
    var used = try Self.recognizer()
    var random = SeededGenerator(seed: 5)
    _ = try used.recognize((0..<32_000).map { _ in Int16.random(in: -3000...3000, using: &random) })
    #expect(try used.recognize(samples) == first)
  }

  @Test(arguments: [0, 1, 100, 410, 1600])
  func `too little audio gives no words`(count: Int) throws {
    var recognizer = try Self.recognizer()
    #expect(try recognizer.recognize(Array(repeating: 0, count: count)) == .nothing)
  }

  @Test func `silence is heard as nothing, or with no confidence`() throws {
    var recognizer = try Self.recognizer()
    let hypothesis = try recognizer.recognize(Array(repeating: 0, count: 48_000))
    #expect(hypothesis.confidence < 0.5)
  }

  @Test func `other speech has less confidence than the right words`() throws {
    var recognizer = try Self.recognizer()
    let right = try recognizer.recognize(Self.pairs())
    let other = try recognizer.recognize(
      Recording.read(path: DemoAudio.path("unrelated.flac")).samples)
    #expect(right.confidence > 0.5)
    #expect(other.confidence < 0.5)
  }

  @Test func `each word lies where it was said, within the audio, and one after the other`() throws
  {
    var recognizer = try Self.recognizer()
    let samples = try Self.pairs()
    let words = try recognizer.recognize(samples).words
    #expect(words.allSatisfy { !$0.frames.isEmpty })
    #expect(
      zip(words, words.dropFirst()).allSatisfy { $0.frames.upperBound <= $1.frames.lowerBound })
    // A frame is 160 samples; the silence around the sentence is half a second on either side.
    let first = try #require(words.first)
    let last = try #require(words.last)
    #expect((40..<65).contains(first.frames.lowerBound))
    #expect((samples.count / 160 - 60..<samples.count / 160).contains(last.frames.upperBound))
  }

  @Test func `words are compared with their rivals, and those that have none with nothing`() throws
  {
    let numbers = ["one", "two", "three", "four", "five"]
    let rivals = ["mike": "(jake)", "four": "(one | two | three | five)", "two": "(one)"]
    let samples = try Self.pairs()
    var plain = try Self.recognizer()
    let alone = try plain.recognize(samples)
    var recognizer = try PocketSphinxRecognizer(
      grammar: Self.grammar(rivals: rivals), settings: .standard())
    let words = try recognizer.recognize(samples).words
    #expect(words.map(\.text) == ["mike", "three", "jake", "four"])
    #expect(words.map { $0.rival?.text }.prefix(3) == ["jake", nil, nil])
    #expect(numbers.contains(try #require(words[3].rival).text))
    #expect(words.compactMap(\.rival).allSatisfy { $0.lead > 0 && $0.text != "four" })
    // Nothing but the measure of how sure they are comes of it.
    #expect(words.map(\.frames) == alone.words.map(\.frames))
    #expect(words.map(\.margin) == alone.words.map(\.margin))
    #expect(alone.words.allSatisfy { $0.rival == nil })
  }

  @Test func `a rival that was said leads, and the word in its place has little confidence`() throws
  {
    // Only Mike is listened for, where Jake may have been said.
    let grammar = try Self.grammar(rivals: ["mike": "(jake)"])
    var recognizer = try PocketSphinxRecognizer(
      grammar: SpokenGrammar(
        jsgf: """
          #JSGF V1.0;
          grammar test;
          public <sentence> = (mike <score>)+;
          <score> = one | two | three | four | five;
          """, rivals: grammar.rivals, lexicon: grammar.lexicon),
      settings: .standard())
    let words = try recognizer.recognize(Self.pairs()).words
    #expect(words.count == 4 && words[0].text == "mike" && words[2].text == "mike")
    let leads = try [0, 2].map { try #require(words[$0].rival).lead }
    #expect(leads[1] < 0 && leads[1] < leads[0])
    #expect(words[2].confidence < words[0].confidence)
  }

  @Test func `confidences are those of the settings for margins, leads and opinions`() throws {
    let settings = try DecoderSettings.standard()
    for talk in [[], ["free", "might"]] {
      let grammar = try Self.grammar(
        rivals: ["mike": "(jake)", "three": "(four | two)"], numbers: ["four": 4], talk: talk)
      var recognizer = try PocketSphinxRecognizer(grammar: grammar, settings: settings)
      let heard = try recognizer.recognize(Self.pairs())
      #expect(heard.words.map { $0.rival == nil } == [false, false, true, true])
      #expect(heard.words.map { $0.opinion == nil } == [true, true, true, false])
      #expect(heard.words.allSatisfy { ($0.talk == nil) == talk.isEmpty })
      for word in heard.words {
        #expect(
          word.confidence
            == settings.wordConfidence.confidence(
              margin: word.margin, lead: word.rival?.lead, talkLead: word.talk?.lead,
              opinion: word.opinion))
      }
      #expect(
        heard.confidence
          == settings.sentenceConfidence.confidence(words: heard.words.map(\.confidence)))
    }
  }

  @Test func `a word that lasts longer than anybody says it has no confidence`() throws {
    let samples = try Self.pairs()
    func confidences(mostFramesPerPhone: Double) throws -> [Double] {
      var settings = try DecoderSettings.standard()
      settings.wordConfidence.mostFramesPerPhone = mostFramesPerPhone
      var recognizer = try PocketSphinxRecognizer(grammar: Self.grammar(), settings: settings)
      return try recognizer.recognize(samples).words.map(\.confidence)
    }
    #expect(try confidences(mostFramesPerPhone: 45).allSatisfy { $0 > 0 })
    #expect(try confidences(mostFramesPerPhone: 1) == [0, 0, 0, 0])
  }

  /// How long a beginning is decides how long the buffers get that the next search writes into.
  @Test func `the beginning of a long utterance leaves whole what comes after it`() throws {
    var recognizer = try Self.recognizer()
    let samples = try Self.pairs()
    let first = try recognizer.recognize(samples)
    for _ in 1...5 {
      _ = try recognizer.beginning(of: samples + samples + samples + samples)
      #expect(try recognizer.recognize(samples) == first)
    }
  }

  @Test func `listening for a reply changes nothing of the sentence`() throws {
    var recognizer = try Self.recognizer()
    let samples = try Self.pairs()
    let sentence = try recognizer.recognize(samples)
    recognizer.feed(samples)
    let both = try recognizer.finishWithReply()
    #expect(both.sentence == sentence)
    // Half of the sentence is a reply, which the whole audio does not bear out.
    let reply = try #require(both.reply)
    #expect(try #require(reply.lead) < -5)
    #expect(try recognizer.recognize(samples) == sentence)
  }

  @Test func `an utterance longer than replies are is none`() throws {
    var settings = try DecoderSettings.standard()
    let samples = try Self.pairs()
    settings.replies.mostFrames = samples.count / 160 - 10
    var recognizer = try PocketSphinxRecognizer(grammar: Self.grammar(), settings: settings)
    recognizer.feed(samples)
    #expect(try recognizer.finishWithReply().reply == nil)
  }

  @Test(arguments: [(4, true), (3, false)])
  func `beside a clear sentence of more words than replies have none is looked for`(
    mostWords: Int, isLookedFor: Bool
  ) throws {
    var settings = try DecoderSettings.standard()
    settings.replies.mostWords = mostWords
    var recognizer = try PocketSphinxRecognizer(grammar: Self.grammar(), settings: settings)
    // "mike three jake four"
    try recognizer.feed(Self.pairs())
    #expect(try (recognizer.finishWithReply().reply != nil) == isLookedFor)
  }

  @Test func `a grammar without replies hears none, and no audio holds none`() throws {
    let grammar = try Self.grammar()
    var recognizer = try PocketSphinxRecognizer(
      grammar: SpokenGrammar(jsgf: grammar.jsgf, lexicon: grammar.lexicon), settings: .standard())
    try recognizer.feed(Self.pairs())
    #expect(try recognizer.finishWithReply().reply == nil)
    var other = try Self.recognizer()
    #expect(try other.finishWithReply() == (.nothing, nil))
  }

  @Test func `the beginning of a sentence is heard before its end`() throws {
    var recognizer = try Self.recognizer()
    let samples = try Self.pairs()
    let whole = try recognizer.recognize(samples)
    let jake = try #require(whole.words.first { $0.text == "jake" })
    let end = (jake.frames.lowerBound + 5) * 160
    #expect(try recognizer.beginning(of: Array(samples[..<end])).prefix(2) == ["mike", "three"])
    #expect(
      try recognizer.beginning(of: samples) == ["mike", "three", "jake", "four"])
    #expect(try recognizer.beginning(of: []) == [])
    #expect(try recognizer.recognize(samples) == whole)
  }

  @Test func `a hypothesis is the same after it was kept as JSON`() throws {
    var recognizer = try Self.recognizer()
    try recognizer.feed(Self.pairs())
    let heard = try recognizer.finishWithReply()
    func kept<Value: Codable>(_ value: Value) throws -> Value {
      try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }
    #expect(try kept(heard.sentence) == heard.sentence)
    #expect(try kept(heard.reply) == heard.reply)
    let contested = Hypothesis(
      words: heard.sentence.words, confidence: 0.25, isContested: true,
      rival: Hypothesis.Rival(transcript: "mike two", lead: -12.5))
    #expect(try kept(contested) == contested)
    let rivalled = Hypothesis(
      words: [
        RecognizedWord(
          text: "mike", confidence: 0.5, margin: -3.25,
          rival: RecognizedWord.Rival(text: "jake", lead: -812.5), frames: 3..<40),
        RecognizedWord(text: "got", confidence: 0.75),
      ], confidence: 0.25)
    #expect(try kept(rivalled) == rivalled)
  }

  @Test func `a word that was kept without a rival has none`() throws {
    let json = """
      {"text": "mike", "confidence": 0.5, "margin": -3.25, "frames": [3, 40]}
      """
    #expect(
      try JSONDecoder().decode(RecognizedWord.self, from: Data(json.utf8))
        == RecognizedWord(text: "mike", confidence: 0.5, margin: -3.25, frames: 3..<40))
  }

  @Test(arguments: [0, 2, 12, 14])
  func `a spread that is not of every coefficient is refused`(count: Int) throws {
    let numbers = Array(repeating: "1.5", count: count).joined(separator: ", ")
    #expect(
      throws: RecognizerError.badSettings("\"frontEnd.typicalSpread\" is to have 13 numbers")
    ) {
      try DecoderSettings.standard(
        changes: Array("{\"frontEnd\": {\"typicalSpread\": [\(numbers)]}}".utf8))
    }
  }

  @Test func `a missing model says what to install`() throws {
    var settings = try DecoderSettings.standard()
    settings.acousticModels = ["/nowhere/model"]
    let error = try error(of: settings)
    #expect(error == .modelMissing(["/nowhere/model"]))
    #expect(error?.description.contains("install pocketsphinx-en-us") == true)
  }

  @Test func `an incomplete model names the file that it lacks`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    var settings = try DecoderSettings.standard()
    settings.acousticModels = [folder.path]
    #expect(try error(of: settings) == .modelIncomplete(directory: folder.path, file: "mdef"))
  }

  @Test func `a grammar that is none is refused with the library's reason`() throws {
    let broken = SpokenGrammar(jsgf: "#JSGF V1.0; grammar x; public <a> = <b;", lexicon: [])
    #expect(throws: RecognizerError.self) {
      _ = try PocketSphinxRecognizer(grammar: broken, settings: .standard())
    }
  }

  @Test func `a grammar with a word that no dictionary has is refused`() throws {
    let broken = SpokenGrammar(
      jsgf: "#JSGF V1.0;\ngrammar x;\npublic <a> = zyzzyva;\n", lexicon: [])
    #expect(throws: RecognizerError.self) {
      _ = try PocketSphinxRecognizer(grammar: broken, settings: .standard())
    }
  }

  private func error(of settings: DecoderSettings) throws -> RecognizerError? {
    do throws(RecognizerError) {
      _ = try PocketSphinxRecognizer(grammar: try Self.grammarOrEmpty(), settings: settings)
      return nil
    } catch {
      return error
    }
  }

  private static func grammarOrEmpty() throws(RecognizerError) -> SpokenGrammar {
    SpokenGrammar(jsgf: "#JSGF V1.0;\ngrammar x;\npublic <a> = <NULL>;\n", lexicon: [])
  }
}

@Suite struct ReplyThresholdTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var confidence = 0.9
    var word = 0.5
    var coverage = 7.0
    var lead: Double? = 0.5
    var isSentence = false
    let isAccepted: Bool
  }

  @Test(arguments: [
    Case(testDescription: "all just enough", isAccepted: true),
    Case(testDescription: "not clear enough", confidence: 0.89, isAccepted: false),
    Case(testDescription: "one word not clear enough", word: 0.49, isAccepted: false),
    Case(testDescription: "a part of what was said", coverage: 6.9, isAccepted: false),
    Case(testDescription: "a sentence nearly as good", lead: 0.4, isAccepted: false),
    Case(testDescription: "the very sentence", lead: 0, isSentence: true, isAccepted: true),
    Case(testDescription: "no sentence", lead: nil, isAccepted: true),
  ])
  func `a reply is clear, covers all that was said, and leads`(_ example: Case) throws {
    var replies = try DecoderSettings.standard().replies
    replies.confidenceFrom = 0.9
    replies.wordFrom = 0.5
    replies.coverageFrom = 7
    replies.leadFrom = 0.5
    let words = [0.99, example.word].map { RecognizedWord(text: "no", confidence: $0) }
    let reply = ReplyHypothesis(
      hypothesis: Hypothesis(words: words, confidence: example.confidence),
      coverage: example.coverage, lead: example.lead)
    #expect(replies.accept(reply, isSentence: example.isSentence) == example.isAccepted)
  }
}

import Foundation
import HyzerBase
import Synchronization
import Testing

@testable import HyzerVoice

extension Recognizer {
  /// Returns what is heard where no reply is listened for.
  mutating func recognize(_ samples: [Int16]) throws -> Hypothesis {
    try recognize(samples, withReply: false).sentence
  }
}

@Suite struct RecognizerTests {
  static func grammar(
    competitors: [String: [String]] = [:], garbage: [String] = []
  ) throws -> SpokenGrammar {
    let rules = """
      <name> = mike | jake;
      <score> = one | two | three | four | five;

      """
    let words = [
      "yes": ["Y EH S"], "no": ["N OW"], "mike": ["M AY K"], "jake": ["JH EY K"],
      "one": ["W AH N", "HH W AH N"], "two": ["T UW"],
      "three": ["TH R IY"], "four": ["F AO R"], "five": ["F AY V"], "free": ["F R IY"],
      "might": ["M AY T"], "if": ["IH F"], "up": ["AH P"],
    ]
    let sentences = "#JSGF V1.0;\ngrammar test;\npublic <sentence> = (<name> <score>)+;\n" + rules
    return SpokenGrammar(
      full: sentences, constrained: sentences,
      replies: "#JSGF V1.0;\ngrammar replies;\npublic <reply> = yes | no | <name> <score>;\n"
        + rules,
      competitors: competitors.mapValues { Dictionary(uniqueKeysWithValues: $0.map { ($0, $0) }) },
      content: ["mike", "jake", "one", "two", "three", "four", "five"], garbage: garbage,
      lexicon: try words.map { id, phones in
        LexiconEntry(
          id: id, text: id, pronunciations: try phones.map { try Pronunciation(parsing: $0) })
      })
  }

  static func recognizer(
    _ grammar: SpokenGrammar? = nil, change: (inout DecoderSettings) -> Void = { _ in }
  ) throws -> Recognizer {
    var settings = try DecoderSettings.standard()
    change(&settings)
    return try Recognizer(grammar: grammar ?? Self.grammar(), settings: settings)
  }

  private static let shared = Mutex<Recognizer?>(nil)

  /// Lets `body` use the recogniser of the plain grammar, which is loaded once: what was heard before
  /// changes nothing.
  static func plain<Value: Sendable>(_ body: @Sendable (inout Recognizer) throws -> Value) throws
    -> Value
  {
    try shared.withLock { shared in
      var recognizer = if let known = shared.take() { known } else { try recognizer() }
      let value = try body(&recognizer)
      shared = consume recognizer
      return value
    }
  }

  /// "Mike three jake four", with half a second of silence around it.
  static func pairs() throws -> [Int16] { try Speech.recording("pairs.flac") }

  @Test func `what no sentence has is found where it was taken for silence`() throws {
    let lexicon = try Self.grammar().lexicon
    func hear(_ sentence: String) throws -> Hypothesis {
      var recognizer = try Self.recognizer(
        SpokenGrammar(
          full: "#JSGF V1.0;\ngrammar test;\npublic <sentence> = \(sentence);\n", lexicon: lexicon))
      return try recognizer.recognize(Self.pairs())
    }
    let whole = try hear("mike three jake four")
    #expect(whole.unheard == nil)
    let jake = try #require(whole.words.first { $0.text == "jake" }).frames
    let pause = try #require(hear("mike three four").unheard)
    #expect(abs(pause.lowerBound - jake.lowerBound) < 15 && pause.upperBound >= jake.upperBound - 5)
  }

  @Test func `each word of a recording is heard where it was said, one after the other`() throws {
    let samples = try Self.pairs()
    let heard = try Self.plain { try $0.recognize(samples) }
    #expect(heard.transcript == "mike three jake four")
    #expect(heard.confidence > 0.5)
    let words = heard.words
    #expect(words.allSatisfy { (0...1).contains($0.confidence) && !$0.frames.isEmpty })
    #expect(
      zip(words, words.dropFirst()).allSatisfy { $0.frames.upperBound <= $1.frames.lowerBound })
    // A frame is 160 samples.
    let first = try #require(words.first)
    let last = try #require(words.last)
    #expect((40..<65).contains(first.frames.lowerBound))
    #expect((samples.count / 160 - 60..<samples.count / 160).contains(last.frames.upperBound))
  }

  @Test func `what was heard before changes nothing`() throws {
    let samples = try Self.pairs()
    let first = try Self.plain { try $0.recognize(samples) }
    var used = try Self.recognizer()
    var random = SeededGenerator(seed: 5)
    _ = try used.recognize((0..<32_000).map { _ in Int16.random(in: -3000...3000, using: &random) })
    #expect(try used.recognize(samples) == first)
  }

  @Test
  func
    `of an exclusive set one word is heard, unless another renews it or it was clearly said twice`()
    throws
  {
    let plain = try Self.grammar()
    func heard(
      _ said: [Int16], exclusive: [Set<String>], from clearRepeatLLR: Double,
      rejectBelow: Double = 0.7
    ) throws -> String {
      var recognizer = try Self.recognizer(
        SpokenGrammar(
          full: """
            #JSGF V1.0;
            grammar test;
            public <sentence> = [no] <name> <score> ([no] <name> <score>)*;
            <name> = mike | might | jake;
            <score> = one | two | three | four | five;
            """, exclusive: exclusive, renewing: ["no"], lexicon: plain.lexicon)
      ) {
        $0.sentences.clearRepeatLLR = clearRepeatLLR
        $0.confidence.rejectBelow = rejectBelow
      }
      return try recognizer.recognize(said).transcript
    }
    let twice = try Speech.saying("Mike one, Mike two")
    #expect(try heard(twice, exclusive: [], from: 400) == "mike one mike two")
    // "Might" sounds like it.
    let names: [Set<String>] = [["mike"], ["might"], ["jake"]]
    #expect(try heard(twice, exclusive: names, from: 400) == "might one mike two")
    // What is rejected is not looked into.
    #expect(try heard(twice, exclusive: names, from: 400, rejectBelow: 1) == "mike one mike two")
    let one: [Set<String>] = [["mike", "might"], ["jake"]]
    #expect(try heard(twice, exclusive: one, from: 400) == "mike one mike two")
    #expect(try heard(twice, exclusive: one, from: 10_000) == "mike one no mike two")
    let corrected = try Speech.saying("Mike three, no, Mike four")
    #expect(try heard(corrected, exclusive: names, from: 10_000) == "mike three no mike four")
  }

  @Test func `too little audio gives no words, and silence none that are clear`() throws {
    try Self.plain { recognizer in
      for count in [0, 1, 100, 410, 1600] {
        let heard = try recognizer.recognize(Array(repeating: 0, count: count), withReply: true)
        #expect(heard.sentence == .nothing, "\(count)")
        #expect(count > 0 || heard.reply == nil)
      }
      #expect(try recognizer.recognize(Speech.silence(3)).confidence < 0.5)
    }
  }

  @Test func `words are compared with their competitors, and those that have none with nothing`()
    throws
  {
    let numbers = ["one", "two", "three", "four", "five"]
    let competitors = [
      "mike": ["jake"], "four": ["one", "two", "three", "five"], "two": ["one"],
      // No sentence has a name in its place.
      "three": ["jake"],
    ]
    let samples = try Self.pairs()
    let alone = try Self.plain { try $0.recognize(samples) }
    var recognizer = try Self.recognizer(Self.grammar(competitors: competitors))
    let words = try recognizer.recognize(samples).words
    #expect(words.map(\.text) == ["mike", "three", "jake", "four"])
    #expect(words.map { $0.competitor?.text }.prefix(3) == ["jake", nil, nil])
    #expect(numbers.contains(try #require(words[3].competitor).text))
    #expect(words.compactMap(\.competitor).allSatisfy { $0.llr > 0 && $0.text != "four" })
    // Nothing but the measure of how sure they are comes of it.
    #expect(words.map(\.frames) == alone.words.map(\.frames))
    #expect(words.map(\.loopLLR) == alone.words.map(\.loopLLR))
    #expect(alone.words.allSatisfy { $0.competitor == nil })
  }

  @Test
  func `a competitor that was said is ahead, and the word in its place has little confidence`()
    throws
  {
    // The grammar holds Mike for so rare that "might" is heard where he was said.
    let rare = "0." + String(repeating: "0", count: 36) + "1"
    let grammar = try Self.grammar(competitors: ["might": ["mike"], "jake": ["mike"]])
    var recognizer = try Self.recognizer(
      SpokenGrammar(
        full: """
          #JSGF V1.0;
          grammar test;
          public <sentence> = ((/1/ might | /1/ jake | /\(rare)/ mike) <score>)+;
          <score> = one | two | three | four | five;
          """, competitors: grammar.competitors, lexicon: grammar.lexicon))
    let words = try recognizer.recognize(Self.pairs()).words
    #expect(words.map(\.text) == ["might", "three", "jake", "four"])
    let ratios = try [0, 2].map { try #require(words[$0].competitor).llr }
    #expect(ratios[0] < 0 && ratios[0] < ratios[1])
    #expect(words[0].confidence < words[2].confidence)
  }

  @Test func `confidences are those of the settings for what the words were compared with`() throws
  {
    let settings = try DecoderSettings.standard()
    for garbage in [[], ["free", "might"]] {
      let grammar = try Self.grammar(
        competitors: ["mike": ["jake"], "three": ["four", "two"]], garbage: garbage)
      var recognizer = try Self.recognizer(grammar)
      let heard = try recognizer.recognize(Self.pairs())
      #expect(heard.words.map { $0.competitor == nil } == [false, false, true, true])
      #expect(heard.words.allSatisfy { ($0.garbage == nil) == garbage.isEmpty })
      for word in heard.words {
        #expect(
          word.confidence
            == settings.wordConfidence.confidence(
              loopLLR: word.loopLLR, competitor: word.competitor?.llr, garbage: word.garbage?.llr))
      }
      #expect(
        heard.confidence
          == settings.sentenceConfidence.confidence(words: heard.words, by: settings.wordConfidence)
      )
    }
  }

  @Test func `what is rejected whatever competes with it is compared with no competitors`() throws {
    let grammar = try Self.grammar(
      competitors: ["mike": ["jake"], "three": ["four", "two"]], garbage: ["free", "might"])
    var all = try Self.recognizer(grammar)
    var none = try Self.recognizer(grammar) { $0.confidence.rejectBelow = 1 }
    let (compared, rejected) = try (all.recognize(Self.pairs()), none.recognize(Self.pairs()))
    #expect(rejected.transcript == compared.transcript)
    #expect(rejected.words.map(\.garbage) == compared.words.map(\.garbage))
    #expect(compared.words.contains { $0.competitor != nil })
    #expect(rejected.words.allSatisfy { $0.competitor == nil })
    // Nothing speaks for a word then.
    #expect(zip(rejected.words, compared.words).allSatisfy { $0.confidence < $1.confidence })
  }

  @Test(arguments: [(45.0, true), (1, false)])
  func `a word that lasts longer than anybody says it has no confidence`(
    mostFramesPerPhone: Double, isSure: Bool
  ) throws {
    var recognizer = try Self.recognizer {
      $0.wordConfidence.mostFramesPerPhone = mostFramesPerPhone
    }
    let confidences = try recognizer.recognize(Self.pairs()).words.map(\.confidence)
    #expect(confidences.count == 4)
    #expect(confidences.allSatisfy { ($0 > 0) == isSure })
  }

  // MARK: - Replies

  @Test func `listening for a reply changes nothing of the sentence`() throws {
    let samples = try Self.pairs()
    try Self.plain { recognizer in
      let sentence = try recognizer.recognize(samples)
      let both = try recognizer.recognize(samples, withReply: true)
      #expect(both.sentence == sentence)
      // Half of the sentence is a reply, which the whole audio does not bear out.
      let reply = try #require(both.reply)
      #expect(try #require(reply.sentenceLLR) < -5)
      #expect(try recognizer.recognize(samples) == sentence)
    }
  }

  @Test func `an utterance longer than replies are is none`() throws {
    let samples = try Self.pairs()
    var recognizer = try Self.recognizer { $0.replies.mostFrames = samples.count / 160 - 10 }
    #expect(try recognizer.recognize(samples, withReply: true).reply == nil)
  }

  @Test(arguments: [(4, true), (3, false)])
  func `beside a clear sentence of more words than replies have none is looked for`(
    mostWords: Int, isLookedFor: Bool
  ) throws {
    var recognizer = try Self.recognizer { $0.replies.mostWords = mostWords }
    // "mike three jake four"
    let heard = try recognizer.recognize(Self.pairs(), withReply: true)
    #expect((heard.reply != nil) == isLookedFor)
  }

  @Test func `a grammar without replies hears none`() throws {
    let grammar = try Self.grammar()
    var recognizer = try Self.recognizer(
      SpokenGrammar(full: grammar.full, lexicon: grammar.lexicon))
    #expect(try recognizer.recognize(Self.pairs(), withReply: true).reply == nil)
  }

  @Test func `words in any order are heard where a grammar has some, measured against any phones`()
    throws
  {
    let plain = try Self.grammar()
    var recognizer = try Self.recognizer(
      SpokenGrammar(
        full: plain.full,
        loose: """
          #JSGF V1.0;
          grammar loose;
          public <words> = (mike | jake | one | three | four)+;
          """, lexicon: plain.lexicon))
    let said = try Speech.saying("four Jake three one")
    let heard = try recognizer.looseWords(in: said)
    #expect(heard.transcript == "four jake three one")
    #expect(heard.words.allSatisfy { $0.confidence > 0.1 && !$0.frames.isEmpty })
    #expect(try recognizer.recognize(said).transcript != heard.transcript)
    #expect(try recognizer.looseWords(in: []) == .nothing)
    #expect(try Self.plain { try $0.looseWords(in: said) } == .nothing)
  }

  // MARK: - Beginnings

  @Test func `the beginning of a sentence is heard before its end, and leaves whole what follows`()
    throws
  {
    let samples = try Self.pairs()
    try Self.plain { recognizer in
      let whole = try recognizer.recognize(samples)
      let jake = try #require(whole.words.first { $0.text == "jake" })
      let beginning = Array(samples[..<(jake.frames.lowerBound * 160)])
      #expect(try recognizer.beginning(of: beginning) == ["mike", "three"])
      let name = Array(beginning.prefix(whole.words[1].frames.lowerBound * 160))
      #expect(try recognizer.beginning(of: name) == ["mike"])
      #expect(try recognizer.beginning(of: samples) == ["mike", "three", "jake", "four"])
      #expect(try recognizer.beginning(of: []) == [])
      for _ in 1...2 {
        _ = try recognizer.beginning(of: samples + samples + samples + samples)
        #expect(try recognizer.recognize(samples) == whole)
      }
    }
  }

  // MARK: - What is refused

  @Test(arguments: [0, 2, 12, 14])
  func `deviations that are not of every coefficient are refused`(count: Int) throws {
    let numbers = Array(repeating: "1.5", count: count).joined(separator: ", ")
    #expect(
      throws: RecognizerError.badSettings("\"frontEnd.typicalDeviations\" is to have 13 numbers")
    ) {
      try DecoderSettings.standard(
        changes: Array("{\"frontEnd\": {\"typicalDeviations\": [\(numbers)]}}".utf8))
    }
  }

  @Test func `a missing model says what to install`() throws {
    let error = RecognizerError.modelMissing(["/nowhere/model"])
    #expect(throws: error) { _ = try Self.recognizer { $0.acousticModels = ["/nowhere/model"] } }
    #expect(error.description.contains("install pocketsphinx-en-us"))
  }

  @Test func `an incomplete model names the file that it lacks`() throws {
    let folder = try Fixture()
    let error = RecognizerError.modelIncomplete(directory: folder.directory, file: "mdef")
    #expect(throws: error) { _ = try Self.recognizer { $0.acousticModels = [folder.directory] } }
  }

  @Test(arguments: ["<b;", "zyzzyva;\n"])
  func `a grammar that is none, or has a word without a pronunciation, is refused`(rule: String) {
    let broken = SpokenGrammar(
      full: "#JSGF V1.0;\ngrammar x;\npublic <a> = \(rule)", lexicon: [])
    #expect(throws: RecognizerError.self) { _ = try Self.recognizer(broken) }
  }
}

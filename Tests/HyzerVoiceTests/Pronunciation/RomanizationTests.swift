import Testing

@testable import HyzerVoice

@Suite struct `Names of other scripts` {
  @Test(arguments: [
    ("Саша", "sasha"), ("Дмитрий", "dmitriy"), ("Юля", "yulya"), ("Щукин", "shchukin"),
    ("Артём", "artyom"), ("Ольга", "olga"), ("Їжак", "yizhak"), ("Ђорђе", "jorje"),
    ("Γιώργος", "giorgos"), ("Μπάμπης", "babis"), ("Ευαγγελία", "evangelia"), ("Ελένη", "eleni"),
    ("김철수", "gimcheolsu"), ("さくら", "sakura"), ("きょうこ", "kyouko"), ("しゅん", "shun"),
    ("ケンジ", "kenji"), ("じょう", "jou"), ("ゆうき", "yuuki"), ("いっせい", "isei"), ("ルーシー", "rushi"),
    ("Μάιος", "maios"), ("Κούλα", "koula"),
    ("か\u{3099}", "ga"), ("Mike", "Mike"), ("Zoë", "zoë"), ("王", "王"),
  ])
  func `are written in Latin letters`(name: String, latin: String) {
    #expect(Romanization.latin(name) == latin)
  }

  @Test(arguments: ["Саша", "김철수", "김철수2", "さくら", "Γιώργος"])
  func `have a pronunciation`(name: String) throws {
    let lexicon = try PronunciationLexicon.standard.get()
    #expect(try !lexicon.pronunciations(ofName: name).isEmpty)
  }

  @Test(arguments: ["王伟", "محمد", "משה"])
  func `that say too little of their sound ask how they are said`(name: String) throws {
    let lexicon = try PronunciationLexicon.standard.get()
    #expect(throws: LexiconError.unpronounceable(name)) { try lexicon.pronunciations(ofName: name) }
  }
}

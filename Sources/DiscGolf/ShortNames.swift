/// The usual short forms of given names: whoever is called Michael is Mike as well, and Mike may be Michael.
package enum ShortNames {
  /// Returns what else somebody of a name is usually called, the most usual first, as lower-case words; none for a name of
  /// several words, and for a short form of several names, as Nate is of Nathan and of Nathaniel.
  package static func others(for name: String) -> [String] {
    let words = NameKey.words(of: name)
    return words.count == 1 ? others[words[0], default: []] : []
  }

  /// Every name with those that may stand for it.
  private static let others = {
    var others: [String: [String]] = [:]
    var whole: [String: [String]] = [:]
    for line in table.split(separator: "\n") {
      let names = line.split(whereSeparator: { $0 == ":" || $0 == " " }).map(String.init)
      others[names[0]] = Array(names.dropFirst())
      for short in names.dropFirst() { whole[short, default: []].append(names[0]) }
    }
    return others.merging(whole.filter { $0.value.count == 1 }) { long, _ in long }
  }()

  /// The names of the table.
  package static var all: Set<String> { Set(others.keys).union(others.values.joined()) }

  /// Each long form with its short ones, the most usual first.
  ///
  /// Forms that are said for something else more often, such as "art" and "drew", are left out: with an alias people
  /// have them all the same.
  private static let table = """
    abigail: abby
    abraham: abe
    adelaide: addie
    agnes: aggie
    alan: al
    albert: al bert
    alexander: alex xander
    alexandra: alex lexi
    alexis: alex lexi
    alfred: alf alfie
    allison: allie
    amanda: mandy
    andrea: andi
    andrew: andy
    angela: angie
    anthony: tony
    antonio: tony
    archibald: archie
    barbara: barb
    bartholomew: bart
    benjamin: ben benny benji
    bernard: bernie
    bradley: brad
    caroline: carrie
    catherine: cathy
    charles: charlie chuck
    charlotte: lottie charlie
    christian: chris
    christina: tina chris
    christine: chris chrissy
    christopher: chris topher
    cynthia: cindy
    daniel: dan danny
    danielle: dani
    david: dave davey
    deborah: debbie deb
    dominic: dom
    donald: don donnie
    dorothy: dottie
    douglas: doug
    edward: ed eddie ted
    edwin: ed eddie
    eleanor: ellie nora
    elizabeth: liz beth lizzie
    florence: flo
    frances: fran
    francis: frank
    franklin: frank
    frederick: fred freddie
    gabriel: gabe
    gabriella: gabby
    geoffrey: geoff
    gerald: gerry
    gregory: greg
    harold: harry hal
    henry: hank
    howard: howie
    isabella: bella izzy
    jacob: jake
    jacqueline: jackie
    james: jim jimmy jamie
    jeffrey: jeff
    jennifer: jenny jen
    jeremy: jerry
    jessica: jess jessie
    joanna: jo
    jonathan: jon
    joseph: joe joey
    josephine: josie jo
    joshua: josh
    judith: judy
    katherine: kate kathy katie
    kathleen: kathy
    kenneth: ken kenny
    kimberly: kim
    lawrence: larry
    leonard: len lenny
    louis: lou louie
    lucas: luke
    madeline: maddie
    margaret: maggie meg peggy
    martin: marty
    matthew: matt
    maximilian: max
    melanie: mel
    melissa: mel
    melvin: mel
    michael: mike mikey mick
    mitchell: mitch
    nathan: nate
    nathaniel: nate nat
    natalie: nat
    nicholas: nick nicky
    nicole: nicky
    oliver: ollie
    olivia: liv
    pamela: pam
    patricia: pat patty trish
    patrick: pat paddy
    peter: pete
    philip: phil
    phillip: phil
    randall: randy
    raymond: ray
    rebecca: becky becca
    reginald: reggie
    richard: rick richie dick
    robert: bob rob bobby
    roberta: bobbie
    rodney: rod
    ronald: ron ronnie
    rosemary: rosie
    russell: russ
    samantha: sam sammy
    samuel: sam sammy
    sandra: sandy
    sebastian: seb
    sidney: sid
    stanley: stan
    stephanie: steph
    stephen: steve
    steven: steve
    stuart: stu
    susan: sue susie
    terence: terry
    theodore: theo ted teddy
    theresa: terry tess
    thomas: tom tommy
    timothy: tim timmy
    tobias: toby
    valerie: val
    veronica: ronnie
    victor: vic
    victoria: vicky tori
    vincent: vince
    virginia: ginny
    walter: walt wally
    wesley: wes
    wilfred: wilf
    william: bill billy liam
    zachary: zach zack
    """
}

extension Roster {
  /// The usual names that nobody in the roster has, each of the one player whose name it may stand for.
  ///
  /// One that may stand for two players', or is a part of another's name, is nobody's. Who has aliases has said what
  /// they are called, and has no others.
  package var usualNames: [String: PlayerID] {
    var owners: [String: Set<PlayerID>] = [:]
    for id in ids where self[id].aliases.isEmpty {
      for other in ShortNames.others(for: self[id].name) { owners[other, default: []].insert(id) }
    }
    guard !owners.isEmpty else { return [:] }
    for word in players.flatMap(\.spellings).flatMap(NameKey.words) { owners[word] = nil }
    return owners.compactMapValues { $0.count == 1 ? $0.first : nil }
  }
}

import HyzerVoice
import ScoreLog
import Testing

@testable import Scorekeeping

/// What utterances make of a draft, as pictures: the utterances in the order in which they are worked out,
/// and the draft after them.
///
/// `1:` is an utterance's number where it is not its place, and `~ 0.4 1` is how
/// clearly each of its words was heard.
struct DraftMergingTests {
  static let oneUtterance = """
    mike three jake four → 7[Mike 3, Jake 4]
    # An open name keeps its score, in its place among the others.
    mike three sam four jake five → 7[Mike 3, ? 4 of Al/Bo "sam", Jake 5]
    mike three zed four → 7[Mike 3, ? 4 "zed"]
    mike three jake → 7[Mike 3, Jake ? "jake"]
    mike three jake twelve → 7[Mike 3, Jake ? "jake twelve"]
    # A score answers no question of its own utterance.
    zed four mike four → 7[? 4 "zed", Mike 4]
    sam four al four → 7[? 4 of Al/Bo "sam", Al 4]
    # What belongs to no row is a remark.
    mike three banana → 7[Mike 3, + unexplained "banana"]
    hole eight mike three → 7[Mike 3, + otherHole(said: 8, current: 7) "hole eight"]
    # A name that is said again is a doubt about its row, and no second row.
    mike three mike → 7[Mike 3?~1.0 "mike"]
    # Several people each have something open.
    mike jake sarah three four → 7[Mike ? "mike", Jake ? "jake sarah three four", Sarah ? "jake sarah three four"]
    mike three or four → 7[Mike ? "mike three", ? 4 "four", + unexplained "or"]
    mike three sarah same as jake → 7[Mike 3, Sarah ? "sarah same as jake"]
    everyone but sam three → 7[Mike 3? "everyone but sam three", Jake 3? "everyone but sam three", Sarah 3? "everyone but sam three", Al 3? "everyone but sam three", Bo 3? "everyone but sam three", ? ? of Al/Bo "sam"]
    # What a correction may have been meant for is doubtful.
    mike three no → 7[Mike 3? "mike three no"]
    mike three mike four no → 7[Mike 3?~1.0 "mike four no", + unclearCorrection "mike four no"]
    mike twelve mike three no → 7[Mike 3? "mike three no"]
    sam three no → 7[? 3 of Al/Bo "sam three no"]
    # A score that was not clear is a doubt; one that was hardly heard has no confidence.
    mike three jake four ~ 0.4 1 1 1 → 7[Mike 3?~0.4, Jake 4]
    mike three jake four ~ 0.2 1 1 1 → 7[Mike 3?, Jake 4]
    hole seven mike three jake four ~ 0.2 1 1 1 1 1 → 7[Mike 3?~1.0, Jake 4?~1.0]
    """

  static let severalUtterances = """
    mike three + jake four → 7[Mike 3, Jake 4]
    mike three + mike four → 7[Mike 4]
    mike three jake four + bo one mike four → 7[Mike 4, Jake 4, Bo 1]
    # Who changes several clear scores without a word of correction may be on the next hole.
    mike three jake four + mike four jake five → 7[Mike 4?~1.0, Jake 5?~1.0]
    mike three jake four + mike three jake four bo one → 7[Mike 3, Jake 4, Bo 1]
    mike three jake four + mike four jake four → 7[Mike 4, Jake 4]
    mike three jake four + no mike four jake five → 7[Mike 4, Jake 5]
    mike three jake four ~ 1 0.4 1 1 + mike four jake five → 7[Mike 4, Jake 5]
    mike three jake four + mike four + jake five → 7[Mike 4, Jake 5]
    mike three jake four + mike four jake five + 2: mike four jake five bo one → 7[Mike 4?~1.0, Jake 5?~1.0, Bo 1]
    # What was said later stands, also where it was worked out earlier.
    2: mike four + 1: mike three jake three → 7[Mike 4, Jake 3]
    2: mike four + 1: mike jake three → 7[Mike 4, Jake 3?~1.0 "mike jake three"]
    # Questions of what an utterance seemed to be go when it went on.
    mike three sam + 1: mike three sarah four → 7[Mike 3, Sarah 4]
    mike three zed four + 1: mike three zed four jake five → 7[Mike 3, ? 4 "zed", Jake 5]
    # A name answers the question whose score it was.
    mike three sam four + bo four → 7[Mike 3, Bo 4]
    mike three zed four + bo four → 7[Mike 3, Bo 4]
    mike three jake + jake four → 7[Mike 3, Jake 4]
    sam + bo four → 7[Bo 4]
    # Another score, or another player, is somebody else's.
    sam four + bo five → 7[? 4 of Al/Bo "sam", Bo 5]
    mike three zed four + bo five → 7[Mike 3, ? 4 "zed", Bo 5]
    sam four + jake four → 7[? 4 of Al/Bo "sam", Jake 4]
    # The same question is asked once.
    sam four + chief four → 7[? 4 of Al/Bo "sam", ? 4 of Mike/Sarah "chief"]
    sam four + sam four → 7[? 4 of Al/Bo "sam"]
    sam + sam four → 7[? 4 of Al/Bo "sam"]
    sam four + sam → 7[? 4 of Al/Bo "sam"]
    sam four + sam five → 7[? 4 of Al/Bo "sam", ? 5 of Al/Bo "sam"]
    mike three zed four + jake three zed four → 7[Mike 3, ? 4 "zed", Jake 3, ? 4 "zed"]
    # A doubt about a player takes the place of what was sure before, and keeps what it does not say.
    mike three + mike → 7[Mike 3? "mike"]
    mike three + mike five no → 7[Mike 5? "mike five no"]
    # Saying everything anew clears what was not understood.
    mike three banana + mike three → 7[Mike 3]
    mike three banana + jake four + mike three jake four → 7[Mike 3, Jake 4]
    mike three banana + jake four → 7[Mike 3, Jake 4, + unexplained "banana"]
    """

  @Test(
    arguments: (oneUtterance + "\n" + severalUtterances).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map(String.init))
  func `nothing is lost and nothing is there twice`(_ line: String) throws {
    let arrow = try #require(line.firstRange(of: " → "))
    var draft = Draft(hole: 7)
    var texts: [Int: String] = [:]
    for (place, part) in line[..<arrow.lowerBound].split(separator: " + ").enumerated() {
      let numbered = part.split(separator: ": ")
      let halves = numbered[numbered.count - 1].split(separator: " ~ ").map(String.init)
      let number = numbered.count == 1 ? place + 1 : Int(numbered[0]) ?? 0
      texts[number] = halves[0]
      let clarity = halves.dropFirst().joined().split(separator: " ").compactMap { Double($0) }
      draft.merge(
        Draft.Words(number: number, input: .voice, transcript: halves[0]),
        try Sample.parsed(halves[0], clarity: clarity))
    }
    #expect(describe(draft) == line[arrow.upperBound...])
    #expect(draft.transcripts == texts)
    #expect(Set(draft.rows.map(\.id)).count == draft.rows.count)
  }
}

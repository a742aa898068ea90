import Testing

@testable import Scorekeeping

/// Sessions of the confirmation, as pictures: what happens at which second, and where it leads.
///
/// That is the state, `&` what waits behind it, `|` what is to be done; `same` is neither a change nor
/// an effect. A line with several events, parted by `/`, stands for as many sessions, and so does one
/// with several outcomes. A name may begin with the state in ``beginning`` that its
/// story goes on from.
struct ConfirmationStories {
  /// How a session begins that is called `shown`, `sending` or `saved`.
  static let beginning = [
    (state: "shown", line: "0 heard 1 mike three → confirming 7[Mike 3] until 1.5"),
    (state: "sending", line: "1 accept → idle & #1 | commit #1 7[Mike 3]"),
    (state: "saved", line: "2 saved 1 → committed 7[Mike 3]"),
  ]

  /// When scores save themselves.
  static let windows = """
    shown: a timer that fires late saves as well
      9 timer → idle & #1 | commit #1 7[Mike 3]
    shown: noise leaves what is shown to its window, and words that are not understood stop that
      0.5 speech 2 → confirming 7[Mike 3] held by speaking
      1 noise 2 → confirming 7[Mike 3] until 2.5
      2 heard 3 rubbish → partial 7[Mike 3, + unexplained "rubbish"]
      9 timer → same
      10 accept → idle & #1 | commit #1 7[Mike 3]
    where others have just completed a hole, what is said for a minute waits for a person
      0 overtaken → same
      1 heard 1 mike three → partial 7[Mike 3, + holeInQuestion(earlier: 6, current: 7) ""]
      9 timer → same
      10 accept → idle & #1 | commit #1 7[Mike 3]
      11 saved 1 → committed 7[Mike 3]
      60 heard 2 jake four → confirming 7[Jake 4] until 61.5
    what is said of the hole where one was before others completed it saves itself
      0 speech 1 → listening
      1 hole 8 → same
      1 overtaken → same
      2 heard 1 mike three → confirming 7[Mike 3] until 3.5
    words do not replace unasked what somebody has had for long: they may be of the next hole
      0 settled 7 Sarah 4 8 → same
      1 heard 1 sarah three mike four → partial 7[Sarah 3←4, Mike 4, + holeInQuestion(earlier: 7, current: 8) ""]
      9 timer → same
      10 placed 8 → confirming 8[Sarah 3, Mike 4] until 11.5
    who says so soon replaces what was saved
      0 fresh 7 Sarah 4 8 → same
      1 heard 1 sarah three mike four → confirming 7[Sarah 3←4, Mike 4] until 4.0
    a correction replaces what somebody has had for long
      0 settled 7 Sarah 4 8 → same
      1 heard 1 no sarah three → confirming 7[Sarah 3←4] until 4.0
    words of everybody replace nothing unasked
      0 fresh 7 Sarah 4 8 → same
      1 heard 1 everyone par → partial 7[Mike 3, Jake 3, Sarah 3←4, Al 3, Bo 3, + holeInQuestion(earlier: 7, current: 8) ""]
    where no hole comes next, a person looks at what would replace a score of long ago
      0 settled 7 Sarah 4 → same
      1 heard 1 sarah three → partial 7[Sarah 3?~1.0←4]
      2 accept → idle & #1 | commit #1 7[Sarah 3←4]
    other scores replace those that wait
      0 settled 7 Bo 4 8 → same
      1 heard 1 mike four jake three ~ 1 1 1 0.4 → partial 7[Mike 4, Jake 3?~0.4]
      45.9 heard 2 mike three jake three sarah three → confirming 7[Mike 3, Jake 3, Sarah 3] until 47.4
    other scores, long after those that wait, may be of the next hole, and what waited is shown beside them
      0 settled 7 Bo 4 8 → same
      1 heard 1 mike four jake three ~ 1 1 1 0.4 → partial 7[Mike 4, Jake 3?~0.4]
      46 heard 2 mike three jake three sarah three → partial 7[Mike 3 "4 before", Jake 3, Sarah 3, + holeInQuestion(earlier: 7, current: 8) ""]
      99 timer → same
      100 placed 8 → confirming 8[Mike 3, Jake 3, Sarah 3] until 101.5
    what waits is answered however late
      0 settled 7 Bo 4 8 → same
      1 heard 1 mike four jake three ~ 1 1 1 0.4 → partial 7[Mike 4, Jake 3?~0.4]
      99 heard 2 jake three mike four → confirming 7[Mike 4, Jake 3] until 100.5
    a reply that comes late is not sure to be of the same hole
      0 settled 7 Bo 4 8 → same
      1 heard 1 mike four jake three ~ 1 1 1 0.4 → partial 7[Mike 4, Jake 3?~0.4]
      50 reply 2 Mike 5 → partial 7[Mike 5, Jake 3?~0.4, + holeInQuestion(earlier: 7, current: 8) ""]
    of the round before nothing is in question, nor taken back
      0 heard 1 mike three → confirming 7[Mike 3] until 1.5
      1 accept → idle & #1 | commit #1 7[Mike 3]
      2 saved 1 → committed 7[Mike 3]
      3 overtaken → same
      4 next → idle
      5 heard 2 jake four → confirming 1[Jake 4] until 6.5
      6 cancel → dismissed
      7 undo → same
    shown: what holds the window keeps it open, and the last to go starts it in full
      1 edit → confirming 7[Mike 3] held by editing
      1.2 review → confirming 7[Mike 3] held by editing+reviewing
      1.5 timer → same
      2 speech 2 → confirming 7[Mike 3] held by editing+reviewing+speaking
      5 edit no more → confirming 7[Mike 3] held by reviewing+speaking
      6 silence 2 → confirming 7[Mike 3] held by reviewing
      9 timer → same
      10 review no more → confirming 7[Mike 3] until 11.5
      11.5 timer → idle & #1 | commit #1 7[Mike 3]
    the window waits for every utterance that is under way
      0 speech 1 → listening
      1 speech 2 → same
      2 heard 1 mike three → confirming 7[Mike 3] held by speaking
      3 speech 3 → same
      4 silence 2 → same
      5 silence 3 → confirming 7[Mike 3] until 6.5
    an utterance that goes on after it was heard takes the place of what it had said
      0 speech 1 → listening
      1 heard 1 mike three jake four → confirming 7[Mike 3, Jake 4] until 2.5
      1.3 speech 1 → confirming 7[Mike 3, Jake 4] held by speaking
      2 heard 1 mike three jake four scratch that / heard 1 mike three jake four no five / heard 1 rubbish / heard 1 mike three jake four → confirming 7[Mike 3] until 3.5 / confirming 7[Mike 3, Jake 5] until 3.5 / partial 7[Mike 3?~1.0, Jake 4?~1.0] / confirming 7[Mike 3, Jake 4] until 3.5
    what a person changed since an utterance was heard stands, however it goes on
      0 speech 1 → listening
      1 heard 1 mike three jake four → confirming 7[Mike 3, Jake 4] until 2.5
      1.3 speech 1 → confirming 7[Mike 3, Jake 4] held by speaking
      1.5 row 2 is 6 / cancel → confirming 7[Mike 3, Jake 6!] held by speaking / dismissed
      2 heard 1 mike three jake four no five → confirming 7[Mike 3, Jake 6!] until 3.5 / same
    listening goes on until every utterance is worked out
      0 speech 1 → listening
      1 speech 2 → same
      2 silence 1 → same
      3 silence 2 → idle
    shown: an open microphone holds the window before there is speech
      1 talk → confirming 7[Mike 3] held by speaking
      2 speech 2 → same
      3 silence 2 → confirming 7[Mike 3] until 4.5
      4 talk → confirming 7[Mike 3] held by speaking
      5 silence 3 → confirming 7[Mike 3] until 6.5
    a reviewer who is there already holds the window from the start
      0 review → same
      1 heard 1 mike three → confirming 7[Mike 3] held by reviewing
      2 review no more → confirming 7[Mike 3] until 3.5
    shown: editing ends with its draft
      1 edit → confirming 7[Mike 3] held by editing
      2 cancel → dismissed
      3 heard 2 jake four → confirming 7[Jake 4] until 4.5
    what a person typed is sure
      0 typed 1 mike three ~ 0.6 0.6 → confirming 7[Mike 3!] until 1.5
    a draft that becomes whole while a row is edited is held
      0 heard 1 sam four → partial 7[? 4 of Al/Bo "sam"]
      1 edit → same
      2 row 1 is Al → confirming 7[Al 4! of Al/Bo] held by editing
      3 edit no more → confirming 7[Al 4! of Al/Bo] until 4.5
    a yes counts only for what was shown when it began
      0 speech 1 → listening
      1 speech 2 → same
      2 heard 1 mike three → confirming 7[Mike 3] held by speaking
      3 reply 2 yes → confirming 7[Mike 3] until 4.5
      4 speech 3 → confirming 7[Mike 3] held by speaking
      4.2 row 1 is 4 → confirming 7[Mike 4!] held by speaking
      4.4 reply 3 yes → confirming 7[Mike 4!] until 5.9
      5 reply 4 yes → idle & #1 | commit #1 7[Mike 4!]
    whatever changes the draft starts its window in full
      0 heard 1 mike three jake four → confirming 7[Mike 3, Jake 4] until 1.5
      1 row 2 is 5 / row 2 is Bo / row 1 out / heard 2 jake five / heard 2 bo five / reply 2 Jake 5 / heard 2 jake four → confirming 7[Mike 3, Jake 5!] until 2.5 / confirming 7[Mike 3, Bo 4!] until 2.5 / confirming 7[Jake 4] until 2.5 / confirming 7[Mike 3, Jake 5] until 2.5 / confirming 7[Mike 3, Jake 4, Bo 5] until 2.5 / confirming 7[Mike 3, Jake 5] until 2.5 / confirming 7[Mike 3, Jake 4] until 2.5
      1.5 timer → same
    """

  /// What is open until a person has looked at it.
  static let openQuestions = """
    nothing is saved until the last open thing is set
      0 heard 1 sam four jake → partial 7[? 4 of Al/Bo "sam", Jake ? "jake"]
      10 row 1 is Bo → partial 7[Bo 4! of Al/Bo, Jake ? "jake"]
      10 accept → same
      19 timer → same
      20 row 2 is 5 → confirming 7[Bo 4! of Al/Bo, Jake 5!] until 21.5
      21.5 timer → idle & #1 | commit #1 7[Bo 4! of Al/Bo, Jake 5!]
    a picked score clears the doubt about it
      0 heard 1 mike three ~ 0.4 1 → partial 7[Mike 3?~0.4]
      1 row 1 is 3 → confirming 7[Mike 3!] until 2.5
    a row that nobody meant is removed, and the last one takes the draft with it
      0 heard 1 mike three sam four → partial 7[Mike 3, ? 4 of Al/Bo "sam"]
      1 row 3 out → same
      2 row 2 out → confirming 7[Mike 3] until 3.5
      3 row 1 out → dismissed
    rows keep their identifiers, and a new row gets a new one
      0 heard 1 mike three jake four → confirming 7[Mike 3, Jake 4] until 1.5
      1 row 2 out → confirming 7[Mike 3] until 2.5
      2 heard 2 mike five bo six → confirming 7[Mike 5, Bo 6] until 3.5
      3 row 2 out → same
      3 row 3 out → confirming 7[Mike 5] until 4.5
    a score for nobody in particular is a question, and a name answers it
      0 heard 1 mike three jake four → confirming 7[Mike 3, Jake 4] until 1.5
      1 reply 2 5 → partial 7[Mike 3, Jake 4, + missingPlayer "reply 2"]
      2 reply 3 Jake 6 → partial 7[Mike 3, Jake 6, + missingPlayer "reply 2"]
      3 reply 4 Jake 5 → confirming 7[Mike 3, Jake 5] until 4.5
    a score without a name is that of the only row
      0 heard 1 sam four → partial 7[? 4 of Al/Bo "sam"]
      1 reply 2 5 → partial 7[? 5~1.0 of Al/Bo "sam"]
      2 row 1 is Al → confirming 7[Al 5! of Al/Bo] until 3.5
      3 reply 3 6 → confirming 7[Al 6 of Al/Bo] until 4.5
    a score without a name answers what the only row asks
      0 heard 3 jake → partial 7[Jake ? "jake"]
      1 reply 2 5 → same
      2 reply 4 5 → confirming 7[Jake 5] until 3.5
    a player of another row can be picked only for what was said later
      0 heard 1 sam four al three → partial 7[? 4 of Al/Bo "sam", Al 3]
      1 row 1 is Al → same
      2 heard 2 sam five → partial 7[? 4 of Al/Bo "sam", Al 3, ? 5 of Al/Bo "sam"]
      3 row 3 is Al → partial 7[? 4 of Al/Bo "sam", Al 5! of Al/Bo]
    that somebody has no score waits for a person, who takes it as it is
      0 heard 1 mike three no score for jake → partial 7[Mike 3, Jake no score? "no score for jake"]
      19 timer → same
      20 accept / reply 2 yes → idle & #1 | commit #1 7[Mike 3, Jake no score~0.0]
    so does a reply that takes a score away, of a player who is shown or not
      0 heard 1 mike three jake four → confirming 7[Mike 3, Jake 4] until 1.5
      1 reply 2 Jake none / reply 2 Bo none → partial 7[Mike 3, Jake no score?~1.0] / partial 7[Mike 3, Jake 4, Bo no score?~1.0]
      3 reply 3 Jake 5 → confirming 7[Mike 3, Jake 5] until 4.5 / partial 7[Mike 3, Jake 5, Bo no score?~1.0]
    a typed line waits as well, and no score takes the place of a score
      0 typed 1 sarah dnf → partial 7[Sarah no score?!←4 "sarah dnf"]
      19 timer → same
      20 accept → idle & #1 | commit #1 7[Sarah no score~0.0!←4]
    what is said or picked later takes the place of no score, and the other way round
      0 heard 1 jake picked up → partial 7[Jake no score? "jake picked up"]
      1 heard 2 jake four / row 1 is 4 / reply 2 Jake 4 → confirming 7[Jake 4] until 2.5 / confirming 7[Jake 4!] until 2.5 / confirming 7[Jake 4] until 2.5
      1.5 heard 3 jake picked up → partial 7[Jake no score? "jake picked up"] / partial 7[Jake no score? "jake picked up"] / partial 7[Jake no score? "jake picked up"]
    who has no score by a name that is not sure is asked for
      0 heard 1 sam picked up → partial 7[? ? of Al/Bo "sam"]
      1 row 1 is Al → partial 7[Al ?~1.0! of Al/Bo "sam"]
      2 heard 2 al picked up → partial 7[Al no score? of Al/Bo "al picked up"]
    another player who is picked for no score is looked at as well
      0 heard 1 jake picked up → partial 7[Jake no score? "jake picked up"]
      1 row 1 is Mike → partial 7[Mike no score?~1.0! "jake picked up"]
    a score and no score for one player are a question
      0 heard 1 jake picked up no jake four → partial 7[Jake 4?~1.0 "jake picked up", + noScore "jake picked up"]
    a yes clears doubts and remarks where every row has a player and a score
      0 heard 1 mike three banana ~ 0.4 1 1 → partial 7[Mike 3?~0.4, + unexplained "banana"]
      1 accept / reply 2 yes → idle & #1 | commit #1 7[Mike 3~0.4]
    a yes clears the doubt about a name that was said again
      0 heard 1 mike three mike → partial 7[Mike 3?~1.0 "mike"]
      1 accept / reply 2 yes → idle & #1 | commit #1 7[Mike 3]
    """

  /// On which hole scores are saved.
  static let holes = """
    an utterance belongs to the hole on which it was begun
      0 speech 1 → listening
      1 hole 8 → same
      2 heard 1 sarah five → confirming 7[Sarah 5←4] until 5.0
    what is said on another hole waits for its turn, with a window of its own
      0 heard 1 mike three sam four → partial 7[Mike 3, ? 4 of Al/Bo "sam"]
      1 hole 8 → same
      2 heard 2 jake four → partial 7[Mike 3, ? 4 of Al/Bo "sam"] & 8[Jake 4]
      3 heard 3 mike two → partial 7[Mike 3, ? 4 of Al/Bo "sam"] & 8[Jake 4, Mike 2]
      4 hole 9 → same
      5 heard 4 bo one → partial 7[Mike 3, ? 4 of Al/Bo "sam"] & 8[Jake 4, Mike 2] & 9[Bo 1]
      6 row 2 is Al → confirming 7[Mike 3, Al 4! of Al/Bo] until 7.5 & 8[Jake 4, Mike 2] & 9[Bo 1]
      7.5 timer → confirming 8[Jake 4, Mike 2] until 9.0 & 9[Bo 1] & #1 | commit #1 7[Mike 3, Al 4! of Al/Bo]
      8 cancel → confirming 9[Bo 1] until 11.0 & #1
      9 row 1 out → dismissed & #1
    saved: a correction saves itself, as sure as it was heard, and is asked about on a hole that is left
      2 timer / hole 8 → same
      3 reply 2 Mike 5 ~ 0.6 → confirming 7[Mike 5~0.6←3] until 6.0 / partial 7[Mike 5?~0.6←3]
    shown: what is said on another hole releases the window that it held
      1 hole 8 → same
      1 speech 2 → confirming 7[Mike 3] held by speaking
      2 heard 2 jake four → confirming 7[Mike 3] until 3.5 & 8[Jake 4]
    shown: a score that comes in from elsewhere is not replaced unasked
      1 hole 7 Jake 5 → same
      1.2 hole 7 Mike 5 → partial 7[Mike 3?~1.0←5]
      9 timer → same
      10 accept → idle & #1 | commit #1 7[Mike 3←5]
    shown: the same score from elsewhere is no question
      1 hole 7 Mike 3 → confirming 7[Mike 3←3] until 2.5
    sending: a commit is known on its hole before the log reports it
      2 speech 2 → listening & #1
      3 hole 8 → same
      4 saved 1 → committed 7[Mike 3]
      5 heard 2 mike four → confirming 7[Mike 4←3] until 8.0
    """

  /// What the log has, and what it refused.
  static let saving = """
    sending: an answer to another commit changes nothing
      2 saved 2 → same
      3 refused 2 disk full → same
    sending: what is said while a save is under way is shown at once, and saved after it
      2 heard 2 jake four → confirming 7[Jake 4] until 3.5 & #1
      3.5 timer → idle & #1 & #2
      4 heard 3 bo five → confirming 7[Bo 5] until 5.5 & #1 & #2
      5.5 timer → idle & #1 & #2 & #3
      6 saved 1 → idle & #2 & #3 | commit #2 7[Jake 4]
      7 saved 2 → idle & #3 | commit #3 7[Bo 5]
      8 saved 3 → committed 7[Bo 5]
      9 undo → idle | undo #3
    sending: a draft that is shown learns what was saved behind it
      2 heard 2 mike four → confirming 7[Mike 4] until 3.5 & #1
      3 saved 1 → confirming 7[Mike 4←3] until 6.0
    sending: what was refused is tried again before the next commit, in order
      2 refused 1 locked → unsaved 7[Mike 3] "locked"
      3 heard 2 mike four → confirming 7[Mike 4] until 4.5 & #1
      4 accept → idle & #1 & #2 | commit #1 7[Mike 3]
      5 refused 1 locked → unsaved 7[Mike 3] "locked"
      6 retry → idle & #1 & #2 | commit #1 7[Mike 3]
      7 saved 1 → idle & #2 | commit #2 7[Mike 4←3]
      8 saved 2 → committed 7[Mike 4←3]
    sending: what was refused can be tried again while something else is shown
      2 refused 1 locked → unsaved 7[Mike 3] "locked"
      3 heard 2 sam four → partial 7[? 4 of Al/Bo "sam"] & #1
      4 retry → same | commit #1 7[Mike 3]
      5 saved 1 → partial 7[? 4 of Al/Bo "sam"]
    sending: a refusal shows itself when the shown draft is gone
      2 heard 2 jake four → confirming 7[Jake 4] until 3.5 & #1
      3 cancel → dismissed & #1
      4 undo → same
      5 refused 1 locked → unsaved 7[Mike 3] "locked"
      6 heard 3 rubbish → failed "rubbish" & #1
      7 toast over → unsaved 7[Mike 3] "locked"
    sending: giving up what was refused goes on with what waited for it
      2 heard 2 jake four → confirming 7[Jake 4] until 3.5 & #1
      3 accept → idle & #1 & #2
      4 refused 1 locked → unsaved 7[Mike 3] "locked"
      5 cancel / undo → idle & #2 | commit #2 7[Jake 4]
      6 refused 2 locked → unsaved 7[Jake 4] "locked"
      7 cancel / undo → dismissed
    saved: an older commit is not taken back for one that is not saved
      3 heard 2 jake four → confirming 7[Jake 4] until 4.5
      4 accept → idle & #2 | commit #2 7[Jake 4]
      5 undo → same
      6 refused 2 locked → unsaved 7[Jake 4] "locked"
      7 heard 3 rubbish → failed "rubbish" & #2
      8 undo → same
    sending: speech while a save is under way does not hide its answer
      2 speech 2 → listening & #1
      3 saved 1 → committed 7[Mike 3]
      4 toast over → listening
      5 silence 2 → idle
    """

  /// What a cancel, a dismissal and an undo leave behind.
  static let cancelling = """
    what was begun before a cancel saves and shows nothing
      0 speech 2 → listening
      1 cancel → idle
      2 heard 2 mike three / heard 2 sam four / heard 2 rubbish / speech 2 / silence 2 / reply 2 Mike 3 → same
      3 heard 1 jake four → same
      4 timer → same
      5 heard 3 bo four → confirming 7[Bo 4] until 6.5
    shown: a no forgets what was begun before it as well
      0.5 speech 2 → confirming 7[Mike 3] held by speaking
      1 reply 3 no → dismissed
      2 heard 2 jake four → same
      2 heard 3 no → same
    speech that no longer counts holds no later window
      0 speech 1 → listening
      1 cancel → idle
      2 typed 2 jake four → confirming 7[Jake 4!] until 3.5
      3 silence 1 → same
    the late end of speech does not close the microphone that is open now
      0 speech 1 → listening
      1 cancel → idle
      2 talk → listening
      3 silence 1 → same
      4 silence 2 → idle
      5 typed 3 mike three → confirming 7[Mike 3!] until 6.5
    a cancel expects no more speech
      0 talk → listening
      1 cancel → idle
      2 typed 1 mike three → confirming 7[Mike 3!] until 3.5
    shown: a removed row does not make its utterance's successor unheard
      0.5 speech 2 → confirming 7[Mike 3] held by speaking
      1 row 1 out → dismissed
      2 heard 2 jake four → confirming 7[Jake 4] until 3.5
    saved: an undo takes back the last commit, once
      2 undo / reply 2 undo → idle | undo #1
      3 undo → same
    an undo puts back what the commit replaced
      0 heard 1 sarah five → confirming 7[Sarah 5←4] until 3.0
      1 accept → idle & #1 | commit #1 7[Sarah 5←4]
      2 saved 1 → committed 7[Sarah 5←4]
      3 heard 2 sarah six → confirming 7[Sarah 6←5] until 6.0
      4 undo → dismissed
      5 undo → idle | undo #1
      6 heard 3 sarah six → confirming 7[Sarah 6←4] until 9.0
    saved: an undo is there long after the commit
      4 toast over → idle
      5 speech 2 / heard 2 rubbish / heard 2 jake four → listening / failed "rubbish" / confirming 7[Jake 4] until 6.5
      6 undo → same | undo #1 / idle | undo #1 / dismissed
      7 undo → same / same / idle | undo #1
    """

  @Test(
    arguments: [windows, openQuestions, holes, saving, cancelling].flatMap(Story.all))
  func `every session goes as it is written`(_ story: Story) throws {
    let start = Self.beginning.firstIndex { story.name.hasPrefix($0.state + ": ") }
    let texts = Self.beginning.prefix(start.map { $0 + 1 } ?? 0).map(\.line) + story.lines
    let lines = try texts.map { line in
      let arrow = try #require(line.firstRange(of: " → "), "\(line)")
      return (
        events: line[..<arrow.lowerBound].split(separator: " / ").map(String.init),
        outcomes: line[arrow.upperBound...].split(separator: " / ").map(String.init)
      )
    }
    for variant in 0..<(lines.map { max($0.events.count, $0.outcomes.count) }.max() ?? 0) {
      var session = Session(at: try Sample.hole())
      for (line, text) in zip(lines, texts) {
        let time = try #require(Double(line.events[0].prefix { $0 != " " }))
        var event = line.events[variant % line.events.count]
        if variant % line.events.count == 0 {
          event.removeFirst(event.prefix { $0 != " " }.count + 1)
        }
        let outcome = try play(Sample.event(event), at: time, in: &session)
        #expect(outcome == line.outcomes[variant % line.outcomes.count], "\(text)")
      }
    }
  }
}

/// Plays an event and returns what comes of it, as the stories write it.
func play(
  _ event: Session.Event, at seconds: Double, in session: inout Session
) -> String {
  let before = describe(session)
  let effects = session.handle(event, at: .seconds(seconds)).map { describe($0) }
  let after = describe(session)
  return ([after == before ? "same" : after] + effects).joined(separator: " | ")
}

/// A session as a picture: a name, and under it lines of what is done and where it leads.
struct Story: CustomTestStringConvertible {
  let name: String
  var lines: [String]

  var testDescription: String { name }

  /// Reads stories, whose lines are indented.
  static func all(in text: String) -> [Story] {
    text.split(separator: "\n").reduce(into: []) { stories, line in
      if line.hasPrefix(" ") {
        stories[stories.count - 1].lines.append(String(line.dropFirst(2)))
      } else {
        stories.append(Story(name: String(line), lines: []))
      }
    }
  }
}

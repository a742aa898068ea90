import ScoreLog
import Testing

@testable import Scorekeeping

/// Live rounds over the project's recordings, as pictures: what is done, whether the microphone is
/// closed, open or hears speech after it, and what happened.
@Suite struct LiveRoundTests {
  static let handsFree = """
    what was heard saves itself after a second and a half
      play pairs; wait for confirming → open | heard mike three jake four | confirming 7: Michael 3, Jake 4
      wait 1.58; log 7 → open | log
      wait 0.04; log 7 → open | committed 7: Michael 3, Jake 4 | log Michael 3, Jake 4
    other talk saves nothing and asks nothing
      play unrelated; wait 4; log 7 → open | failed 1 | log
    speech within the window holds it
      play pairs; wait 1 → open | heard mike three jake four | confirming 7: Michael 3, Jake 4
      play birdie → speech
      wait 4 → open | heard sarah birdie | confirming 7: Michael 3, Jake 4, Sarah 2 | committed 7: Michael 3, Jake 4, Sarah 2
    a hole on which everybody has a score gives way to the next, also for what is heard
      enter everyone par → open | heard everyone par | confirming 7: Michael 3, Jake 3, Sarah 3, Siobhan 3
      accept → open | committed 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | moved 8
      wait 60; play pairs; wait 3 → open | heard mike three jake four | confirming 8: Michael 3, Jake 4 | committed 8: Michael 3, Jake 4
    what corrects is of the hole that was completed last
      enter everyone par; accept → open | heard everyone par | confirming 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | committed 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | moved 8
      enter no, Jake had a five; wait 2.98 → open | heard no, Jake had a five | confirming 7: Jake 5 for 3
      wait 0.14; log 7; log 8 → open | committed 7: Jake 5 for 3 | log Michael 3, Jake 5, Sarah 3, Siobhan 3 | log
      enter change Mike to 2; accept → open | heard change Mike to 2 | confirming 7: Michael 2 for 3 | committed 7: Michael 2 for 3
    a minute later there is nothing to correct
      enter everyone par; accept; wait 61 → open | heard everyone par | confirming 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | committed 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | moved 8
      enter no, Jake had a five; wait 9 → open | heard no, Jake had a five | partial 8: Jake 5?
    nor where the next hole has a score
      enter everyone par; accept; enter Mike 3; accept → open | heard everyone par | confirming 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | committed 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | moved 8 | heard Mike 3 | confirming 8: Michael 3 | committed 8: Michael 3
      enter no, Jake had a five → open | heard no, Jake had a five | partial 8: Jake 5?
      enter sorry, Mike 5 → open | heard sorry, Mike 5 | partial 8: Jake 5?, Michael 5 for 3
    who is named alone just after may be corrected, and a person says of which hole that is
      enter everyone par; accept → open | heard everyone par | confirming 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | committed 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | moved 8
      play pairs; wait 9 → open | heard mike three jake four | partial 8: Michael 3, Jake 4 of 7 or 8
      of 7; wait 4 → open | confirming 7: Michael 3 for 3, Jake 4 for 3 | committed 7: Michael 3 for 3, Jake 4 for 3
      play pairs; wait 1; enter hole 8; wait 2 → open | heard mike three jake four | partial 8: Michael 3, Jake 4 of 7 or 8 | confirming 8: Michael 3, Jake 4 | committed 8: Michael 3, Jake 4
    who answers that scores are of the next hole goes there
      ben Mike 5; wait 1; later 45 → open | changed elsewhere
      play pairs; wait 9 → open | heard mike three jake four | partial 7: Michael 3 for 5, Jake 4 of 7 or 8
      of 8; wait 4; where; log 7 → open | confirming 8: Michael 3, Jake 4 | moved 8 | committed 8: Michael 3, Jake 4 | screen 8, log 8 | log Michael 5
    words that name a hole are of that
      enter hole 2, Jake birdie; wait 2 → open | heard hole 2, Jake birdie | confirming 2: Jake 2 | committed 2: Jake 2
      enter on 2 Jake had a four; accept; log 7 → open | heard on 2 Jake had a four | confirming 2: Jake 4 for 2 | committed 2: Jake 4 for 2 | log
      enter Jake 3, hole 2 Sarah 3; enter hole 40 Mike 3 → open | heard Jake 3, hole 2 Sarah 3 | partial 7: Jake 3, Sarah 3 | heard hole 40 Mike 3 | partial 7: Jake 3, Sarah 3, Michael 3
    what is typed over scores of another hole corrects those, or asks of which hole it is
      go 9; enter hole 2, Jake 4; enter no, Jake 5; wait 4 → open | moved 9 | heard hole 2, Jake 4 | confirming 2: Jake 4 | heard no, Jake 5 | confirming 2: Jake 5 | committed 2: Jake 5
      enter hole 2 Sarah 4; enter Sarah 6; wait 2 → open | heard hole 2 Sarah 4 | confirming 2: Sarah 4 | heard Sarah 6 | confirming 2: Sarah 6 | committed 2: Sarah 6
      enter hole 3 Mike 4; enter Jake 2; wait 9 → open | heard hole 3 Mike 4 | confirming 3: Michael 4 | heard Jake 2 | partial 9: Jake 2 of 3 or 9 | committed 3: Michael 4
      of 9; wait 2 → open | confirming 9: Jake 2 | committed 9: Jake 2
    what is typed is of the hole on which it was begun
      on 7 Jake 4; wait 2; go 9; on 7 Mike 3; wait 2 → open | heard Jake 4 | confirming 7: Jake 4 | committed 7: Jake 4 | moved 9 | heard Mike 3 | confirming 7: Michael 3 | committed 7: Michael 3
    who types "undo" again does not take back holes that are not in sight
      enter everyone par; accept; enter everyone par; accept → open | heard everyone par | confirming 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | committed 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | moved 8 | heard everyone par | confirming 8: Michael 4, Jake 4, Sarah 4, Siobhan 4 | committed 8: Michael 4, Jake 4, Sarah 4, Siobhan 4 | moved 9
      enter scratch that → open | undone 8: Michael none, Jake none, Sarah none, Siobhan none | moved 8
      enter scratch that → open | refused
      undo → open | undone 7: Michael none, Jake none, Sarah none, Siobhan none | moved 7
    a hole that is complete is not replaced unasked
      enter everyone par; accept; go 7 → open | heard everyone par | confirming 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | committed 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | moved 8 | moved 7
      enter Jake 5, Mike 3; wait 9; log 7 → open | heard Jake 5, Mike 3 | partial 7: Jake 5? for 3, Michael 3 for 3 | log Michael 3, Jake 3, Sarah 3, Siobhan 3
      accept; wait 4.5 → open | committed 7: Jake 5 for 3, Michael 3 for 3
      pick 2 4; wait 4; log 7 → open | heard  | confirming 7: Sarah 4 for 3 | committed 7: Sarah 4 for 3 | log Michael 3, Jake 5, Sarah 4, Siobhan 3
      wait 4.5 → open | moved 8
      undo; log 7 → open | undone 7: Sarah 3 | log Michael 3, Jake 5, Sarah 3, Siobhan 3
      go 7; pick 2 4; accept; close; where → open | moved 7 | heard  | confirming 7: Sarah 4 for 3 | committed 7: Sarah 4 for 3 | moved 8 | screen 8, log 8
    typed answers are answers
      enter Mike 3; enter make it five → open | heard Mike 3 | confirming 7: Michael 3 | confirming 7: Michael 5
      enter no, four → open | confirming 7: Michael 4
      enter yes → open | committed 7: Michael 4
      enter Jake 3; enter scratch that; enter undo that; log 7 → open | heard Jake 3 | confirming 7: Jake 3 | dismissed 7: Jake 3 | undone 7: Michael none | log
      enter Mike 3, Jake 4; enter five; wait 9 → open | heard Mike 3, Jake 4 | confirming 7: Michael 3, Jake 4 | partial 7: Michael 3, Jake 4
      enter cancel that → open | dismissed 7: Michael 3, Jake 4
    undoing goes back commit by commit, over the start of the session
      ben Sarah 2; enter Mike 3; accept; log 7 → open | heard Mike 3 | confirming 7: Michael 3 | committed 7: Michael 3 | log Michael 3, Sarah 2
      undo → open | undone 7: Michael none
      undo → open | undone 7: Sarah none
      undo; log 7 → open | refused | log
    undoing goes back to the hole of what is undone
      enter everyone par; accept → open | heard everyone par | confirming 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | committed 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | moved 8
      undo → open | undone 7: Michael none, Jake none, Sarah none, Siobhan none | moved 7
    what was undone is brought back, once, and not over what is entered since
      enter everyone par; accept → open | heard everyone par | confirming 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | committed 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | moved 8
      undo → open | undone 7: Michael none, Jake none, Sarah none, Siobhan none | moved 7
      redo → open | redone 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | moved 8
      redo → open | refused
      undo; enter Mike 4; redo → open | undone 7: Michael none, Jake none, Sarah none, Siobhan none | moved 7 | heard Mike 4 | confirming 7: Michael 4 | refused
      accept; redo; log 7 → open | committed 7: Michael 4 | refused | log Michael 4
    scores that another program saves are seen, and corrected by what comes next
      wait 1; ben Jake 5 → open
      wait 1 → open | changed elsewhere
      enter Jake 4; accept; log 7 → open | heard Jake 4 | confirming 7: Jake 4 for 5 | committed 7: Jake 4 for 5 | log Jake 4
    what this program writes elsewhere is seen at once, what others write within 100 ms
      here Jake 5; wait 0.02 → open | changed elsewhere
      ben Jake 4; wait 0.02 → open
      wait 0.1 → open | changed elsewhere
    scores that the log refuses are kept until it takes them, once
      lock; enter Mike 3, Jake 4; accept → open | heard Mike 3, Jake 4 | confirming 7: Michael 3, Jake 4 | unsaved 7: Michael 3, Jake 4
      enter Sarah 2; accept → open | heard Sarah 2 | confirming 7: Sarah 2 | unsaved 7: Sarah 2
      undo → open | dismissed 7: Michael 3, Jake 4
      enter Mike 3, Jake 4; accept → open | heard Mike 3, Jake 4 | confirming 7: Michael 3, Jake 4 | unsaved 7: Michael 3, Jake 4
      unlock; retry → open | committed 7: Sarah 2 | committed 7: Michael 3, Jake 4
      retry; log 7 → open | log Michael 3, Jake 4, Sarah 2
    while the log refuses everything the holes go on
      lock; enter everyone three; accept → open | heard everyone three | confirming 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | unsaved 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | moved 8
      enter everyone three; accept → open | heard everyone three | confirming 8: Michael 3, Jake 3, Sarah 3, Siobhan 3 | unsaved 8: Michael 3, Jake 3, Sarah 3, Siobhan 3 | moved 9
      where → open | screen 9, log 7
      unlock; retry → open | committed 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | committed 8: Michael 3, Jake 3, Sarah 3, Siobhan 3
      log 7; log 8; where → open | log Michael 3, Jake 3, Sarah 3, Siobhan 3 | log Michael 3, Jake 3, Sarah 3, Siobhan 3 | screen 9, log 9
    the log is told of a hole when it can be written again
      lock; go 5; where → open | refused | moved 5 | screen 5, log 7
      wait 9; unlock; wait 2; where → open | screen 5, log 5
    where somebody went while the log refused scores stays the current hole
      lock; enter everyone three; accept; go 2 → open | heard everyone three | confirming 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | unsaved 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | moved 8 | refused | moved 2
      wait 15; where → open | screen 2, log 7
      unlock; wait 12; where → open | committed 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | screen 2, log 2
    after a stop a window starts anew
      enter Mike 3; wait 1.4; stop 5; wait 1.4; log 7 → open | heard Mike 3 | confirming 7: Michael 3 | log
      wait 0.4; log 7 → open | committed 7: Michael 3 | log Michael 3
    a machine that is always late saves all the same
      enter Jake 4; wait 0.1; late; late; log 7 → open | heard Jake 4 | confirming 7: Jake 4 | log
      late; log 7 → open | committed 7: Jake 4 | log Jake 4
    scores that change elsewhere within a window are shown, and wait
      enter Mike 3, Jake 4; wait 1; ben Mike 5, Jake 4; wait 9; log 7 → open | heard Mike 3, Jake 4 | confirming 7: Michael 3, Jake 4 | changed elsewhere | partial 7: Michael 3? for 5, Jake 4 for 4 | log Michael 5, Jake 4
      accept; log 7 → open | committed 7: Michael 3 for 5, Jake 4 for 4 | log Michael 3, Jake 4
    scores that change elsewhere at the last moment are shown before they are replaced
      enter Mike 3; wait 1.58; ben Mike 5; wait 4; log 7 → open | heard Mike 3 | confirming 7: Michael 3 | changed elsewhere | partial 7: Michael 3? for 5 | log Michael 5
    also where a person said yes to what was shown
      enter Mike 3; ben Mike 5; accept; log 7 → open | heard Mike 3 | confirming 7: Michael 3 | changed elsewhere | partial 7: Michael 3? for 5 | log Michael 5
      accept; log 7 → open | committed 7: Michael 3 for 5 | log Michael 3
    also where the log refused them before
      lock; enter Mike 3; accept; unlock; ben Mike 5; retry; log 7 → open | heard Mike 3 | confirming 7: Michael 3 | unsaved 7: Michael 3 | changed elsewhere | partial 7: Michael 3? for 5 | log Michael 5
    the same score from elsewhere is no change
      enter Mike 3; ben Mike 3; accept; log 7 → open | heard Mike 3 | confirming 7: Michael 3 | committed 7: Michael 3 | log Michael 3
    nothing is saved into a log that was removed, until it is back
      remove; wait 1 → open | refused
      enter Mike 3; accept → open | heard Mike 3 | confirming 7: Michael 3 | unsaved 7: Michael 3
      restore; wait 12; log 7 → open | committed 7: Michael 3 | log Michael 3
    nor into one that was replaced
      remove; replace; enter Mike 3; accept; log 7 → open | heard Mike 3 | confirming 7: Michael 3 | unsaved 7: Michael 3 | log
    what is shown at the end is dropped, and reported
      enter Mike 3 → open | heard Mike 3 | confirming 7: Michael 3
      close; log 7 → open | dismissed 7: Michael 3 | log
    what is said counts for the hole and the par where it was begun
      play birdie; go 8 → speech | moved 8
      wait 3; evidence → open | heard sarah birdie | confirming 7: Sarah 2 | committed 7: Sarah 2 | of hole 7
      play birdie; wait 1 → open | heard sarah birdie | partial 7: Sarah 3? for 2
      cancel → open | dismissed 7: Sarah 3? for 2
      wait 4; play birdie; wait 5 → open | heard sarah birdie | confirming 8: Sarah 3 | committed 8: Sarah 3
    scores that stood already leave nothing to undo
      enter Mike 3, Jake 4; accept; enter Jake 4; accept → open | heard Mike 3, Jake 4 | confirming 7: Michael 3, Jake 4 | committed 7: Michael 3, Jake 4 | heard Jake 4 | confirming 7: Jake 4 for 4 | committed 7: Jake 4 for 4
      undo; log 7 → open | refused | log Michael 3, Jake 4
    somebody else's later scores are not undone in place of one's own, unless it is asked again
      enter Mike 3; accept; ben Sarah 2 → open | heard Mike 3 | confirming 7: Michael 3 | committed 7: Michael 3
      undo; log 7 → open | refused | log Michael 3, Sarah 2
      undo → open | undone 7: Sarah none
    a hole without a score waits for a person, and then the log has it
      enter Mike 3, no score for Jake; wait 9; log 7 → open | heard Mike 3, no score for Jake | partial 7: Michael 3, Jake no score? | log
      accept; log 7 → open | committed 7: Michael 3, Jake no score | log Michael 3, Jake no score
      enter Jake 4; accept; undo; log 7 → open | heard Jake 4 | confirming 7: Jake 4 for no score | committed 7: Jake 4 for no score | undone 7: Jake no score | log Michael 3, Jake no score
    a typed line that is not understood leaves everything as it is
      enter Mike 3; enter coffee → open | heard Mike 3 | confirming 7: Michael 3 | unread coffee: 1
      wait 2; log 7 → open | committed 7: Michael 3 | log Michael 3
    scores alone go to those who are without one, also in what is shown
      enter Jake 4; enter 3 2 5 → open | heard Jake 4 | confirming 7: Jake 4 | heard 3 2 5 | confirming 7: Jake 4, Michael 3, Sarah 2, Siobhan 5
      enter 3 2 → open | unread 3 2: 1
      enter 2 2 2 2 → open | heard 2 2 2 2 | confirming 7: Jake 2, Michael 2, Sarah 2, Siobhan 2
    who is picked to have no score has none without a question
      none 1; wait 4; log 7 → open | heard  | partial 7: Jake no score? | confirming 7: Jake no score | committed 7: Jake no score | log Jake no score
    unsaved scores that a person gives up are reported
      lock; enter Mike 3; accept → open | heard Mike 3 | confirming 7: Michael 3 | unsaved 7: Michael 3
      cancel → open | dismissed 7: Michael 3
    what the log refused is tried again by itself
      lock; enter Mike 3; accept; wait 12 → open | heard Mike 3 | confirming 7: Michael 3 | unsaved 7: Michael 3
      unlock; wait 12 → open | committed 7: Michael 3
    what the log refused is tried a last time at the end
      lock; enter Mike 3; accept; unlock; close → open | heard Mike 3 | confirming 7: Michael 3 | unsaved 7: Michael 3 | committed 7: Michael 3
    trouble with the log is reported once
      break; wait 3 → open | refused
    another program's move to a hole is followed
      move 5; wait 1 → open | changed elsewhere | moved 5
      play pairs; wait 3 → open | heard mike three jake four | confirming 5: Michael 3, Jake 4 | committed 5: Michael 3, Jake 4
    cancelling ends what is being said, and the next words count
      play pairs 1 → speech
      cancel → speech
      play birdie; wait 4 → open | heard sarah birdie | confirming 7: Sarah 2 | committed 7: Sarah 2
    the end of the audio ends what is being said
      play pairs → speech
      end; wait 2 → closed | heard mike three jake four | confirming 7: Michael 3, Jake 4 | committed 7: Michael 3, Jake 4
    what nobody is missing from is shown after 0.3 s of silence, anything else after 0.7
      enter Sarah 2, Siobhan 3; accept → open | heard Sarah 2, Siobhan 3 | confirming 7: Sarah 2, Siobhan 3 | committed 7: Sarah 2, Siobhan 3
      play pairs; wait 0.02 → open | heard mike three jake four | confirming 7: Michael 3, Jake 4
      undo; play pairs; wait 0.02 → open | dismissed 7: Michael 3, Jake 4 | heard mike three jake four | confirming 7: Michael 3, Jake 4
      undo; go 8; wait 1; play pairs; wait 0.25 → speech | dismissed 7: Michael 3, Jake 4 | moved 8
      wait 0.2 → open | heard mike three jake four | confirming 8: Michael 3, Jake 4
    what goes on within 0.7 s corrects what is shown as one sentence would, also where it takes back
      enter Jake 2, Sarah 2, Siobhan 3; accept → open | heard Jake 2, Sarah 2, Siobhan 3 | confirming 7: Jake 2, Sarah 2, Siobhan 3 | committed 7: Jake 2, Sarah 2, Siobhan 3
      play correction 1.2; wait 0.4; state → open | heard mike three | confirming 7: Michael 3 | confirming
      play correction 1.2 9; wait 0.2; log 7 → speech | log Jake 2, Sarah 2, Siobhan 3
      wait 0.5; accept; log 7 → open | heard mike three no four | partial 7: Michael 4? | committed 7: Michael 4 | moved 8 | log Michael 4, Jake 2, Sarah 2, Siobhan 3
    noise that goes on after scores were shown makes them doubtful
      enter Jake 2, Sarah 2, Siobhan 3; accept → open | heard Jake 2, Sarah 2, Siobhan 3 | confirming 7: Jake 2, Sarah 2, Siobhan 3 | committed 7: Jake 2, Sarah 2, Siobhan 3
      play correction 1.2; wait 0.4; play unrelated 0.3 9; wait 3; log 7 → open | heard mike three | confirming 7: Michael 3 | failed 1 | partial 7: Michael 3? | log Jake 2, Sarah 2, Siobhan 3
    what goes on after a person let it through is not heard on the next hole
      enter Jake 2, Sarah 2, Siobhan 3; accept → open | heard Jake 2, Sarah 2, Siobhan 3 | confirming 7: Jake 2, Sarah 2, Siobhan 3 | committed 7: Jake 2, Sarah 2, Siobhan 3
      play correction 1.2; wait 0.4; accept → open | heard mike three | confirming 7: Michael 3 | committed 7: Michael 3 | moved 8
      play correction 1.2 9; wait 3; log 8 → open | failed 1 | log
    where devices differ the organiser is told, and settles it at once
      enter Mike 3; accept; tablet ben Mike 5; wait 1 → open | heard Mike 3 | confirming 7: Michael 3 | committed 7: Michael 3 | changed elsewhere | disputed 7: 1, new
      wait 1; log 7 → open | log Michael 5
      resolve 0 7 3; wait 4; log 7 → open | committed 7: Michael 3 for 5 | disputed 7: 0 | log Michael 3
      resolve 0 7 5; log 7 → open | log Michael 3
      undo; log 7 → open | undone 7: Michael 5 | disputed 7: 1, new | log Michael 5
    also by the score that stands, and then the next one comes
      enter Mike 3, Jake 4; accept; tablet ben Mike 5, Jake 2; wait 1 → open | heard Mike 3, Jake 4 | confirming 7: Michael 3, Jake 4 | committed 7: Michael 3, Jake 4 | changed elsewhere | disputed 7: 2, new
      resolve 0 7 5 → open | committed 7: Michael 5 for 5 | disputed 7: 1
      resolve 1 7 4; log 7 → open | committed 7: Jake 4 for 2 | disputed 7: 0 | log Michael 5, Jake 4
    a dispute that ends elsewhere is none any more
      enter Mike 3; accept; tablet ben Mike 5; wait 1; tablet anna Mike 4; wait 1 → open | heard Mike 3 | confirming 7: Michael 3 | committed 7: Michael 3 | changed elsewhere | disputed 7: 1, new | changed elsewhere | disputed 7: 0
      resolve 0 7 3; log 7 → open | log Michael 4
    what the organiser enters settles it as well
      enter Mike 3; accept; tablet ben Mike 5; wait 1 → open | heard Mike 3 | confirming 7: Michael 3 | committed 7: Michael 3 | changed elsewhere | disputed 7: 1, new
      enter Mike 4; accept; log 7 → open | heard Mike 4 | confirming 7: Michael 4 for 5 | committed 7: Michael 4 for 5 | disputed 7: 0 | log Michael 4
    settling a dispute leaves the window of what is shown as it is
      enter Mike 3; accept; tablet ben Mike 5; wait 1; enter Sarah 2; wait 1 → open | heard Mike 3 | confirming 7: Michael 3 | committed 7: Michael 3 | changed elsewhere | disputed 7: 1, new | heard Sarah 2 | confirming 7: Sarah 2
      resolve 0 7 3; wait 0.4; log 7 → open | committed 7: Michael 3 for 5 | disputed 7: 0 | log Michael 3
      wait 0.3; log 7 → open | committed 7: Sarah 2 | log Michael 3, Sarah 2
    settling a dispute leaves what is being said as it is
      enter Mike 3; accept; tablet ben Mike 5; wait 4 → open | heard Mike 3 | confirming 7: Michael 3 | committed 7: Michael 3 | changed elsewhere | disputed 7: 1, new
      play birdie → speech
      resolve 0 7 3 → speech | committed 7: Michael 3 for 5 | disputed 7: 0
      wait 4 → open | heard sarah birdie | confirming 7: Sarah 2 | committed 7: Sarah 2
    a choice that the log refuses is kept until it takes it
      enter Mike 3; accept; tablet ben Mike 5; wait 4; lock; resolve 0 7 3 → open | heard Mike 3 | confirming 7: Michael 3 | committed 7: Michael 3 | changed elsewhere | disputed 7: 1, new | unsaved 7: Michael 3 for 5
      unlock; retry; log 7 → open | committed 7: Michael 3 for 5 | disputed 7: 0 | log Michael 3
    what is shown stays until who speaks has spoken
      enter Mike 3; accept; wait 2.2; play birdie; state → speech | heard Mike 3 | confirming 7: Michael 3 | committed 7: Michael 3 | committed
    a session begins with the disputes that are there
      enter Mike 3; accept; tablet ben Mike 5; restart; wait 1 → closed | heard Mike 3 | confirming 7: Michael 3 | committed 7: Michael 3 | disputed 7: 1, new
      wait 1 → closed
    ben: nobody but the organiser is told of disputes, or can settle one
      enter Mike 3; accept; tablet carl Mike 5; wait 1; resolve 0 7 3; disputes → open | heard Mike 3 | confirming 7: Michael 3 | committed 7: Michael 3 | changed elsewhere | told 0 of 1
    ben: whose score does not stand is told so, but agreeing with what stands needs no word
      enter Mike 3, Jake 4; accept; tablet anna Mike 4; wait 1 → open | heard Mike 3, Jake 4 | confirming 7: Michael 3, Jake 4 | committed 7: Michael 3, Jake 4 | changed elsewhere
      enter Mike 5, Jake 2; accept → open | heard Mike 5, Jake 2 | confirming 7: Michael 5 for 4, Jake 2 for 4 | committed 7: Michael 5 for 4, Jake 2 for 4 | overruled 7: Michael 5 by anna's 4
      enter Mike 4; accept → open | heard Mike 4 | confirming 7: Michael 4 for 4 | committed 7: Michael 4 for 4
    another round stays the current one
      next; wait 1 → open | refused
      enter everyone par; accept; where → open | heard everyone par | confirming 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | committed 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | moved 8 | screen 8, log 1
    the next round is taken up once this one is over, and nothing of it waits
      enter Mike 3; accept; next; wait 1 → open | heard Mike 3 | confirming 7: Michael 3 | committed 7: Michael 3 | refused
      enter Jake 4; finish; wait 1 → open | heard Jake 4 | confirming 7: Jake 4 | finish | changed elsewhere
      cancel; wait 0.1; log 7 → open | dismissed 7: Jake 4 | next Next | moved 1 | log Michael 3
      enter Ben 4; wait 2 → open | heard Ben 4 | confirming 1: Ben 4 | committed 1: Ben 4 | moved 2
    the round is finished by a key, early where that was said, and never with scores that wait
      finalize → open | refused
      enter Jake 4; finalize early → open | heard Jake 4 | confirming 7: Jake 4 | refused
      accept; finalize early → open | committed 7: Jake 4 | finish
      finalize early; wait 1 → open | refused
    so is one that came from elsewhere, with its own players, where this one is finished
      start; came anna; wait 1 → open | changed elsewhere
      finish; wait 1 → open | finish | changed elsewhere | next Came | moved 1
      play pairs; wait 3 → open | heard mike three jake four | confirming 1: Michael 3, Jake 4 | committed 1: Michael 3, Jake 4 | moved 2
      undo → open | undone 1: Michael none, Jake none | moved 1
    of the round before nothing is left to be corrected or asked about
      enter Mike 3; accept; ben everyone 4; wait 1 → open | heard Mike 3 | confirming 7: Michael 3 | committed 7: Michael 3 | changed elsewhere | moved 8 | changed elsewhere
      came anna; use 7; finish; wait 1 → open | finish | next Came | moved 7
      enter Jake 4; wait 2 → open | heard Jake 4 | confirming 7: Jake 4 | committed 7: Jake 4
    nor taken back, but what was entered here into the next one is
      enter Mike 3; accept; came anna; use 7; finish; wait 1 → open | heard Mike 3 | confirming 7: Michael 3 | committed 7: Michael 3 | refused | finish | changed elsewhere | next Came
      undo; enter scratch that; ben Jake 5; undo → open | refused | refused | undone 7: Jake none
    but not a round of others
      start; came ben; finish; wait 1; enter Mike 3; accept → open | finish | changed elsewhere | heard Mike 3 | confirming 7: Michael 3 | unsaved 7: Michael 3
    where the players of the next one cannot be listened for, nobody is
      start; finish; came anna 🐦; wait 1 → closed | finish | changed elsewhere | next Came | moved 1 | refused
      play pairs; wait 3; enter 🐦 4; accept → closed | heard 🐦 4 | confirming 1: 🐦 4 | committed 1: 🐦 4
    who joins elsewhere plays from then on, and who leaves is not waited for
      enter everyone 3; accept → open | heard everyone 3 | confirming 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | committed 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | moved 8
      join Zoe; wait 1; log 7 → open | join Zoe | changed elsewhere | log Michael 3, Jake 3, Sarah 3, Siobhan 3, Zoe no score
      leave Michael; wait 1 → open | leave Michael | changed elsewhere
      enter everyone 4; accept; log 8 → open | heard everyone 4 | confirming 8: Jake 4, Sarah 4, Siobhan 4, Zoe 4 | committed 8: Jake 4, Sarah 4, Siobhan 4, Zoe 4 | moved 9 | log Michael no score, Jake 4, Sarah 4, Siobhan 4, Zoe 4
      enter Mike 5; accept → open | heard Mike 5 | confirming 9: Michael 5 for no score | committed 9: Michael 5 for no score
    who joins just before scores are saved is reported all the same
      start; enter everyone 3; join Zoe; accept → open | heard everyone 3 | confirming 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | committed 7: Michael 3, Jake 3, Sarah 3, Siobhan 3
      wait 1 → open | join Zoe
    who joins under a name that nobody can say is reported once, and typed
      start; join 🐦; wait 1 → open | join 🐦 | changed elsewhere | refused
      go 8; enter 🐦 4; accept; log 8 → open | moved 8 | heard 🐦 4 | confirming 8: 🐦 4 | committed 8: 🐦 4 | log 🐦 4
    a round that is deleted elsewhere says so
      delete; wait 1 → open | delete | refused
      enter everyone par; accept → open | heard everyone par | confirming 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | unsaved 7: Michael 3, Jake 3, Sarah 3, Siobhan 3 | moved 8
    """

  static let pushToTalk = """
    nothing is heard before the key
      play pairs; wait 3 → closed
      talk → open
      play birdie; wait 4 → closed | heard sarah birdie | confirming 7: Sarah 2 | committed 7: Sarah 2
      play pairs; wait 3; log 7 → closed | log Sarah 2
    the key pressed again ends what is being said
      talk; play pairs → speech
      talk → closed
      wait 0.04 → open | heard mike three jake four | confirming 7: Michael 3, Jake 4
    whoever asked to speak sees that nothing was understood, and can try again
      talk; play unrelated; wait 1; state → closed | failed 1 | failed
      retry → open
    nothing older is undone while something is unsaved
      enter Mike 3; accept; lock; enter Jake 4; accept → closed | heard Mike 3 | confirming 7: Michael 3 | committed 7: Michael 3 | heard Jake 4 | confirming 7: Jake 4 | unsaved 7: Jake 4
      talk; play unrelated; wait 1; unlock → closed | failed 1
      undo; log 7 → closed | refused | log Michael 3
    what is cancelled while it is said is never heard of again
      talk; play pairs → speech
      cancel → closed
      wait 4; log 7; state → closed | log | idle
    the key pressed twice without a word waits for nobody
      enter Mike 3; talk → open | heard Mike 3 | confirming 7: Michael 3
      wait 0.5; talk; wait 2 → closed | committed 7: Michael 3
    a key that is held down is one press
      talk; wait 0.04; talk; wait 0.04; talk; wait 0.04; talk → open
    noise before the key does not swallow what is said after it
      enter Mike 3; review → open | heard Mike 3 | confirming 7: Michael 3
      play unrelated 1 → speech
      talk → speech
      play birdie; wait 1 → open | heard sarah birdie | confirming 7: Michael 3, Sarah 2
    after the audio nobody is waited for who would speak again
      talk; play unrelated; wait 1; end; retry; enter Mike 3; wait 2 → closed | failed 1 | heard Mike 3 | confirming 7: Michael 3 | committed 7: Michael 3
    without audio nothing is waited for
      talk → open
      end; talk → closed | refused
      enter Mike 3; wait 2 → closed | heard Mike 3 | confirming 7: Michael 3 | committed 7: Michael 3
    """

  @Test(
    arguments: Story.all(in: handsFree).map { (AudioSession.Microphone.handsFree, $0) }
      + Story.all(in: pushToTalk).map { (AudioSession.Microphone.pushToTalk, $0) })
  func `every round goes as it is written`(
    _ microphone: AudioSession.Microphone, _ story: Story
  ) throws {
    var session = try LiveSession(
      microphone, reporter: story.name.hasPrefix("ben: ") ? "ben" : "anna")
    for line in story.lines {
      let arrow = try #require(line.firstRange(of: " → "), "\(line)")
      var outcome: [String] = []
      for step in line[..<arrow.lowerBound].split(separator: "; ") {
        outcome += try session.step(String(step))
      }
      let state =
        session.live.isOpen ? session.live.audio.utterance != nil ? "speech" : "open" : "closed"
      #expect(
        ([state] + outcome).joined(separator: " | ") == line[arrow.upperBound...], "\(line)")
    }
    let isWhole = !story.name.hasPrefix("trouble") && !story.name.hasSuffix("replaced")
    if isWhole { #expect(try session.store.audit().isClean) }
  }

  @Test func `what the organiser picks is a resolution, which supersedes what was said`() throws {
    var session = try LiveSession()
    for step in ["enter Mike 3", "accept", "tablet ben Mike 5", "wait 1", "resolve 0 7 3"] {
      _ = try session.step(step)
    }
    let events = try session.store.events(of: "round")
    let choice = try #require(events.last)
    #expect(events.map(\.kind) == [.score, .score, .resolution])
    #expect(choice.input == .picked && choice.transcript == nil && choice.reportedBy == "anna")
    #expect(choice.supersedes == [events[1].id])
    #expect(try session.otherStore().scorecard(of: "round").disputes == [])
  }

  @Test func `what was heard can be looked up by its event, and its audio where it is wanted`()
    throws
  {
    var kept: [String: Int] = [:]
    var session = try LiveSession(keepClip: { name, samples in
      kept[name] = samples.count
      return "\(name).flac"
    })
    for step in ["play pairs", "wait 3", "play unrelated", "wait 2"] { _ = try session.step(step) }
    let events = try session.store.events(of: "round")
    let name = try #require(kept.keys.first)
    #expect(kept.count == 1)
    #expect(events.map(\.clip) == ["\(name).flac", "\(name).flac"])
    #expect((16_000...48_000).contains(kept[name] ?? 0))
    #expect(events.map(\.transcript) == ["mike three jake four", "mike three jake four"])
    #expect(events.allSatisfy { $0.input == .voice && ($0.confidence ?? 0) > 0.4 })
    #expect(events.allSatisfy { $0.reportedBy == "anna" && $0.deviceName == "phone" })
    let utterance = try #require(events.first?.utterance)
    let heard = try #require(try session.store.utterance(utterance))
    #expect(heard.transcript == "mike three jake four")
    #expect(heard.hole == 7)
    #expect((0.1...0.5).contains(heard.startSeconds))
    #expect((2.0...3.0).contains(heard.endSeconds))
  }

  @Test func `words are shown as they come, but not while scores are shown`() throws {
    var session = try LiveSession(showsPartialWords: true)
    let first = try session.step("play pairs") + session.step("wait 0.8")
    #expect(first.contains { $0.hasPrefix("hearing mike") })
    #expect(first.last == "confirming 7: Michael 3, Jake 4")
    let second = try session.step("play birdie") + session.step("wait 1")
    #expect(!second.contains { $0.hasPrefix("hearing") })
    #expect(second.last == "confirming 7: Michael 3, Jake 4, Sarah 2")
  }

  @Test(arguments: [3, nil])
  func `the last score ends the round, whatever hole is looked at`(gap: Int?) throws {
    var session = try LiveSession()
    var events: [String] = []
    func play(_ hole: Int) throws {
      _ = try session.step("go \(hole)") + session.step("enter everyone par")
    }
    for hole in 1...18 where hole != gap {
      try play(hole)
      events = session.act(.accept)
    }
    if let gap {
      try play(gap)
      _ = session.act(.go(hole: 9))
      events = session.act(.accept)
    }
    #expect(events.last == "complete")
    #expect(session.live.keeper.card.phase == .awaitingFinalisation)
  }

  @Test func `scores are saved also where their audio cannot be`() throws {
    struct NoRoom: Error {}
    var session = try LiveSession(keepClip: { _, _ in throw NoRoom() })
    let events = try session.step("play pairs") + session.step("wait 3")
    #expect(events.suffix(2) == ["committed 7: Michael 3, Jake 4", "refused"])
    #expect(try session.store.events(of: "round").map(\.clip) == [nil, nil])
  }

  @Test(arguments: [false, true])
  func `scores are of whom they were shown for, though somebody who joined before becomes known`(
    isSeenFirst: Bool
  ) throws {
    var session = try LiveSession()
    try session.store.startRound("round", at: LiveSession.time(0))
    let other = try session.otherStore()
    func stamp(_ id: ChangeID) -> RoundChange.Stamp {
      RoundChange.Stamp(id: id, reportedBy: "ben", deviceName: "phone", at: LiveSession.time(0))
    }
    try other.join(.guest(Player(name: "Zoe")), round: "round", stamp("1"))
    #expect(try session.step("wait 1").first == "join Zoe")
    let zoe = try #require(session.live.keeper.context.players.last)
    _ = try session.step("enter Zoe 4")
    // On another device Bob joined before Zoe did on this one, and has her place in the round.
    let bob = RoundChange(
      stamp("2"), position: LogPosition(clock: 1, device: "0-far", number: 1), round: "round",
      kind: .join, player: "Bob", entrant: .init(Player(name: "Bob"), isGuest: true), scoreCount: 0)
    #expect(
      try other.merge([RoundBatch(round: other.round("round"), events: [.change(bob)])]) == [])
    #expect(try other.round("round").player(called: "Bob") == zoe)
    if isSeenFirst { #expect(try session.step("wait 0.2").contains("join Bob")) }
    #expect(session.act(.accept).contains("committed 7: Zoe 4"))
    let card = try other.scorecard(of: "round")
    for (name, strokes) in [("Zoe", 4), ("Bob", nil)] as [(String, Int?)] {
      let player = try #require(card.round.player(called: name))
      #expect(card.strokes(of: player, onHole: 7)?.count == strokes)
    }
  }
}

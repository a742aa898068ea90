import Testing

@testable import Scorekeeping

/// Sessions of audio as pictures: what happens, and where it leads: the microphone is closed, open or has
/// ended, `+` stands for a stream to the recogniser, and the utterance has its number and purpose.
@Suite struct AudioSessionTests {
  static let handsFree = """
    an open microphone hears whatever is said
      start → open + anything 1
      end 16000 → open + heard 1 at 1.0
    the talk key is for another microphone
      press; start; press → open + anything 1
    what is cancelled is forgotten before the next block, and the stream begins anew
      block 8000; start; cancel → open + anything 1, to be forgotten
      turn → open +
      block 320; start; end 8000 → open + heard 2 at 1.0
    an utterance that goes on keeps its number and purpose
      start; end 16000; resume → open + heard 1 at 1.0 anything 1, went on
      end 32000 → open + heard 1 at 2.0
    after the audio nothing is heard
      start; over → ended
      turn; press → ended
    """

  static let pushToTalk = """
    nothing is heard before the key, and one utterance after it
      turn → closed
      press; turn → open +
      start; end 16000 → closed + heard 1 at 1.0
      turn → closed
    a key that is held down is one press, and pressed again it ends what is said
      press; turn; wait 0.1; press; wait 0.1; press → open +
      start; wait 0.4; press → closed + announced 1
      turn → closed
    while scores are shown replies are heard
      show; turn; start → open + replies 1
      end 16000 → open + heard 1 at 1.0
    what was begun before the key is heard, and is not what is announced
      show; turn; start; press → open + replies 1, to be heard
      turn; start → open + announced 2
    a failure is answered as if by the key
      listen; turn; start → open + announced 1
    without audio nobody is listened to
      over; press; listen; show; turn → ended impossible
    """

  @Test(
    arguments: Story.all(in: handsFree).map { (AudioSession.Microphone.handsFree, $0) }
      + Story.all(in: pushToTalk).map { (AudioSession.Microphone.pushToTalk, $0) })
  func `every session of audio goes as it is written`(
    _ microphone: AudioSession.Microphone, _ story: Story
  ) throws {
    var session = AudioSession(microphone, hasAudio: true)
    var (now, isShowing, number) = (Duration.zero, false, 0)
    for line in story.lines {
      let arrow = try #require(line.firstRange(of: " → "), "\(line)")
      var outcome: [String] = []
      for step in line[..<arrow.lowerBound].split(separator: "; ") {
        let words = step.split(separator: " ")
        let count = words.last.flatMap { Double($0) } ?? 0
        switch words[0] {
        case "press": if session.press(at: now) == .impossible { outcome.append("impossible") }
        case "listen": session.listen()
        case "cancel": session.cancel()
        case "show": isShowing = true
        case "wait": now += .seconds(count)
        case "block": session.receive(samples: Int(count))
        case "turn":
          let isOpen = session.isOpen(isShowing: isShowing)
          if session.streamEnd(isOpen: isOpen) != nil { session.close() }
          if isOpen { session.open() }
        case "start":
          number += 1
          session.begin(number: number, hole: 7)
        case "resume": session.resume()
        case "end":
          let heard = session.finish(at: Int(count))
          let (utterance, end) = try #require(heard)
          outcome.append("heard \(utterance.number) at \(end / .seconds(1))")
        case "over": session.end()
        default: preconditionFailure("\(step) is no step")
        }
      }
      var state =
        session.isOpen(isShowing: isShowing) ? "open" : session.hasAudio ? "closed" : "ended"
      if session.isStreaming { state += " +" }
      if let utterance = session.utterance {
        outcome.append(
          "\(utterance.purpose) \(utterance.number)" + (utterance.wentOn ? ", went on" : "")
            + (utterance.cut.map { ", to be \($0)" } ?? ""))
      }
      #expect(([state] + outcome).joined(separator: " ") == line[arrow.upperBound...], "\(line)")
    }
  }
}

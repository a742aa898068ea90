import Testing

@testable import PhonePage

@Suite struct PhoneMessageTests {
  @Test(
    arguments: [
      ("", .never), (#","endsInSilence":false"#, .never), (#","endsInSilence":true"#, .afterWords),
      (#","endsInSilence":true,"handsFree":true,"later":1"#, .handsFree),
    ] as [(String, TalkSilence)])
  func `a talk says when silence ends it`(members: String, silence: TalkSilence) throws {
    let json = #"{"kind":"talk","id":1,"round":"r","hole":7,"rate":16000\#(members)}"#
    guard case .talk(let talk) = try PhoneMessage(json: json) else {
      Issue.record("\(json) is no talk")
      return
    }
    #expect(talk.endsInSilence == silence)
  }
}

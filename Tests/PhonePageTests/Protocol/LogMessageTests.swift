import Foundation
import Testing

@testable import PhonePage
@testable import ScoreLog

/// What logs and hosts of version 1 say, byte for byte, and what that is here.
@Suite struct LogMessageTests {
  private static let place = #"{"sequence":3,"device":"host"}"#
  private static let digest = EventsDigest(bits: 0xf00d)
  private static let known = LogPlace(sequence: 3, device: "host")
  private static let lines = [RoundLines(round: "r", info: "{}", lines: ["{\"a\":1}"])]

  static let versionOne: [(json: String, message: LogMessage)] = [
    (
      #"{"kind":"follow","device":"bob"}"#,
      .follow(.init(device: "bob", after: nil, version: nil))
    ),
    (
      #"{"kind":"follow","device":"bob","after":\#(place)}"#,
      .follow(.init(device: "bob", after: known, version: nil))
    ),
    (#"{"kind":"admitted","token":"t"}"#, .admitted(token: "t", device: nil)),
    (#"{"kind":"admitted","token":"t","device":"d"}"#, .admitted(token: "t", device: "d")),
    (
      #"{"kind":"group","id":"g","name":"Friends"}"#,
      .group(.init(id: "g", name: "Friends", version: nil))
    ),
    (
      #"{"kind":"lines","rounds":[{"round":"r","info":"{}","lines":["{\"a\":1}"]}],"place":\#(place)}"#,
      .lines(.init(rounds: lines, place: known))
    ),
    (
      #"{"kind":"taken","events":[{"round":"r","id":"e","cause":"badEvent","reason":"why"}]}"#,
      .taken(refused: [RefusedEvent("r", "e", .badEvent, "why")])
    ),
    (#"{"kind":"compare","eachRound":true}"#, .compare(eachRound: true)),
    (
      #"{"kind":"digest","digest":"f00d","place":\#(place)}"#,
      .digest(.init(digest: digest, place: known))
    ),
    (
      #"{"kind":"digests","rounds":[{"round":"r","digest":"f00d"}],"isPart":false}"#,
      .digests([.init(round: "r", digest: digest)], isPart: false)
    ),
    (
      #"{"kind":"held","round":"r","digests":["f00d"]}"#,
      .held(HeldEvents(round: "r", digests: [digest]))
    ),
    (#"{"kind":"lacks","round":"r","digests":["f00d"]}"#, .lacks("r", [digest])),
    (#"{"kind":"notice","text":"why"}"#, .notice(text: "why")),
  ]

  @Test(arguments: versionOne)
  func `version 1 is read, and written so that it is read there`(
    json: String, message: LogMessage
  ) throws {
    #expect(try LogMessage(json: json) == message)
    // With members that it may pass over.
    #expect(try LogMessage(json: json.dropLast() + #","later":[1]}"#) == message)
    func members(_ text: String) throws -> NSDictionary {
      try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
    }
    #expect(try members(message.json) == members(json))
  }

  @Test(arguments: [
    (
      LogMessage.follow(.init(device: "bob", after: nil)),
      #"{"kind":"follow","device":"bob","version":2}"#
    ),
    (
      .group(.init(id: "g", name: "Friends")),
      #"{"kind":"group","id":"g","name":"Friends","version":2}"#
    ),
    (
      .invite(.init(round: "r", isNew: true)),
      #"{"kind":"invite","round":"r","isNew":true,"isOrganisers":false}"#
    ),
    (
      .invited(.init(round: "r", code: "c", secret: "s")),
      #"{"kind":"invited","round":"r","code":"c","secret":"s"}"#
    ),
    (.invited(.init(round: "r", token: "t")), #"{"kind":"invited","round":"r","token":"t"}"#),
  ])
  func `version 2 says its number, and invites`(message: LogMessage, json: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(message.json.utf8)) as? NSDictionary
    #expect(try object == JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary)
    #expect(try LogMessage(json: json) == message)
  }

  @Test func `what a later version says is unknown, and no fault`() throws {
    #expect(try LogMessage(json: #"{"kind":"sing","song":1}"#) == .unknown(kind: "sing"))
  }
}

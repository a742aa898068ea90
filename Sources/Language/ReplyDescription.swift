/// The description from which the recogniser's grammar of replies and their parser are both made.
///
/// A reply is one form, and nothing beside it. There are few on purpose: what waits to be saved is
/// read in a second, and each word more is one that noise can be taken for.
public struct ReplyDescription: Sendable {
  /// The words.
  public let vocabulary: Vocabulary
  /// The ways to reply.
  public let forms: [ReplyForm]

  /// The replies in English.
  public static let english = ReplyDescription(
    vocabulary: .englishReplies,
    forms: [
      ReplyForm(.accept, [.repeated(.word(.accept))]),
      ReplyForm(.dismiss, [.repeated(.word(.dismiss))]),
      ReplyForm(.undo, [.word(.undo)]),
      ReplyForm(.change, [.maybe(.dismiss), .word(.makeIt), .score]),
      ReplyForm(.change, [.maybe(.dismiss), .name, .score]),
    ])
}

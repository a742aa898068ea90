/// Words that people say all the time, on a course and elsewhere, and which are no scores.
///
/// What sounds like a score or a name is compared with them: "right" is heard as "eight" where there
/// is nothing else that it could be.
public enum CommonWord {
  /// The words, in the order of the alphabet within each line.
  public static let all = """
    a about again all almost already and any anyway are around as at away
    back bad bag basket be because been before behind better big bit both but by
    call came can can't chain chains close come cool could course crazy
    damn day did didn't disc do does doesn't doing don't done down drive drop
    early easy else enough ever
    fade fairway far fast feel fine first for forehand forward found from front fun
    get getting give go God going good got great group guys
    had half happy hard has have he hello her here hey hi high him his hit hold home house how huge
    I I'm if in into is it it's its
    just keep kind know
    last late later least leave left less let let's like line little long look looking looks lost lot
    love low luck lucky
    made make man many maybe me mean might mine miss missed more most move much my
    name need never new next nice night no not nothing now
    of off oh okay old on only open or other our out over
    people phone place play player please point pretty push put putt
    ran really right road rough round run
    said same saw say see seen she short shot should show side slow so some something soon sorry
    stay still stop straight such sun sure
    take talk tell than thank thanks that that's the their them then there these they thing think this
    those throw throwing time tired today told too tough tournament try turn
    uh um under up us very
    wait walk want was wasn't watch water way we well went were what what's when where which while who
    why will win wind with wonder would wow wrong
    yeah year yes yet you you're your zero
    """.split(whereSeparator: \.isWhitespace).map { $0.lowercased() }
}

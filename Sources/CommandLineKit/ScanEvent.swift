/// One thing that `getopt_long` found; options are indices into the scanned table.
enum ScanEvent: Hashable {
  case option(Int, value: String?)
  case operand(String)
  /// A long option that is unknown or an ambiguous prefix, as typed.
  case unknownLong(String)
  /// A letter that is unknown, or `nil` beyond ASCII, and the word it stands in.
  case unknownLetter(Character?, word: String)
  case missingArgument(Int)
  case unexpectedArgument(Int, word: String)
}

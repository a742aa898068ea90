internal import Glibc

/// The way in which the terminal writes characters, as the environment names it.
enum CharacterEncoding {
  case utf8
  case ascii

  /// Takes the locale of `LC_ALL`, `LC_CTYPE` or `LANG` for characters, for the whole process.
  ///
  /// Only for characters: with `LC_ALL`, numbers in model files would be read with a comma in some
  /// countries. A UTF-8 locale that is not installed, common over ssh, is replaced by C.UTF-8.
  /// Wraps `setlocale`.
  static func adopt(_ environment: [String: String]) -> CharacterEncoding {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
    let name = names.first { !$0.isEmpty } ?? "C"
    if unsafe setlocale(LC_CTYPE, name) == nil {
      let isUTF8 = name.lowercased().filter { $0 != "-" }.contains("utf8")
      // "C" is always there; without C.UTF-8 the locale stays what it was, and is asked next.
      _ = unsafe setlocale(LC_CTYPE, isUTF8 ? "C.UTF-8" : "C")
    }
    guard let codeset = unsafe nl_langinfo(nl_item(CODESET)) else { return .ascii }
    return unsafe String(cString: codeset) == "UTF-8" ? .utf8 : .ascii
  }
}

internal import Glibc

extension Double {
  /// Returns the number with so many decimals, the last one rounded: `1.50`.
  package func decimals(_ count: Int) -> String { formatted("%.*f", count) }

  /// Returns the number with so many digits that count, without zeros at their end: `1.5`.
  package func digits(_ count: Int) -> String { formatted("%.*g", count) }

  private func formatted(_ format: String, _ count: Int) -> String {
    unsafe withVaList([CInt(count), self]) { arguments in
      let bytes = unsafe [CChar](unsafeUninitializedCapacity: 400) { buffer, filled in
        let length = Int(unsafe vsnprintf(buffer.baseAddress, buffer.count, format, arguments))
        filled = min(length + 1, buffer.count)
      }
      return String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}

/// Returns a hash that is the same in every run and on every machine.
///
/// FNV-1a of the text's UTF-8 (Fowler, Noll and Vo), 64 bits.
public func stableHash(_ text: String) -> UInt64 {
  text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
}

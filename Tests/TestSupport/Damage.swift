/// Texts of small files, damaged as disks, editors and people do it.
public enum Damage {
  /// What stands where a number should.
  public static let nonsense = [
    "inf", "-inf", "nan", "NaN", "Infinity", "1e400", "-1e400", "1e308", "-1e308", "1.7976931348623157e308",
    "1e-320",
    "5e-324", "-0", "0", "1", "-1", "1e15", "1e16", "1e99", "9223372036854775807", "-9223372036854775808",
    "9223372036854775808", "18446744073709551615", "18446744073709551616", "0x10", "1_000", "١", "", " ",
    "\"", "\"\"",
    ",", "\n", "\r\n", "\u{0}", "\u{FEFF}", "null", "true", "[]", "{}", "..", "/", "x",
  ]

  /// `text` with one to three faults drawn from `random`: fields exchanged for nonsense, bytes changed, pieces taken out,
  /// put in twice, or moved, and the end cut off.
  public static func done(to text: String, _ random: inout SplitMix64) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<random.whole(1...3) where !bytes.isEmpty {
      let start = random.whole(0...bytes.count - 1)
      let piece = start..<min(bytes.count, start + random.whole(1...20))
      switch random.whole(0...9) {
      case 0...4: bytes.replaceSubrange(field(around: start, in: bytes), with: random.pick(nonsense).utf8)
      case 5: bytes[start] = UInt8(random.whole(0...255))
      case 6: bytes.removeSubrange(piece)
      case 7: bytes.insert(contentsOf: bytes[piece], at: start)
      case 8: bytes.insert(contentsOf: bytes[piece], at: random.whole(0...bytes.count))
      default: if random.chance(0.3) { bytes.removeSubrange(start...) }
      }
    }
    return bytes
  }

  /// What stands between the separators around `place`.
  private static func field(around place: Int, in bytes: [UInt8]) -> Range<Int> {
    let separators = Set(",:\n[]{} \"".utf8)
    var (start, end) = (place, place)
    while start > 0, !separators.contains(bytes[start - 1]) { start -= 1 }
    while end < bytes.count, !separators.contains(bytes[end]) { end += 1 }
    return start..<end
  }
}

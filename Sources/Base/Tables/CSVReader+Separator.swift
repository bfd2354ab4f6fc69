extension CSVReader {
  /// Returns the field separator: comma, semicolon or tab, whichever is most frequent outside quotes in the first
  /// non-blank line; a comma in case of a tie.
  static func separator(of base: UnsafePointer<UInt8>, _ start: Int, _ limit: Int) -> UInt8 {
    var counts = (commas: 0, semicolons: 0, tabs: 0)
    var isQuoted = false
    var isBlank = true
    for offset in start..<max(start, limit) {
      switch base[offset] {
      case Byte.quote: isQuoted.toggle()
      case Byte.lineFeed where !isQuoted && !isBlank: return Byte.mostFrequent(counts)
      case _ where isQuoted: break
      case Byte.comma: counts.commas += 1
      case Byte.semicolon: counts.semicolons += 1
      case Byte.tab: counts.tabs += 1
      default: break
      }
      if base[offset] > 0x20 { isBlank = false }
    }
    return Byte.mostFrequent(counts)
  }
}

extension Byte {
  fileprivate static func mostFrequent(_ counts: (commas: Int, semicolons: Int, tabs: Int)) -> UInt8 {
    if counts.semicolons > counts.commas, counts.semicolons >= counts.tabs { return semicolon }
    return counts.tabs > counts.commas ? tab : comma
  }
}

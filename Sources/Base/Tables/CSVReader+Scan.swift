import Glibc

extension CSVReader {
  /// Advances to the next row; returns false after the last one.
  @inlinable
  public mutating func next() -> Bool {
    while position < limit {
      rowStart = position
      if index.isUsedUp { index.refill(base, from: position, limit: limit) }
      let found = index.nextRow(base, from: position)
      if found > 0 { position = index.behindRow }
      if found == columnCount { return true }
      if isSound(found) { return true }
    }
    return false
  }

  /// Processes a row that is not in the index, or has an unexpected number of fields; returns false if the row is
  /// skipped.
  @usableFromInline
  mutating func isSound(_ plainFields: Int) -> Bool {
    var found = plainFields
    if found == 0 {
      let row = Self.scanRow(base, rowStart, limit, separator)
      position = row.next
      guard row.isWellQuoted else {
        if let line = lineOfNewFault() { faults.first.append(.badQuotes(file: file, line: line)) }
        index.leaveRow()
        return false
      }
      found = row.bounds.count - 1
      index.readAlone(row.bounds)
    }
    if found == columnCount || (found > columnCount && dropsEmptyFields()) { return true }
    let isBlank = found == 1 && index.row[1] - 1 == rowStart
    if !isBlank, let line = lineOfNewFault() {
      faults.first.append(.fieldCount(file: file, line: line, found: found, expected: columnCount))
    }
    index.leaveRow()
    return false
  }

  /// Accepts a row with more fields than columns if all surplus fields are empty; returns false otherwise.
  private mutating func dropsEmptyFields() -> Bool {
    let bounds = Self.scanRow(base, rowStart, limit, separator).bounds
    let extra = zip(bounds, bounds.dropFirst()).dropFirst(columnCount)
    let areEmpty = extra.allSatisfy { from, to in
      Byte.trimmed(UnsafeBufferPointer(start: base + from, count: to - 1 - from)).isEmpty
    }
    if areEmpty { index.readAlone(bounds) }
    return areEmpty
  }

  /// Splits a row of any form into fields.
  static func scanRow(
    _ base: UnsafePointer<UInt8>, _ start: Int, _ limit: Int, _ separator: UInt8
  ) -> (bounds: [Int], next: Int, isWellQuoted: Bool) {
    var bounds = [start]
    var offset = start
    var isWellQuoted = true
    while true {
      if base[offset] == Byte.quote, offset < limit {
        guard let closing = closingQuote(base, offset, limit) else { return (bounds, limit, false) }
        offset = closing + 1
        let isEnd = base[offset] == separator || base[offset] == Byte.lineFeed
        let isLineEnd = base[offset] == Byte.carriageReturn && base[offset + 1] == Byte.lineFeed
        isWellQuoted = isWellQuoted && (isEnd || isLineEnd)
      }
      while base[offset] != separator, base[offset] != Byte.lineFeed { offset += 1 }
      bounds.append(offset + 1)
      if base[offset] == Byte.lineFeed { break }
      offset += 1
    }
    if offset > start, base[offset - 1] == Byte.carriageReturn { bounds[bounds.count - 1] = offset }
    return (bounds, offset + 1, isWellQuoted)
  }

  /// Returns the position of the quote that closes the one at `opening`; nil if the file ends first.
  private static func closingQuote(_ base: UnsafePointer<UInt8>, _ opening: Int, _ limit: Int) -> Int? {
    var offset = opening + 1
    while let found = memchr(base + offset, Int32(Byte.quote), limit - offset) {
      offset = base.distance(to: UnsafePointer(found.assumingMemoryBound(to: UInt8.self)))
      guard offset + 1 < limit, base[offset + 1] == Byte.quote else { return offset }
      offset += 2
    }
    return nil
  }

  /// Reads the column names, ignoring surrounding blanks and preceding blank lines.
  static func header(
    _ base: UnsafePointer<UInt8>, _ start: Int, _ limit: Int, _ separator: UInt8, _ file: String
  ) throws(TableError) -> (names: [String], indices: [String: Int], bounds: [Int], next: Int) {
    var start = start
    while start < limit, base[start] == Byte.lineFeed || base[start] == Byte.carriageReturn { start += 1 }
    guard start < limit else { throw TableError.emptyFile(file: file) }
    let row = scanRow(base, start, limit, separator)
    guard row.isWellQuoted else { throw TableError.badQuotes(file: file, line: 1) }
    let end = row.bounds[row.bounds.count - 1] - 1
    for offset in start..<max(start, end) where base[offset] == Byte.carriageReturn {
      // A quoted name may contain a line feed.
      if memchr(base + start, Int32(Byte.quote), end - start) == nil {
        throw TableError.carriageReturns(file: file)
      }
    }
    var names: [String] = []
    var indices: [String: Int] = [:]
    for (from, to) in zip(row.bounds, row.bounds.dropFirst()) {
      let field = Byte.trimmed(UnsafeBufferPointer(start: base + from, count: to - 1 - from))
      let name = Byte.unquoted(field)
      let earlier = indices[name]
      if !name.isEmpty, earlier != nil { throw TableError.repeatedColumn(file: file, column: name) }
      indices[name] = earlier ?? names.count
      names.append(name)
    }
    return (names, indices, row.bounds, row.next)
  }
}

extension Byte {
  /// Returns a word with the top bit set in exactly those bytes of `word` that equal `byte`.
  @inlinable
  @inline(__always)
  static func hits(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let difference = word ^ (0x0101_0101_0101_0101 &* UInt64(byte))
    return ~(((difference & low) &+ low) | difference | low)
  }

  static var semicolon: UInt8 { 0x3B }
  static var tab: UInt8 { 0x09 }

  /// Returns `field` without surrounding blanks and tabs.
  static func trimmed(_ field: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var rest = field[...]
    while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
    while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
    return UnsafeBufferPointer(rebasing: rest)
  }

  /// Returns the text of a field without its quotes.
  static func unquoted(_ field: UnsafeBufferPointer<UInt8>) -> String {
    guard field.first == quote, field.count >= 2 else { return String(decoding: field, as: UTF8.self) }
    return String(unsafeUninitializedCapacity: field.count) { unquote(field, into: $0) }
  }

  /// Copies a quoted field without its quotes to `text`, and returns the length.
  static func unquote(
    _ field: UnsafeBufferPointer<UInt8>, into text: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var length = 0
    var offset = 1
    while offset < field.count - 1 {
      text[length] = field[offset]
      length += 1
      offset += field[offset] == quote ? 2 : 1
    }
    return length
  }
}

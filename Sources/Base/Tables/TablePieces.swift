/// A plain CSV file read in pieces of whole rows.
public struct TablePieces: Sendable {
  private let path: String
  /// The size of a piece, in bytes.
  private let size: Int

  /// The size in bytes of the pieces of a large file.
  public static let usualSize = 4 << 20

  /// Prepares to read the file at `path` in pieces of about `size` bytes.
  public init(path: String, size: Int = usualSize) {
    self.path = path
    self.size = size
  }

  /// Passes a reader of each piece, which begins with the file's header, to `body` until that returns false.
  ///
  /// - Throws: errors from reading, and from `body`.
  public func read(_ body: (inout CSVReader) throws(TableError) -> Bool) throws(TableError) {
    let file = try OpenFile(path: path)
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
    defer { block.deallocate() }
    var (rest, header): ([UInt8], [UInt8]) = ([], [])
    var line = 1
    while true {
      let count = try file.read(into: block)
      let isEnd = count == 0
      rest.append(contentsOf: block[..<count])
      if rest.isEmpty { return }
      guard let end = isEnd ? rest.count : Self.endOfRows(rest) else { continue }
      if header.isEmpty {
        guard let first = rest.firstIndex(of: Byte.lineFeed) else { return }
        header = Array(rest[...first])
      }
      let name = line == 1 ? path : "\(path) (counted from line \(line - 1))"
      let piece = (line == 1 ? [] : header) + rest[..<end]
      var reader = try CSVReader(text: String(decoding: piece, as: UTF8.self), file: name)
      guard try body(&reader) else { return }
      line += rest[..<end].count { $0 == Byte.lineFeed }
      rest.removeFirst(end)
      if isEnd { return }
    }
  }

  /// Returns the offset after the last complete row; nil if no row is complete. A line feed within quotes does not end
  /// a row.
  private static func endOfRows(_ bytes: [UInt8]) -> Int? {
    var isQuoted = false
    var end: Int?
    for place in bytes.indices {
      if bytes[place] == Byte.quote { isQuoted.toggle() }
      if bytes[place] == Byte.lineFeed, !isQuoted { end = place + 1 }
    }
    return end
  }

  /// Returns the numbers in the column `name`, NaN for empty fields; nil unless the file has `count` rows of them.
  public func column(_ name: String, count: Int) -> [Double]? {
    var values: [Double] = []
    values.reserveCapacity(count)
    do throws(TableError) {
      try read { reader throws(TableError) in
        let column = reader.optionalColumn(name)
        try reader.checkColumns()
        while reader.next() { values.append(reader.double(column) ?? .nan) }
        try reader.finish()
        return true
      }
    } catch {
      return nil
    }
    return values.count == count ? values : nil
  }
}

/// The probable format of a file that is not a CSV table, and how to convert it.
struct TableLook: Hashable {
  /// The format's name, such as "an Excel workbook".
  var kind: String
  var cure: String

  /// The signatures of binary formats.
  private static let signatures: [(bytes: [UInt8], look: TableLook)] = [
    ([0xFF, 0xFE], utf16), ([0xFE, 0xFF], utf16),
    ([0x50, 0x4B, 0x03, 0x04], workbook), ([0xD0, 0xCF, 0x11, 0xE0], workbook),
    (Array("PAR1".utf8), Self(kind: "a Parquet file", cure: "write it as CSV, as pandas does by to_csv")),
    (Array("SQLite format 3".utf8), Self(kind: "an SQLite database", cure: "export the table as CSV")),
    (Array("BZh".utf8), Self(kind: "packed with bzip2", cure: "unpack it, or pack it with gzip")),
    ([0x28, 0xB5, 0x2F, 0xFD], Self(kind: "packed with zstd", cure: "unpack it, or pack it with gzip")),
    ([0xFD, 0x37, 0x7A, 0x58], Self(kind: "packed with xz", cure: "unpack it, or pack it with gzip")),
    (Array("%PDF".utf8), Self(kind: "a PDF document", cure: "export the table as CSV")),
  ]

  private static let utf16 = Self(kind: "text in UTF-16", cure: "save it as UTF-8")
  private static let workbook = Self(
    kind: "an Excel workbook or a zip archive", cure: "export the sheet as CSV")

  /// Returns the format of a file that begins with `bytes`; nil if it is UTF-8 text.
  static func ofBinary(_ bytes: UnsafeBufferPointer<UInt8>) -> TableLook? {
    if let known = signatures.first(where: { bytes.starts(with: $0.bytes) }) { return known.look }
    // UTF-16 letters without a byte order mark: every other byte is zero.
    return bytes.count >= 4 && (bytes[0] == 0) != (bytes[1] == 0) && (bytes[2] == 0) == (bytes[0] == 0)
      && (bytes[3] == 0) == (bytes[1] == 0) ? utf16 : nil
  }

  /// Returns the format of a text whose header contains `names` instead of the required columns.
  static func ofText(_ names: [String]) -> TableLook? {
    let header = names.prefix(100).joined(separator: ",")
    let first = header.first { !$0.isWhitespace }
    if first == "{" || first == "[" { return Self(kind: "a JSON document", cure: "write its rows as CSV") }
    if first == "<" { return Self(kind: "an XML or HTML document", cure: "write its rows as CSV") }
    let isYAML =
      header.hasPrefix("---") || (names.count == 1 && (header.hasSuffix(":") || header.contains(": ")))
    return isYAML ? Self(kind: "a YAML document", cure: "write its rows as CSV") : nil
  }
}

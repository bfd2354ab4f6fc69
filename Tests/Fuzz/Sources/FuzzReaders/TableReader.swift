import Foundation
import Tables

/// A table of which every field is read as everything, plain or packed by its first bytes.
struct TableReader: FuzzedReader {
  let file: String

  private enum Word: String, CaseIterable { case yes, no }

  func read(_ input: [UInt8]) {
    _ = FileManager.default.createFile(atPath: file, contents: Data(input))
    do throws(TableError) {
      var rows = try CSVReader(contentsOf: file)
      let columns = rows.columnNames.map { rows.optionalColumn($0) }
      let missing = rows.optionalColumn("none of them")
      while rows.next() {
        for column in columns + [missing] {
          _ = rows.int64(column)
          _ = rows.int64(column, in: -5...5)
          _ = rows.double(column)
          _ = rows.milliseconds(column)
          _ = rows.bool(column)
          _ = rows.choice(column, of: Word.self)
          _ = rows.string(column)
        }
        _ = rows.line
      }
      try rows.finish()
    } catch { _ = error.description }
  }
}

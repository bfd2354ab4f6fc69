import JSON5
import Run
import Tables

extension RecordedTable {
  /// Returns the number in `column` at `row`, in units of 1/`perOne`; null for an empty field.
  func json(_ column: String, _ row: Int, perOne: Double = 1) -> JSON {
    let value = numbers(column)[row]
    return value == Self.none ? .null : .number(Double(value) / perOne)
  }

  /// Returns a time series for each of `columns`.
  func course(_ columns: some Sequence<ColumnSchema>) -> JSON {
    .object(
      columns.map { column in
        .init(column.name, .list((0..<count).map { json(column.name, $0, perOne: column.unit.perOne) }))
      })
  }
}

extension RecordedTable.Words {
  /// Returns the texts with their meanings.
  func json(_ meaning: (String) -> String?) -> JSON {
    .list(texts.map { ["word": .text($0), "meaning": .text(meaning($0) ?? "")] })
  }
}

extension PageBlock {
  /// The number for an empty field: earlier than all times, and outside the range of all coordinates.
  static let absent: Int64 = -1_000_000_000_000

  /// Adds `columns` of `table` under their own names.
  mutating func add(_ table: RecordedTable, _ columns: [String]) {
    for column in columns {
      add(column, table.numbers(column).lazy.map { $0 == RecordedTable.none ? Self.absent : $0 })
    }
  }

  /// Adds columns with 0 for an empty field.
  mutating func add(_ table: RecordedTable, counts columns: [String]) {
    for column in columns {
      add(column, table.numbers(column).lazy.map { $0 == RecordedTable.none ? 0 : $0 })
    }
  }

  /// Adds columns of words, as indices into the texts.
  mutating func add(words columns: [String], of table: RecordedTable) {
    for column in columns { add(column, table.words(column).places.lazy.map(Int64.init)) }
  }

  /// Adds the lengths of `ranges`.
  mutating func add(_ name: String, counts ranges: [Range<Int>]) {
    add(name, ranges.lazy.map { Int64($0.count) })
  }
}

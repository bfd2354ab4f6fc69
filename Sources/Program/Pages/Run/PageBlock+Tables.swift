import Run

extension PageBlock {
  /// The number for an empty field: before all times and outside all places.
  static let absent: Int64 = -1_000_000_000_000

  /// Adds `columns` of `table`, as they are called there.
  mutating func add(_ table: RecordedTable, _ columns: [String]) {
    for column in columns {
      add(column, table.numbers(column).lazy.map { $0 == RecordedTable.none ? Self.absent : $0 })
    }
  }

  /// Adds columns in which an empty field means none.
  mutating func add(_ table: RecordedTable, counts columns: [String]) {
    for column in columns {
      add(column, table.numbers(column).lazy.map { $0 == RecordedTable.none ? 0 : $0 })
    }
  }

  /// Adds columns of words, each by its place among the texts.
  mutating func add(words columns: [String], of table: RecordedTable) {
    for column in columns { add(column, table.words(column).places.lazy.map(Int64.init)) }
  }

  /// Adds the number of rows of each of `ranges`.
  mutating func add(_ name: String, counts ranges: [Range<Int>]) {
    add(name, ranges.lazy.map { Int64($0.count) })
  }
}

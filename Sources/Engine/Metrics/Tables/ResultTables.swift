public import Tables

/// Writes the tables of a run to a folder, and collects their receipts.
///
///     var tables = ResultTables(folder: "Results/a", runID: identity.runID)
///     try tables.write(stops, run.stops)
///     tables.receipts[0].receipt.sha256
public struct ResultTables: Sendable {
  /// The receipt of each table, with its row count and digest, in the order of writing.
  public private(set) var receipts: [(table: TableSchema, receipt: TableFile.Receipt)] = []
  private let folder: String?
  private let runID: String

  /// Creates a writer of tables to the existing folder `folder`; nil: no files are written, only the fingerprint is
  /// computed.
  public init(folder: String?, runID: String) {
    self.folder = folder
    self.runID = runID
  }

  /// Writes `table` with `rows`.
  ///
  /// - Throws: `TableError.unwritable` if the folder is missing or not writable, or the device is full.
  @inlinable
  public mutating func write<Row>(_ table: Table<Row>, _ rows: some Sequence<Row>) throws(TableError) {
    var writer = try writer(of: table)
    for row in rows { try writer.append(row) }
    try finish(table.schema, writer.close())
  }

  /// Opens a writer of `table`; call `finish` with its receipt after the last row.
  ///
  /// - Throws: the same errors as `write`.
  public func writer<Row>(of table: Table<Row>) throws(TableError) -> TableWriter<Row> {
    try table.writer(
      to: folder.map { $0 + "/" + table.schema.fileName },
      constant: table.constant.map { _ in runID })
  }

  /// Records the receipt of the table `schema`.
  public mutating func finish(_ schema: TableSchema, _ receipt: TableFile.Receipt) {
    receipts.append((schema, receipt))
  }

  /// Runs `parts`, which write tables, `threads` at a time; the receipts are in the order of `parts`, regardless of
  /// which finishes first.
  ///
  /// - Throws: the error of the first of `parts` that fails, as `write` does.
  mutating func writeAtOnce(
    _ parts: [@Sendable (inout ResultTables) throws(TableError) -> Void], threads: Int
  ) throws(TableError) {
    let empty = ResultTables(folder: folder, runID: runID)
    let written = parts.shared(among: threads) { part in
      var tables = empty
      return Swift.Result { () throws(TableError) in
        try part(&tables)
        return tables.receipts
      }
    }
    for receipts in written { try self.receipts.append(contentsOf: receipts.get()) }
  }

  /// Returns the fingerprint of `tables`, in this order.
  ///
  /// - Precondition: they have been written.
  public func fingerprint(of tables: [TableSchema]) -> Fingerprint {
    Fingerprint(
      digests: tables.map { schema in
        guard let entry = receipts.first(where: { $0.table.name == schema.name }) else {
          preconditionFailure("\(schema.fileName) has not been written")
        }
        return (schema.name, entry.receipt.sha256)
      })
  }

  /// Returns the indices 0 ..< `count` in a stable order by `key`, a number in 0 ..< `keys`.
  ///
  /// - Complexity: O(count + keys), by counting.
  @inlinable
  public static func order(of count: Int, keys: Int, by key: (Int) -> Int) -> [Int] {
    var next = [Int](repeating: 0, count: keys + 1)
    for index in 0..<count { next[key(index) + 1] += 1 }
    for value in 0..<keys { next[value + 1] += next[value] }
    return [Int](unsafeUninitializedCapacity: count) { order, filled in
      for index in 0..<count {
        let value = key(index)
        order[next[value]] = index
        next[value] += 1
      }
      filled = count
    }
  }
}

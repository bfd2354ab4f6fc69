public import Tables

/// The tables of a run as they are written into a folder, and what is known of them afterwards.
///
///     var tables = ResultTables(folder: "Results/a", runID: identity.runID)
///     try tables.write(stops, run.stops)
///     tables.receipts[0].receipt.sha256
public struct ResultTables: Sendable {
  /// The rows and the digest of each table written, in the order of writing.
  public private(set) var receipts: [(table: TableSchema, receipt: TableFile.Receipt)] = []
  private let folder: String?
  private let runID: String

  /// Prepares to write into the existing folder `folder`; nil writes no file, for the fingerprint alone.
  public init(folder: String?, runID: String) {
    self.folder = folder
    self.runID = runID
  }

  /// Writes `table` from `rows`.
  ///
  /// - Throws: `TableError.unwritable` where the folder is missing, full or not to be written in.
  @inlinable
  public mutating func write<Row>(_ table: Table<Row>, _ rows: some Sequence<Row>) throws(TableError) {
    var writer = try writer(of: table)
    for row in rows { try writer.append(row) }
    try finish(table.schema, writer.close())
  }

  /// Begins `table`; when its rows are there, `finish` is to hear of it.
  ///
  /// - Throws: As `write`.
  public func writer<Row>(of table: Table<Row>) throws(TableError) -> TableWriter<Row> {
    try table.writer(
      to: folder.map { $0 + "/" + table.schema.fileName },
      constant: table.constant.map { _ in runID })
  }

  /// The table `schema` has been written.
  public mutating func finish(_ schema: TableSchema, _ receipt: TableFile.Receipt) {
    receipts.append((schema, receipt))
  }

  /// Writes what each of `parts` writes, `threads` of them at a time; their receipts come in the order of `parts`,
  /// whoever is done first.
  ///
  /// - Throws: As `write`: what the first of `parts` throws that fails.
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

  /// The fingerprint of `tables`, in this order.
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

  /// The indexes 0 ..< `count` ordered by `key`, a number in 0 ..< `keys`; equal keys keep their order.
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

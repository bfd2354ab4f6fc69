package import Quantities
package import Scenario
package import Tables

/// A file of recorded drivers, requests or trips, read row by row, with checks for unique ids and rows outside
/// the period.
package struct RecordedRows: ~Copyable {
  package var rows: CSVReader
  package var input: InputFile
  private var ids = RecordedIDs()
  private let duration: Milliseconds?
  /// The file's column names, keyed by the standard names.
  private let columns: [String: String]
  private let table: InputTable
  /// The time of the latest row.
  private var last = Milliseconds.zero
  /// The clock of the scenario.
  private let clock: TableClock

  /// Opens `file`, a `table` at `path`; `columns` maps the standard column names to the file's, and `time` is the
  /// scenario's period.
  package init(
    _ table: InputTable, file: String, path: String, columns: [String: String], time: Scenario.Time
  ) throws(SynthesisError) {
    let sha256 = try Self.digest(path)
    self.init(
      try Self.open(path, columns, table), InputFile(role: table.name, path: file, sha256: sha256), columns,
      table, time)
  }

  private init(
    _ rows: consuming CSVReader, _ input: InputFile, _ columns: [String: String], _ table: InputTable,
    _ time: Scenario.Time
  ) {
    self.table = table
    self.columns = columns
    self.rows = rows
    self.input = input
    duration = time.duration
    clock = TableClock(zone: time.zone)
    self.rows.clock = clock
  }

  private static func digest(_ path: String) throws(SynthesisError) -> String {
    do throws(TableError) { return try Digest.ofFile(path) } catch { throw SynthesisError(.table(error)) }
  }

  private static func open(
    _ path: String, _ columns: [String: String], _ table: InputTable
  ) throws(SynthesisError) -> CSVReader {
    do throws(TableError) { return try CSVReader(contentsOf: path, columns: columns, as: table) } catch {
      throw SynthesisError(.table(error))
    }
  }

  /// Returns the rows read by `row` from the columns found by `columns`, in file order, omitting faulty rows and those
  /// for which `row` returns nil.
  ///
  /// If an id turns out to be a name, the file is read again from the beginning: once to collect the names, and then to
  /// read the rows with them.
  package mutating func read<Columns, Row>(
    columns: (inout CSVReader) -> Columns, row: (Columns, inout RecordedRows) -> Row?
  ) throws(SynthesisError) -> [Row] {
    var read: [Row] = []
    let found = columns(&rows)
    do throws(TableError) { try rows.checkColumns() } catch { throw SynthesisError(.table(error)) }
    while rows.next() {
      let faults = rows.faultCount
      if let row = row(found, &self), rows.faultCount == faults { read.append(row) }
      guard ids.isNamedAfterAll else { continue }
      read.removeAll()
      // Names are numbered in sorted order, which must be known before the first row is read.
      try reopen()
      _ = columns(&rows)
      while rows.next() { ids.collect(&rows) }
      ids.takeNames()
      try reopen()
      _ = columns(&rows)
    }
    return read
  }

  private mutating func reopen() throws(SynthesisError) {
    rows = try Self.open(rows.file, columns, table)
    rows.clock = clock
    input = InputFile(role: input.role, path: input.path, sha256: input.sha256)
    last = .zero
  }

  /// Counts a row and returns the id in `column`; records a fault if it is not an id, or is already used.
  package mutating func id(_ column: CSVColumn) -> Int64 {
    input.rows += 1
    return ids.id(column, &rows)
  }

  /// Counts a row without an id, and returns its number, from 1.
  package mutating func number() -> Int64 {
    input.rows += 1
    return Int64(input.rows)
  }

  /// Returns the draw key of `id`, which must have been read already.
  package func key(of id: Int64) -> UInt64 { ids.key(of: id) }

  /// The names of the participants in the file.
  package var names: Names { ids.names }

  /// Returns whether `time` lies in the scenario's period; counts the row as omitted if not.
  package mutating func isInPeriod(_ time: Milliseconds) -> Bool {
    last = max(last, time)
    if time < .zero { input.beforeStart += 1 }
    if let duration, time >= duration { input.afterEnd += 1 }
    return time >= .zero && time < duration ?? .never
  }

  /// Finishes reading.
  ///
  /// - Throws: `SynthesisError` with the faults of the rows, or if there are no rows, or none in the period.
  package func finish() throws(SynthesisError) {
    do throws(TableError) { try rows.finish() } catch { throw SynthesisError(.table(error)) }
    if input.rows == 0 { throw SynthesisError(.noRows(file: rows.file)) }
    if input.beforeStart + input.afterEnd == input.rows {
      throw SynthesisError(
        .noRowsInPeriod(file: rows.file, beforeStart: input.beforeStart, afterEnd: input.afterEnd))
    }
  }

  /// Returns notices for the user about the file: unused columns, integer ids treated as names, and omitted rows.
  ///
  /// - Parameter isForeign: whether the format has columns that are not used here; only those with names similar to a
  ///   missing one are then reported.
  package func notices(isForeign: Bool = false) -> [InputNotice] {
    let unknown = rows.unknownColumns.filter { !isForeign || $0.nearest != nil }
    var notices = unknown.map {
      InputNotice.unknownColumn(file: input.path, name: $0.name, nearest: $0.nearest)
    }
    if let zone = clock.zone, rows.clock.offset == nil {
      notices.append(.unusedZone(file: input.path, zone: zone.name))
    }
    if let (name, count) = ids.numbersAmongNames {
      notices.append(.numbersAmongNames(file: input.path, name: name, numbers: count, rows: input.rows))
    }
    if input.beforeStart + input.afterEnd > 0 {
      notices.append(
        .leftOut(
          file: input.path, rows: input.rows, beforeStart: input.beforeStart, afterEnd: input.afterEnd,
          last: last, isDefault: duration == Scenario.Time().duration))
    }
    return notices
  }
}

extension String {
  /// Whether tables can store the text as a name.
  package var isName: Bool {
    utf8.count <= Names.longest && !beginsFormula
      && !unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}

extension TableError.Expectation {
  /// The description of a valid name, for faults.
  package static var name: Self {
    .other(
      "a name of at most \(Names.longest) bytes, without control characters, that does not begin like a"
        + " formula (=, +, -, @)")
  }
}

/// The ids of a file's rows: integers, or, from the first one that is not, names, numbered in byte order so that
/// the order of the rows is irrelevant.
private struct RecordedIDs {
  private var numbers: Set<Int64> = []
  /// The number of each name; nil while all ids are integers.
  private var named: [String: Int64]?
  private(set) var names = Names.numbers
  private var isRead: [Bool] = []
  /// The column of the first name, and all its values.
  private var column: CSVColumn?
  private var collected: Set<String> = []
  /// Whether a name occurred where integers were expected.
  private(set) var isNamedAfterAll = false
  private var countOfNumbers = 0
  private var firstName: String?

  /// Collects the name in the next row.
  mutating func collect(_ rows: inout CSVReader) {
    guard let column else { return }
    let name = rows.string(column)
    if !name.isEmpty, name.isName { collected.insert(name) }
  }

  /// Restarts with the collected names.
  mutating func takeNames() {
    let names = collected.ordered { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    self = RecordedIDs()
    self.names = Names(names)
    isRead = names.map { _ in false }
    named = Dictionary(uniqueKeysWithValues: zip(names, 1...))
  }

  mutating func id(_ column: CSVColumn, _ rows: inout CSVReader) -> Int64 {
    if named != nil { return name(column, &rows) }
    guard let id = rows.int64IfAny(column) else {
      if rows.isEmpty(column) {
        rows.recordValue(column, expected: .other("a whole number or a name"))
      } else {
        isNamedAfterAll = true
        self.column = column
      }
      return 0
    }
    if !numbers.insert(id).inserted { Self.recordTwice(column, &rows) }
    return id
  }

  private mutating func name(_ column: CSVColumn, _ rows: inout CSVReader) -> Int64 {
    let name = rows.string(column)
    guard let number = named?[name] else {
      rows.recordValue(column, expected: name.isEmpty ? .other("a whole number or a name") : .name)
      return 0
    }
    if isRead[Int(number) - 1] {
      Self.recordTwice(column, &rows)
    } else if Int64(name) != nil {
      countOfNumbers += 1
    } else if firstName == nil {
      firstName = name
    }
    isRead[Int(number) - 1] = true
    return number
  }

  private static func recordTwice(_ column: CSVColumn, _ rows: inout CSVReader) {
    rows.recordValue(column, expected: .other("an id not used by an earlier row"))
  }

  /// Returns the draw key of `id`; 0 for a row with a fault.
  func key(of id: Int64) -> UInt64 { named != nil && id == 0 ? 0 : names.key(of: id) }

  /// The first name, and the number of integers among the ids; nil if not mixed.
  var numbersAmongNames: (name: String, numbers: Int)? {
    countOfNumbers > 0 ? firstName.map { ($0, countOfNumbers) } : nil
  }
}

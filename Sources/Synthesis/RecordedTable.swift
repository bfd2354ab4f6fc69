import Quantities
import Tables

/// What the readers of recorded tables share: ids that must differ, and rows outside the period.
struct RecordedTable {
  var input: InputTable
  private var ids: Set<Int64> = []
  private let duration: Milliseconds?
  /// The time of the latest row.
  private var last = Milliseconds.zero

  /// Opens the books on `file`, which lies at `path`.
  init(
    role: String, file: String, path: String, duration: Milliseconds?
  ) throws(SynthesisError) {
    do throws(TableError) {
      input = InputTable(role: role, file: file, sha256: try Digest.ofFile(path))
    } catch {
      throw SynthesisError(.table(error))
    }
    self.duration = duration
  }

  /// Counts a row with the id in `column`; records a fault where an earlier row has it.
  mutating func id(_ column: CSVColumn, _ rows: inout CSVReader) -> Int64 {
    input.rows += 1
    let id = rows.int64(column)
    if !ids.insert(id).inserted {
      rows.recordValue(column, expected: .other("an id that no earlier row has"))
    }
    return id
  }

  /// Counts a row without an id: its number, from 1.
  mutating func number() -> Int64 {
    input.rows += 1
    return Int64(input.rows)
  }

  /// Whether `time` lies in the scenario's period; counts the row where not.
  mutating func isInPeriod(_ time: Milliseconds) -> Bool {
    last = max(last, time)
    if time < .zero { input.beforeStart += 1 }
    if let duration, time >= duration { input.afterEnd += 1 }
    return time >= .zero && time < duration ?? .never
  }

  /// Ends the reading.
  ///
  /// - Throws: `SynthesisError` with the faults of the rows, or that there is none, or none in the period.
  func finish(_ rows: borrowing CSVReader) throws(SynthesisError) {
    do throws(TableError) { try rows.finish() } catch { throw SynthesisError(.table(error)) }
    if input.rows == 0 { throw SynthesisError(.noRows(file: rows.file)) }
    if input.beforeStart + input.afterEnd == input.rows {
      throw SynthesisError(
        .noRowsInPeriod(file: rows.file, beforeStart: input.beforeStart, afterEnd: input.afterEnd))
    }
  }

  /// What the user should know of the file: columns that nobody asked for, and rows that were left out.
  ///
  /// - Parameter isForeign: whether the format has columns that we have no use for, so that only those count that look
  ///   like one that is missing.
  func notices(_ rows: borrowing CSVReader, isForeign: Bool = false) -> [InputNotice] {
    let unknown = rows.unknownColumns.filter { !isForeign || $0.nearest != nil }
    var notices = unknown.map {
      InputNotice.unknownColumn(file: input.file, name: $0.name, nearest: $0.nearest)
    }
    if input.beforeStart + input.afterEnd > 0 {
      notices.append(
        .leftOut(
          file: input.file, rows: input.rows, beforeStart: input.beforeStart, afterEnd: input.afterEnd,
          last: last))
    }
    return notices
  }

  /// Opens the file at `path`.
  static func open(_ path: String) throws(SynthesisError) -> CSVReader {
    do throws(TableError) { return try CSVReader(contentsOf: path) } catch {
      throw SynthesisError(.table(error))
    }
  }

  /// Checks that the columns asked for are there.
  static func check(_ rows: borrowing CSVReader) throws(SynthesisError) {
    do throws(TableError) { try rows.checkColumns() } catch { throw SynthesisError(.table(error)) }
  }
}

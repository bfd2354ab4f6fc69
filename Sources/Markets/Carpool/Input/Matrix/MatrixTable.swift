import Ground
import Quantities
import Tables

/// A trip matrix as read from its file.
struct MatrixTable {
  /// The maximum number of trips of a pair: any sum of them stays finite.
  static let most = 1e12

  var cells: [TripMatrix.Cell]
  /// Whether the numbers depend on the hour.
  var isHourly: Bool
  var notices: [InputNotice] = []
}

extension MatrixTable {
  /// Reads a CSV file in long form at `path`, called `file` in messages: one row for each pair of the zones of
  /// `map`, and for each hour if there are hours.
  ///
  /// - Parameter map: the zones; nil: the file is only checked for faults.
  /// - Throws: `TableError` with every faulty row.
  init(contentsOf path: String, file: String, between map: ZoneMap?) throws(TableError) {
    var rows = try CSVReader(contentsOf: path, as: .matrix)
    let origin = rows.column("origin")
    let destination = rows.column("destination")
    let number = rows.column("number")
    let isHourly = rows.columnNames.contains("hour")
    let hour = isHourly ? rows.column("hour") : nil
    try rows.checkColumns()
    var cells: [TripMatrix.Cell] = []
    while rows.next() {
      // Each fault of a row is reported.
      let ends = (map?.zone(origin, &rows), map?.zone(destination, &rows))
      let trips = rows.double(number)
      if !(0...Self.most).contains(trips) {
        rows.recordValue(number, expected: .other("a number of trips from 0 to 1e12"))
      }
      let hour = hour.map { rows.int64($0, in: 0...23) } ?? 0
      if case (let from?, let to?) = ends {
        cells.append(
          TripMatrix.Cell(hour: UInt8(truncatingIfNeeded: hour), origin: from, destination: to, number: trips)
        )
      }
    }
    notices = rows.unknownColumns.map { .unknownColumn(file: file, name: $0.name, nearest: $0.nearest) }
    try rows.finish()
    self.cells = cells
    self.isHourly = isHourly
  }
}

import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Statistics
import Tables

/// The columns of a register of carpools.
struct JourneyColumns {
  private let id: CSVColumn
  private let car: CSVColumn
  private let start: JourneyTime
  private let end: JourneyTime?
  /// The minutes from start to end.
  private let duration: CSVOptionalColumn
  let longitudes: [CSVColumn]
  let latitudes: [CSVColumn]
  private let passengers: CSVOptionalColumn
  let territory: Territory

  /// The maximum difference between the start times of rows of the same car, in seconds.
  private static let longestSpread = 4.0 * 3600

  init(_ rows: inout CSVReader, _ territory: Territory) {
    self.territory = territory
    id = rows.column("journey_id")
    car = rows.column("trip_id")
    start = JourneyTime("journey_start", &rows)
    let hasEnd = rows.has("journey_end_datetime") || rows.has("journey_end_time")
    end = hasEnd ? JourneyTime("journey_end", &rows) : nil
    duration = rows.optionalColumn("journey_duration")
    longitudes = ["journey_start_lon", "journey_end_lon"].map { rows.column($0) }
    latitudes = ["journey_start_lat", "journey_end_lat"].map { rows.column($0) }
    passengers = rows.optionalColumn("passenger_seats")
  }

  /// Reads a row. `starts` holds the start of the first row read for each car; `blur` returns the draws that undo the
  /// rounding of a row's values, by the row's key; nil: values are used unchanged.
  func read(
    _ table: inout RecordedRows, starts: inout [String: (id: Int64, start: Double)],
    blur: ((UInt64) -> KeyedGenerator)?
  ) -> RecordedJourney {
    let id = table.id(self.id)
    let car = table.rows.string(car)
    if car.isEmpty { table.rows.recordValue(self.car, expected: .other("the name of the car's trip")) }
    let written = start.read(&table.rows) ?? LocalDateTime(seconds: 0)
    var draws = blur.map { $0(table.key(of: id)) }
    let began = Self.within(written, &draws)
    let first = starts[car] ?? (id, began)
    if first.id != id, (began - first.start).magnitude > Self.longestSpread {
      table.rows.recordValue(
        self.car, expected: .other("a trip whose rows begin within 4 hours, as the passengers of one car do,")
      )
    }
    starts[car] = first
    let ends = (0...1).map { place(at: $0, &table.rows, &draws) }
    let minutes = table.rows.double(duration)
    let ended =
      if let end, !end.isEmpty(table.rows) {
        end.read(&table.rows).map { Self.within($0, &draws) } ?? began
      } else {
        began + 60 * (minutes ?? 0)
      }
    return RecordedJourney(
      id: id, car: car, day: written.midnight, start: began, end: max(began, ended), origin: ends[0].place,
      destination: ends[1].place, originCause: ends[0].cause, destinationCause: ends[1].cause,
      passengers: table.rows.int64(passengers, in: 0...100).map { Int16($0) })
  }
}

/// The columns of a time: either a single column with date and time, with or without a UTC offset, or one column for
/// each.
private struct JourneyTime {
  private let both: CSVColumn?
  private let date: CSVColumn?
  private let time: CSVColumn?

  init(_ name: String, _ rows: inout CSVReader) {
    let isOne = rows.has(name + "_datetime") || !rows.has(name + "_date")
    both = isOne ? rows.column(name + "_datetime") : nil
    date = isOne ? nil : rows.column(name + "_date")
    time = isOne ? nil : rows.column(name + "_time")
  }

  /// Returns whether the row leaves this time empty.
  func isEmpty(_ rows: borrowing CSVReader) -> Bool {
    for case let column? in [both, date, time] where !rows.isEmpty(column) { return false }
    return true
  }

  /// Returns the time in the row, in the scenario's local time; nil, with a fault, if it is invalid.
  func read(_ rows: inout CSVReader) -> LocalDateTime? {
    if let both {
      let text = rows.string(both)
      if let found = rows.local(text, both) { return found }
      rows.recordValue(both, expected: .other("a date and time like 2026-05-18T07:40:00+02:00"))
      return nil
    }
    guard let date, let time else { return nil }
    let text = rows.string(time)
    if let found = rows.local(rows.string(date) + "T" + text, time) { return found }
    rows.recordValue(time, expected: .other("a time like 07:40:00 beside a date like 2026-05-18"))
    return nil
  }
}

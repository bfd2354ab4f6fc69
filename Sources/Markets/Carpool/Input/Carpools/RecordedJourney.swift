import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Statistics
import Tables

/// One passenger in one car, as published in the French register of carpooling proofs.
struct RecordedJourney {
  var id: Int64
  /// The name of the car's trip, shared by the rows of its other passengers.
  var car: String
  /// The start day given in the row.
  var day: LocalDateTime
  /// Start and end in seconds since 1970 in local time, including fractions.
  var start: Double
  var end: Double
  var origin: Place
  var destination: Place
  /// The reason the origin cannot be used, and the destination; nil if it can.
  var originCause: EndCause?
  var destinationCause: EndCause?
  /// The number of passengers, 0 included; nil if the register does not state it.
  var passengers: Int16?

  /// The reason an end cannot be used, that of the origin first.
  var cause: EndCause? { originCause ?? destinationCause }
}

/// The columns of a register of carpools.
struct JourneyColumns {
  private let id: CSVColumn
  private let car: CSVColumn
  private let start: JourneyTime
  private let end: JourneyTime?
  /// Minutes from start to end.
  private let duration: CSVOptionalColumn
  private let longitudes: [CSVColumn]
  private let latitudes: [CSVColumn]
  private let passengers: CSVOptionalColumn
  private let territory: Territory

  /// The longest time between the starts of two rows of one car.
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

  /// Reads a row. `starts` holds the starts of earlier rows by car; `blur` returns the draws for a row's rounded
  /// values, by the row's key; nil: values are used unchanged.
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

  /// Returns a random time that rounds up to `time` if this is a multiple of ten minutes; any other time is exact.
  private static func within(_ time: LocalDateTime, _ draws: inout KeyedGenerator?) -> Double {
    let seconds = Double(time.seconds)
    guard time.seconds % 600 == 0, let share = draws?.uniform() else { return seconds }
    return seconds - 600 * share
  }

  /// Returns trip end number `index`, drawn from the cell of coordinates truncated to it.
  private func place(
    at index: Int, _ rows: inout CSVReader, _ draws: inout KeyedGenerator?
  ) -> (place: Place, cause: EndCause?) {
    let (x, y) = (longitudes[index], latitudes[index])
    guard !rows.isEmpty(x), !rows.isEmpty(y) else {
      return (Place(position: Position(x: 0, y: 0)), territory.isNetwork ? .offNetwork : .outsideSpace)
    }
    guard draws != nil else { return territory.end(longitude: x, latitude: y, &rows) }
    let decimals = max(2, Self.decimals(rows.string(x)), Self.decimals(rows.string(y)))
    var point = Coordinates(x: rows.double(x), y: rows.double(y))
    let cell = Self.powersOfTenth[min(decimals, Self.powersOfTenth.count - 1)]
    // What is cut off leaves a place nearer to zero.
    if let share = draws?.uniform() { point.x += (point.x < 0 ? -cell : cell) * share }
    if let share = draws?.uniform() { point.y += (point.y < 0 ? -cell : cell) * share }
    guard point.x.magnitude <= 180, point.y.magnitude <= 90 else {
      return territory.end(longitude: x, latitude: y, &rows)
    }
    return territory.end(at: territory.rounded(point))
  }

  private static let powersOfTenth = [1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7]

  /// Returns the number of decimal places.
  private static func decimals(_ text: String) -> Int {
    guard let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return 0 }
    return text.utf8.distance(from: point, to: text.utf8.endIndex) - 1
  }
}

/// The columns of a time: a single column of date and time, with or without a UTC offset, or separate ones of date and
/// time.
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

  /// Returns whether the row gives no such time.
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

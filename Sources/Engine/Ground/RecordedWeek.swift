public import JSON5
import Quantities
public import Scenario
public import Tables

/// The departure rates of recorded trips by weekday and time of day.
///
/// The rates of a weekday are means over all its days from the first to the last date of the record, including days
/// without trips.
public struct RecordedWeek: Sendable {
  /// The columns searched by default.
  private static let columns =
    [
      "pickup_datetime", "tpep_pickup_datetime", "lpep_pickup_datetime", "Trip_Pickup_DateTime", "submit_s",
      "depart_s",
    ] + monthFirstColumns
  /// The columns of Chicago's taxi and bicycle data, whose dates may have the month first.
  private static let monthFirstColumns = ["trip_start_timestamp", "trip start timestamp", "started_at"]
  /// The maximum length of a record, in days.
  private static let mostDays: Int64 = 36_600

  /// The number of trips.
  public let trips: Int
  /// The number of days in the record for each weekday, Monday first.
  public let days: [Int]
  /// The number of trips per hour, in equal parts of each weekday.
  public let profile: Scenario.Profile.Week

  /// Reads the departure times of the trips in the file at `path`.
  ///
  /// - Parameters:
  ///   - column: the column of the times; nil: the first of the default columns present.
  ///   - start: the time from which seconds in the file are counted; nil if the file has dates.
  ///   - zone: the IANA name of the time zone of the rates; nil: the clock of the file.
  ///   - parts: the number of equal parts of a day.
  /// - Throws: `TableError` with all rows that have no valid time.
  public init(
    contentsOf path: String, column name: String?, start: LocalDateTime?, zone: String? = nil, parts: Int
  ) throws(TableError) {
    var rows = try CSVReader(contentsOf: path, as: .times)
    rows.clock = TableClock(zone: zone, setting: "--time-zone")
    let name = name ?? rows.name(among: Self.columns)
    let isMonthFirst = Self.monthFirstColumns.contains(name.lowercased())
    let column = rows.column(name)
    try rows.checkColumns()
    var times: [Int64] = []
    while rows.next() {
      let faults = rows.faultCount
      let time = Self.time(column, &rows, start, isMonthFirst: isMonthFirst)
      if rows.faultCount == faults { times.append(time) }
    }
    let first = times.min().map(Self.day) ?? 0
    let last = times.max().map(Self.day) ?? -1
    if last - first >= Self.mostDays {
      throw .notATable(file: path, looks: "a record of more than a hundred years", cure: "check its times")
    }
    try rows.finish()
    var days = Array(repeating: 0, count: 7)
    for day in first..<last + 1 { days[Self.weekday(day)] += 1 }
    var counts = Array(repeating: Array(repeating: 0, count: parts), count: 7)
    for time in times {
      let ofDay = time - 86_400 * Self.day(time)
      counts[Self.weekday(Self.day(time))][Int(ofDay) * parts / 86_400] += 1
    }
    var profile = Scenario.Profile.Week()
    let hours = 24 / Double(parts)
    for weekday in 0..<7 where days[weekday] > 0 {
      profile.days[weekday] = counts[weekday].map { Double($0) / (Double(days[weekday]) * hours) }
    }
    trips = times.count
    self.days = days
    self.profile = profile
  }

  /// Returns the time in `column` in seconds since 1970, in the record's local time.
  private static func time(
    _ column: CSVColumn, _ rows: inout CSVReader, _ start: LocalDateTime?, isMonthFirst: Bool
  ) -> Int64 {
    let text = rows.string(column)
    if let time = rows.local(text, column) { return time.seconds }
    if isMonthFirst, let time = LocalDateTime(monthFirst: text) { return time.seconds }
    if let start {
      // Round down: a second that has begun has not passed.
      let span = rows.time(column, after: start).rawValue
      return start.seconds + (span >= 0 ? span : span - 999) / 1_000
    }
    rows.recordValue(
      column,
      expected: .other("a date and time like 2008-05-22 07:30:00; for seconds or times of day, give --start"))
    return 0
  }

  /// Returns the number of days from 1970-01-01 to the time `seconds`.
  private static func day(_ seconds: Int64) -> Int64 {
    LocalDateTime(seconds: seconds).midnight.seconds / 86_400
  }

  /// Returns the number of the weekday, Monday being 0: 1970-01-01 was a Thursday.
  private static func weekday(_ day: Int64) -> Int { Int(((day + 3) % 7 + 7) % 7) }

  /// The names of the weekdays without a day in the record.
  public var missingDays: [String] {
    days.indices.filter { days[$0] == 0 }.map { Scenario.Hours.dayNames[$0] }
  }

  /// The fields of an arrival process that matches the record: the mean weekly rate and its profile.
  public var fields: JSON {
    var arrivals = Scenario.Arrivals()
    arrivals.perHour = profile.mean
    arrivals.profile = .week(profile)
    let written = arrivalFields(\Scenario.Arrivals.self)
    return .object(
      written.filter { $0.name == "per_hour" || $0.name == "profile" }.compactMap { field in
        field.write(arrivals, .reload).map { JSON.Member(field.name, $0) }
      })
  }
}

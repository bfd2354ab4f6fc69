import Foundation
import Ground
import Scenario
import Tables

/// A file of people or trips, with the properties needed to write a scenario for it.
struct RecordedFile {
  let path: String
  let layout: InputLayout
  /// The number of rows.
  private(set) var rows = 0
  /// The range of times given in seconds; nil if there are none.
  private(set) var seconds: ClosedRange<Double>?
  /// The range of times given as dates and times; nil if there are none.
  private(set) var dates: ClosedRange<LocalDateTime>?
  /// The range of times of day without a date, in seconds since midnight; nil if there are none.
  private(set) var clocks: ClosedRange<Int64>?
  /// The times of the rows of a table, in order; empty for other layouts.
  private(set) var times: [Time] = []
  /// The number of rows per day, keyed by the day's midnight in seconds since 1970.
  private var days: [Int64: Int] = [:]
  /// The ranges of the coordinates.
  private(set) var x: ClosedRange<Double>?
  private(set) var y: ClosedRange<Double>?
  /// The places of a table, in order; empty for other layouts.
  private(set) var places: [(x: Double, y: Double)] = []
  /// The number of rows with a place at 0°, 0°, which stands for a missing place in the data of New York's taxis;
  /// excluded from the ranges.
  private(set) var placeless = 0
  /// The names of the zones of a matrix in a table; empty for OMX.
  private(set) var zones: Set<String> = []
  /// Whether a matrix in a table has hours.
  private(set) var hasHours = false
  /// Whether rows contain traits of persons: smoking, sex or age.
  private(set) var hasTraits = false
  /// Whether coordinates are degrees.
  private(set) var isInDegrees = true

  /// The time of a row.
  enum Time {
    /// Seconds since the start of the scenario.
    case seconds(Double)
    case date(LocalDateTime)
    /// A time of day, in seconds since midnight.
    case clock(Int64)
  }

  /// Reads the file at `path`.
  ///
  /// - Throws: `TableError` if it is not a table, `NewScenarioError` if it matches no known layout.
  init(_ path: String) throws {
    self.path = path
    if path.lowercased().hasSuffix(".omx") {
      guard FileSystem.exists(path) else {
        _ = try FileBytes(contentsOf: path)
        preconditionFailure("no file")
      }
      guard let matrix = InputLayout.all.first(where: { $0.kind == .matrix }) else {
        preconditionFailure("no layout")
      }
      layout = matrix
      return
    }
    var reader = try CSVReader(contentsOf: path)
    layout = try InputLayout.recognised(reader.columnNames, file: path)
    let header = reader.columnNames
    hasHours = header.contains("hour")
    hasTraits = ["smoker", "sex", "age"].contains(where: header.contains)
    func present(_ names: [String]) -> String? {
      names.lazy.compactMap { name in header.first { $0.lowercased() == name.lowercased() } }.first
    }
    let isTable = if case .table = layout.kind { true } else { false }
    let time = present(layout.times).map { reader.optionalColumn($0) }
    let found = layout.places.compactMap { x, y in present(x).flatMap { x in present(y).map { (x, $0) } } }
    isInDegrees = found.allSatisfy { !$0.0.hasSuffix("_x") }
    let ends = layout.kind == .matrix ? ["origin", "destination"].map { reader.optionalColumn($0) } : []
    let places = found.map { (x: reader.optionalColumn($0.0), y: reader.optionalColumn($0.1)) }
    while reader.next() {
      rows += 1
      if let time, let text = reader.string(time), let found = note(text), isTable { times.append(found) }
      for end in ends { if let zone = reader.string(end) { zones.insert(zone) } }
      var isPlaceless = false
      defer { if isPlaceless { placeless += 1 } }
      for place in places {
        guard let x = reader.string(place.x).flatMap(Double.init), x.isFinite,
          let y = reader.string(place.y).flatMap(Double.init), y.isFinite
        else { continue }
        if isInDegrees, x == 0, y == 0 {
          isPlaceless = true
          continue
        }
        if isTable { self.places.append((x, y)) }
        self.x = self.x.map { min($0.lowerBound, x)...max($0.upperBound, x) } ?? x...x
        self.y = self.y.map { min($0.lowerBound, y)...max($0.upperBound, y) } ?? y...y
      }
    }
  }

  /// Extends the range of times by the time `text`, and returns it; nil if it is not a time, which the validation reports.
  private mutating func note(_ text: String) -> Time? {
    if let number = Double(text) {
      guard number.isFinite else { return nil }
      seconds = seconds.map { min($0.lowerBound, number)...max($0.upperBound, number) } ?? number...number
      return .seconds(number)
    }
    if let clock = LocalDateTime.secondsOfDay(text) {
      clocks = clocks.map { min($0.lowerBound, clock)...max($0.upperBound, clock) } ?? clock...clock
      return .clock(clock)
    }
    if let date = LocalDateTime(String(text.prefix(19))) ?? LocalDateTime(monthFirst: text)
      ?? LocalDateTime(text.prefix(10) + "T00:00:00")
    {
      dates = dates.map { min($0.lowerBound, date)...max($0.upperBound, date) } ?? date...date
      days[date.midnight.seconds, default: 0] += 1
      return .date(date)
    }
    return nil
  }

  /// The number of days with rows.
  var dayCount: Int { days.count }

  /// The day with the most rows, the first in case of a tie; nil if rows have no dates.
  var busiestDay: (start: LocalDateTime, rows: Int)? {
    days.sorted { $0.key < $1.key }.max { $0.value < $1.value }.map {
      (LocalDateTime(seconds: $0.key), $0.value)
    }
  }
}

import Quantities
import Scenario
import Statistics

/// The trips between zones, by hour of the day or constant, with alias tables for drawing pairs: one for the origins of
/// each hour, and one for the destinations of each origin.
struct TripMatrix: Sendable {
  /// A pair of zones with its number of trips.
  struct Cell: Sendable {
    /// The hour of the day; 0 if the matrix has no hours.
    var hour: UInt8
    var origin: Int32
    var destination: Int32
    var number: Double
  }

  /// A distribution of zones, in proportion to their trips.
  private struct Draw: Sendable {
    let zones: [Int32]
    let table: AliasTable

    func draw(_ generator: inout KeyedGenerator) -> Int32 { zones[table.draw(&generator)] }
  }

  /// The trips of one hour.
  private struct Hour: Sendable {
    let number: Double
    let origins: Draw
    /// The distribution of destinations by origin zone.
    let destinations: [Int32: Draw]
  }

  /// The hours of the day, nil for hours without trips; a single element if trips do not depend on the hour.
  private let hours: [Hour?]
  /// The zones in which trips begin or end, in ascending order.
  let zones: [Int32]

  /// Creates the matrix from `cells`; cells with the same pair and hour are added up.
  ///
  /// - Precondition: no number of trips is negative.
  /// - Returns: nil if no number of trips is positive.
  init?(_ cells: [Cell], isHourly: Bool) {
    let cells = cells.filter { $0.number > 0 }
    guard !cells.isEmpty else { return nil }
    var ofHours = Array(repeating: [Cell](), count: isHourly ? 24 : 1)
    for cell in cells { ofHours[Int(cell.hour)].append(cell) }
    hours = ofHours.map(Self.hour)
    zones = Set(cells.lazy.map(\.origin)).union(cells.lazy.map(\.destination)).ordered()
  }

  private static func hour(_ cells: [Cell]) -> Hour? {
    guard !cells.isEmpty else { return nil }
    var rows: [Int32: (zones: [Int32], numbers: [Double])] = [:]
    var origins: [Int32] = []
    for cell in cells {
      if rows[cell.origin] == nil { origins.append(cell.origin) }
      rows[cell.origin, default: ([], [])].zones.append(cell.destination)
      rows[cell.origin, default: ([], [])].numbers.append(cell.number)
    }
    let sums = origins.map { rows[$0]?.numbers.reduce(0, +) ?? 0 }
    return Hour(
      number: sums.reduce(0, +), origins: Draw(zones: origins, table: AliasTable(sums)),
      destinations: rows.mapValues { Draw(zones: $0.zones, table: AliasTable($0.numbers)) })
  }

  /// Returns the hour of the day at `time` since midnight; 0 if trips do not depend on the hour.
  private func hour(at time: Milliseconds) -> Int {
    hours.count == 1 ? 0 : Int(time.rawValue / 3_600_000) % hours.count
  }

  /// Whether the numbers of trips depend on the hour of the day.
  var isHourly: Bool { hours.count > 1 }

  /// Returns the hour of the day at `time` since midnight if that hour has no trips; otherwise nil.
  func emptyHour(at time: Milliseconds) -> Int? {
    let hour = hour(at: time)
    return hours[hour] == nil ? hour : nil
  }

  /// Draws the origin zone of a trip that departs at `time` since midnight; nil if that hour has no trips.
  func origin(at time: Milliseconds, _ generator: inout KeyedGenerator) -> Int32? {
    hours[hour(at: time)]?.origins.draw(&generator)
  }

  /// Draws the destination zone of a trip from zone `origin` at `time` since midnight; nil if that hour has no trips
  /// from there.
  func destination(from origin: Int32, at time: Milliseconds, _ generator: inout KeyedGenerator) -> Int32? {
    hours[hour(at: time)]?.destinations[origin]?.draw(&generator)
  }

  /// Returns the hourly steps of the arrival profile over `duration` from the time of day `start`, weighted by trips;
  /// nil if trips do not depend on the hour.
  func profile(from start: Milliseconds, over duration: Milliseconds) -> [Scenario.Profile.Step]? {
    guard isHourly else { return nil }
    var steps: [Scenario.Profile.Step] = []
    var begin = Milliseconds.zero
    while begin < duration {
      var step = Scenario.Profile.Step()
      let ofDay = start + begin
      step.until = begin + Milliseconds(3_600_000 - ofDay.rawValue % 3_600_000)
      step.weight = hours[hour(at: ofDay)]?.number ?? 0
      begin = step.until
      steps.append(step)
    }
    return steps
  }

  /// Returns the number of trips over `duration` from the time of day `start`; a matrix without hours gives the total
  /// for the whole duration.
  func number(from start: Milliseconds, over duration: Milliseconds) -> Double {
    guard let steps = profile(from: start, over: duration) else { return hours[0]?.number ?? 0 }
    var begin = Milliseconds.zero
    return steps.reduce(0) { sum, step in
      let end = min(step.until, duration)
      defer { begin = end }
      return sum + step.weight * (end - begin).seconds / 3_600
    }
  }
}

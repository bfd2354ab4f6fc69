import Quantities
import Scenario
import Statistics

/// The numbers of trips between zones, in each hour of the day or at all times alike, ready to draw pairs from: an alias
/// table of the origins of each hour, and one of the destinations of each origin.
struct TripMatrix: Sendable {
  /// A pair of zones with its number of trips.
  struct Cell: Sendable {
    /// The hour of the day; 0 where the matrix has none.
    var hour: UInt8
    var origin: Int32
    var destination: Int32
    var number: Double
  }

  /// Zones that are drawn in proportion to their trips.
  private struct Draw: Sendable {
    let zones: [Int32]
    let table: AliasTable

    func draw(_ generator: inout KeyedGenerator) -> Int32 { zones[table.draw(&generator)] }
  }

  /// The trips of an hour.
  private struct Hour: Sendable {
    let number: Double
    let origins: Draw
    /// By the zone of the origin.
    let destinations: [Int32: Draw]
  }

  /// The hours of the day, nil where there are no trips; a single one where all times are alike.
  private let hours: [Hour?]
  /// The zones that trips begin or end in, in ascending order.
  let zones: [Int32]

  /// Creates the matrix of `cells`, of which those of one pair and hour add up.
  ///
  /// - Precondition: No number is below 0.
  /// - Returns: nil where none is above 0.
  init?(_ cells: [Cell], isHourly: Bool) {
    let cells = cells.filter { $0.number > 0 }
    guard !cells.isEmpty else { return nil }
    var ofHours = Array(repeating: [Cell](), count: isHourly ? 24 : 1)
    for cell in cells { ofHours[Int(cell.hour)].append(cell) }
    hours = ofHours.map(Self.hour)
    zones = Set(cells.lazy.map(\.origin)).union(cells.lazy.map(\.destination)).sorted()
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

  /// The number of the hour of the day in which `time` since midnight lies; 0 where all are alike.
  private func hour(at time: Milliseconds) -> Int {
    hours.count == 1 ? 0 : Int(time.rawValue / 3_600_000) % hours.count
  }

  /// True if the numbers differ by the hour of the day.
  var isHourly: Bool { hours.count > 1 }

  /// The hour of the day of `time` since midnight, where it has no trips; nil where it has some.
  func emptyHour(at time: Milliseconds) -> Int? {
    let hour = hour(at: time)
    return hours[hour] == nil ? hour : nil
  }

  /// Draws the origin of a trip that departs at `time` since midnight; nil where that hour has none.
  func origin(at time: Milliseconds, _ generator: inout KeyedGenerator) -> Int32? {
    hours[hour(at: time)]?.origins.draw(&generator)
  }

  /// Draws the destination of a trip from the zone `origin` likewise; nil where that hour has none from there.
  func destination(from origin: Int32, at time: Milliseconds, _ generator: inout KeyedGenerator) -> Int32? {
    hours[hour(at: time)]?.destinations[origin]?.draw(&generator)
  }

  /// The steps in which trips come over `duration` from the time of day `start` on, with their numbers by the hour; nil
  /// where all times are alike.
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

  /// The number of trips over `duration` from the time of day `start` on; where all times are alike, the matrix is that of the
  /// whole duration.
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

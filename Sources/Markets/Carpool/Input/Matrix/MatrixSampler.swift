import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Statistics

/// Draws the ends of trips by a matrix: the pair of zones in proportion to its trips in the hour of the departure, then a
/// place in each.
struct MatrixSampler {
  /// The file of the matrix, as the scenario names it.
  let file: String
  let matrix: TripMatrix
  /// The zones by their numbers, of which some may have no trips and then no ends.
  private let names: [String]
  private let ends: [Int32: ZoneEnds]
  private let territory: Territory
  /// The time of day at second 0.
  private let start: Milliseconds

  /// Creates the sampler of `matrix` between the zones whose `ends` are known.
  init(
    _ matrix: TripMatrix, file: String, names: [String], ends: [Int32: ZoneEnds], in territory: Territory,
    from start: Milliseconds
  ) {
    self.matrix = matrix
    self.file = file
    self.names = names
    self.ends = ends
    self.territory = territory
    self.start = start
  }

  /// The profile of the arrivals over `duration`; nil where all times are alike.
  func profile(over duration: Milliseconds) -> Scenario.Profile? {
    matrix.profile(from: start, over: duration).map { .steps($0) }
  }

  /// The number of trips in the matrix over `duration`.
  func number(over duration: Milliseconds) -> Double { matrix.number(from: start, over: duration) }

  /// The hours of the day in which some of `times` lie and the matrix has no trips, in ascending order.
  func emptyHours(among times: [Milliseconds]) -> [Int] {
    Set(times.lazy.compactMap { matrix.emptyHour(at: start + $0) }).sorted()
  }

  /// Draws the zones of a trip that departs at `time`; nil where that hour has none.
  func pair(at time: Milliseconds, _ generator: inout KeyedGenerator) -> (origin: Int, destination: Int)? {
    guard let origin = matrix.origin(at: start + time, &generator),
      let destination = matrix.destination(from: origin, at: start + time, &generator)
    else { return nil }
    return (Int(origin), Int(destination))
  }

  /// Draws the zone of an origin at `time`; nil where that hour has none.
  func origin(at time: Milliseconds, _ generator: inout KeyedGenerator) -> Int? {
    matrix.origin(at: start + time, &generator).map(Int.init)
  }

  /// Draws the zone of the destination of a trip from zone `origin` likewise.
  func destination(from origin: Int, at time: Milliseconds, _ generator: inout KeyedGenerator) -> Int? {
    matrix.destination(from: Int32(origin), at: start + time, &generator).map(Int.init)
  }

  /// Draws a place in `zone`; nil where that point is no place of the space.
  func place(in zone: Int, _ generator: inout KeyedGenerator) -> Place? {
    ends[Int32(zone)]?.draw(in: territory, &generator)
  }

  /// The name of `zone`.
  func name(of zone: Int) -> String { names[zone] }
}

import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Statistics

/// Draws trip ends from a matrix: a pair of zones in proportion to its trips in the departure hour, then a place in
/// each zone.
struct MatrixSampler {
  /// The matrix file, as named in the scenario.
  let file: String
  let matrix: TripMatrix
  /// The zone names and trip ends, by zone number; zones without trips may have no ends.
  private let names: [String]
  private let ends: [Int32: ZoneEnds]
  private let territory: Territory
  /// The time of day at simulated time 0.
  private let start: Milliseconds

  /// Creates the sampler of `matrix`, whose zones have the trip ends `ends`.
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

  /// Returns the arrival profile over `duration`; nil if it is constant.
  func profile(over duration: Milliseconds) -> Scenario.Profile? {
    matrix.profile(from: start, over: duration).map { .steps($0) }
  }

  /// Returns the number of trips in the matrix over `duration`.
  func number(over duration: Milliseconds) -> Double { matrix.number(from: start, over: duration) }

  /// Returns, in ascending order, the hours of the day that occur in `times` but have no trips in the matrix.
  func emptyHours(among times: [Milliseconds]) -> [Int] {
    Set(times.lazy.compactMap { matrix.emptyHour(at: start + $0) }).ordered()
  }

  /// Draws the zones of a trip that departs at `time`; nil if that hour has no trips.
  func pair(at time: Milliseconds, _ generator: inout KeyedGenerator) -> (origin: Int, destination: Int)? {
    guard let origin = matrix.origin(at: start + time, &generator),
      let destination = matrix.destination(from: origin, at: start + time, &generator)
    else { return nil }
    return (Int(origin), Int(destination))
  }

  /// Draws the origin zone of a trip at `time`; nil if that hour has no trips.
  func origin(at time: Milliseconds, _ generator: inout KeyedGenerator) -> Int? {
    matrix.origin(at: start + time, &generator).map(Int.init)
  }

  /// Draws the destination zone of a trip from zone `origin` at `time`; nil if that hour has no trips.
  func destination(from origin: Int, at time: Milliseconds, _ generator: inout KeyedGenerator) -> Int? {
    matrix.destination(from: Int32(origin), at: start + time, &generator).map(Int.init)
  }

  /// Draws a place in `zone`; nil if the drawn point is not a place in the space.
  func place(in zone: Int, _ generator: inout KeyedGenerator) -> Place? {
    ends[Int32(zone)]?.draw(in: territory, &generator)
  }

  /// Returns the name of `zone`.
  func name(of zone: Int) -> String { names[zone] }
}

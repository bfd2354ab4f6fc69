import CarpoolScenario
public import Models
import Quantities
import Scenario
import Spaces
import Synthesis
import Tables
import Travellers

extension CarpoolWorld {
  public var controls: [InputControl] {
    let all = input.population.requests.filter {
      $0.refusal == nil && $0.submit >= input.scenario.time.warmUp
    }
    let real = all.filter { !$0.isProbe }
    let asking = real.isEmpty ? all : real
    guard !asking.isEmpty else { return [] }
    let count = Double(asking.count)
    let circles = StraightLineDrivers(
      input.population.drivers, input.spaces.geometry, input.scenario.matching.radius)
    let passing = asking.map(circles.count)
    return [
      .init(
        "trip_m", .metres, "mean direct trip of the requests",
        asking.reduce(0) { $0 + $1.direct.metres } / count),
      .init(
        "circles", .count,
        "mean number of drivers whose straight trip leads through both circles of a request",
        Double(passing.reduce(0, +)) / count),
      .init(
        "covered", .ratio, "share of the requests with such a driver",
        Double(passing.count { $0 > 0 }) / count),
    ]
  }
}

/// The drivers by announcement time, each assumed to drive in a straight line from departure to arrival. They allow an
/// estimate, before any simulation, of the number of drivers found by the two-circle rule.
private struct StraightLineDrivers {
  /// The properties of a driver that are needed in a scan.
  private struct Line {
    let announce: Milliseconds
    let depart: Milliseconds
    let arrive: Milliseconds
    let origin: Position
    let destination: Position
    /// The velocity in metres per millisecond; on the globe along the chord, which is accurate enough for an estimate.
    let velocity: Position
    let seats: Int16

    init(_ driver: Driver, _ geometry: Geometry) {
      announce = driver.announce
      depart = driver.departAlone
      arrive = depart + driver.solo.duration
      origin = driver.origin.position
      destination = driver.destination.position
      velocity =
        1 / Double(max(1, driver.solo.duration.rawValue)) * geometry.offset(from: origin, to: destination)
      seats = driver.seats
    }
  }

  private let lines: [Line]
  private let geometry: Geometry
  private let radius: Metres
  private let squaredReach: Double
  /// The longest time from announcement to arrival.
  private let longest: Milliseconds

  init(_ drivers: [Driver], _ geometry: Geometry, _ radius: Metres) {
    lines = drivers.filter { $0.refusal == nil && !$0.waits }.map { Line($0, geometry) }
      .ordered { $0.announce < $1.announce }
    self.geometry = geometry
    self.radius = radius
    squaredReach = geometry.squaredReach(radius)
    longest = lines.reduce(.zero) { max($0, $1.arrive - $1.announce) }
  }

  /// Returns the number of drivers with enough seats who are within the radius of the pickup when `request` is
  /// submitted, and later pass within the radius of the destination.
  func count(for request: Request) -> Int {
    let time = request.submit
    let first = lines.partitioningIndex { $0.announce >= time - longest }
    var count = 0
    for line in lines[first...] {
      if line.announce > time { break }
      guard time < line.arrive, line.seats >= request.partySize else { continue }
      let here = line.origin + Double(max(0, (time - line.depart).rawValue)) * line.velocity
      guard geometry.offset(from: request.origin.position, to: here).squaredLength <= squaredReach,
        geometry.distance(request.destination.position, toSegment: here, line.destination) <= radius
      else { continue }
      count += 1
    }
    return count
  }
}

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
    let all = world.population.requests.filter {
      $0.refusal == nil && $0.submit >= world.scenario.time.warmUp
    }
    let real = all.filter { !$0.isProbe }
    let asking = real.isEmpty ? all : real
    guard !asking.isEmpty else { return [] }
    let count = Double(asking.count)
    let circles = Circles(
      world.population.drivers, world.spaces.geometry, world.scenario.matching.radius)
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

/// The drivers as if each drove a straight line from departure to arrival, by the time at which they are announced: what the two circles
/// find of them is known before anything is simulated.
private struct Circles {
  private let drivers: [Driver]
  private let geometry: Geometry
  private let radius: Metres
  /// The longest time from an announcement to an arrival.
  private let longest: Milliseconds

  init(_ drivers: [Driver], _ geometry: Geometry, _ radius: Metres) {
    self.drivers = drivers.filter { $0.refusal == nil && !$0.waits }.sorted { $0.announce < $1.announce }
    self.geometry = geometry
    self.radius = radius
    longest = self.drivers.reduce(.zero) { max($0, $1.arriveAlone - $1.announce) }
  }

  /// The number of drivers with seats who are within the radius of the pickup when `request` is submitted, and come within it of the
  /// destination.
  func count(for request: Request) -> Int {
    let time = request.submit
    var (low, high) = (0, drivers.count)
    while low < high {
      let middle = (low + high) / 2
      if drivers[middle].announce < time - longest { low = middle + 1 } else { high = middle }
    }
    return drivers[low...].prefix { $0.announce <= time }.count { driver in
      guard time < driver.arriveAlone, driver.seats >= request.partySize else { return false }
      let origin = driver.origin.position
      let fraction =
        Double((time - driver.departAlone).rawValue) / Double(max(1, driver.solo.duration.rawValue))
      // On the globe the chord: nobody is asked by this.
      let here =
        origin + max(0, fraction) * geometry.offset(from: origin, to: driver.destination.position)
      return geometry.isWithin(radius, request.origin.position, here)
        && geometry.distance(request.destination.position, toSegment: here, driver.destination.position)
          <= radius
    }
  }
}

extension Driver {
  /// The arrival of a driver who takes nobody along.
  fileprivate var arriveAlone: Milliseconds { departAlone + solo.duration }
}

import Quantities
import Spaces
import Travellers

/// Finds the drivers of the first two stages: who report a position within r of a pickup, and have a route point
/// ahead within r of the drop-off.
///
/// An index knows what all who can be asked report; whom it cannot tell by a hair is decided from the plan.
struct Finder: ~Copyable {
  private var index: CandidateIndex
  private let radius: Metres
  /// Those who can be asked and whose phones are offline: few, and looked at one by one.
  private var silent: [DriverIndex] = []

  init(drivers: [Driver], terms: Terms, vantage: Vantage, geometry: Geometry) {
    radius = terms.radius
    index = CandidateIndex(
      origins: drivers.lazy.map(\.origin.position), radius: terms.radius,
      spacing: vantage == .actual ? 0 : terms.spacing, geometry: geometry)
  }

  /// How many entries of the index were compared with a circle so far: a measure of work.
  var probes: Int { index.probes }

  /// Lets `driver`, who can be asked and was hidden, be found from `time` on.
  mutating func show(_ driver: DriverIndex, _ itinerary: borrowing Itinerary, at time: Milliseconds) {
    index.insert(driver, itinerary, at: time)
  }

  /// Likewise, one of whom the service knows only where they were.
  mutating func show(silent driver: DriverIndex) { silent.append(driver) }

  /// Lets nobody find `driver`.
  mutating func hide(_ driver: DriverIndex) {
    index.remove(driver)
    if !silent.isEmpty { silent.removeAll { $0 == driver } }
  }

  /// Finds the drivers of `fleet` whom `inquiry` may ask.
  ///
  /// - Parameter found: receives those of the second stage, in ascending order of id.
  /// - Returns: how many there are in the first stage, whatever their route.
  mutating func find(_ inquiry: Inquiry, in fleet: Fleet, into found: inout [DriverIndex]) -> Int {
    let (time, excluded) = (inquiry.time, inquiry.excluded)
    let pickup = inquiry.request.origin.position
    let dropoff = inquiry.request.destination.position
    if index.isStale(at: time) {
      index.rebuild(
        at: time, active: fleet.active, isAvailable: { fleet.isIndexed($0) },
        itineraries: fleet.itineraries)
    }
    for driver in excluded { index.remove(driver) }
    var byAHair = 0
    let surely = index.scan(at: time, pickup: pickup, dropoff: dropoff) { sighting in
      let driver = sighting.driver
      if sighting.isSurelyInRadius, sighting.surelyPasses {
        found.append(driver)
        return
      }
      let report = fleet.searchedReport(of: driver, at: time)
      if !sighting.isSurelyInRadius {
        guard fleet.geometry.isWithin(radius, pickup, report.position) else { return }
        byAHair += 1
      }
      if sighting.mayPass, fleet.passes(driver, near: dropoff, after: report) { found.append(driver) }
    }
    for driver in silent where !excluded.contains(driver) {
      let report = fleet.searchedReport(of: driver, at: time)
      guard fleet.geometry.isWithin(radius, pickup, report.position) else { continue }
      byAHair += 1
      if fleet.passes(driver, near: dropoff, after: report) { found.append(driver) }
    }
    for driver in excluded where fleet.isIndexed(driver) {
      index.insert(driver, fleet.itineraries[driver], at: time)
    }
    found.sort()
    return surely + byAHair
  }
}

import Quantities
import Spaces
import Travellers

/// The two stages separately: a passenger who transfers is near one driver, and goes where another one passes.
extension Finder {
  /// Returns the drivers of `fleet` available to `inquiry` with a reported position within r of its pickup, in
  /// ascending order of id.
  mutating func near(_ inquiry: Inquiry, in fleet: Fleet) -> [DriverIndex] {
    begin(at: inquiry.time, in: fleet)
    let pickup = inquiry.request.origin.position
    let local = SIMD3<Float>(index.frame.local(pickup))
    var found: [DriverIndex] = []
    for driver in fleet.active where fleet.isAvailable(driver) && !inquiry.excluded.contains(driver) {
      if index.holds(driver), let glance = index.glance(at: driver, inquiry.time),
        !index.mayBeNear(local, glance)
      {
        continue
      }
      let report = fleet.searchedReport(of: driver, at: inquiry.time)
      if fleet.geometry.isWithin(fleet.terms.radius, pickup, report.position) { found.append(driver) }
    }
    found.sort()
    return found
  }

  /// Returns the drivers of `fleet` available to `inquiry` with a route point ahead within r of its
  /// destination, in ascending order of id.
  mutating func passing(_ inquiry: Inquiry, in fleet: Fleet) -> [DriverIndex] {
    begin(at: inquiry.time, in: fleet)
    let dropoff = inquiry.request.destination.position
    let target = index.target(at: dropoff)
    var found: [DriverIndex] = []
    for driver in fleet.active where fleet.isAvailable(driver) && !inquiry.excluded.contains(driver) {
      let isHeld = index.holds(driver)
      if isHeld, let glance = index.glance(at: driver, inquiry.time), !index.mayPass(target.position, glance)
      {
        continue
      }
      var verdict = RouteSketch.Verdict.maybe
      if isHeld { verdict = index.passes(driver, near: target, at: inquiry.time) }
      if verdict == .maybe {
        let report = fleet.searchedReport(of: driver, at: inquiry.time)
        verdict = fleet.passes(driver, near: dropoff, after: report) ? .yes : .no
      }
      if verdict == .yes { found.append(driver) }
    }
    found.sort()
    return found
  }
}

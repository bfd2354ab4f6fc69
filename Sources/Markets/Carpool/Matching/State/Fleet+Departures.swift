public import Quantities
import Spaces
public import Travellers

/// Drivers whose departure is part of the plan: until they leave, any departure that keeps every promise may be taken.
extension Fleet {
  /// Tells whether `driver` has not left at `time`, and may leave at another time than is planned.
  public func isFree(_ driver: DriverIndex, at time: Milliseconds) -> Bool {
    guard hasFreeDepartures else { return false }
    let itinerary = itineraries.address(of: driver)
    return itinerary.pointee.isFree && time < itinerary.pointee.departure
  }

  /// Takes note that `driver` leaves as planned, from now on like a driver whose departure is fixed.
  public func depart(_ driver: DriverIndex) {
    guard itineraries[driver].isFree else { return }
    itineraries[driver].isFree = false
    takeNoteOfChange(driver)
    inserter.sights.forget(driver)
    if isAvailable(driver) { inserter.show(driver, itineraries) }
  }

  /// Lets `driver`, who has not left and has nobody to pick up, leave at `time`, or as soon as the trip may begin.
  public func setOff(_ driver: DriverIndex, at time: Milliseconds) {
    itineraries[driver] = itineraries[driver].leaving(at: max(time, drivers[driver].depart))
    showPlan(of: driver, at: time)
  }

  /// Plans `stops` for `driver`, who has not left at `time`.
  func replanDeparture(_ driver: DriverIndex, _ stops: consuming [PlannedStop], at time: Milliseconds) {
    let offer = drivers[driver]
    itineraries[driver].plan(
      stops, of: offer, from: max(time, offer.depart), terms: terms, space: space(of: driver))
    showPlan(of: driver, at: time)
  }

  /// Returns the start of `driver`, who has not left at `time`: the origin, at the earliest departure; nil of all others.
  func freeStart(of driver: DriverIndex, at time: Milliseconds, from vantage: Vantage) -> Start? {
    guard isFree(driver, at: time) else { return nil }
    let offer = drivers[driver]
    let diversion = Diversion(
      place: offer.origin, time: max(time, offer.depart), odometer: 0,
      index: TrackIndex(leg: 0, node: 0, bend: 0))
    let itinerary = itineraries[driver]
    return Start(
      diversion: diversion, vantage: vantage, firstLeg: itinerary.nextArrival - itinerary.departure,
      isFree: true)
  }

  /// Returns how `driver` could take `inquiry` along, which is made at a later time than now, if nothing changes until then: found
  /// by the circles, feasible as reported then, and from the true position; nil where that cannot be.
  public func foresee(_ inquiry: Inquiry, into driver: DriverIndex) -> Insertion? {
    let time = inquiry.time
    // Beyond the end of the plan there is nobody to ask. A car that waits there could be asked for ever, so its pairs bind at once.
    guard time < itineraries[driver].arrival else { return nil }
    let plan = itineraries[driver]
    defer { itineraries[driver] = plan }
    // Stops that the car has made by then are not ahead of it any more.
    while let next = itineraries[driver].stops.first, next.arrive <= time {
      _ = itineraries[driver].makeStop()
    }
    let report = itineraries[driver].track.report(at: time, spacing: searchSpacing, geometry: geometry)
    guard geometry.isWithin(terms.radius, inquiry.request.origin.position, report.position),
      passes(driver, near: inquiry.request.destination.position, after: report)
    else { return nil }
    let seen =
      freeStart(of: driver, at: time, from: .reported) ?? start(of: driver, at: time, after: report)
    guard inserter.evaluate(inquiry, into: driver, from: seen, in: self).best != nil else { return nil }
    return evaluate(inquiry, into: driver, from: .actual).best
  }
}

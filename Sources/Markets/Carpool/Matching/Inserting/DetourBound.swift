import Quantities
import Spaces
import Travellers

/// The proof that a passenger does not fit into the plan of a driver, whatever the pair of stops: the driving that it adds at least,
/// by the least times of the space, is more than the driver's limits leave.
///
/// On busy streets fifty drivers are on the route of a request, and hardly one of them is near enough for it. A time from landmarks
/// costs a tenth of an exact one.
struct DetourBound {
  private let inquiry: Inquiry
  private let leastTimes: LeastTimes
  private let stop: Milliseconds
  /// The time that the passenger's own stops take.
  private let taken: Milliseconds
  /// The duration of the passenger's trip.
  private let direct: Milliseconds

  /// More than the bits that times of days lose in a `Float`: so much, and this share of all times that are added up.
  private static let margin = (milliseconds: 8.0, share: 1e-6)

  /// Creates the bound for `inquiry`, whose passenger walks nowhere, in a space of `leastTimes`.
  init(_ inquiry: Inquiry, direct: Milliseconds, _ leastTimes: LeastTimes, _ terms: Terms) {
    self.inquiry = inquiry
    self.leastTimes = leastTimes
    self.direct = direct
    stop = terms.stopDuration
    taken = (inquiry.request.boarding ?? stop) + (inquiry.request.alighting ?? stop)
  }

  /// The driving that the passenger adds at the least to `plan`, that of `driver`, who goes on from `start`, milliseconds; nil where the
  /// passenger may fit.
  ///
  /// Of cars without a trip of their own nothing is said, nor of plans with a stop that the car may not leave yet: waiting there makes up
  /// for driving that was added before.
  func leastAddedDriving(to plan: borrowing Itinerary, of driver: borrowing Driver, from start: Start)
    -> Double?
  {
    let most = min(
      Double(driver.maxDetour.rawValue), driver.maxDetourRatio * Double(max(1, driver.solo.duration.rawValue))
    )
    let latest = driver.latestArrival
    guard !plan.waits, direct != .never, start.firstLeg != .never,
      latest != .never || most < Double(Milliseconds.never.rawValue),
      plan.stops.allSatisfy({ $0.earliest <= inquiry.time })
    else { return nil }
    // The least of all pairs, and of all drop-offs behind the leg in hand.
    var (least, leastDropoff) = (Double.infinity, Double.infinity)
    var size = Double(direct.rawValue)
    var driven = Milliseconds.zero
    let (pickup, dropoff) = (inquiry.request.origin, inquiry.request.destination)
    for position in (0...plan.stops.count).reversed() {
      let (from, to) = (
        plan.place(ofLeg: position, from: start.diversion.place),
        plan.place(ofLeg: position + 1, from: start.diversion.place)
      )
      let base =
        position == 0 ? start.firstLeg : plan.arrival(ofLeg: position) - plan.stops[position - 1].leave
      driven = driven + base
      if position > 0 { driven = driven + (plan.stops[position - 1].duration ?? stop) }
      let toPickup = time(from, pickup) - Double(base.rawValue)
      let fromDropoff = time(dropoff, to)
      size += Double(base.rawValue) + toPickup.magnitude + fromDropoff
      least = min(least, toPickup + Double(direct.rawValue) + fromDropoff)
      if leastDropoff < .infinity { least = min(least, toPickup + time(pickup, to) + leastDropoff) }
      if position > 0 {
        leastDropoff = min(leastDropoff, time(from, dropoff) + fromDropoff - Double(base.rawValue))
      }
    }
    least -= Self.margin.milliseconds + Self.margin.share * size
    let end = start.isFree ? start.diversion.time + driven : plan.arrival
    let travelled = start.isFree ? driven : plan.arrival - plan.departure
    let leaves = min(
      most - Double((travelled - driver.solo.duration).rawValue),
      latest == .never ? .infinity : Double((latest - end).rawValue))
    return least + Double(taken.rawValue) > leaves ? least : nil
  }

  @inline(__always)
  private func time(_ origin: Place, _ destination: Place) -> Double {
    Double(leastTimes.milliseconds(from: origin, to: destination))
  }
}

extension Fleet {
  /// Returns what tells that the passenger of `inquiry` does not fit into the plan of a driver in `space`.
  func detourBound(_ inquiry: Inquiry, in space: any Space) -> DetourBound {
    DetourBound(inquiry, direct: direct(of: inquiry.request, in: space), space.leastTimes, terms)
  }
}

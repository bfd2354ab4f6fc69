import Quantities
import Spaces
import Travellers

/// A proof that a passenger does not fit in a driver's plan with any pair of stops: the minimum added driving, by
/// lower bounds on travel times, exceeds the driver's limits.
///
/// On busy streets fifty drivers are on the route of a request, and hardly any is near enough. A bound from
/// landmarks costs a tenth of an exact time.
struct DetourBound {
  private let inquiry: Inquiry
  private let leastTimes: LeastTimes
  private let stop: Milliseconds
  /// The duration of the passenger's own stops.
  private let taken: Milliseconds
  /// The duration of the passenger's trip.
  private let direct: Milliseconds

  /// An upper bound on the rounding error of times in a `Float`: a constant, and a share of all times added up.
  private static let margin = (milliseconds: 8.0, share: 1e-6)

  /// Creates the bound for `inquiry`, whose passenger does not walk, in a space with the given `leastTimes`.
  init(_ inquiry: Inquiry, direct: Milliseconds, _ leastTimes: LeastTimes, _ terms: Terms) {
    self.inquiry = inquiry
    self.leastTimes = leastTimes
    self.direct = direct
    stop = terms.stopDuration
    taken = (inquiry.request.boarding ?? stop) + (inquiry.request.alighting ?? stop)
  }

  /// Returns the minimum driving that the passenger adds to `plan` of `driver`, who starts from `start`,
  /// milliseconds; nil if the passenger may fit.
  ///
  /// Not applicable to cars without a trip of their own, or to plans with a stop at which the car must wait:
  /// waiting there absorbs driving added before.
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
    // The minima over all pairs, and over all drop-offs after the current leg.
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
  /// Returns the bound for the passenger of `inquiry` in `space`.
  func detourBound(_ inquiry: Inquiry, in space: any Space) -> DetourBound {
    DetourBound(inquiry, direct: direct(of: inquiry.request, in: space), space.leastTimes, terms)
  }
}

public import Quantities
public import Spaces
public import Travellers

/// A transfer: the first driver takes the passenger to a place on both routes, and the second driver takes them on from
/// there.
public struct Transfer: Sendable {
  public let first: TransferRide
  public let second: TransferRide
  /// The place where the passenger transfers.
  public let place: Place
  /// The time of the pickup by the first driver.
  public let boarding: Milliseconds
  /// The times of the drop-off and of the second pickup, both at the transfer place.
  public let dropoff: Milliseconds
  public let pickup: Milliseconds
  /// The weighted cost of both rides, in milliseconds; the wait at the transfer place counts as the second ride's time
  /// to pickup.
  public var cost: Int64 { first.cost + second.cost }
  /// The wait between drop-off and second pickup.
  public var wait: Milliseconds { pickup - dropoff }
}

/// One of the two rides of a transfer.
public struct TransferRide: Sendable {
  public let driver: DriverIndex
  public let insertion: Insertion
  /// The proportion of both sides' stated preferences that are met; 1 if none are stated.
  public let agreement: Double
  /// The weighted cost, in milliseconds.
  public let cost: Int64
}

/// The result of a search for a transfer.
public struct TransferFinding: Sendable {
  /// The number of drivers near the pickup, and the number of drivers passing near the destination; both count only
  /// drivers with seats and compatible preferences.
  public var first: Int32 = 0
  public var second: Int32 = 0
  /// The number of rides not pruned by a bound.
  public var evaluated: Int32 = 0
  /// The least-cost transfer; nil if there is none.
  public var best: Transfer?
}

extension Fleet {
  /// Returns the result of the search for the least-cost transfer for `inquiry`; empty if the terms allow no transfers.
  ///
  /// - Parameter scanning: whether to evaluate every pair of drivers that can meet in time, without pruning by bounds;
  ///   used for comparisons.
  public func transfer(for inquiry: Inquiry, scanning: Bool = false) -> TransferFinding {
    transfers?.best(inquiry, in: self, scanning: scanning) ?? TransferFinding()
  }

  /// Returns `transfer` re-evaluated at the time of `inquiry`, after both drivers have accepted: the drivers and the
  /// place stay the same, but the stops are chosen anew from the cars' true positions. Nil if a limit is now violated.
  public func confirmed(_ transfer: Transfer, for inquiry: Inquiry) -> Transfer? {
    transfers?.confirmed(transfer, inquiry, in: self)
  }

  /// Returns the two rides of `transfer` as inquiries, each with the promise of its driver.
  ///
  /// The first driver promises to arrive in time for the planned departure of the second, and the second driver waits
  /// for the passenger.
  public func rides(of transfer: Transfer, for inquiry: Inquiry) -> (first: Inquiry, second: Inquiry) {
    let rules = terms.transfer ?? TransferRules()
    func ride(from origin: Place, to destination: Place, _ promise: Promise) -> Inquiry {
      Inquiry(
        moved(inquiry.request, from: origin, to: destination), as: inquiry.index, promise: promise,
        at: inquiry.time)
    }
    let promise = inquiry.promise
    let first = ride(
      from: inquiry.request.origin, to: transfer.place,
      Promise(
        latestPickup: promise.latestPickup, latestDropoff: transfer.pickup - rules.leastWait,
        maxRide: promise.maxRide))
    var second = ride(
      from: transfer.place, to: inquiry.request.destination,
      rules.onward(promise, boarding: transfer.boarding, dropoff: transfer.dropoff))
    second.ready = transfer.pickup
    return (first, second)
  }

  /// Returns a copy of `request` with another origin and destination.
  public func moved(_ request: Request, from origin: Place, to destination: Place) -> Request {
    var moved = request
    moved.origin = origin
    moved.destination = destination
    moved.direct =
      spaces.space(at: request.directDeparture).travel(from: origin, to: destination)
      ?? Travel(duration: .never, metres: 0)
    return moved
  }
}

/// The first two stages, applied separately: for a transfer, one driver must be near the pickup, and another must pass
/// the destination.
extension CircleFinder {
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

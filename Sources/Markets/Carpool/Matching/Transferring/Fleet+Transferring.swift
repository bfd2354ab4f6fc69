import Quantities
public import Spaces
public import Travellers

extension Fleet {
  /// Returns the transfer of least cost for `inquiry`; none if the terms allow no transfers.
  ///
  /// - Parameter scanning: whether to evaluate every pair that meets in time, without bounds: for comparisons.
  public func transfer(for inquiry: Inquiry, scanning: Bool = false) -> TransferFinding {
    transfers?.best(inquiry, in: self, scanning: scanning) ?? TransferFinding()
  }

  /// Returns `transfer` re-evaluated at the time of `inquiry`, after both drivers have accepted: the same drivers
  /// and place, with stops chosen again from the cars' true positions; nil if a limit is now violated.
  public func confirmed(_ transfer: Transfer, for inquiry: Inquiry) -> Transfer? {
    transfers?.confirmed(transfer, inquiry, in: self)
  }

  /// Returns the two rides of `transfer` as promised by each driver.
  ///
  /// The first one arrives early enough for the planned departure of the second; the second one waits for it.
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

  /// Returns `request` with other ends.
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

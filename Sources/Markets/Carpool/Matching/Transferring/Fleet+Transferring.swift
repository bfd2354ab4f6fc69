import Quantities
public import Spaces
public import Travellers

extension Fleet {
  /// The transfer of least cost for `inquiry`; none where the terms allow none.
  ///
  /// - Parameter scanning: whether every pair that meets in time is evaluated, whatever bounds say: for comparisons.
  public func transfer(for inquiry: Inquiry, scanning: Bool = false) -> TransferFinding {
    transfers?.best(inquiry, in: self, scanning: scanning) ?? TransferFinding()
  }

  /// `transfer` as it stands at the time of `inquiry`, when both drivers have said yes: with the same drivers and at the same
  /// place, the stops chosen again from where the cars really are; nil where a limit breaks now.
  public func confirmed(_ transfer: Transfer, for inquiry: Inquiry) -> Transfer? {
    transfers?.confirmed(transfer, inquiry, in: self)
  }

  /// The two rides of `transfer` as each driver promises them.
  ///
  /// The first is at the place early enough for the second to be there when it is planned to be; the second waits for it.
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

  /// `request` between other ends.
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

import Quantities
import Spaces
import Travellers

/// The two rides of a change, as the rule for one driver sees them.
extension TransferSearch {
  /// A ride that keeps all limits.
  struct Trip {
    let ride: TransferRide
    let boarding: Milliseconds
    let dropoff: Milliseconds
  }

  /// `inquiry` as the first driver hears it: to `place`.
  func first(_ inquiry: Inquiry, to place: Place) -> Inquiry {
    var request = inquiry.request
    request.destination = place
    return Inquiry(request, as: inquiry.index, promise: inquiry.promise, at: inquiry.time)
  }

  /// Returns `inquiry` as the second driver hears it: from `place`, within what is left of the promise to one who is picked up at
  /// `boarding` and dropped off there at `dropoff`.
  func second(
    _ inquiry: Inquiry, from place: Place, boarding: Milliseconds, dropoff: Milliseconds
  ) -> Inquiry {
    var request = inquiry.request
    request.origin = place
    request.earliestPickup = .zero
    let promise = rules.onward(inquiry.promise, boarding: boarding, dropoff: dropoff)
    var second = Inquiry(request, as: inquiry.index, promise: promise, at: inquiry.time)
    second.ready = dropoff + rules.leastWait
    return second
  }

  /// Returns the question of `inquiry` for a seat of `driver`, who goes on from `start`; the direct way is not part of it.
  func question(
    _ inquiry: Inquiry, with driver: DriverIndex, from start: Start, in fleet: Fleet
  ) -> InsertionQuestion {
    InsertionQuestion(
      driver, of: fleet, inquiry, direct: .never, in: fleet.space(of: driver), from: start, objective: .cost,
      meetingObjective: .cost, agreement: fleet.agreement(inquiry, driver))
  }

  /// The ride of `inquiry` with `driver`, as seen from `vantage`, between the positions `pair` of the plan; nil where it breaks
  /// a limit.
  ///
  /// - Parameter begin: from when on the passenger waits for the car.
  func ride(
    with driver: DriverIndex, _ inquiry: Inquiry, since begin: Milliseconds,
    _ pair: (pickup: Int, dropoff: Int), in fleet: Fleet, from vantage: Vantage
  ) -> Trip? {
    let start = fleet.start(of: driver, at: inquiry.time, from: vantage)
    var question = question(inquiry, with: driver, from: start, in: fleet)
    if pair.pickup == pair.dropoff {
      question.direct = question.space.duration(
        from: inquiry.request.origin, to: inquiry.request.destination, hub: .origin)
    }
    guard let trial = search.trial(pair, question, in: fleet.itineraries[driver]), trial.broken == nil else {
      return nil
    }
    var insertion = trial.insertion
    let boarding = inquiry.time + insertion.timeToPickup
    insertion.timeToPickup = boarding - begin
    let cost = fleet.terms.cost(
      timeToPickup: insertion.timeToPickup, detour: insertion.detour, agreement: question.agreement)
    return Trip(
      ride: TransferRide(driver: driver, insertion: insertion, agreement: question.agreement, cost: cost),
      boarding: boarding, dropoff: trial.dropoff)
  }

  /// The change with the same drivers and at the same place as `transfer`, the stops chosen again from where the cars really are;
  /// nil where a limit breaks now.
  func confirmed(_ transfer: Transfer, _ inquiry: Inquiry, in fleet: Fleet) -> Transfer? {
    func pairs(_ driver: DriverIndex) -> [(pickup: Int, dropoff: Int)] {
      let count = fleet.itineraries[driver].stops.count
      return (0...count).flatMap { pickup in (pickup...count).map { (pickup, $0) } }
    }
    let place = transfer.place
    var best: Transfer?
    for pair in pairs(transfer.first.driver) {
      guard
        let trip = ride(
          with: transfer.first.driver, first(inquiry, to: place), since: inquiry.time, pair, in: fleet,
          from: .actual)
      else { continue }
      let onward = second(inquiry, from: place, boarding: trip.boarding, dropoff: trip.dropoff)
      for pair in pairs(transfer.second.driver) {
        guard
          let next = ride(
            with: transfer.second.driver, onward, since: trip.dropoff, pair, in: fleet, from: .actual)
        else { continue }
        let change = Transfer(
          first: trip.ride, second: next.ride, place: place, boarding: trip.boarding, dropoff: trip.dropoff,
          pickup: next.boarding)
        if best.map({ change.cost < $0.cost }) ?? true { best = change }
      }
    }
    return best
  }
}

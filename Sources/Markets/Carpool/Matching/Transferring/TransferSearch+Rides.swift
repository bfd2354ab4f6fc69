import Quantities
import RoadNetwork
import Spaces
import Travellers

/// Evaluation of the two rides of a transfer, each as an insertion for a single driver.
extension TransferSearch {
  /// A ride that violates no limit.
  struct Trip {
    let ride: TransferRide
    let boarding: Milliseconds
    let dropoff: Milliseconds
  }

  /// Returns the inquiry to the first driver for the part of the trip up to `place`.
  func first(_ inquiry: Inquiry, to place: Place) -> Inquiry {
    var request = inquiry.request
    request.destination = place
    return Inquiry(request, as: inquiry.index, promise: inquiry.promise, at: inquiry.time)
  }

  /// Returns the inquiry to the second driver for the part of the trip from `place` on. Its promise is what remains
  /// after the first driver's pickup at `boarding` and drop-off at `dropoff`.
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

  /// Returns the input for evaluating `driver`, who starts from `start`, without the direct trip of `inquiry`.
  func question(
    _ inquiry: Inquiry, with driver: DriverIndex, from start: Start, in fleet: Fleet
  ) -> InsertionQuestion {
    InsertionQuestion(
      driver, of: fleet, inquiry, direct: .never, in: fleet.space(of: driver), from: start, objective: .cost,
      meetingObjective: .cost, agreement: fleet.agreement(inquiry, driver))
  }

  /// Returns the ride of `inquiry` with `driver`, evaluated from `vantage`, with the stops at positions `pair` in the
  /// plan; nil if it violates a limit.
  ///
  /// - Parameter begin: the time from which the passenger waits for the car.
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

  /// Returns a transfer with the drivers and the place of `transfer`, with the stops chosen anew from the cars' true
  /// positions; nil if a limit is now violated.
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

/// The places that a car passes on its planned route, leg by leg; valid until the plan changes.
final class Passages {
  /// On a network, all nodes on the route, with their planned times; elsewhere, the grid points near each leg's
  /// straight line.
  private(set) var places: [Int32] = []
  private(set) var times: [Milliseconds] = []
  /// The index of each leg's first place, followed by the number of places.
  private var begins: [Int] = [0]

  init(_ itinerary: borrowing Itinerary, _ all: TransferPlaces) {
    let first = itinerary.legStart.leg
    if all.isNetwork {
      // The part driven before the current leg counts as its part: a car with an old report may be assumed to be
      // there.
      itinerary.track.forEachNode { node, leg, time in
        while begins.count <= leg - first { begins.append(places.count) }
        places.append(node.rawValue)
        times.append(time)
      }
    } else {
      var start = itinerary.track.point(at: itinerary.legStart).place.position
      for (leg, end) in (itinerary.stops.map(\.place) + [itinerary.destination]).enumerated() {
        if leg > 0 { begins.append(places.count) }
        places += all.along(start, end.position)
        start = end.position
      }
    }
    while begins.count <= itinerary.stops.count + 1 { begins.append(places.count) }
  }

  /// Returns the range of places on the leg after which `left` stops remain.
  func range(stopsLeft left: Int) -> Range<Int> {
    // Stops made since were the first ones.
    let leg = begins.count - 2 - left
    return begins[leg]..<begins[leg + 1]
  }

  /// Returns the part of `range` passed at `time` or later.
  ///
  /// - Precondition: the places are nodes.
  func range(_ range: Range<Int>, from time: Milliseconds) -> Range<Int> {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low..<range.upperBound
  }
}

import Quantities
import RoadNetwork
import Spaces
import Travellers

/// A driver's plan in the form required for transfers: departures from its stops, and places passed.
struct TransferPlan {
  let driver: DriverIndex
  let passages: Passages
  /// The number of planned stops.
  let stops: Int
  /// By leg: whether it has room for the party, and the time at which the car begins it.
  private(set) var room: [Bool]
  private(set) var leaves: [Milliseconds] = []
  /// By leg: its driving time, and the delay absorbed by waiting at later stops.
  private let base: [Milliseconds]
  private var absorbed: [Milliseconds]
  /// By leg: the planned time of its beginning, comparable with the times of the passages; for the first leg, the time
  /// at the car's start.
  private var departures: [Milliseconds]
  /// Whether the car's start lies on the first leg.
  private let isOnLeg: Bool
  private let planned: Milliseconds
  private let rounding: Milliseconds
  private let latestArrival: Milliseconds
  /// The stops, preceded by the start and followed by the destination.
  private let places: [Place]
  private let earliest: [Milliseconds]
  private let question: InsertionQuestion

  var space: any Space { question.space }
  var agreement: Double { question.agreement }

  init(_ driver: DriverIndex, _ inquiry: Inquiry, _ transfers: TransferSearch, in fleet: Fleet) {
    self.driver = driver
    passages = transfers.passages(of: driver, in: fleet)
    let itinerary = fleet.itineraries[driver]
    let start = fleet.start(of: driver, at: inquiry.time, from: fleet.vantage)
    question = transfers.question(inquiry, with: driver, from: start, in: fleet)
    transfers.search.preparePlan(question, itinerary)
    stops = itinerary.stops.count
    (room, base) = (transfers.search.roomOnLeg.array, transfers.search.base.array)
    let without = transfers.search.without.array
    planned = itinerary.arrival
    latestArrival = question.driver.latestArrivalWithinLimits(leaving: itinerary.departure)
    places = [start.diversion.place] + itinerary.stops.map(\.place) + [itinerary.destination]
    earliest = itinerary.stops.map(\.earliest)
    let stop = question.terms.stopDuration
    leaves = [start.diversion.time]
    let index = start.diversion.index
    isOnLeg = index >= itinerary.legStart
    departures = [itinerary.track.point(at: index).time]
    rounding = transfers.places.rounding
    absorbed = Array(repeating: .zero, count: stops + 1)
    for (number, stopAhead) in itinerary.stops.enumerated() {
      leaves.append(max(without[number], stopAhead.earliest) + stop)
      departures.append(stopAhead.leave)
    }
    for number in (0..<stops).reversed() {
      absorbed[number] = absorbed[number + 1] + max(.zero, earliest[number] - without[number])
    }
  }

  /// Calls `body` with each place passed on `leg`, and with a function that returns the driving time to it from the
  /// beginning of the leg.
  func forEachPlace(onLeg leg: Int, _ all: TransferPlaces, _ body: (Int32, () -> Milliseconds) -> Void) {
    let range = passages.range(stopsLeft: stops - leg)
    func drive(to place: Int32) -> Milliseconds {
      space.duration(from: places[leg], to: all[place], hub: .origin)
    }
    guard all.isNetwork else {
      let (start, end) = (places[leg].position, places[leg + 1].position)
      // The car may be assumed to start from a place off the leg.
      let numbers = leg > 0 || isOnLeg ? Array(passages.places[range]) : all.along(start, end)
      for place in numbers where leg > 0 || all.isNear(all[place], start, end) {
        body(place) { drive(to: place) }
      }
      return
    }
    for index in leg > 0 ? range : passages.range(range, from: departures[0]) {
      let place = passages.places[index]
      body(place) { leg > 0 || isOnLeg ? passages.times[index] - departures[leg] : drive(to: place) }
    }
  }

  /// Returns the cost of an insertion on `leg` that delays the arrival by `delay`, before waiting absorbs some of it,
  /// and reaches the passenger after `time`; nil if a limit of the driver is violated.
  func cost(delay: Milliseconds, onLeg leg: Int, timeToPickup time: Milliseconds) -> Int64? {
    let delay = max(.zero, delay - absorbed[leg] - rounding)
    guard latestArrival == .never || planned + delay <= latestArrival else { return nil }
    return question.terms.cost(timeToPickup: time, detour: delay, agreement: agreement)
  }

  /// Returns the departure from the pickup if the passenger of `inquiry` boards on `leg`, a lower bound on the cost,
  /// and the times at which later legs begin; nil if infeasible.
  func boarding(
    on leg: Int, _ inquiry: Inquiry
  ) -> (leave: Milliseconds, cost: Int64, leaves: [Milliseconds])? {
    let origin = inquiry.request.origin
    let to = space.duration(from: places[leg], to: origin, hub: .destination)
    guard to != .never else { return nil }
    let time = leaves[leg] + to
    guard time <= inquiry.promise.latestPickup else { return nil }
    let on = space.duration(from: origin, to: places[leg + 1], hub: .origin)
    guard on != .never else { return nil }
    let stop = question.terms.stopDuration
    let leave = max(time, inquiry.request.earliestPickup) + stop
    let delay = leave + on + stop - leaves[leg] - base[leg]
    guard let cost = cost(delay: delay, onLeg: leg, timeToPickup: time - inquiry.time) else { return nil }
    var leaves: [Milliseconds] = []
    var arrival = leave + on
    for later in leg..<stops {
      let begin = max(arrival, earliest[later]) + stop
      leaves.append(begin)
      arrival = begin + base[later + 1]
    }
    return (leave, cost, leaves)
  }

  /// Returns the driving and stop time added by a drop-off on `leg` and a pickup somewhere before it; nil without a
  /// route.
  func dropoff(on leg: Int, _ inquiry: Inquiry) -> Milliseconds? {
    let destination = inquiry.request.destination
    let to = space.duration(from: places[leg], to: destination, hub: .destination)
    let on = space.duration(from: destination, to: places[leg + 1], hub: .origin)
    guard to != .never, on != .never else { return nil }
    let stop = question.terms.stopDuration
    return to + stop + on + stop - base[leg]
  }
}

/// Lower bounds on the costs of picking the passenger up for the second ride.
struct Alighting {
  let plan: TransferPlan
  /// By leg: the delay, without waiting, added by a pickup there and the best drop-off from there on; `.never` if there
  /// is none.
  let delays: [Milliseconds]
  /// The least cost over all legs.
  let cost: Int64

  init?(_ plan: TransferPlan, _ inquiry: Inquiry, _ transfers: TransferSearch) {
    self.plan = plan
    var delays = Array(repeating: Milliseconds.never, count: plan.stops + 1)
    var cost = Int64.max
    for leg in (0...plan.stops).reversed() where plan.room[leg] {
      let behind = leg < plan.stops ? delays[leg + 1] : .never
      delays[leg] = min(plan.dropoff(on: leg, inquiry) ?? .never, behind)
    }
    for leg in 0...plan.stops where delays[leg] != .never {
      if let least = plan.cost(
        delay: delays[leg], onLeg: leg, timeToPickup: transfers.rules.leastWait)
      {
        cost = min(cost, least)
      }
    }
    guard cost < .max else { return nil }
    self.delays = delays
    self.cost = cost
  }

  /// Returns a lower bound on the cost of a pickup on `leg` if the passenger arrives at `passenger` and the car at
  /// `car`; nil if a limit of the driver is violated.
  func cost(
    onLeg leg: Int, car: Milliseconds, passenger: Milliseconds, _ rules: TransferRules
  ) -> Int64? {
    let ready = passenger + rules.leastWait
    return plan.cost(
      delay: delays[leg] + max(.zero, ready - car), onLeg: leg, timeToPickup: max(car, ready) - passenger)
  }
}

/// The possible transfer places: the nodes of a network or, without a network, the points of a grid.
///
/// Each place has a number; on a network, this is the number of its node.
final class TransferPlaces {
  private let network: NetworkSpace?
  private let space: any Space
  /// The distance between grid points; a car passes the points within half this distance of its route.
  private let grid: Metres
  private var numbers: [Place: Int32] = [:]
  private var points: [Place] = []

  init(_ rules: TransferRules, in space: any Space) {
    self.space = space
    network = space as? NetworkSpace
    grid = rules.grid ?? .infinity
  }

  var isNetwork: Bool { network != nil }

  /// The number of places.
  var count: Int { network?.network.nodeCount ?? points.count }

  subscript(number: Int32) -> Place {
    network?.place(ofNode: NodeIndex(rawValue: number)) ?? points[Int(number)]
  }

  /// The cumulative rounding error of travel times along straight lines, in milliseconds; bounds are reduced by it.
  var rounding: Milliseconds { isNetwork ? .zero : Milliseconds(4) }

  /// Returns the grid points that a car passes on the straight line from `start` to `end`.
  func along(_ start: Position, _ end: Position) -> [Int32] {
    let geometry = space.geometry
    let length = geometry.distance(start, end)
    // Queries a few large squares along the way, and drops points too far from it.
    let steps = max(1, (length / (4 * grid)).rounded(.up))
    let reach = length / steps / 2 + grid / 2 + 1
    var found: [Int32] = []
    for step in 0..<Int(steps) {
      let middle = geometry.interpolate(start, end, fraction: (Double(step) + 0.5) / steps)
      for place in space.meetingPlaces(around: Place(position: middle), within: reach, grid: grid)
      where isNear(place, start, end) {
        let number = number(of: place)
        if !found.contains(number) { found.append(number) }
      }
    }
    return found
  }

  /// Returns whether a car passes `place` on the straight line from `start` to `end`.
  func isNear(_ place: Place, _ start: Position, _ end: Position) -> Bool {
    space.geometry.distance(place.position, toSegment: start, end) <= grid / 2
  }

  private func number(of place: Place) -> Int32 {
    if let known = numbers[place] { return known }
    let number = Int32(points.count)
    points.append(place)
    numbers[place] = number
    return number
  }
}

import Quantities
import RoadNetwork
import Spaces
import Travellers

/// Finds the change of cars of least cost for a passenger whom nobody takes all the way, over all pairs of drivers and places,
/// exactly.
///
/// The first driver reports a position within r of the pickup, the second passes within r of the destination, and the place is a
/// node on the planned way of both: the passenger gets off on the leg on which the first car passes it, and on where the second
/// does. Each place on the way of a first driver is noted at its node; second drivers go through the nodes of theirs. Bounds that
/// do not hang on the place put both sides in order, and what a pair would wait for each other is known before anything is
/// evaluated, so that few pairs are.
///
/// After Cheikh and Hammadi 2017, on carpooling with changes of cars.
final class TransferSearch {
  let rules: TransferRules
  let network: NetworkSpace
  private var passages: [Passages?]
  /// Works out single rides.
  var search = InsertionSearch()

  // The search under way.
  private var boardings: [Boarding] = []
  private var entries: [Entry] = []
  /// At each node the last entry; -1 for none.
  private var heads: [Int32]
  private var touched: [NodeIndex] = []
  /// From the pickup to a node in the space of all drivers, where that is one.
  private var rides: [NodeIndex: Milliseconds] = [:]

  /// A pickup by a first driver, on a leg of the plan.
  private struct Boarding {
    let driver: DriverIndex
    let leg: Int
    /// When the car goes on with the passenger.
    let leave: Milliseconds
    /// What the ride costs at least, wherever it ends.
    let cost: Int64
  }

  /// A place on the way of a first driver.
  private struct Entry {
    let boarding: Int32
    let leg: Int32
    let next: Int32
    /// When the passenger is there; `.never` as long as nobody has asked.
    var arrival: Milliseconds
    var ride: Trip?
    var isTried = false
  }

  init(_ rules: TransferRules, drivers: Int, in network: NetworkSpace) {
    self.rules = rules
    self.network = network
    passages = Array(repeating: nil, count: drivers)
    heads = Array(repeating: -1, count: network.network.nodeCount)
  }

  /// Takes note that `driver` has another way, or none.
  func forgetWay(of driver: DriverIndex) { passages[Int(driver)] = nil }

  func passages(of driver: DriverIndex, in fleet: Fleet) -> Passages {
    if let known = passages[Int(driver)] { return known }
    let found = Passages(fleet.itineraries[driver])
    passages[Int(driver)] = found
    return found
  }

  /// The change of least cost; of equals that of the first driver with the lower number, then of the second, then of the lower
  /// node, then with the earlier stops.
  ///
  /// - Complexity: O(places on the ways of first and second drivers), and a few evaluations.
  func best(_ inquiry: Inquiry, in fleet: Fleet) -> TransferFinding {
    var finding = TransferFinding()
    func mayRide(with driver: DriverIndex) -> Bool {
      fleet.hasRoom(for: inquiry.request, in: driver) && fleet.agree(inquiry, driver)
    }
    let first = fleet.finder.near(inquiry, in: fleet).filter(mayRide)
    let second = fleet.finder.passing(inquiry, in: fleet).filter(mayRide)
    finding.first = Int32(first.count)
    finding.second = Int32(second.count)
    guard !first.isEmpty, !second.isEmpty else { return finding }
    clear()
    for driver in first { note(TransferPlan(driver, inquiry, self, in: fleet), inquiry, in: fleet) }
    guard let least = boardings.lazy.map(\.cost).min() else { return finding }
    var others = second.compactMap { Alighting(TransferPlan($0, inquiry, self, in: fleet), inquiry, self) }
    others.sort { ($0.cost, $0.plan.driver) < ($1.cost, $1.plan.driver) }
    var best: Choice?
    for other in others {
      if let best, other.cost + least > best.cost { break }
      meet(other, &best, &finding, inquiry, in: fleet)
    }
    finding.best = best?.transfer
    return finding
  }

  private func clear() {
    for node in touched { heads[Int(node)] = -1 }
    touched.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    boardings.removeAll(keepingCapacity: true)
    rides.removeAll(keepingCapacity: true)
  }

  // MARK: - First drivers

  /// Notes where `plan` could take the passenger.
  private func note(_ plan: TransferPlan, _ inquiry: Inquiry, in fleet: Fleet) {
    let (origin, destination) = (inquiry.request.origin.node, inquiry.request.destination.node)
    for leg in 0...plan.stops where plan.room[leg] {
      guard let ride = plan.boarding(on: leg, inquiry) else { continue }
      let boarding = Int32(boardings.count)
      boardings.append(
        Boarding(driver: plan.driver, leg: leg, leave: ride.leave, cost: ride.cost))
      for later in leg...plan.stops {
        guard plan.room[later] else { break }
        for place in plan.nodes(onLeg: later) {
          let node = plan.passages.nodes[place]
          guard node != origin, node != destination else { continue }
          if heads[Int(node)] < 0 { touched.append(node) }
          entries.append(
            Entry(
              boarding: boarding, leg: Int32(later), next: heads[Int(node)],
              arrival: later > leg
                ? ride.leaves[later - leg - 1] + plan.offset(of: place, onLeg: later) : .never))
          heads[Int(node)] = Int32(entries.count - 1)
        }
      }
    }
  }

  /// When the passenger of `entry` is at `node`.
  private func arrival(_ entry: Int, at node: NodeIndex, _ inquiry: Inquiry, in fleet: Fleet) -> Milliseconds
  {
    let known = entries[entry].arrival
    guard known == .never else { return known }
    let boarding = boardings[Int(entries[entry].boarding)]
    let ride = duration(from: inquiry.request.origin, to: node, with: boarding.driver, in: fleet)
    guard ride != .never else { return .never }
    entries[entry].arrival = boarding.leave + ride
    return entries[entry].arrival
  }

  private func duration(
    from origin: Place, to node: NodeIndex, with driver: DriverIndex, in fleet: Fleet
  ) -> Milliseconds {
    let isOne = fleet.spaces.isSameAllDay
    if isOne, let known = rides[node] { return known }
    let time = fleet.space(of: driver).duration(from: origin, to: network.place(ofNode: node), hub: .origin)
    if isOne { rides[node] = time }
    return time
  }

  // MARK: - Pairs

  /// The best so far, with all that decides between equals.
  private struct Choice: Comparable {
    let transfer: Transfer
    let node: NodeIndex

    var cost: Int64 { transfer.cost }

    private var stops: (Int, Int, Int, Int) {
      let (first, second) = (transfer.first.insertion, transfer.second.insertion)
      return (first.pickupAfter, first.dropoffAfter, second.pickupAfter, second.dropoffAfter)
    }

    static func < (a: Self, b: Self) -> Bool {
      let (x, y) = (a.transfer, b.transfer)
      let drivers = (a.cost, x.first.driver, x.second.driver, a.node)
      let others = (b.cost, y.first.driver, y.second.driver, b.node)
      return drivers != others ? drivers < others : a.stops < b.stops
    }

    static func == (a: Self, b: Self) -> Bool { !(a < b) && !(b < a) }
  }

  /// Goes through the places where `other` could take the passenger over.
  private func meet(
    _ other: Alighting, _ best: inout Choice?, _ finding: inout TransferFinding, _ inquiry: Inquiry,
    in fleet: Fleet
  ) {
    let plan = other.plan
    for leg in 0...plan.stops where other.delays[leg] != .never {
      for place in plan.nodes(onLeg: leg) {
        let node = plan.passages.nodes[place]
        var next = heads[Int(node)]
        guard next >= 0 else { continue }
        let car = plan.leaves[leg] + plan.offset(of: place, onLeg: leg)
        while next >= 0 {
          let entry = Int(next)
          next = entries[entry].next
          let boarding = boardings[Int(entries[entry].boarding)]
          guard boarding.driver != plan.driver else { continue }
          if let best, boarding.cost + other.cost > best.cost { continue }
          let arrival = arrival(entry, at: node, inquiry, in: fleet)
          guard arrival != .never, car <= arrival.saturatingAdd(rules.longestWait) else { continue }
          guard let bound = other.cost(onLeg: leg, car: car, passenger: arrival, rules) else { continue }
          if let best, boarding.cost + bound > best.cost { continue }
          guard let first = trip(of: entry, to: node, &finding, inquiry, in: fleet) else { continue }
          for drop in leg...plan.stops {
            guard plan.room[drop] else { break }
            finding.evaluated += 1
            guard let change = change(first, at: node, with: plan.driver, (leg, drop), inquiry, in: fleet)
            else {
              continue
            }
            if best.map({ change < $0 }) ?? true { best = change }
          }
        }
      }
    }
  }

  /// What a second ride with `driver` between the positions `pair` of the plan makes of the `first`; nil where a limit breaks.
  private func change(
    _ first: Trip, at node: NodeIndex, with driver: DriverIndex, _ pair: (pickup: Int, dropoff: Int),
    _ inquiry: Inquiry, in fleet: Fleet
  ) -> Choice? {
    let place = network.place(ofNode: node)
    let onward = second(inquiry, from: place, boarding: first.boarding, dropoff: first.dropoff)
    guard
      let second = ride(with: driver, onward, since: first.dropoff, pair, in: fleet, from: fleet.vantage)
    else { return nil }
    let transfer = Transfer(
      first: first.ride, second: second.ride, place: place, boarding: first.boarding, dropoff: first.dropoff,
      pickup: second.boarding)
    return Choice(transfer: transfer, node: node)
  }

  /// The first ride of `entry`, to `node`; nil where it breaks a limit.
  private func trip(
    of entry: Int, to node: NodeIndex, _ finding: inout TransferFinding, _ inquiry: Inquiry, in fleet: Fleet
  ) -> Trip? {
    if entries[entry].isTried { return entries[entry].ride }
    let boarding = boardings[Int(entries[entry].boarding)]
    finding.evaluated += 1
    entries[entry].isTried = true
    entries[entry].ride = ride(
      with: boarding.driver, first(inquiry, to: network.place(ofNode: node)), since: inquiry.time,
      (boarding.leg, Int(entries[entry].leg)), in: fleet, from: fleet.vantage)
    return entries[entry].ride
  }
}

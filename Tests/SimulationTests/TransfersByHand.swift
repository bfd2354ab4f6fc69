import Matching
import Quantities
import RoadNetwork
import Spaces
import Travellers

/// Transfers once more, from the words of the definition and from plain data: every pair of drivers, every node on the
/// planned ways of both, every stop between which the passenger could get on and off.
///
/// Seats, wishes, distances and limits it asks of the other rules by hand; where cars pass and how they drive it works out itself.
struct TransfersByHand {
  typealias Car = TwoCirclesByHand.Car

  let world: World
  /// Whether the policy knows where cars really are.
  let isActual: Bool
  private let circles: TwoCirclesByHand
  private let roads = RoadsByHand()

  init(world: World, isActual: Bool) {
    self.world = world
    self.isActual = isActual
    var seen = world
    if isActual { seen.terms.spacing = 0 }
    circles = TwoCirclesByHand(world: seen)
  }

  struct Change: Equatable {
    /// Cost, drivers, node, and how many stops come before each end: the lowest of all is the best.
    var key: [Int64]
    var dropoff: Milliseconds
    var pickup: Milliseconds
  }

  /// One ride with one driver.
  private struct Ride {
    var boarding: Milliseconds
    var alighting: Milliseconds
    var detour: Milliseconds
  }

  /// A place that a car passes, on which leg.
  private struct Passage: Hashable {
    var place: Place
    var leg: Int
  }

  /// The best change for `request` at `time` among `cars`; nil where there is none.
  func best(_ request: Request, among cars: [Car], at time: Milliseconds) -> Change? {
    let able = cars.filter { car in
      circles.agree(request, car.driver)
        && circles.pairs(of: car).contains { circles.hasRoom(for: request, in: car, $0) }
    }
    let first = able.filter { car in
      circles.metres(circles.report(of: car, at: time).position, request.origin.position)
        <= world.terms.radius
    }
    let second = able.filter { car in
      circles.comesNear(request.destination.position, car, after: circles.report(of: car, at: time))
    }
    var passages: [DriverIndex: Set<Passage>] = [:]
    for car in first + second where passages[car.number] == nil {
      passages[car.number] = self.passages(of: car, at: time)
    }
    var best: Change?
    for one in first {
      for other in second where other.number != one.number {
        let places = Set(passages[other.number]!.map(\.place))
        for passage in passages[one.number]!
        where places.contains(passage.place) && passage.place != request.origin
          && passage.place != request.destination
        {
          let legs = passages[other.number]!.filter { $0.place == passage.place }.map(\.leg)
          for change in changes(request, one, passage, other, legs, at: time)
          where best.map({ change.key.lexicographicallyPrecedes($0.key) }) ?? true {
            best = change
          }
        }
      }
    }
    return best
  }

  private func changes(
    _ request: Request, _ one: Car, _ passage: Passage, _ other: Car, _ legs: [Int], at time: Milliseconds
  ) -> [Change] {
    guard let rules = world.terms.transfer else { return [] }
    let place = passage.place
    var changes: [Change] = []
    for pickup in 0...passage.leg where circles.hasRoom(for: request, in: one, (pickup, passage.leg)) {
      guard
        let first = ride(
          one, from: request.origin, to: place, (pickup, passage.leg), ready: .zero,
          earliest: request.earliestPickup, at: time),
        circles.brokenLimit(of: request, boarding: first.boarding, alighting: first.alighting, walk: .zero)
          == nil
      else { continue }
      for leg in legs {
        for dropoff in leg...other.stops.count where circles.hasRoom(for: request, in: other, (leg, dropoff))
        {
          guard
            let second = ride(
              other, from: place, to: request.destination, (leg, dropoff),
              ready: first.alighting + rules.leastWait, earliest: .zero, at: time),
            second.boarding - first.alighting <= rules.longestWait,
            circles.brokenLimit(
              of: request, boarding: first.boarding, alighting: second.alighting, walk: .zero) == nil
          else { continue }
          let cost =
            self.cost(request, one, wait: first.boarding - time, detour: first.detour)
            + self.cost(request, other, wait: second.boarding - first.alighting, detour: second.detour)
          let stops = [pickup, passage.leg, leg, dropoff].map(Int64.init)
          let who = [one.number, other.number].map { Int64($0.rawValue) }
          changes.append(
            Change(
              key: [cost] + who + [Int64(place.node.rawValue)] + stops, dropoff: first.alighting,
              pickup: second.boarding))
        }
      }
    }
    return changes
  }

  private func cost(_ request: Request, _ car: Car, wait: Milliseconds, detour: Milliseconds) -> Int64 {
    let weights = world.terms.weights
    let cost =
      weights.timeToPickup * Double(wait.rawValue) + weights.detour * Double(detour.rawValue)
      + Double(weights.preference.rawValue) * (1 - circles.agreement(request, car.driver))
    return Int64(cost.rounded())
  }

  // MARK: - Where cars pass

  /// The vertex from which the car is taken to go on, and when.
  private func start(
    of car: Car, at time: Milliseconds
  ) -> (vertex: Int, place: Place, time: Milliseconds) {
    let way = car.way
    guard car.driver.origin.node >= 0 else {
      let report = circles.report(of: car, at: time)
      let vertex = way[report.vertex]
      // A car that makes a stop goes on when the stop is over, if it is known to be there.
      if isActual, let next = way.first(where: { $0.time > time }), next.place == vertex.place {
        return (0, next.place, next.time)
      }
      let place = vertex.odometer < report.odometer ? Place(position: report.position) : vertex.place
      return (0, place, max(time, isActual ? way[0].time : car.driver.depart))
    }
    func at(_ vertex: Int, _ time: Milliseconds) -> (vertex: Int, place: Place, time: Milliseconds) {
      (vertex, way[vertex].place, time)
    }
    func nodeBehind(_ vertex: Int) -> Int { way.indices.first { $0 > vertex && way[$0].place.node >= 0 }! }
    guard isActual else {
      let report = circles.report(of: car, at: time)
      let now = max(time, car.driver.depart)
      let node = way[...report.vertex].lastIndex { $0.place.node >= 0 }!
      guard way[node].odometer < report.odometer else { return at(node, now) }
      let (vertex, next) = (way[report.vertex], way[report.vertex + 1])
      let rest = (next.odometer - report.odometer) / (next.odometer - vertex.odometer)
      let drive = Milliseconds(Int64((rest * Double((next.time - vertex.time).rawValue)).rounded()))
      let end = nodeBehind(report.vertex)
      return at(end, now + drive + (way[end].time - next.time))
    }
    guard let current = way.lastIndex(where: { $0.time <= time }), current + 1 < way.count else {
      return at(0, max(time, way[0].time))
    }
    if way[current + 1].place == way[current].place { return at(current + 1, way[current + 1].time) }
    if way[current].place.node >= 0, way[current].time == time { return at(current, time) }
    let end = nodeBehind(current)
    return at(end, way[end].time)
  }

  /// The places that the car passes from there on: every node, or the points of the grid near the straight way of each leg.
  private func passages(of car: Car, at time: Milliseconds) -> Set<Passage> {
    guard car.driver.origin.node >= 0 else { return points(along: car, at: time) }
    let begin = start(of: car, at: time).vertex
    var passages: Set<Passage> = []
    var leg = 0
    for (number, vertex) in car.way.enumerated() {
      if number >= begin, vertex.place.node >= 0 {
        passages.insert(Passage(place: vertex.place, leg: leg))
      }
      if leg < car.stops.count, vertex.place == car.stops[leg].place, vertex.time == car.stops[leg].arrive,
        number >= begin || car.stops[leg].arrive > time
      {
        leg += 1
      }
    }
    return passages
  }

  private func points(along car: Car, at time: Milliseconds) -> Set<Passage> {
    guard let grid = world.terms.transfer?.grid else { return [] }
    let ends = [start(of: car, at: time).place] + car.stops.map(\.place) + [car.driver.destination]
    var passages: Set<Passage> = []
    for (leg, (from, to)) in zip(ends, ends.dropFirst()).enumerated() {
      let way = circles.metres(from.position, to.position)
      let all = world.plainSpace.meetingPlaces(around: from, within: way + grid, grid: grid)
      for place in all
      where circles.distance(place.position, fromLine: from.position, to.position) <= grid / 2 {
        passages.insert(Passage(place: place, leg: leg))
      }
    }
    return passages
  }

  // MARK: - Driving

  /// The ride between the positions `pair` of the plan of `car`; nil where it breaks a limit of the driver or a promise to others.
  private func ride(
    _ car: Car, from origin: Place, to destination: Place, _ pair: TwoCirclesByHand.Pair, ready: Milliseconds,
    earliest: Milliseconds, at time: Milliseconds
  ) -> Ride? {
    typealias Visit = (place: Place, earliest: Milliseconds)
    let start = start(of: car, at: time)
    let visits: [Visit] =
      car.stops.map { ($0.place, $0.earliest) } + [(car.driver.destination, Milliseconds.zero)]
    var inserted = visits
    inserted.insert((destination, .zero), at: pair.dropoff)
    inserted.insert((origin, max(earliest, ready)), at: pair.pickup)
    func drive(_ visits: [Visit]) -> [Milliseconds]? {
      var (place, time) = (start.place, start.time)
      var arrivals: [Milliseconds] = []
      for visit in visits {
        guard
          let travel = roads.travel(
            from: place, to: visit.place, in: world.plainSpace(at: car.driver.depart))
        else { return nil }
        arrivals.append(time + travel.duration)
        time = max(time + travel.duration, visit.earliest) + world.terms.stopDuration
        place = visit.place
      }
      return arrivals
    }
    guard let alone = drive(visits), var with = drive(inserted) else { return nil }
    let alighting = with.remove(at: pair.dropoff + 1)
    let boarding = max(with.remove(at: pair.pickup), ready)
    let delays = zip(with, alone).map { $0 - $1 }
    let planned = car.stops.map(\.arrive) + [car.way[car.way.count - 1].time]
    let moved = zip(planned, delays).map { $0 + $1 }
    guard circles.brokenLimit(of: car.driver, arrival: moved[moved.count - 1]) == nil,
      circles.keepsPromises(car, moved)
    else { return nil }
    return Ride(boarding: boarding, alighting: alighting, detour: delays[delays.count - 1])
  }
}

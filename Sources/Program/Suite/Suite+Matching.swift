import Lifecycle
import Matching
import Quantities
import RoadNetwork
import Spaces
import Statistics
import Travellers

extension Suite {
  /// The candidates in both circles, found with the index of moving drivers.
  static let candidates = Benchmark(
    "matching/candidates", .micro,
    "find drivers near the pickup that pass the drop-off: two circles on a plane",
    unit: "drivers", sizes: [1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000], small: 10_000,
    growth: true
  ) { count, _ in
    let requests = 2_000
    let plane = Plane(drivers: count, requests: requests)
    let fleet = plane.fleet()
    // The same time in each repetition: neither results nor work change.
    let time = Plane.time
    _ = plane.funnel(of: 0, fleet, at: time)
    return Work(requests, "request") {
      let before = fleet.indexProbes
      var checksum = Checksum()
      var found = (0, 0)
      for request in plane.requests.indices {
        let funnel = plane.funnel(of: request, fleet, at: time)
        found = (found.0 + Int(funnel[.radius]), found.1 + Int(funnel[.route]))
        checksum.add(funnel[.radius])
        checksum.add(funnel[.route])
      }
      return Outcome(
        checksum,
        [
          "index_probes": fleet.indexProbes - before, Stage.radius.column: found.0,
          Stage.route.column: found.1,
        ])
    }
  }

  /// The reference: the first of the same requests, with the same counts.
  static let candidatesScan = Benchmark(
    "matching/candidates-scan", .micro, "count the same drivers by checking every one", unit: "drivers",
    sizes: [1_000, 10_000, 100_000, 1_000_000]
  ) { count, _ in
    let plane = Plane(drivers: count, requests: 100)
    let scan = CirclesScan(plane.drivers, terms: Terms())
    return Work(plane.requests.count, "request") {
      var checksum = Checksum()
      var found = (0, 0)
      for request in plane.requests {
        let counts = scan.counts(for: request, at: Plane.time)
        found = (found.0 + counts.inRadius, found.1 + counts.onRoute)
        checksum.add(counts.inRadius)
        checksum.add(counts.onRoute)
      }
      return Outcome(checksum, [Stage.radius.column: found.0, Stage.route.column: found.1])
    }
  }

  /// The evaluation of all pairs of stops in one car's plan.
  static let insertionChecks = Benchmark(
    "matching/insertion", .micro, "best pair of stops in one car's plan, on a plane",
    unit: "planned passengers",
    sizes: [1, 2, 4, 8, 16], small: 4, growth: true
  ) { passengers, _ in
    let requests = 2_000
    let plane = Plane(drivers: 1, requests: requests + passengers, seats: 64)
    func search(_ space: any Space) -> Outcome {
      let fleet = plane.fleet(in: space)
      for number in 0..<passengers { plane.plan(requests + number, in: fleet) }
      var checksum = Checksum()
      var feasible = 0
      for request in plane.requests[..<requests] {
        guard let insertion = Plane.best(of: request, in: fleet) else { continue }
        feasible += 1
        checksum.add(insertion.pickupAfter)
        checksum.add(insertion.dropoffAfter)
        checksum.add(insertion.detour.rawValue)
      }
      return Outcome(checksum, ["feasible": feasible])
    }
    return Work(
      requests, "request",
      census: {
        let space = CountingSpace(plane.space)
        _ = search(space)
        return space.counts
      },
      { search(plane.space) })
  }
}

/// Drivers and requests with straight trips on a square of 30 km, all at time 0.
struct Plane {
  /// The time of queries for nearby drivers.
  static let time = Milliseconds(1)

  let space = OpenSpace(geometry: .plane, speed: 50 / 3.6)
  let drivers: [Driver]
  let requests: [Request]

  init(drivers: Int, requests: Int, seats: Int16 = 3) {
    var draws = draws(.places, drivers)
    let space = space
    func place() -> Place {
      Place(position: Position(x: 30_000 * draws.uniform(), y: 30_000 * draws.uniform()))
    }
    self.drivers = (0..<drivers).map { id in
      let (origin, destination) = (place(), place())
      return Driver(
        id: Int64(id), origin: origin, destination: destination, depart: .zero, seats: seats,
        solo: space.travel(from: origin, to: destination) ?? .none)
    }
    self.requests = (0..<requests).map { id in
      let (origin, destination) = (place(), place())
      return Request(
        id: Int64(id), origin: origin, destination: destination, submit: .zero,
        direct: space.travel(from: origin, to: destination) ?? .none)
    }
  }

  /// Returns the fleet with all drivers announced.
  func fleet(in space: (any Space)? = nil) -> Fleet {
    let fleet = Fleet(drivers: drivers, terms: Terms(), space: space ?? self.space)
    for index in drivers.indices { fleet.announce(DriverIndex(index), at: .zero) }
    return fleet
  }

  /// Returns the number of drivers within both circles for request number `number`.
  func funnel(of number: Int, _ fleet: Fleet, at time: Milliseconds) -> Funnel {
    var attempt = attempt(of: number, fleet, at: time)
    _ = attempt.driversOnRoute()
    return attempt.funnel
  }

  /// Returns the first attempt of request number `number`.
  func attempt(of number: Int, _ fleet: Fleet, at time: Milliseconds = Plane.time) -> Attempt {
    Attempt(
      request: requests[number], index: RequestIndex(number), cycle: 1, attempt: 1, time: time,
      promise: fleet.terms.promise(for: requests[number]), excluded: [], fleet: fleet,
      random: RandomSource(seed: 1, replication: 0))
  }

  /// Returns the best pair of stops for `request` in the plan of the first driver.
  static func best(of request: Request, in fleet: Fleet) -> Insertion? {
    let inquiry = Inquiry(request, promise: fleet.terms.promise(for: request), at: .zero)
    return fleet.evaluate(inquiry, into: 0, from: .actual).best
  }

  /// Inserts request number `number` optimally in the plan of the first driver.
  func plan(_ number: Int, in fleet: Fleet) {
    guard let insertion = Self.best(of: requests[number], in: fleet) else {
      preconditionFailure("without limits everybody fits in")
    }
    fleet.accept(
      requests[number], as: RequestIndex(number), promise: fleet.terms.promise(for: requests[number]),
      insertion: insertion, by: 0, at: .zero)
  }
}

/// A space that counts its queries.
final class CountingSpace: Space {
  private let space: any Space
  private var trips = 0
  private var sweepers: [Sweeper] = []
  private var paths = 0

  init(_ space: any Space) { self.space = space }

  var counts: [Count] {
    [
      Count("distance_evaluations", trips), Count("path_queries", paths),
      Count("sweeps", sweepers.reduce(0) { $0 + $1.sweeps }),
    ]
  }

  var geometry: Geometry { space.geometry }
  var millisecondsPerMetre: Double { space.millisecondsPerMetre }
  var leastTimes: LeastTimes { space.leastTimes }
  var sweepSize: Int? { space.sweepSize }

  func boundPoint(of place: Place) -> Position { space.boundPoint(of: place) }
  func place(at coordinates: Coordinates) -> Place? { space.place(at: coordinates) }

  func travel(from origin: Place, to destination: Place) -> Travel? {
    trips += 1
    return space.travel(from: origin, to: destination)
  }

  func duration(from origin: Place, to destination: Place, hub: Hub) -> Milliseconds {
    trips += 1
    return space.duration(from: origin, to: destination, hub: hub)
  }

  func meetingPlaces(around end: Place, within reach: Metres, grid: Metres) -> [Place] {
    space.meetingPlaces(around: end, within: reach, grid: grid)
  }

  func appendDurations(of group: PlaceGroup, _ hub: Hub, _ place: Place, to times: inout [Milliseconds]) {
    trips += group.places.count
    space.appendDurations(of: group, hub, place, to: &times)
  }

  func sweeper(_ hub: Hub) -> Sweeper {
    let sweeper = space.sweeper(hub)
    sweepers.append(sweeper)
    return sweeper
  }

  func way(from origin: Place, to destination: Place) -> Way? {
    paths += 1
    return space.way(from: origin, to: destination)
  }

  func appendPath(from origin: Place, to destination: Place, into path: inout [PathPoint]) {
    paths += 1
    space.appendPath(from: origin, to: destination, into: &path)
  }
}

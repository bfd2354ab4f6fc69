import CarpoolScenario
import Lifecycle
import Matching
import Quantities
import RoadNetwork
import Scenario
import Simulation
import Spaces
import Statistics
import TestSupport
import Testing
import Travellers

/// Where a test world lies.
enum Ground: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case plane, torus, globe, city, grid, roads, deadEnds, winding

  var testDescription: String { rawValue }
}

/// A small crowded market in which much happens: everything about it follows from a seed.
struct World {
  var space: any Space
  /// The same space with nothing prepared.
  let plainSpace: any Space
  /// The spaces of a day in which times change, and the same with nothing prepared; nil where they do not.
  private(set) var day: (spaces: DailySpaces, plain: DailySpaces)?
  var drivers: [Driver]
  var requests: [Request]
  var terms: Terms
  var rules: Rules
  /// Trips planned ahead and platform services; nil in most worlds.
  var board: BoardSetup?
  var society: SocietySetup?
  /// The places at which passengers are met; nil in most worlds.
  var meetingPlaces: MeetingPlaces?

  /// The setup of a run under `policy`.
  func setup(_ policy: any Policy) -> SimulationSetup {
    var setup = SimulationSetup(
      Scenario(), drivers: drivers, requests: requests, spaces: day?.spaces ?? DailySpaces(space),
      policy: policy)
    setup.terms = terms
    setup.rules = rules
    setup.board = board
    setup.society = society
    setup.meetingPlaces = meetingPlaces
    return setup
  }

  /// Runs the world under `policy`.
  func records(_ policy: any Policy, recordsEvents: Bool = false) throws -> RunRecords {
    var setup = setup(policy)
    setup.observation.recordsEvents = recordsEvents
    return try setup.records()
  }

  /// Creates the world of `seed` on `ground`, with route points every `spacing` metres.
  init(_ ground: Ground, spacing: Metres, seed: UInt64) {
    var random = SplitMix64(seed: seed &* 0x1000 &+ UInt64(Ground.allCases.firstIndex(of: ground)!))
    let map = Map(ground, &random)
    let space = map.space
    let driverCount = random.whole(10...40)
    let requestCount = random.whole(20...60)
    var drivers: [Driver] = []
    while drivers.count < driverCount {
      let id = Int64(3 * drivers.count + random.whole(0...2))
      guard let trip = map.trip(&random) else { continue }
      drivers.append(Self.driver(id, trip, &random))
    }
    var requests: [Request] = []
    while requests.count < requestCount {
      let id = Int64(5 * requests.count + random.whole(0...4))
      guard let trip = map.trip(&random) else { continue }
      requests.append(Self.request(id, trip, &random))
    }
    self.space = space
    plainSpace = map.plainSpace
    day = nil
    self.drivers = drivers
    self.requests = requests
    terms = Self.terms(spacing: spacing, &random)
    rules = Self.rules(seed: seed, &random)
  }

  /// The space, with nothing prepared, in which a trip is driven that departs at `time`.
  func plainSpace(at time: Milliseconds) -> any Space { day?.plain.space(at: time) ?? plainSpace }

  /// Lets times change at one moment while the world's cars are on the road: by a factor before and another
  /// after it, for each class of roads.
  ///
  /// - Precondition: the world lies on a network.
  mutating func passRushHour(seed: UInt64) {
    guard let network = (plainSpace as? NetworkSpace)?.network else {
      preconditionFailure("there is no traffic in open space")
    }
    var random = SplitMix64(seed: seed)
    let (before, after) = (Self.factors(&random), Self.factors(&random))
    let hours = (0..<24).map { $0 == 8 ? after : before }
    let profile = TravelTimeProfile(factorsOfHour: hours)
    // It strikes eight when a third of the drivers have left.
    let timeOfDay = Milliseconds(seconds: 8 * 3600 - random.uniform(100...200))
    func spaces(_ method: RoutingMethod) -> DailySpaces {
      let routing = DailyRouting(network, profile: profile, method: method)
      return DailySpaces(routing, timeOfDay: timeOfDay)
    }
    day = (spaces(random.pick([.dijkstra, .hierarchy, .labels])), spaces(.dijkstra))
    for index in drivers.indices {
      let driver = drivers[index]
      let space = plainSpace(at: driver.depart)
      let solo = space.travel(from: driver.origin, to: driver.destination) ?? .none
      drivers[index].solo = solo
      // The slack stays: who cannot be in time even alone takes no part in a run.
      if driver.latestArrival != .never {
        drivers[index].latestArrival = driver.latestArrival + (solo.duration - driver.solo.duration)
      }
    }
    for index in requests.indices {
      let request = requests[index]
      let space = plainSpace(at: max(request.submit, request.earliestPickup))
      requests[index].direct = space.travel(from: request.origin, to: request.destination) ?? .none
    }
  }

  private static func factors(_ random: inout SplitMix64) -> [Double] {
    let factors = [random.uniform(0.5...2), random.uniform(0.5...2), random.uniform(0.5...2)]
    return (0..<256).map { factors[$0 % 3] }
  }

  typealias Trip = (origin: Place, destination: Place, travel: Travel)

  private static func driver(_ id: Int64, _ trip: Trip, _ random: inout SplitMix64) -> Driver {
    let depart = Milliseconds(seconds: random.uniform(0...400))
    let ahead = random.chance(0.4) ? random.uniform(0...200) : 0
    var driver = Driver(
      id: id, origin: trip.origin, destination: trip.destination, depart: depart,
      announce: max(.zero, depart - Milliseconds(seconds: ahead)), seats: Int16(random.whole(1...4)),
      luggageRoom: Int16(random.whole(0...3)), solo: trip.travel)
    if random.chance(0.4) { driver.maxDetour = Milliseconds(seconds: random.uniform(200...1500)) }
    if random.chance(0.2) { driver.maxDetourRatio = random.uniform(0.5...5) }
    if random.chance(0.1) {
      let slack = Milliseconds(seconds: random.uniform(200...1500))
      driver.latestArrival = depart + trip.travel.duration + slack
    }
    (driver.person, driver.wishes) = traveller(&random)
    return driver
  }

  private static func request(_ id: Int64, _ trip: Trip, _ random: inout SplitMix64) -> Request {
    let submit = Milliseconds(seconds: random.uniform(0...600))
    var request = Request(
      id: id, origin: trip.origin, destination: trip.destination, submit: submit,
      partySize: Int16(random.pick([1, 1, 1, 2, 3])), luggage: Int16(random.pick([0, 0, 1, 2])),
      direct: trip.travel)
    func later(_ range: ClosedRange<Double>) -> Milliseconds {
      submit + Milliseconds(seconds: random.uniform(range))
    }
    if random.chance(0.2) { request.earliestPickup = later(0...240) }
    if random.chance(0.1) { request.latestPickup = later(120...600) }
    if random.chance(0.1) { request.latestDropoff = later(200...1200) + trip.travel.duration }
    if random.chance(0.1) {
      request.maxRide = Milliseconds(seconds: random.uniform(60...600)) + trip.travel.duration
    }
    if random.chance(0.3) { request.patience = Milliseconds(seconds: random.uniform(20...900)) }
    request.isProbe = random.chance(0.1)
    (request.person, request.wishes) = traveller(&random)
    return request
  }

  private static func traveller(_ random: inout SplitMix64) -> (Person, Wishes) {
    var person = Person()
    if random.chance(0.9) { person.smoker = random.chance(0.3) }
    if random.chance(0.9) { person.sex = random.pick([.female, .male]) }
    if random.chance(0.9) { person.age = Int16(random.whole(18...80)) }
    var wishes = Wishes()
    if random.chance(0.1) { wishes.smoker = random.chance(0.3) }
    if random.chance(0.1) { wishes.sex = random.pick([.female, .male]) }
    if random.chance(0.1) { wishes.youngest = Int16(random.whole(18...40)) }
    if random.chance(0.1) { wishes.oldest = Int16(random.whole(40...80)) }
    wishes.required = random.chance(0.5)
    return (person, wishes)
  }

  private static func terms(spacing: Metres, _ random: inout SplitMix64) -> Terms {
    var terms = Terms()
    terms.radius = random.pick([random.uniform(200...1000).rounded(), 1000])
    terms.spacing = spacing
    terms.stopDuration = random.pick([.zero, Milliseconds(30_000)])
    terms.weights.timeToPickup = random.pick([1, 0.5, 0])
    terms.weights.detour = random.pick([1, 2.25])
    terms.weights.preference = random.pick([.zero, Milliseconds(100_000)])
    if random.chance(0.3) { terms.maxWait = Milliseconds(seconds: random.uniform(300...900)) }
    if random.chance(0.2) { terms.maxDelay = Milliseconds(seconds: random.uniform(300...1500)) }
    if random.chance(0.1) { terms.maxRide = Milliseconds(seconds: random.uniform(300...1500)) }
    if random.chance(0.2) { terms.maxRideRatio = random.uniform(1.1...4) }
    return terms
  }

  private static func rules(seed: UInt64, _ random: inout SplitMix64) -> Rules {
    var rules = Rules.certain
    rules.random = RandomSource(seed: seed, replication: 0)
    rules.attempts = Int32(random.whole(1...4))
    rules.retryInterval = Milliseconds(seconds: random.uniform(1...60))
    rules.maxCycles = Int32(random.whole(1...3))
    rules.relaunchProbability = random.pick([0, 0.5])
    rules.relaunchDelay = Milliseconds(seconds: random.uniform(1...60))
    rules.answerDelay = random.pick([.zero, Milliseconds(5_000), Milliseconds(20_000)])
    rules.declineProbability = random.pick([0, 0.3])
    rules.providerCancelProbability = random.pick([0, 0.2])
    return rules
  }
}

/// A space and a way to draw trips in it.
struct Map {
  let space: any Space
  /// The same space with nothing prepared.
  let plainSpace: any Space
  private let place: (inout SplitMix64) -> Place

  /// A trip between two different places; nil where none was found.
  func trip(_ random: inout SplitMix64) -> (origin: Place, destination: Place, travel: Travel)? {
    let (origin, destination) = (place(&random), place(&random))
    guard origin != destination, let travel = space.travel(from: origin, to: destination) else { return nil }
    return (origin, destination, travel)
  }

  init(_ ground: Ground, _ random: inout SplitMix64) {
    let speed = random.uniform(4...8)
    switch ground {
    case .plane:
      let space = OpenSpace(geometry: .plane, speed: speed, circuity: random.pick([1, 1.3]))
      self.init(space, 0...2500, 0...2500)
    case .torus:
      self.init(OpenSpace(geometry: .torus(side: 2500), speed: speed), 0...2499.999, 0...2499.999)
    case .globe:
      // Some worlds lie across the date line, some near the pole.
      let (x, y) = random.pick([(104.06, 30.67), (179.99, -17.8), (15.6, 89.0)])
      let reach = y > 80 ? 0.7 : 0.013
      self.init(
        OpenSpace(geometry: .globe, speed: speed, circuity: random.pick([1, 1.3])), x - reach...x + reach,
        y - 0.011...y + 0.011)
    case .city:
      let plan = CityPlan(
        columns: 10, rows: 9, blockMetres: 250, oneWayShare: 0.4, streetKmh: 20, arterialKmh: 30,
        seed: random.next())
      self.init(plan.network().network, &random)
    case .grid:
      // Nothing but ties: equal blocks, and route points that fall on crossings.
      let plan = CityPlan(
        columns: 10, rows: 10, blockMetres: 250, perturbation: 0, arterialEvery: 0, oneWayShare: 0,
        streetKmh: 20, seed: 1)
      self.init(plan.network().network, &random)
    case .roads:
      var report = NetworkReport()
      self.init(Self.roads(&random).largestStrongComponent(report: &report), &random)
    case .deadEnds:
      self.init(Self.roads(&random), &random)
    case .winding:
      let plan = CityPlan(columns: 9, rows: 9, blockMetres: 250, streetKmh: 20, seed: random.next())
      let straight = random.chance(0.5) ? plan.network().network : Self.roads(&random)
      self.init(straight.winding(&random), &random)
    }
  }

  private init(_ space: OpenSpace, _ x: ClosedRange<Double>, _ y: ClosedRange<Double>) {
    self.space = space
    plainSpace = space
    place = { random in
      let at = Coordinates(x: random.uniform(x), y: random.uniform(y))
      return Place(position: space.geometry.position(of: at))
    }
  }

  private init(_ network: Network, _ random: inout SplitMix64) {
    let space = NetworkSpace(RoutingIndex(network, method: random.pick([.dijkstra, .hierarchy, .labels])))
    self.space = space
    plainSpace = NetworkSpace(network)
    place = { space.place(ofNode: NodeIndex($0.whole(0...network.nodeCount - 1))) }
  }

  /// Nodes strewn over a few kilometres of the globe; links to near ones, some of them one-way, of any speed.
  private static func roads(_ random: inout SplitMix64) -> Network {
    var builder = NetworkBuilder(geometry: .globe)
    var places: [Coordinates] = []
    for id in 0..<60 {
      let at = Coordinates(x: random.uniform(104.04...104.065), y: random.uniform(30.65...30.672))
      places.append(at)
      builder.addNode(id: Int64(id), at: at)
    }
    for (tail, from) in places.enumerated() {
      let nearest = places.indices.filter { $0 != tail }.sorted {
        Self.metres(from, places[$0]) < Self.metres(from, places[$1])
      }
      for head in nearest.prefix(3) {
        let metres = (Self.metres(from, places[head]) * random.uniform(1...1.5)).rounded() + 1
        let time = Int32((metres / random.uniform(3...12) * 1000).rounded()) + 1
        builder.addLink(id: 1, from: NodeIndex(tail), to: NodeIndex(head), metres: metres, milliseconds: time)
        guard random.chance(0.7) else { continue }
        builder.addLink(id: 1, from: NodeIndex(head), to: NodeIndex(tail), metres: metres, milliseconds: time)
      }
    }
    return builder.build()
  }

  private static func metres(_ a: Coordinates, _ b: Coordinates) -> Metres {
    let (x, y) = ((a.x - b.x) * 95_700, (a.y - b.y) * 111_200)
    return (x * x + y * y).squareRoot()
  }
}

extension RunRecords {
  /// The first request that was picked up or dropped off later than promised, as a sentence; nil where none was.
  var lateness: String? {
    for (place, record) in requests.enumerated() {
      guard let match = record.match, let pickup = record.pickup, let dropoff = record.dropoff else {
        continue
      }
      if pickup > match.latestPickup || dropoff > match.latestDropoff { return "request \(place) is late" }
    }
    return nil
  }
}

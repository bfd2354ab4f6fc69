import Quantities
import RoadNetwork
import Spaces
import Statistics
import TestSupport
import Travellers

@testable import Matching

/// A fleet that lives through random events in a random order: announcements, offers, answers, stops,
/// passengers who leave, arrivals.
struct BusyMarket {
  let space: any Space
  let terms: Terms
  let fleet: Fleet
  private(set) var now = Milliseconds.zero
  private let place: (inout SplitMix64) -> Place
  private var unannounced: [DriverIndex]
  private var offers: [(inquiry: Inquiry, meeting: Meeting?, driver: DriverIndex)] = []
  /// Requests that were accepted and perhaps not picked up yet.
  private var waiting: [(number: RequestIndex, driver: DriverIndex)] = []
  private var asked: Int32 = 0

  /// Creates a market of `count` drivers who depart within `span` of each other.
  ///
  /// - Parameter circles: radius and spacing of a market that goes by reports, and how many questions its fleet expects a second;
  ///   nil for one that goes by true positions.
  /// - Parameter walks: whether passengers walk.
  /// - Parameter rushHour: whether travel times double after five minutes, in a city.
  /// - Parameter isFlexible: whether some drivers leave when it suits, and some have a latest arrival.
  init(
    _ ground: Ground, count: Int, span: Milliseconds, _ random: inout SplitMix64,
    circles: (radius: Metres, spacing: Metres, questions: Double)? = nil, walks: Bool = false,
    isFlexible: Bool = false, rushHour: Bool = false
  ) {
    let map = Self.map(ground, &random)
    let spaces = rushHour ? Self.rushHour(in: map.space) : DailySpaces(map.space)
    (space, place) = (spaces.base, map.place)
    var terms = Terms()
    terms.stopDuration = random.pick([.zero, Milliseconds(30_000)])
    terms.insertion.objective = random.pick(Objective.allCases)
    terms.weights.timeToPickup = random.pick([1, 0.25, 0, 1e6])
    terms.weights.detour = random.pick([1, 3, 1e6])
    // Who asks for a day that is weeks away brings a window.
    let isShort = span.rawValue < 86_400_000
    if isShort, random.chance(0.5) { terms.maxWait = Milliseconds(Int64(random.whole(60_000...900_000))) }
    if isShort, random.chance(0.5) { terms.maxDelay = Milliseconds(Int64(random.whole(60_000...900_000))) }
    if random.chance(0.3) { terms.maxRideRatio = random.uniform(1...3) }
    if let circles { (terms.radius, terms.spacing) = (circles.radius, circles.spacing) }
    if walks {
      terms.walking.reach = random.pick([150, 300])
      terms.walking.grid = random.pick([100, 170])
      terms.walking.speed = random.pick([1.3, 20])
    }
    self.terms = terms
    var drivers: [Driver] = []
    while drivers.count < count {
      let (origin, destination) = (map.place(&random), map.place(&random))
      guard let solo = space.travel(from: origin, to: destination) else { continue }
      let depart = Milliseconds(Int64(random.uniform() * Double(span.rawValue)))
      var driver = Driver(
        id: Int64(drivers.count), origin: origin, destination: destination, depart: depart, announce: .zero,
        seats: Int16(random.whole(0...4)), solo: solo)
      if random.chance(0.5) { driver.maxDetour = Milliseconds(Int64(random.whole(0...900_000))) }
      if random.chance(0.3) { driver.maxDetourRatio = random.uniform(0...2) }
      if isFlexible, random.chance(0.5) {
        driver.flexibility = Milliseconds(Int64(random.whole(1...600_000)))
      }
      if isFlexible, random.chance(0.3) {
        driver.latestArrival =
          driver.departAlone + solo.duration + Milliseconds(Int64(random.whole(0...600_000)))
      }
      drivers.append(driver)
    }
    unannounced = Array(drivers.places).shuffled(using: &random)
    fleet = Fleet(
      drivers: drivers, terms: terms, spaces: spaces,
      vantage: circles == nil ? .actual : .reported,
      questions: circles?.questions ?? .infinity)
  }

  /// Where a market lies.
  enum Ground: String, CaseIterable {
    case plane, torus, globe, city
  }

  private static func map(
    _ ground: Ground, _ random: inout SplitMix64
  ) -> (space: any Space, place: (inout SplitMix64) -> Place) {
    switch ground {
    case .plane: (OpenSpace(geometry: .plane, speed: 9, circuity: 1.2), { Self.at(&$0, 0...5000) })
    case .torus: (OpenSpace(geometry: .torus(side: 5000), speed: 9), { Self.at(&$0, 0...4999) })
    case .globe:
      (
        OpenSpace(geometry: .globe, speed: 9),
        { random in
          let at = Coordinates(x: random.uniform(179.97...180.03), y: random.uniform(-17.03 ... -17))
          return Place(position: Geometry.globe.position(of: at))
        }
      )
    case .city:
      city(seed: random.next())
    }
  }

  private static func city(seed: UInt64) -> (space: any Space, place: (inout SplitMix64) -> Place) {
    let network = CityPlan(columns: 10, rows: 10, oneWayShare: 0.4, seed: seed).network().network
    let space = NetworkSpace(RoutingIndex(network, method: .labels))
    return (space, { space.place(ofNode: NodeIndex($0.whole(0...network.nodeCount - 1))) })
  }

  /// The spaces of a day that begins five minutes before an hour at twice the time.
  private static func rushHour(in space: any Space) -> DailySpaces {
    guard let city = space as? NetworkSpace else { preconditionFailure("only a city has streets") }
    var hours = Array(repeating: Array(repeating: 1.0, count: 256), count: 24)
    hours[7] = Array(repeating: 2, count: 256)
    let profile = TravelTimeProfile(factorsOfHour: hours)
    return DailySpaces(
      DailyRouting(city.index.network, profile: profile, method: .labels),
      timeOfDay: Milliseconds((7 * 3600 - 300) * 1000))
  }

  private static func at(_ random: inout SplitMix64, _ range: ClosedRange<Double>) -> Place {
    Place(position: Position(x: random.uniform(range), y: random.uniform(range)))
  }
}

// MARK: - What happens

extension BusyMarket {
  /// Announces everybody who is not yet.
  mutating func announceAll() {
    while let driver = unannounced.popLast() { fleet.announce(driver, at: now) }
  }

  /// Lets up to `span` pass, and then one more thing happen.
  mutating func step(_ span: Milliseconds, _ random: inout SplitMix64) {
    advance(to: now + Milliseconds(Int64(random.uniform() * Double(span.rawValue))))
    switch random.whole(0...9) {
    case 0...2: if let driver = unannounced.popLast() { fleet.announce(driver, at: now) }
    case 3...5:
      let request = request(&random)
      var attempt = attempt(request)
      let policy: any Policy = fleet.vantage == .actual ? BestInsertion() : TwoCircles()
      if let choice = try? policy.choose(for: &attempt) {
        fleet.reserve(choice.driver)
        let meeting = fleet.meeting(of: attempt.inquiry, by: choice.insertion, with: choice.driver)
        offers.append((attempt.inquiry, meeting, choice.driver))
      }
    case 6...8: if !offers.isEmpty { answer(offers.remove(at: random.whole(0...offers.count - 1)), &random) }
    default: drop(&random)
    }
  }

  /// Makes the departures, stops and arrivals until `time`, in their order.
  private mutating func advance(to time: Milliseconds) {
    func next(_ driver: DriverIndex) -> Milliseconds {
      let itinerary = fleet.itineraries[driver]
      return itinerary.isFree ? itinerary.departure : itinerary.stops.first?.arrive ?? itinerary.arrival
    }
    while let driver = fleet.active.min(by: { (next($0), $0) < (next($1), $1) }), next(driver) <= time {
      if fleet.itineraries[driver].isFree {
        fleet.depart(driver)
      } else if fleet.itineraries[driver].stops.isEmpty {
        fleet.retire(driver)
      } else {
        let stop = fleet.makeStop(driver)
        waiting.removeAll { $0.number == stop.request }
      }
    }
    now = time
  }

  private mutating func answer(
    _ offer: (inquiry: Inquiry, meeting: Meeting?, driver: DriverIndex), _ random: inout SplitMix64
  ) {
    guard fleet.isActive(offer.driver) else { return }
    let asked = offer.inquiry
    var inquiry = Inquiry(asked.request, as: asked.index, promise: asked.promise, at: now)
    if let meeting = offer.meeting {
      inquiry = fleet.inquiry(inquiry, meeting: meeting, start: asked.time)
    }
    let result = fleet.evaluate(inquiry, into: offer.driver, from: fleet.vantage)
    if let insertion = result.best, random.chance(0.8) {
      fleet.accept(inquiry, insertion: insertion, by: offer.driver)
      waiting.append((asked.index, offer.driver))
    }
    fleet.release(offer.driver, at: now)
  }

  private mutating func drop(_ random: inout SplitMix64) {
    guard !waiting.isEmpty else { return }
    let (number, driver) = waiting.remove(at: random.whole(0...waiting.count - 1))
    fleet.drop(number, from: driver, at: now)
  }

  /// A request that asks now.
  mutating func request(_ random: inout SplitMix64) -> Request {
    asked += 1
    while true {
      let (origin, destination) = (place(&random), place(&random))
      guard origin != destination, let direct = space.travel(from: origin, to: destination) else { continue }
      var request = Request(
        id: Int64(asked), origin: origin, destination: destination, submit: now,
        partySize: Int16(random.pick([1, 1, 2])), direct: direct)
      if random.chance(0.2) { request.earliestPickup = now + Milliseconds(Int64(random.whole(0...900_000))) }
      return request
    }
  }

  func attempt(_ request: Request, excluded: [DriverIndex] = []) -> Attempt {
    Attempt(
      request: request, index: RequestIndex(Int(request.id)), cycle: 1, attempt: 1, time: now,
      promise: terms.promise(for: request), excluded: excluded, fleet: fleet,
      random: RandomSource(seed: 1, replication: 0))
  }

  /// What each driver who can be asked is worth, by evaluating all of them; in ascending order of number.
  func values(_ request: Request, excluded: [DriverIndex] = []) -> [(driver: DriverIndex, value: Int64)] {
    let promise = terms.promise(for: request)
    return fleet.active.sorted().compactMap { driver in
      guard fleet.isAvailable(driver), !excluded.contains(driver) else { return nil }
      let result = fleet.evaluate(
        Inquiry(request, promise: promise, at: now), into: driver, from: .actual)
      return result.best.map { (driver, terms.insertion.objective.value(of: $0, agreement: 1, terms: terms)) }
    }
  }
}

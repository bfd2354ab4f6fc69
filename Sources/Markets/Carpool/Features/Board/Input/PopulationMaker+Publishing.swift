import CarpoolScenario
import Community
import Ground
import Quantities
import Scenario
import Spaces
import Statistics
import Travellers

/// Finds the possible stops along a trip.
struct WayStops {
  private let places: [Place]
  private let geometry: Geometry
  /// The maximum distance of a place from the straight line.
  private let within: Metres

  init(_ places: [Place], within: Metres, _ geometry: Geometry) {
    self.places = places
    self.within = within
    self.geometry = geometry
  }

  /// Returns the places near the straight line from `origin` to `destination`, strictly between the two, in driving
  /// order.
  ///
  /// - Complexity: linear in the number of places.
  func onTheWay(from origin: Position, to destination: Position) -> [Place] {
    var found: [(share: Double, place: Place)] = []
    for place in places {
      let share = foot(of: place.position, from: origin, to: destination)
      if let share, share > 0, share < 1 { found.append((share, place)) }
    }
    // Stable: places at the same point of the way keep their order.
    return found.enumerated().ordered { ($0.element.share, $0.offset) < ($1.element.share, $1.offset) }
      .map(\.element.place)
  }

  /// Returns the position of `place` along the straight line, as a fraction of its length; nil if it is too far from
  /// the line.
  private func foot(of place: Position, from origin: Position, to destination: Position) -> Double? {
    guard case .torus(let side) = geometry else {
      guard geometry.distance(place, toSegment: origin, destination) <= within else { return nil }
      return geometry.foot(of: place, onLine: origin, destination)
    }
    // The image of the place nearest to the line counts.
    let line = geometry.offset(from: origin, to: destination)
    let toPlace = geometry.offset(from: origin, to: place)
    var nearest: (distance: Metres, share: Double)?
    for x in -1...1 {
      for y in -1...1 {
        let image = toPlace + Position(x: Double(x) * side, y: Double(y) * side)
        let share = image.dot(line) / line.squaredLength
        let distance = (image - min(1, max(0, share)) * line).squaredLength.squareRoot()
        if distance <= within, distance < nearest?.distance ?? .infinity { nearest = (distance, share) }
      }
    }
    return nearest?.share
  }
}

extension PopulationMaker {
  /// Sets the published trips and the search criteria if there is a board; requires drivers and requests in their final
  /// order.
  func fillBoard(of population: inout Population) throws(SynthesisError) {
    guard let board = scenario.board else { return }
    switch board.offers {
    case .none: population.trips = population.drivers.map { _ in nil }
    case .synthetic(let offers): try publish(offers, &population)
    case .recorded: population.trips = population.drivers.map { population.listed.offers[$0.id] }
    }
    switch board.seeks {
    case .none: population.seeks = population.requests.map { _ in nil }
    case .synthetic(let seeks):
      let names = population.requestNames
      population.seeks = population.requests.indices.map { place in
        seek(seeks, &population.requests[place], key: names.key(of: population.requests[place].id))
      }
    case .recorded: population.seeks = recordedSeeks(population)
    }
    population.listed = ListedBoard()
  }

  /// Draws which drivers publish their trips, and the terms of these trips.
  private func publish(
    _ offers: Scenario.SyntheticOffers, _ population: inout Population
  ) throws(SynthesisError) {
    let ways = WayStops(
      try stopPlaces(offers), within: offers.within, territory.space.geometry)
    let prices = SeatPrices(offers.price, in: scenario.currency)
    let names = population.driverNames
    population.trips = population.drivers.indices.map { index -> PublishedTrip? in
      let driver = population.drivers[index]
      guard driver.refusal == nil, driver.seats > 0 else { return nil }
      var draws = stream(.publishing, names.key(of: driver.id))
      let (publishes, takes, atOnce) = (draws.uniform(), draws.uniform(), draws.uniform())
      guard publishes < offers.share else { return nil }
      let way = way(
        of: driver, by: ways.onTheWay(from: driver.origin.position, to: driver.destination.position))
      let trip = PublishedTrip(
        publish: max(.zero, driver.depart - offers.lead.span(&draws)),
        stops: stops(of: way, from: driver.depart, dwell: offers.dwell),
        prices: prices.prices(way.legs, seats: driver.seats), takesInstant: takes < offers.takesInstantShare,
        booksAtOnce: atOnce < offers.atOnceShare)
      population.drivers[index].solo = trip.solo(way.legs, carpool.behaviour.stopDuration)
      return trip
    }
  }

  /// Returns the places where drivers with published trips may stop.
  private func stopPlaces(_ offers: Scenario.SyntheticOffers) throws(SynthesisError) -> [Place] {
    let named =
      offers.stops.map { $0.map { ($0.name, Coordinates(x: $0.x, y: $0.y)) } } ?? scenario.zoneCentres
    let field = offers.stops == nil ? "board.offers.stops, the zones of drivers" : "board.offers.stops"
    var places: [Place] = []
    var faults: [SynthesisError.Fault] = []
    for (number, (name, point)) in named.enumerated() {
      let end = territory.end(at: point)
      if let cause = end.cause {
        let name = name.isEmpty ? "place \(number + 1)" : name
        faults.append(.noStopPlace(field: field, name: name, cause: cause))
      }
      places.append(end.place)
    }
    guard faults.isEmpty else { throw SynthesisError(faults: faults) }
    return places
  }

  /// Places in driving order, with the routes between them.
  private typealias Way = (places: [Place], legs: [Travel])

  /// Returns the route of `driver` via all reachable `places` to the destination.
  private func way(of driver: Driver, by places: [Place]) -> Way {
    let space = territory.spaces.space(at: driver.depart)
    func travel(_ from: Place, _ to: Place) -> Travel? {
      let isSamePlace = territory.isNetwork ? from.node == to.node : from == to
      return isSamePlace ? nil : space.travel(from: from, to: to)
    }
    var way: Way = ([driver.origin], [])
    var last = driver.solo
    for place in places {
      guard let leg = travel(way.places[way.places.count - 1], place),
        let rest = travel(place, driver.destination)
      else { continue }
      way.places.append(place)
      way.legs.append(leg)
      last = rest
    }
    way.places.append(driver.destination)
    way.legs.append(last)
    return way
  }

  /// Returns the published times of the stops; each stop takes `dwell`, or the stop duration if that is longer.
  private func stops(
    of way: Way, from depart: Milliseconds, dwell: Milliseconds
  ) -> [PublishedTrip.Stop] {
    let allowed = max(dwell, carpool.behaviour.stopDuration)
    var time = depart
    var stops = [PublishedTrip.Stop(way.places[0], at: time)]
    for (leg, place) in zip(way.legs, way.places.dropFirst()) {
      time += allowed + leg.duration
      stops.append(PublishedTrip.Stop(place, at: time))
    }
    return stops
  }
}

extension PopulationMaker {
  /// Draws whether `request` plans ahead, and its criteria; if it does, its submission time becomes the time of the
  /// search.
  private func seek(_ seeks: Scenario.SyntheticSeeks, _ request: inout Request, key: UInt64) -> Seek? {
    guard request.refusal == nil, !request.isProbe else { return nil }
    var draws = stream(.seeking, key)
    let (plans, byArrival) = (draws.uniform(), draws.uniform())
    guard plans < seeks.share else { return nil }
    let leaving = request.directDeparture
    let isByArrival = byArrival < seeks.byArrivalShare
    let earliest = isByArrival ? leaving + request.direct.duration : leaving
    request.submit = max(.zero, leaving - seeks.lead.span(&draws))
    // The search has its own departure time, so the lead of the request no longer applies.
    request.lead = .zero
    // With a car of their own they would still leave then; to arrive in time they may have to leave earlier.
    if !isByArrival { request.earliestPickup = leaving }
    return Seek(
      earliest: earliest, latest: earliest + seeks.window, isByArrival: isByArrival, leaving: leaving,
      access: seeks.access, egress: seeks.egress, means: means(seeks, request.direct.metres),
      alert: seeks.alert ?? .never, fallsBack: seeks.fallback == .instant)
  }

  /// Returns the maximum price of a seat for a direct trip of `metres`, in smallest currency units, rounded
  /// down.
  private func means(_ seeks: Scenario.SyntheticSeeks, _ metres: Metres) -> Int64 {
    guard let perKm = seeks.meansPerKm else { return .max }
    let most = perKm * metres / 1_000 * Double(scenario.currency.scale)
    return most < 1e18 ? Int64(most) : .max
  }

  /// Returns the bookings listed in a file, by request index; nil for other requests.
  private func recordedSeeks(_ population: Population) -> [Seek?] {
    let places = Dictionary(
      uniqueKeysWithValues: zip(population.drivers.map(\.id), population.drivers.places))
    return population.requests.map { request in
      guard request.refusal == nil, let booking = population.listed.bookings[request.id],
        let driver = places[booking.driver]
      else { return nil }
      var seek = booking.seek
      seek.recorded = RecordedBooking(driver: driver, from: booking.from, to: booking.to)
      return seek
    }
  }
}

extension Scenario {
  /// The currency of amounts.
  var currency: Currency { money?.currency ?? Currency() }

  /// The centres of the zones in which drivers are drawn; empty if they are not drawn from zones.
  fileprivate var zoneCentres: [(String, Coordinates)] {
    let od: OriginDestination? =
      switch supply {
      case .synthetic(let drivers): drivers.od
      case .users: users?.od
      case .none, .recorded, .trips: nil
      }
    guard case .zones(let zones) = od else { return [] }
    return zones.zones.map { ($0.name, Coordinates(x: $0.x, y: $0.y)) }
  }
}

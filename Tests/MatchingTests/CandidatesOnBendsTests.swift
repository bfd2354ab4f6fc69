import Matching
import Quantities
import RoadNetwork
import Spaces
import Testing
import Travellers

/// The rule of the two circles on a road that leads around three sides of a square, 2.7 km at 10 m/s; a place
/// outside the square, 50 m from its far side, lies 950 m from the straight line between the road's ends.
@Suite struct CandidatesOnBendsTests {
  private static let (west, east, home, aside) = (NodeIndex(0), NodeIndex(1), NodeIndex(2), NodeIndex(3))

  private static func roads(bent: Bool) -> NetworkSpace {
    var builder = NetworkBuilder(geometry: .plane)
    for (id, at) in [(0.0, 0.0), (900, 0), (1800, 0), (450, 950)].enumerated() {
      builder.addNode(id: Int64(id), at: Coordinates(x: at.0, y: at.1))
    }
    let square = [Coordinates(x: 0, y: 900), Coordinates(x: 900, y: 900)]
    let course = builder.addCourse(bent ? square : [])
    builder.addLink(id: 1, from: west, to: east, metres: 2700, milliseconds: 270_000, course: course)
    builder.addLink(id: 2, from: east, to: home, metres: 900, milliseconds: 90_000)
    builder.addLink(id: 3, from: east, to: aside, metres: 1000, milliseconds: 100_000)
    builder.addLink(id: 3, from: aside, to: east, metres: 1000, milliseconds: 100_000)
    return NetworkSpace(builder.build())
  }

  /// The market of one car that leaves the west for home at 0, its route points `spacing` metres apart.
  private static func market(bent: Bool, spacing: Metres) -> OpenMarket {
    let space = roads(bent: bent)
    var terms = Terms()
    terms.radius = 100
    terms.spacing = spacing
    let car = Driver(
      id: 0, origin: space.place(ofNode: west), destination: space.place(ofNode: home), depart: .zero)
    let market = OpenMarket(space, terms: terms, [car])
    market.fleet.announce(0, at: .zero)
    return market
  }

  private static func funnel(
    _ market: OpenMarket, _ origin: NodeIndex, _ destination: NodeIndex, seconds: Double
  ) throws -> Funnel {
    let space = try #require(market.space as? NetworkSpace)
    return market.funnel(
      from: space.place(ofNode: origin), to: space.place(ofNode: destination),
      at: Milliseconds(seconds: seconds))
  }

  @Test(arguments: [0.0, 90])
  func aDropOffBesideTheBendIsOnTheRoute(_ spacing: Metres) throws {
    for bent in [true, false] {
      let market = Self.market(bent: bent, spacing: spacing)
      let funnel = try Self.funnel(market, Self.west, Self.aside, seconds: 0)
      #expect(funnel[.radius] == 1)
      #expect(funnel[.route] == (bent ? 1 : 0))
      #expect(funnel[.limits] == (bent ? 1 : 0))
    }
  }

  @Test(arguments: [0.0, 90])
  func aPickupBesideTheBendIsInTheRadiusWhileTheCarIsThere(_ spacing: Metres) throws {
    for bent in [true, false] {
      let market = Self.market(bent: bent, spacing: spacing)
      for (seconds, isNear) in [(20.0, false), (100, false), (139, true), (200, false)] {
        let funnel = try Self.funnel(market, Self.aside, Self.home, seconds: seconds)
        #expect(funnel[.radius] == (bent && isNear ? 1 : 0), "at \(seconds) s")
      }
    }
  }

  /// The car drives on to the end of its link, however near it is to the passenger.
  @Test func thePickupIsReachedByWayOfTheNode() throws {
    let market = Self.market(bent: true, spacing: 90)
    let space = try #require(market.space as? NetworkSpace)
    let time = Milliseconds(139_000)
    let request = market.request(
      from: space.place(ofNode: Self.aside), to: space.place(ofNode: Self.home), at: time)
    var attempt = market.attempt(request, at: time)
    let candidate = try #require(attempt.candidates().first)
    // Reported at 1350 m: as many metres to the node, 1000 to the passenger.
    #expect(candidate.reported == Position(x: 450, y: 900))
    #expect(candidate.insertion.timeToPickup == Milliseconds(235_000))
    #expect(candidate.insertion.detour == Milliseconds(200_000) + 2 * market.terms.stopDuration)
    let insertion = market.fleet.evaluate(
      Inquiry(request, promise: market.terms.promise(for: request), at: time), into: 0, from: .actual)
    #expect(insertion.best?.timeToPickup == Milliseconds(231_000))
    let best = try #require(insertion.best)
    market.fleet.accept(
      request, as: 0, promise: market.terms.promise(for: request), insertion: best, by: 0, at: time)
    let itinerary = market.fleet.itineraries[0]
    #expect(itinerary.stops.map(\.arrive.seconds).first == 370)
    // The car is still on the far side of the square, and reported there.
    let later = Milliseconds(160_000)
    #expect(itinerary.track.position(at: later, geometry: .plane) == Position(x: 700, y: 900))
    #expect(market.fleet.report(of: 0, at: later).position == Position(x: 630, y: 900))
  }
}

import Matching
import Quantities
import Spaces
import Testing
import Travellers

/// Faults that the index had, named after what was lost.
@Suite struct CandidateIndexTests {
  /// Continuous reports, r metres.
  private func terms(radius: Metres) -> Terms {
    var terms = Terms()
    terms.radius = radius
    terms.spacing = 0
    return terms
  }

  @Test func aCarThatSetsOutAfterTheIndexWasBuiltIsSeenToMove() {
    let car = Driver(id: 0, origin: place(0, 0), destination: place(20_000, 0), depart: Milliseconds(1000))
    let market = OpenMarket(.plane, speed: 100, terms: terms(radius: 300), [car])
    let destination = place(15_000, 0)
    #expect(market.funnel(from: place(1000, 0), to: destination, at: .zero)[.radius] == 0)
    market.fleet.announce(0, at: Milliseconds(1000))
    #expect(market.funnel(from: place(900, 0), to: destination, at: Milliseconds(9000))[.limits] == 1)
    #expect(market.funnel(from: place(0, 0), to: destination, at: Milliseconds(9000))[.radius] == 0)
  }

  @Test func aCarThatDrivesOverTheEdgeOfATorusIsSeenBeyondIt() {
    let car = Driver(id: 0, origin: place(9990, 50), destination: place(4000, 50), depart: .zero)
    let market = OpenMarket(.torus(side: 10_000), speed: 100, terms: terms(radius: 300), [car])
    market.fleet.announce(0, at: .zero)
    let destination = place(3000, 0)
    #expect(market.funnel(from: place(300, 50), to: destination, at: .zero)[.radius] == 0)
    #expect(market.funnel(from: place(1180, 50), to: destination, at: Milliseconds(9000))[.limits] == 1)
  }

  @Test func aCarThatSetsOutLaterIsSeenBeyondTheEdgeOfATorus() {
    let car = Driver(id: 0, origin: place(9990, 50), destination: place(4000, 50), depart: .zero)
    let market = OpenMarket(.torus(side: 10_000), speed: 100, terms: terms(radius: 300), [car])
    let destination = place(3000, 0)
    #expect(market.funnel(from: place(300, 50), to: destination, at: .zero)[.radius] == 0)
    market.fleet.announce(0, at: .zero)
    #expect(market.funnel(from: place(1180, 50), to: destination, at: Milliseconds(9000))[.limits] == 1)
  }

  @Test func aRadiusBeyondHalfATorusCountsACarOnce() {
    let car = Driver(id: 0, origin: place(100, 100), destination: place(400, 100), depart: .zero)
    let market = OpenMarket(.torus(side: 1000), speed: 1, terms: terms(radius: 700), [car])
    market.fleet.announce(0, at: .zero)
    let funnel = market.funnel(from: place(550, 100), to: place(900, 900), at: Milliseconds(1000))
    #expect(funnel[.radius] == 1)
    #expect(funnel[.limits] == 1)
  }

  @Test func aMonthWithoutARequestIsNoTrouble() {
    let day = Milliseconds(86_400_000)
    let depart = 40 * day
    let car = Driver(
      id: 0, origin: place(0, 0), destination: place(20_000, 0), depart: depart, announce: .zero)
    let market = OpenMarket(.plane, speed: 10, terms: terms(radius: 300), [car])
    market.fleet.announce(0, at: .zero)
    #expect(market.funnel(from: place(100, 0), to: place(9000, 0), at: .zero)[.limits] == 1)
    for count in [Int64(14), 15, 39] {
      let time = count * day
      #expect(market.funnel(from: place(100, 0), to: place(9000, 0), at: time)[.limits] == 1)
    }
    let time = depart + Milliseconds(100_000)
    #expect(market.funnel(from: place(1100, 0), to: place(9000, 0), at: time)[.limits] == 1)
  }

  @Test func aDropOffThatALongWayOnATorusPassesAsAnotherImageIsFound() {
    // From the pickup the drop-off is nearer through the left edge; the way passes it on the right.
    let car = Driver(id: 0, origin: place(4500, 0), destination: place(6900, 0), depart: .zero)
    let market = OpenMarket(.torus(side: 10_000), speed: 10, terms: terms(radius: 2000), [car])
    market.fleet.announce(0, at: .zero)
    let funnel = market.funnel(from: place(2600, 0), to: place(8800, 0), at: Milliseconds(1000))
    #expect(funnel[.route] == 1)
  }
}

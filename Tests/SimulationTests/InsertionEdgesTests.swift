import CarpoolScenario
import Lifecycle
import Matching
import Quantities
import RoadNetwork
import Scenario
import Simulation
import Spaces
import Testing
import Travellers

/// The exact matcher where limits are zero or endless, nobody has room, no road leads on, or everything happens
/// at once: on a line where cars drive 10 m/s east from 0 to 10,000 m.
@Suite struct InsertionEdgesTests {
  @Test func withADetourLimitOfZeroOnlyWhoIsOnTheWayIsTaken() throws {
    var story = Story.exact()
    story.driver { $0.maxDetour = .zero }
    story.request(from: 2000, to: 5000)
    story.request(from: 3000, to: 2000)
    var records = try story.records()
    #expect(records.requests.map(\.outcome) == [.served, .unmatched])
    #expect(records.attempts[0].detour == .zero && records.attempts[0].timeToPickup == Milliseconds(200_000))
    #expect(records.attempts[1].cause == .limits)
    // A stop takes time, which is a detour.
    story.terms.stopDuration = Milliseconds(1)
    records = try story.records()
    #expect(records.requests.map(\.outcome) == [.unmatched, .unmatched])
  }

  @Test func aRatioOfZeroIsALimitOfZero() throws {
    var story = Story.exact()
    story.driver { $0.maxDetourRatio = 0 }
    story.request(from: 2000, to: 5000)
    story.request(from: 3000, to: 2000)
    #expect(try story.records().requests.map(\.outcome) == [.served, .unmatched])
  }

  @Test func withAWaitOfZeroOnlyACarOnTheSpotCounts() throws {
    var story = Story.exact()
    story.driver()
    story.terms.maxWait = .zero
    story.request(from: 500, to: 900, at: 50)
    story.request(from: 1001, to: 1900, at: 100)
    let records = try story.records()
    #expect(records.requests.map(\.outcome) == [.served, .unmatched])
    #expect(records.requests[0].pickup == Milliseconds(50_000))
  }

  @Test func withoutLimitsEveryCarIsGoodEnough() throws {
    var story = Story.exact(.cost)
    story.driver(from: 900_000, to: 900_010)
    story.request(from: 0, to: 10)
    let records = try story.records()
    #expect(records.requests[0].outcome == .served)
    #expect(records.attempts[0].timeToPickup == Milliseconds(90_000_000))
    #expect(records.attempts[0].detour == Milliseconds(180_000_000))
  }

  @Test func aPartyLargerThanEveryCarIsNotTaken() throws {
    var story = Story.exact()
    story.driver { $0.seats = 3 }
    story.request(from: 100, to: 200) { $0.partySize = 4 }
    story.request(from: 100, to: 200) { $0.luggage = 3 }
    story.request(from: 100, to: 200) { $0.partySize = 3 }
    let records = try story.records()
    #expect(records.requests.map(\.outcome) == [.unmatched, .unmatched, .served])
    // Nobody is evaluated whose car is too small; whoever has no room at all breaks no limit.
    #expect(records.attempts.map(\.funnel.evaluated) == [0, 0, 1])
    #expect(records.attempts[0].cause == .noSeats && records.attempts[0].bindingLimit == nil)
    #expect(records.attempts[0].funnel[.seats] == 0 && records.requests[1].cause == .noSeats)
    #expect(records.attempts[2].funnel[.seats] == Funnel.notComputed)
  }

  @Test func `the cause is what ruled out everybody: room, wishes, limits, or that nobody was there`() throws
  {
    func cause(_ tell: (inout Story) -> Void) throws -> Cause? {
      var story = Story.exact()
      tell(&story)
      story.request(from: 100, to: 200) {
        $0.partySize = 2
        $0.wishes.smoker = false
        $0.wishes.required = true
      }
      return try story.records().attempts.last?.cause
    }
    let smoker = { (driver: inout Driver) in driver.person.smoker = true }
    #expect(try cause { _ in } == .noDriver)
    #expect(try cause { $0.driver { $0.seats = 1 } } == .noSeats)
    #expect(try cause { $0.driver(smoker) } == .preferences)
    // One has no room, and another who has smokes.
    #expect(
      try cause {
        $0.driver { $0.seats = 1 }
        $0.driver(smoker)
      } == .preferences)
    #expect(
      try cause {
        $0.driver(smoker)
        $0.driver {
          $0.person.smoker = false
          $0.origin = Place(position: Position(x: 50, y: 4_000))
          $0.maxDetour = .zero
        }
      } == .limits)
    // The only car is being asked by somebody else.
    #expect(
      try cause {
        $0.rules.answerDelay = Milliseconds(5_000)
        $0.driver { $0.person.smoker = false }
        $0.request(from: 0, to: 5_000)
      } == .noDriver)
  }

  @Test func aDriverWithoutFreeSeatsIsNotAsked() throws {
    var story = Story.exact()
    story.driver { $0.seats = 0 }
    story.request(from: 100, to: 200)
    #expect(try story.records().requests[0].outcome == .unmatched)
  }

  @Test func withoutDriversNobodyIsFound() throws {
    var story = Story.exact()
    story.request(from: 100, to: 200)
    let records = try story.records()
    #expect(records.requests[0].outcome == .unmatched)
    let funnel = records.attempts[0].funnel
    #expect(funnel.driversActive == 0 && funnel.evaluated == 0 && funnel.boundedOut == 0)
    #expect(funnel[.radius] == Funnel.notComputed && funnel.cause == .noDriver)
  }

  @Test func driverAndPassengerMayHaveTheSameEnds() throws {
    var story = Story.exact(.cost)
    story.driver()
    story.request(from: 0, to: 10_000)
    let record = try story.records().attempts[0]
    #expect(record.timeToPickup == .zero && record.detour == .zero && record.cost == 0)
  }

  @Test func requestsOfOneInstantDoNotGetTheSameDriverTwice() throws {
    var story = Story.exact(.cost)
    story.rules.answerDelay = Milliseconds(5000)
    story.driver()
    story.driver(from: -100)
    story.driver(from: -300)
    for _ in 0..<4 { story.request(from: 0, to: 5000) }
    let records = try story.records()
    #expect(records.attempts.map(\.driver) == [0, 1, 2, -1])
    #expect(records.attempts.map { $0.funnel.evaluated + $0.funnel.boundedOut } == [3, 2, 1, 0])
    #expect(records.attempts.map(\.funnel.driversActive) == [3, 3, 3, 3])
  }

  @Test func equalDriversAreTakenByTheirIds() throws {
    var story = Story.exact()
    story.driver(from: 0)
    story.driver(from: 0)
    // Both add nothing; that the second is nearer does not count under this objective.
    story.driver(from: 400)
    story.request(from: 500, to: 600)
    #expect(try story.records().attempts[0].driver == 0)
  }

  @Test func equalPlacesInTheOrderOfStopsAreTakenFromTheFront() throws {
    var story = Story.exact()
    story.driver()
    story.request(from: 1000, to: 2000)
    // The same ends once more: any order of the four stops adds nothing.
    story.request(from: 1000, to: 2000, at: 10)
    let stops = try story.records().stops.filter { $0.request >= 0 }
    #expect(stops.map(\.request) == [1, 0, 1, 0])
  }

  @Test func aDriverWhoArrivesAtTheInstantOfTheRequestIsGone() throws {
    for (submit, active, outcome) in [(999.999, 1, RequestOutcome.served), (1000, 0, .unmatched)] {
      var story = Story.exact()
      story.driver()
      story.request(from: 9000, to: 10_000, at: submit)
      let records = try story.records()
      #expect(records.attempts[0].funnel.driversActive == active && records.requests[0].outcome == outcome)
    }
  }

  @Test func aDriverWhoIsAnnouncedAtTheInstantOfTheRequestIsThere() throws {
    var story = Story.exact()
    story.driver(depart: 50, announce: 20)
    story.request(from: 0, to: 100, at: 20)
    story.request(from: 0, to: 100, at: 19.999)
    let records = try story.records()
    #expect(records.requests.map(\.outcome) == [.served, .unmatched])
    #expect(records.requests[0].pickup == Milliseconds(50_000))
  }

  @Test func theCirclesBindOnlyWhereTheyAreMeantTo() throws {
    var story = Story.exact()
    story.driver()
    story.request(from: 2000, to: 5000)
    #expect(try story.records().requests[0].outcome == .served)
    story.terms.insertion.usesRadius = true
    var records = try story.records()
    #expect(records.attempts[0].cause == .noDriverInRadius)
    // Exactly r away, from where the car truly is, whatever d says.
    story.terms.spacing = 5000
    story.requests[0].submit = Milliseconds(150_000)
    records = try story.records()
    #expect(records.requests[0].outcome == .served && records.attempts[0].reported.x == 1500)
    #expect(records.attempts[0].funnel[.radius] == 1 && records.attempts[0].funnel[.route] == 1)
    story.requests[0].submit = Milliseconds(149_999)
    records = try story.records()
    #expect(records.attempts[0].cause == .noDriverInRadius)
  }

  @Test func whoIsNearButGoesElsewhereIsNotOnTheRoute() throws {
    var story = Story.exact()
    story.terms.insertion.usesRadius = true
    story.driver()
    story.request(from: 100, to: -5000)
    let record = try story.records().attempts[0]
    #expect(record.cause == .noneOnRoute && record.funnel[.radius] == 1 && record.funnel[.route] == 0)
  }
}

/// The same where roads end: a one-way street from 0 over 1 to 2, a lane from 1 to 3 that leads nowhere on, and
/// a place 4 that only leads to 1.
@Suite struct InsertionDeadEndsTests {
  private static func space() -> NetworkSpace {
    var builder = NetworkBuilder(geometry: .plane)
    for (id, at) in [(0.0, 0.0), (1000, 0), (2000, 0), (1000, 500), (1000, -500)].enumerated() {
      builder.addNode(id: Int64(id), at: Coordinates(x: at.0, y: at.1))
    }
    for (tail, head) in [(0, 1), (1, 2), (1, 3), (4, 1)] as [(NodeIndex, NodeIndex)] {
      builder.addLink(id: 1, from: tail, to: head, metres: 1000, milliseconds: 100_000)
    }
    return NetworkSpace(builder.build())
  }

  /// What becomes of a request between two nodes, with one car from 0 to 2.
  private static func outcome(from: NodeIndex, to: NodeIndex) throws -> RequestOutcome {
    let space = space()
    func place(_ node: NodeIndex) -> Place { space.place(ofNode: node) }
    let driver = Driver(
      id: 0, origin: place(0), destination: place(2), depart: .zero,
      solo: try #require(space.travel(from: place(0), to: place(2))))
    let request = Request(
      id: 0, origin: place(from), destination: place(to), submit: .zero,
      direct: try #require(space.travel(from: place(from), to: place(to))))
    var setup = SimulationSetup(
      Scenario(), drivers: [driver], requests: [request], space: space, policy: BestInsertion())
    setup.terms = Terms()
    setup.rules.attempts = 1
    setup.rules.maxCycles = 1
    setup.rules.answerDelay = .zero
    setup.rules.declineProbability = 0
    setup.rules.providerCancelProbability = 0
    return try setup.records().requests[0].outcome
  }

  @Test func whereTheRoadGoesOnThePassengerIsTaken() throws {
    #expect(try Self.outcome(from: 0, to: 1) == .served)
    #expect(try Self.outcome(from: 1, to: 2) == .served)
  }

  @Test func nobodyDrivesIntoADeadEndOrToWhereNoRoadLeads() throws {
    #expect(try Self.outcome(from: 1, to: 3) == .unmatched)
    #expect(try Self.outcome(from: 4, to: 2) == .unmatched)
  }
}

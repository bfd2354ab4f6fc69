import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

/// What becomes of requests and drivers, told as stories.
@Suite struct LifecycleTests {
  @Test func threeAttemptsThenNotice() throws {
    var story = Story()
    story.request(from: 0, to: 5000)
    let records = try story.records()
    #expect(
      records.lines == [
        "0 request_submitted r0", "0 attempt r0", "60 attempt r0", "120 attempt r0",
        "120 request_notified r0",
      ])
    #expect(records.requests[0].outcome == .unmatched)
    #expect(records.requests[0].cause == .noDriverInRadius)
    #expect(records.requests[0].attempts == 3)
  }

  @Test func aPassengerIsTakenAlong() throws {
    var story = Story()
    story.terms.stopDuration = Milliseconds(30_000)
    story.driver()
    story.request(from: 300, to: 5000)
    let records = try story.records()
    #expect(
      records.lines == [
        "0 driver_announced d0", "0 driver_departed d0", "0 request_submitted r0", "0 attempt d0 r0",
        "15 accepted d0 r0", "30 pickup d0 r0", "530 dropoff d0 r0", "1060 driver_arrived d0",
      ])
    #expect(records.requests[0].match?.detour == Milliseconds(60_000))
    #expect(records.requests[0].rideMetres == 4700)
    #expect(records.drivers[0].served == 1)
    #expect(records.drivers[0].maxOnBoard == 1)
    #expect(records.drivers[0].drivenMetres == 10_000)
    #expect(records.stops.map(\.kind) == [.depart, .pickup, .dropoff, .arrive])
    #expect(records.stops.map(\.onBoardAfter) == [0, 1, 0, 0])
    #expect(records.stops.map(\.leave.seconds) == [0, 60, 560, 1060])
  }

  @Test func aCycleWithoutAnAttemptDoesNotCount() throws {
    var story = Story()
    story.rules.attempts = 1
    story.rules.relaunchProbability = 1
    story.rules.relaunchDelay = Milliseconds(100_000)
    story.request(from: 300, to: 5000)
    story.requests[0].patience = Milliseconds(150_000)
    let records = try story.records()
    // The third cycle would begin at 200 s.
    #expect(records.requests[0].outcome == .cancelledByPassenger)
    #expect(records.requests[0].cycles == 2)
    #expect(records.attempts.map(\.cycle) == [1, 2])
  }

  @Test func aDriverWhoDeclinedIsAskedAgainInTheNextCycleOnly() throws {
    var story = Story()
    story.rules.declineProbability = 1
    story.rules.attempts = 2
    story.rules.relaunchProbability = 1
    story.rules.maxCycles = 2
    story.driver(depart: 1000, announce: 0)
    story.request(from: 300, to: 5000)
    let records = try story.records()
    // The interval runs from the answer, which ends the attempt.
    #expect(
      records.lines == [
        "0 driver_announced d0", "0 request_submitted r0", "0 attempt d0 r0", "15 declined d0 r0",
        "75 attempt r0", "75 request_notified r0", "255 attempt d0 r0", "270 declined d0 r0",
        "330 attempt r0", "330 request_notified r0", "1000 driver_departed d0", "2000 driver_arrived d0",
      ])
    #expect(records.drivers[0].offers == 2)
    #expect(records.drivers[0].declines == 2)
    #expect(records.requests[0].cycles == 2)
    #expect(records.requests[0].attempts == 4)
    #expect(records.attempts.map(\.cycle) == [1, 1, 2, 2])
    #expect(records.attempts.map(\.attempt) == [1, 2, 1, 2])
    #expect(records.attempts.map(\.funnel.driversActive) == [1, 1, 1, 1])
    #expect(records.attempts.map(\.funnel[.radius]) == [1, 0, 1, 0])
  }

  @Test func anOfferLapsesWhenTheCarWasFartherThanReported() throws {
    var story = Story()
    story.terms.spacing = 1000
    story.rules.attempts = 1
    story.driver { $0.maxDetour = .zero }
    // At 90 s the car is at 900 m and reported at 0: the pickup at 500 m seems to lie ahead.
    story.request(from: 500, to: 5000, at: 90)
    let records = try story.records()
    #expect(
      records.lines(ofRequest: 0) == [
        "90 request_submitted r0", "90 attempt d0 r0", "105 lapsed d0 r0", "105 request_notified r0",
      ])
    #expect(records.requests[0].cause == .lapsed)
    #expect(records.attempts[0].bindingLimit == .detour)
    #expect(records.attempts[0].timeToPickup == Milliseconds(50_000))
    #expect(records.drivers[0].arrive == Milliseconds(1_000_000))
  }

  @Test func anOfferLapsesWhenTheDriverHasArrived() throws {
    var story = Story()
    story.rules.attempts = 1
    story.driver(to: 1000)
    story.request(from: 900, to: 1100, at: 90)
    let lines = try story.records().lines
    #expect(
      lines == [
        "0 driver_announced d0", "0 driver_departed d0", "90 request_submitted r0", "90 attempt d0 r0",
        "100 driver_arrived d0", "105 lapsed d0 r0", "105 request_notified r0",
      ])
  }

  @Test func aPassengerWhoLeavesDuringAnOfferWithdraws() throws {
    var story = Story()
    story.driver()
    story.request(from: 300, to: 5000) { $0.patience = Milliseconds(10_000) }
    story.request(from: 300, to: 5000, at: 12)
    let records = try story.records()
    #expect(
      records.lines(ofRequest: 0) == [
        "0 request_submitted r0", "0 attempt d0 r0", "10 withdrawn d0 r0", "10 passenger_left r0",
      ])
    #expect(records.requests[0].outcome == .cancelledByPassenger)
    #expect(records.requests[0].cause == .patience)
    #expect(records.attempts[0].outcome == .withdrawn)
    // The driver is free for others at once.
    #expect(records.attempts[1].driver == 0)
  }

  @Test func patienceEndsBeforeAMatch() throws {
    var story = Story()
    story.request(from: 0, to: 5000) { $0.patience = Milliseconds(90_000) }
    let records = try story.records()
    #expect(
      records.lines == [
        "0 request_submitted r0", "0 attempt r0", "60 attempt r0", "90 passenger_left r0",
      ])
    #expect(records.requests[0].cause == .patience)
  }

  @Test func patienceEndsAfterAMatch() throws {
    var story = Story()
    story.driver()
    story.request(from: 450, to: 5000) { $0.patience = Milliseconds(30_000) }
    let records = try story.records()
    #expect(
      records.lines == [
        "0 driver_announced d0", "0 driver_departed d0", "0 request_submitted r0", "0 attempt d0 r0",
        "15 accepted d0 r0", "30 passenger_left r0", "1000 driver_arrived d0",
      ])
    #expect(records.requests[0].match == nil)
    #expect(records.requests[0].firstMatch == Milliseconds(15_000))
  }

  @Test func aPassengerOnBoardIsNeverDropped() throws {
    var story = Story()
    story.driver()
    story.request(from: 300, to: 5000) { $0.patience = Milliseconds(31_000) }
    let records = try story.records()
    #expect(records.requests[0].outcome == .served)
    #expect(records.requests[0].dropoff == Milliseconds(500_000))
  }

  @Test func aDriverWhoCancelsSendsThePassengerBackToMatching() throws {
    var story = Story()
    story.rules.providerCancelProbability = 1
    story.rules.attempts = 2
    story.rules.maxCycles = 1
    story.driver(depart: 500, announce: 0)
    story.request(from: 300, to: 5000)
    let records = try story.records()
    let lines = records.lines(ofRequest: 0)
    #expect(lines[..<3] == ["0 request_submitted r0", "0 attempt d0 r0", "15 accepted d0 r0"])
    let cancelled = try #require(records.log.first { $0.kind == .driverCancelled }).time
    // Between the acceptance and the pickup at 530 s.
    #expect(cancelled >= Milliseconds(15_000) && cancelled < Milliseconds(530_000))
    #expect(
      records.log.filter { $0.request == 0 }.dropFirst(3).map(\.kind) == [
        .driverCancelled, .attempt, .attempt, .requestNotified,
      ])
    #expect(records.attempts.map(\.cycle) == [1, 2, 2])
    #expect(records.attempts.map(\.time).dropFirst() == [cancelled, cancelled + Milliseconds(60_000)])
    // Who cancelled is not asked again.
    #expect(records.attempts[1].cause == .noDriverInRadius)
    #expect(records.requests[0].outcome == .cancelledByDriver)
    #expect(records.requests[0].match == nil)
    #expect(records.requests[0].cycles == 2)
    #expect(records.drivers[0].arrive == Milliseconds(1_500_000))
  }

  @Test func aSecondDriverCanCancelToo() throws {
    var story = Story()
    story.rules.providerCancelProbability = 1
    story.driver(depart: 500, announce: 0)
    story.driver(from: 100, depart: 2000, announce: 500)
    story.request(from: 300, to: 5000)
    let records = try story.records()
    #expect(records.requests[0].outcome == .cancelledByDriver)
    #expect(records.requests[0].firstMatch == Milliseconds(15_000))
  }

  @Test func aDriverWithAnOpenOfferIsNotOfferedToOthers() throws {
    var story = Story()
    story.rules.attempts = 1
    story.driver(depart: 100, announce: 0)
    story.request(from: 300, to: 5000)
    story.request(from: 300, to: 5000, at: 14.999)
    story.request(from: 300, to: 5000, at: 15)
    let records = try story.records()
    #expect(records.attempts.map(\.driver) == [0, -1, 0])
    #expect(records.attempts.map(\.funnel.driversActive) == [1, 1, 1])
    #expect(records.requests.map(\.outcome) == [.served, .unmatched, .served])
  }

  @Test func seatsAreCountedLegByLeg() throws {
    var story = Story()
    story.rules.attempts = 1
    story.driver(depart: 100, announce: 0) { $0.seats = 1 }
    story.request(from: 300, to: 2000) { $0.latestPickup = Milliseconds(140_000) }
    story.request(from: 400, to: 2400, at: 20) { $0.latestPickup = Milliseconds(150_000) }
    story.request(from: 450, to: 1500, at: 40) { $0.partySize = 2 }
    let overlapping = try story.records()
    // The second cannot ride with the first, before it breaks the first's promise, after it comes too late.
    #expect(overlapping.requests.map(\.outcome) == [.served, .unmatched, .unmatched])
    #expect(overlapping.requests.map(\.cause) == [nil, .limits, .noSeats])
    #expect(overlapping.attempts[1].funnel[.seats] == 1)
    #expect(overlapping.attempts[2].funnel[.seats] == 0)
  }

  @Test func aSeatThatIsFreeAgainIsTakenAgain() throws {
    var story = Story()
    story.terms.radius = 2100
    story.driver(depart: 100, announce: 0) { $0.seats = 1 }
    story.request(from: 300, to: 2000) { $0.latestPickup = Milliseconds(140_000) }
    story.request(from: 2050, to: 5000, at: 20)
    let records = try story.records()
    #expect(records.requests.map(\.outcome) == [.served, .served])
    #expect(records.drivers[0].maxOnBoard == 1)
    #expect(records.drivers[0].arrive == Milliseconds(1_100_000))
  }

  @Test func aHorizonLeavesThoseUnderWayInProgress() throws {
    var story = Story()
    story.rules.horizon = Milliseconds(200_000)
    story.driver()
    story.request(from: 300, to: 5000)
    story.request(from: 9000, to: 9900, at: 190)
    let records = try story.records()
    #expect(records.requests.map(\.outcome) == [.inProgress, .inProgress])
    #expect(records.requests[0].pickup == Milliseconds(30_000))
    #expect(records.drivers[0].outcome == .inProgress)
    #expect(abs(records.drivers[0].drivenMetres - 2000) < 1e-6)
    #expect(records.end == Milliseconds(200_000))
  }

  @Test func anOfferThatAHorizonLeavesOpenIsInProgress() throws {
    var story = Story()
    story.rules.horizon = Milliseconds(10_000)
    story.driver()
    story.request(from: 300, to: 5000)
    let attempt = try story.records().attempts[0]
    #expect(attempt.driver == 0)
    #expect(attempt.outcome == .inProgress)
    #expect(attempt.cause == nil)
    #expect(attempt.answered == .never)
  }

  @Test func aCarThatComesEarlyWaits() throws {
    var story = Story()
    story.terms.stopDuration = Milliseconds(30_000)
    story.driver()
    story.request(from: 300, to: 5000) { $0.earliestPickup = Milliseconds(100_000) }
    let records = try story.records()
    #expect(records.stops.map(\.arrive.seconds) == [0, 30, 600, 1130])
    #expect(records.stops.map(\.leave.seconds) == [0, 130, 630, 1130])
  }

  @Test func probesDisturbNothing() throws {
    for (ground, seed) in [(Ground.plane, UInt64(3)), (.city, 4), (.torus, 5)] {
      var world = World(ground, spacing: 100, seed: seed)
      let all = world.requests
      #expect(all.contains { $0.isProbe })
      let with = try world.records(TwoCircles())
      world.requests = all.filter { !$0.isProbe }
      let without = try world.records(TwoCircles())
      let others = zip(all, with.requests).filter { !$0.0.isProbe }.map(\.1)
      #expect("\(others)" == "\(without.requests)")
      #expect("\(with.drivers)" == "\(without.drivers)")
      let probes = zip(all, with.requests).filter(\.0.isProbe).map(\.1)
      #expect(probes.allSatisfy { $0.attempts == 1 && $0.match == nil })
      #expect(probes.count { $0.outcome == .probeHit || $0.outcome == .probeMiss } == probes.count)
    }
  }
}

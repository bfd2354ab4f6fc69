import Board
import CarpoolScenario
import Lifecycle
import Quantities
import Scenario
import Simulation
import Spaces
import Statistics
import Testing
import Travellers

/// What becomes of those who plan ahead, told step by step.
@Suite struct BoardStoriesTests {
  /// A car goes 10 km east at 10 m/s, leaves at 1000 s, and stops half-way at 1600 s, when it could be there at 1500 s.
  private static let halfWay: [(x: Metres, time: Double)] = [(0, 1000), (5000, 1600), (10_000, 2100)]

  private static func story() -> Story {
    var story = Story()
    story.certainBoard()
    return story
  }

  @Test("a passenger books a part of a published trip, and rides it")
  func booking() throws {
    var story = Self.story()
    story.planned(Self.halfWay)
    story.seeker(from: 5050, to: 9980, at: 10, between: 1500, and: 1700)
    let records = try story.records()
    #expect(
      records.lines == [
        "0 trip_published d0", "10 request_submitted r0", "10 attempt d0 r0", "40 accepted d0 r0",
        "1000 driver_departed d0", "1600 pickup d0 r0", "2100 dropoff d0 r0", "2100 driver_arrived d0",
      ])
    let booking = try #require(records.bookings.first)
    #expect(booking.fate == .ridden)
    #expect(booking.candidate?.from == 1 && booking.candidate?.to == 2)
    #expect(booking.candidate?.walkToStop == 50 && booking.candidate?.walkFromStop == 20)
    #expect(records.stops.map(\.kind) == [.depart, .waypoint, .pickup, .dropoff, .arrive])
  }

  @Test("one seat is sold on each leg, and on no leg twice")
  func seatsOnLegs() throws {
    var story = Self.story()
    story.planned(Self.halfWay) { $0.seats = 1 }
    story.seeker(from: 0, to: 5000, at: 10, between: 1000, and: 1100)
    story.seeker(from: 5000, to: 10_000, at: 20, between: 1500, and: 1700)
    story.seeker(from: 0, to: 10_000, at: 100, between: 1000, and: 1100, alert: 0)
    let records = try story.records()
    #expect(records.requests.map(\.outcome) == [.served, .served, .unmatched])
    #expect(records.requests[2].cause == .noSeats)
    #expect(records.bookings.last.map { $0.funnel[.reach] } == 1)
    #expect(records.bookings.last.map { $0.funnel[.seats] } == 0)
  }

  @Test("a reservation holds the seat before the driver answers")
  func reservationHolds() throws {
    var story = Self.story()
    story.board.confirmation = .fixed(500)
    story.planned(Self.halfWay) { $0.seats = 1 }
    story.seeker(from: 0, to: 10_000, at: 10, between: 1000, and: 1100)
    story.seeker(from: 0, to: 10_000, at: 11, between: 1000, and: 1100, alert: 0)
    let records = try story.records()
    #expect(records.requests.map(\.outcome) == [.served, .unmatched])
    #expect(records.lines(ofRequest: 0).contains("510 accepted d0 r0"))
  }

  @Test("a driver who does not answer before the car could be at the stop takes nobody")
  func tooLate() throws {
    var story = Self.story()
    story.board.confirmation = .fixed(2000)
    story.planned(Self.halfWay)
    story.seeker(from: 0, to: 10_000, at: 10, between: 1000, and: 1100, alert: 0)
    let records = try story.records()
    #expect(records.attempts.first?.outcome == .unanswered)
    #expect(records.requests[0].outcome == .unmatched)
    #expect(records.lines(ofRequest: 0).contains("999.999 lapsed d0 r0"))
  }

  @Test("an alert finds a trip that is published later")
  func alert() throws {
    var story = Self.story()
    story.planned(Self.halfWay, publish: 300)
    story.seeker(from: 0, to: 10_000, at: 10, between: 1000, and: 1100)
    let records = try story.records()
    #expect(
      records.lines(ofRequest: 0) == [
        "10 request_submitted r0", "10 attempt r0", "300 attempt d0 r0", "330 accepted d0 r0",
        "1000 pickup d0 r0", "2100 dropoff d0 r0",
      ])
    #expect(records.requests[0].cycles == 1)
  }

  @Test("who has found no trip by the time to leave asks for a seat now, or gives up")
  func fallback() throws {
    var story = Self.story()
    story.driver(from: 0, to: 10_000, depart: 1000)
    story.seeker(from: 100, to: 9000, at: 10, between: 990, and: 1100, fallsBack: true)
    story.seeker(from: 100, to: 9000, at: 10, between: 990, and: 1100)
    let records = try story.records()
    #expect(records.requests.map(\.outcome) == [.served, .unmatched])
    #expect(records.requests[1].cause == .nonePublished)
    // The first attempt of the second cycle finds nobody, for the car is announced 10 s later; the next one does.
    #expect(
      records.lines(ofRequest: 0).prefix(4) == [
        "10 request_submitted r0", "10 attempt r0", "990 attempt r0", "1050 attempt d0 r0",
      ])
    #expect(records.attempts.map(\.isPlanned) == [true, true, false, false])
    #expect(records.requests[1].ended == Milliseconds(seconds: 990))
  }

  @Test("who has looked on the board has as many cycles to ask now as anybody else")
  func cyclesOfFallback() throws {
    var story = Self.story()
    (story.rules.maxCycles, story.rules.relaunchProbability) = (2, 1)
    story.seeker(from: 100, to: 9000, at: 10, between: 990, and: 1100, fallsBack: true)
    story.request(from: 100, to: 9000, at: 990)
    let records = try story.records()
    let times = (0...1).map { number in
      records.attempts.filter { $0.request == RequestIndex(number) && !$0.isPlanned }.map(\.time)
    }
    #expect(times[0] == times[1])
    #expect(times[0].count == Int(2 * story.rules.attempts))
  }

  @Test("a planned car that takes whoever asks now keeps its booked passengers' times")
  func oneWorld() throws {
    var story = Self.story()
    story.planned(Self.halfWay, instant: true)
    story.seeker(from: 5000, to: 10_000, at: 10, between: 1500, and: 1700)
    // On the way, and in time; and so far off the way that the car would miss its stop by minutes.
    story.request(from: 200, to: 4800, at: 1005)
    story.request(from: 1600, to: 4000, at: 1150) { $0.origin = .init(position: Position(x: 1600, y: 480)) }
    let records = try story.records()
    #expect(records.requests.map(\.outcome) == [.served, .served, .served])
    #expect(records.requests[0].pickup == Milliseconds(seconds: 1600))
    for stop in records.stops where stop.kind == .waypoint {
      #expect(stop.arrive <= Milliseconds(seconds: 1660))
    }
  }

  @Test("who has booked waits for the car beyond the patience of one who asks now")
  func patience() throws {
    var story = Self.story()
    story.planned(Self.halfWay)
    story.seeker(from: 5000, to: 10_000, at: 10, between: 1100, and: 1700) {
      $0.patience = Milliseconds(seconds: 60)
    }
    let records = try story.records()
    #expect(records.requests[0].outcome == .served)
    #expect(records.requests[0].pickup == Milliseconds(seconds: 1600))
  }

  @Test("who has lost a booked seat is as patient as one who asks now")
  func patienceAfterCallOff() throws {
    var story = Self.story()
    story.board.tripCancelProbability = 1
    story.planned(Self.halfWay)
    story.seeker(from: 0, to: 10_000, at: 1, between: 1000, and: 1100, fallsBack: true) {
      $0.patience = Milliseconds(seconds: 60)
    }
    let records = try story.records()
    #expect(records.bookings.first?.fate == .cancelledByDriver)
    #expect(records.requests[0].cause == .patience)
    #expect(records.requests[0].ended == Milliseconds(seconds: 1060))
  }

  @Test("who would not have been at the stop of a lost seat is where the next car comes")
  func absentFromOneSeat() throws {
    var story = Self.story()
    story.board.tripCancelProbability = 1
    story.board.noShowProbability = 1
    story.planned(Self.halfWay)
    story.driver(from: 0, to: 10_000, depart: 1000)
    story.seeker(from: 0, to: 10_000, at: 1, between: 1000, and: 1100, fallsBack: true)
    let records = try story.records()
    #expect(records.bookings.first?.fate == .cancelledByDriver)
    #expect(records.requests[0].outcome == .served)
    #expect(records.requests[0].match?.driver == DriverIndex(1))
  }

  @Test("a driver who calls the trip off leaves the booked passengers to look again")
  func calledOff() throws {
    var story = Self.story()
    story.board.tripCancelProbability = 1
    story.planned(Self.halfWay)
    story.seeker(from: 0, to: 10_000, at: 1, between: 1000, and: 1100)
    let records = try story.records()
    let off = try #require(records.offers[0].calledOff)
    #expect(records.requests[0].outcome == .cancelledByDriver || records.requests[0].outcome == .unmatched)
    #expect(records.drivers[0].outcome == .arrived && records.drivers[0].served == 0)
    #expect(off < Milliseconds(seconds: 1000))
  }

  @Test("who is not at the stop is not waited for beyond it")
  func noShow() throws {
    var story = Self.story()
    story.board.noShowProbability = 1
    story.planned(Self.halfWay)
    story.seeker(from: 5000, to: 10_000, at: 10, between: 1500, and: 1700)
    let records = try story.records()
    #expect(records.requests[0].outcome == .cancelledByPassenger)
    #expect(records.requests[0].cause == .noShow)
    #expect(records.bookings.first?.fate == .noShow)
    #expect(records.drivers[0].arrive == Milliseconds(seconds: 2100))
  }

  @Test("a passenger who calls a booking off gives the seat back")
  func passengerCancels() throws {
    var story = Self.story()
    story.board.passengerCancelProbability = 1
    story.planned(Self.halfWay) { $0.seats = 1 }
    story.seeker(from: 0, to: 10_000, at: 10, between: 1000, and: 1100)
    let records = try story.records()
    #expect(records.requests[0].outcome == .cancelledByPassenger)
    #expect(records.bookings.first?.fate == .cancelledByPassenger)
    let ended = try #require(records.bookings.first?.ended)
    #expect(ended >= Milliseconds(seconds: 40) && ended <= Milliseconds(seconds: 1000))
  }
}

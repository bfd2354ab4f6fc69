import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import Testing
import Travellers

/// Passengers who walk, told as stories: the car goes along a line, the passenger waits beside it.
@Suite struct WalkingStoriesTests {
  /// A story in which passengers walk up to 150 m at `speed`, and answers come at once.
  private func story(speed: Double) -> Story {
    var story = Story()
    story.terms.radius = 3000
    story.terms.walking.reach = 150
    story.terms.walking.speed = speed
    story.rules.answerDelay = .zero
    return story
  }

  private func beside(_ x: Metres, _ y: Metres) -> Place { Place(position: Position(x: x, y: y)) }

  @Test func theCarStaysOnItsWay() throws {
    var story = story(speed: 1)
    story.driver()
    story.request(from: 2000, to: 5000) {
      $0.origin = beside(2000, 100)
      $0.destination = beside(5000, -80)
    }
    let records = try story.records()
    let meeting = try #require(records.meetings?.first)
    // The passenger walks towards the car, for that is sooner.
    #expect(meeting.pickup.place == beside(1900, 0) && meeting.dropoff.place == beside(5000, 0))
    #expect(meeting.pickup.walk == Milliseconds(141_421) && meeting.dropoff.walk == Milliseconds(80_000))
    let match = try #require(records.requests[0].match)
    #expect(match.detour == .zero && match.cost == 190_000)
    #expect(records.requests[0].pickup == Milliseconds(190_000))
    #expect(records.requests[0].dropoff == Milliseconds(500_000))
    // Stops are where the two meet.
    let places = records.stops.filter { $0.request == 0 }.map(\.position)
    #expect(places == [Position(x: 1900, y: 0), Position(x: 5000, y: 0)])
  }

  @Test func theCarWaitsForWhoIsOnTheWay() throws {
    var story = story(speed: 10)
    story.terms.weights.detour = 0.5
    story.driver(from: 1950)
    story.request(from: 2000, to: 5000) {
      $0.origin = beside(2000, 100)
      $0.destination = beside(5000, 0)
    }
    let records = try story.records()
    #expect(records.meetings?.first?.pickup.place == beside(2000, 0))
    // There after 5 s, and the passenger after 10.
    #expect(records.requests[0].pickup == Milliseconds(10_000))
    #expect(records.requests[0].ended == Milliseconds(10_000))
    let stop = try #require(records.stops.first { $0.kind == .pickup })
    #expect(stop.arrive == Milliseconds(5_000) && stop.leave == Milliseconds(10_000))
    let match = try #require(records.requests[0].match)
    #expect(match.detour == Milliseconds(5_000) && match.cost == 12_500)
    #expect(records.attempts[0].timeToPickup == Milliseconds(10_000))
  }

  @Test func whoMustBeThereInTimeIsTakenToTheDoor() throws {
    for (delay, dropoff) in [(100.0, beside(5000, 0)), (15, beside(5000, -80))] {
      var story = story(speed: 1)
      story.terms.maxDelay = Milliseconds(seconds: delay)
      story.driver(from: 2000)
      story.request(from: 2000, to: 5000) { $0.destination = beside(5000, -80) }
      let records = try story.records()
      #expect(records.meetings?.first?.dropoff.place == dropoff)
      #expect(records.requests[0].outcome == .served)
    }
  }

  @Test func theWalkCountsInTheWait() throws {
    // The car is at the door after 111 s and on its way beside it after 110; the passenger is there after 100 s, or 111.
    for (speed, isServed) in [(1.0, true), (0.9, false)] {
      var story = story(speed: speed)
      // A single point beside the door.
      story.terms.walking.reach = 100
      story.terms.walking.grid = 1000
      story.terms.maxWait = Milliseconds(110_000)
      story.driver(from: 1500, depart: 60, announce: 0)
      story.request(from: 2000, to: 5000) { $0.origin = beside(2000, 100) }
      let records = try story.records()
      #expect((records.requests[0].pickup == Milliseconds(110_000)) == isServed)
      // What binds is said of the door.
      #expect(records.attempts[0].bindingLimit == (isServed ? nil : .wait))
    }
  }

  @Test func theRideIsTimeInTheCar() throws {
    var story = story(speed: 10)
    story.terms.maxRide = Milliseconds(300_000)
    story.terms.weights.detour = 0.5
    story.driver(from: 1950)
    story.request(from: 2000, to: 5000) {
      $0.origin = beside(2000, 100)
      $0.destination = beside(5000, 0)
    }
    // 300 s from the point, though the car stands there for 5 s before.
    let records = try story.records()
    #expect(records.requests[0].pickup == Milliseconds(10_000))
    #expect(records.requests[0].dropoff == Milliseconds(310_000))
  }

  @Test func nobodyWalksToWhereTheRideWouldEnd() throws {
    var story = story(speed: 1)
    story.driver()
    story.request(from: 2050, to: 2150)
    let records = try story.records()
    let meeting = try #require(records.meetings?.first)
    #expect(meeting.pickup.place != meeting.dropoff.place)
  }
}

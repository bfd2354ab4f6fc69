import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import Statistics
import Testing
import Travellers

/// Passengers who transfer, told as stories: one car goes east, another north, and they meet at a crossing.
@Suite struct TransferStoriesTests {
  /// A car that goes east past the passenger to the crossing at 500 s, one that goes north across it at `crossing`, and a
  /// passenger at 50 s who wants to go round the corner. Answers come at once.
  private func story(crossing: Double = 600, from: Metres = -4000) -> Story {
    var story = Story()
    story.rules.answerDelay = .zero
    var rules = TransferRules()
    rules.grid = 1000
    story.terms.transfer = rules
    let space = story.space
    story.driver(to: 5000)
    north(&story, crossing: crossing, from: from)
    story.request(from: 1000, to: 5000, at: 50) {
      $0.destination = at(5000, 4000)
      $0.direct = space.travel(from: $0.origin, to: $0.destination)!
    }
    return story
  }

  private func at(_ x: Metres, _ y: Metres) -> Place { Place(position: Position(x: x, y: y)) }

  /// Adds a car that goes north, past the crossing at that time.
  private func north(_ story: inout Story, crossing: Double, from: Metres = -4000) {
    let (origin, destination) = (at(5000, from), at(5000, 6000))
    let space = story.space
    story.driver(depart: crossing + from / 10, announce: 0) {
      ($0.origin, $0.destination) = (origin, destination)
      $0.solo = space.travel(from: origin, to: destination)!
    }
  }

  private func change(_ records: RunRecords) throws -> TransferRecord {
    try #require(records.transfers?.first { $0.finding.best != nil })
  }

  @Test func twoCarsTakeThePassengerRoundTheCorner() throws {
    let records = try story().records()
    let change = try change(records)
    let transfer = try #require(change.finding.best)
    #expect(transfer.place == at(5000, 0) && transfer.first.driver == 0 && transfer.second.driver == 1)
    #expect(change.fate == .transferred && change.onward == 1)
    #expect(change.dropoff == Milliseconds(500_000) && change.pickup == Milliseconds(600_000))
    let request = records.requests[0]
    #expect(request.outcome == .served && request.cause == nil)
    #expect(request.pickup == Milliseconds(100_000) && request.dropoff == Milliseconds(1_000_000))
    #expect(request.rideMetres == 8000)
    let match = try #require(request.match)
    // 50 s until the first car, 100 s until the second, and nobody goes out of the way.
    #expect(match.driver == 0 && match.cost == 150_000 && match.detour == .zero)
    #expect(records.drivers.map(\.served) == [1, 1] && records.drivers.map(\.offers) == [1, 1])
    #expect(
      records.lines(ofRequest: 0) == [
        "50 request_submitted r0", "50 attempt d0 r0", "50 accepted d0 r0", "100 pickup d0 r0",
        "500 transfer_dropoff d0 r0", "600 transfer_pickup d1 r0", "1000 dropoff d1 r0",
      ])
  }

  @Test func theSecondCarWaits() throws {
    let records = try story(crossing: 450).records()
    let change = try change(records)
    // There at 450 s; the passenger comes at 500 s and is given a minute.
    #expect(change.dropoff == Milliseconds(500_000) && change.pickup == Milliseconds(560_000))
    let stop = try #require(records.stops.first { $0.kind == .transferPickup })
    #expect(stop.arrive == Milliseconds(450_000) && stop.leave == Milliseconds(560_000))
    #expect(records.requests[0].match?.detour == Milliseconds(110_000))
    #expect(records.requests[0].dropoff == Milliseconds(960_000))
    #expect(records.drivers.map(\.maxOnBoard) == [1, 1])
  }

  @Test func nobodyWaitsLongerThanAllowed() throws {
    for (longest, isFound) in [(100.0, true), (99, false)] {
      var story = story()
      story.rules.attempts = 1
      story.terms.transfer?.longestWait = Milliseconds(seconds: longest)
      let records = try story.records()
      #expect((records.transfers?.first?.finding.best != nil) == isFound)
      #expect(records.requests[0].outcome == (isFound ? .served : .unmatched))
      #expect(records.requests[0].cause == (isFound ? nil : .noneOnRoute))
    }
  }

  @Test func theWholeRideIsPromised() throws {
    for (ride, isFound) in [(900.0, true), (899, false)] {
      var story = story()
      story.rules.attempts = 1
      story.requests[0].maxRide = Milliseconds(seconds: ride)
      #expect((try story.records().requests[0].outcome == .served) == isFound)
    }
  }

  /// Another passenger may hold the first car up only as long as the second is still reached.
  @Test func theFirstCarIsThereInTime() throws {
    for (back, isTaken) in [(150.0, true), (250, false)] {
      var story = story()
      story.drivers[0].maxDetour = Milliseconds(100_000)
      story.request(from: 1000 - back, to: 4000, at: 100)
      story.rules.attempts = 1
      let records = try story.records()
      #expect((records.requests[1].outcome == .served) == isTaken, "\(back) m back")
      if !isTaken { #expect(records.attempts.last { $0.request == 1 }?.bindingLimit == .promise) }
      let change = try change(records)
      #expect(change.fate == .transferred && change.pickup == Milliseconds(600_000))
      #expect(change.dropoff == Milliseconds(seconds: isTaken ? 500 + 2 * back / 10 : 500))
    }
  }

  /// The first run of `story`, whose draws follow from a seed, in which `holds`.
  private func run(_ story: Story, where holds: (RunRecords) -> Bool) throws -> RunRecords? {
    var story = story
    for seed in 0..<200 {
      story.rules.random = RandomSource(seed: UInt64(seed), replication: 0)
      let records = try story.records()
      if holds(records) { return records }
    }
    return nil
  }

  @Test func eitherDriverMaySayNo() throws {
    var story = story()
    story.rules.declineProbability = 0.5
    story.rules.attempts = 1
    for decliner in [0, 1] {
      let found = try run(story) {
        $0.drivers[decliner].declines == 1 && $0.requests[0].outcome == .unmatched
      }
      let records = try #require(found)
      #expect(records.drivers[1 - decliner].declines == 0)
      #expect(records.attempts[0].outcome == .declined && records.requests[0].cause == .declined)
      #expect(records.lines.contains("50 declined d\(decliner) r0"))
      #expect(records.transfers?.first?.fate == .notAgreed)
      // Both drive on as if nobody had asked.
      #expect(records.drivers.allSatisfy { $0.outcome == .arrived && $0.served == 0 })
    }
  }

  @Test func aDriverWhoCancelsBeforeEndsBoth() throws {
    var story = story()
    story.rules.providerCancelProbability = 0.5
    for (fate, driver) in [(TransferFate.cancelledByFirst, 0), (.cancelledBySecond, 1)] {
      let found = try run(story) { $0.transfers?.first?.fate == fate }
      let records = try #require(found)
      #expect(records.requests[0].outcome == .cancelledByDriver && records.requests[0].pickup == nil)
      #expect(records.lines.contains { $0.hasSuffix("driver_cancelled d\(driver) r0") })
      #expect(records.drivers.allSatisfy { $0.served == 0 && $0.maxOnBoard == 0 })
    }
  }

  @Test func whoIsLeftOnTheWayLooksForAnother() throws {
    var story = story()
    story.rules.providerCancelProbability = 0.5
    story.rules.retryInterval = Milliseconds(60_000)
    let left = try #require(try run(story) { $0.transfers?.first?.fate == .stranded })
    #expect(
      left.requests[0].outcome == .cancelledByDriver && left.requests[0].pickup == Milliseconds(100_000))
    #expect(left.requests[0].dropoff == nil && left.requests[0].ended == Milliseconds(100_000))
    #expect(left.requests[0].cycles == 2 && left.requests[0].attempts == 4)
    // Another car comes by a minute later.
    north(&story, crossing: 660)
    let taken = try #require(try run(story) { $0.transfers?.first?.fate == .rematched })
    let change = try #require(taken.transfers?.first)
    #expect(change.finding.best?.second.driver == 1 && change.onward == 2)
    #expect(change.pickup == Milliseconds(660_000) && taken.requests[0].dropoff == Milliseconds(1_060_000))
    #expect(taken.requests[0].outcome == .served && taken.requests[0].match?.driver == 0)
    #expect(taken.requests[0].rideMetres == 8000)
    #expect(taken.drivers.map(\.served) == [1, 0, 1])
    #expect(taken.transfers?.count == 1)
  }

  /// A second car that waits before the first has come goes on alone if the change is called off.
  @Test func aCarThatWaitsInVainGoesOn() throws {
    var story = story(crossing: 70, from: -500)
    story.rules.providerCancelProbability = 0.5
    let found = try run(story) { records in
      records.transfers?.first?.fate == .cancelledByFirst
        && records.stops.contains { $0.kind == .transferPickup }
    }
    let records = try #require(found)
    let stop = try #require(records.stops.first { $0.kind == .transferPickup })
    #expect(stop.partySize == 0 && stop.onBoardAfter == 0)
    #expect(records.drivers[1].outcome == .arrived && records.drivers[1].maxOnBoard == 0)
    #expect(records.stops.last { $0.driver == 1 }?.onBoardAfter == 0)
    #expect(records.transfers?.first?.pickup == nil)
  }

  /// Where one driver does, nobody changes.
  @Test func oneDriverIsEnough() throws {
    var story = story()
    story.requests[0].destination = at(4900, 0)
    let records = try story.records()
    #expect(records.transfers?.isEmpty == true && records.requests[0].match?.transfer == -1)
  }
}

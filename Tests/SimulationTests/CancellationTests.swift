import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import Statistics
import TestSupport
import Testing
import Travellers

/// Passengers who cancel a car that is coming.
struct CancellationTests {
  @Test
  func `the driver goes on as if nobody had asked`() throws {
    var story = Story()
    story.rules.requesterCancelProbability = 1
    story.driver(depart: 1000, announce: 0)
    story.request(from: 300, to: 5000) { $0.destination = Self.at(5000, 400) }
    let records = try story.records()
    let cancellation = try #require(records.cancellations?.first)
    #expect(records.requests[0].outcome == .cancelledByPassenger)
    #expect(records.requests[0].cause == .cancelledAfterMatch)
    #expect(records.requests[0].match == nil && records.requests[0].ended == cancellation.time)
    #expect(records.requests[0].firstMatch == Milliseconds(15_000))
    #expect(cancellation.agreed == Milliseconds(15_000))
    #expect(cancellation.plannedPickup == Milliseconds(1_030_000))
    #expect(records.stops.map(\.kind) == [.depart, .arrive])
    #expect(records.drivers[0].arrive == Milliseconds(2_000_000))
    #expect(records.drivers[0].drivenMetres == 10_000)
  }

  @Test
  func `a car that is already out of its way goes straight on from there`() throws {
    var story = Story()
    story.rules.requesterCancelProbability = 1
    story.terms.radius = 5000
    story.driver()
    story.request(from: 0, to: 9000) { $0.origin = Self.at(0, 4000) }
    let records = try story.records()
    let cancellation = try #require(records.cancellations?.first)
    // It was 15 s on its way east when the driver agreed, and went towards the passenger from there.
    let towards = (cancellation.time - cancellation.agreed).seconds * 10
    let whole = (150.0 * 150 + 4000 * 4000).squareRoot()
    let (x, y) = (150 * (1 - towards / whole), 4000 * towards / whole)
    let rest = ((10_000 - x) * (10_000 - x) + y * y).squareRoot()
    let driven = 150 + towards + rest
    #expect(abs(records.drivers[0].drivenMetres - driven) < 0.1)
    let arrive = try #require(records.drivers[0].arrive)
    #expect(abs(arrive.seconds - driven / 10) < 0.01)
  }

  @Test
  func `who cancels is not searched for again, whatever their patience`() throws {
    var story = Story()
    story.rules.requesterCancelProbability = 1
    story.driver(depart: 1000, announce: 0)
    story.driver(depart: 1000, announce: 0)
    story.request(from: 300, to: 5000) { $0.patience = Milliseconds(900_000) }
    let records = try story.records()
    #expect(records.attempts.count == 1)
    #expect(records.lines(ofRequest: 0).last?.hasSuffix("passenger_left r0") == true)
  }

  /// A market of drivers who leave long after the first passengers have asked and cancelled.
  private func market(_ seed: UInt64, early: Int) -> Story {
    var random = SplitMix64(seed: seed)
    var story = Story()
    story.rules.requesterCancelProbability = 1
    story.terms.radius = 4000
    story.terms.spacing = random.pick([0, 500])
    let space = story.space
    func place(_ random: inout SplitMix64) -> Place {
      Self.at(random.uniform(0...8000), random.uniform(0...8000))
    }
    for _ in 0..<12 {
      let (origin, destination) = (place(&random), place(&random))
      let depart = 1_000_000 + random.uniform(0...600)
      story.driver(depart: depart, announce: 0) {
        ($0.origin, $0.destination) = (origin, destination)
        $0.solo = space.travel(from: origin, to: destination)!
      }
    }
    for number in 0..<20 {
      let (origin, destination) = (place(&random), place(&random))
      let isEarly = number < 8
      let submit = isEarly ? random.uniform(0...300) : 1_000_000 + random.uniform(0...1200)
      guard !isEarly || number < early else { continue }
      story.request(from: 0, to: 1, at: submit) {
        $0.id = Int64(number)
        ($0.origin, $0.destination) = (origin, destination)
        $0.direct = space.travel(from: origin, to: destination)!
      }
    }
    return story
  }

  @Test
  func `a market that everybody has left again is the one that they never came to`() {
    forAll(seeds: 0..<60) { seed in
      let (with, without) = (try? market(seed, early: 8).records(), try? market(seed, early: 0).records())
      guard let with, let without else { return "no run" }
      let early = with.attempts.filter { $0.time < Milliseconds(seconds: 400_000) }
      guard early.contains(where: { $0.outcome == .accepted }) else { return nil }
      // Cars that leave in a million seconds are cancelled before, but for one in thousands.
      guard
        (with.cancellations ?? []).filter({ $0.request < 8 }).allSatisfy({
          $0.time < Milliseconds(seconds: 1_000_000)
        })
      else { return nil }
      let later = with.attempts.filter { $0.request >= 8 }
      guard later.count == without.attempts.count else { return "other attempts" }
      for (one, other) in zip(later, without.attempts)
      where (one.time, one.driver, one.outcome, one.cost, one.detour)
        != (other.time, other.driver, other.outcome, other.cost, other.detour)
      {
        return "another attempt at \(one.time.seconds) s"
      }
      let stops = (with.stops.map(\.arrive), without.stops.map(\.arrive))
      return stops.0 == stops.1 ? nil : "other stops"
    }
  }

  @Test
  func `as many cancel as are drawn, at times evenly over the wait`() throws {
    let (count, probability) = (3_000, 0.3)
    var story = Story()
    story.rules.requesterCancelProbability = probability
    story.rules.random = .init(seed: 11, replication: 0)
    let space = story.space
    for number in 0..<count {
      let y = 3_000.0 * Double(number)
      let (origin, destination) = (Self.at(0, y), Self.at(9000, y))
      story.driver(depart: 600, announce: 0) {
        ($0.origin, $0.destination) = (origin, destination)
        $0.solo = space.travel(from: origin, to: destination)!
      }
      story.request(from: 300, to: 5000) {
        ($0.origin, $0.destination) = (Self.at(300, y), Self.at(5000, y))
      }
    }
    let records = try story.records()
    let cancellations = try #require(records.cancellations)
    let deviation = (Double(count) * probability * (1 - probability)).squareRoot()
    #expect(abs(Double(cancellations.count) - Double(count) * probability) < 3.5 * deviation)
    #expect(records.requests.count { $0.outcome == .served } == count - cancellations.count)
    // The largest distance from the even law: √n · D < 2.02 in all but one of two thousand (Kolmogorov and Smirnov).
    let shares = cancellations.map {
      Double(($0.time - $0.agreed).rawValue) / Double(($0.plannedPickup - $0.agreed).rawValue)
    }.sorted()
    let distance = shares.enumerated().map { max(abs($1 - Double($0) / Double(shares.count)), 0) }.max() ?? 1
    #expect(distance * Double(shares.count).squareRoot() < 2.02)
  }

  @Test
  func `who has booked ahead keeps the seat`() throws {
    var story = Story()
    story.certainBoard()
    story.rules.requesterCancelProbability = 1
    story.planned([(0, 1000), (5000, 1500), (10_000, 2000)])
    story.seeker(from: 0, to: 10_000, at: 10, between: 1000, and: 1100)
    let records = try story.records()
    #expect(records.requests[0].outcome == .served && records.cancellations?.isEmpty == true)
  }

  @Test
  func `the seat of who cancels is free for the next`() throws {
    var story = Story()
    story.rules.requesterCancelProbability = 1
    story.driver(depart: 100_000, announce: 0) { $0.seats = 1 }
    story.request(from: 300, to: 5000)
    story.request(from: 300, to: 5000, at: 99_990)
    let records = try story.records()
    let first = try #require(records.cancellations?.first)
    #expect(first.time < Milliseconds(99_990_000))
    #expect(records.attempts.last?.outcome == .accepted && records.attempts.last?.request == 1)
  }

  @Test
  func `both drivers of a transfer drive on alone`() throws {
    var story = Story()
    story.rules.answerDelay = .zero
    story.rules.requesterCancelProbability = 1
    var rules = TransferRules()
    rules.grid = 1000
    story.terms.transfer = rules
    let space = story.space
    story.driver(to: 5000)
    story.driver(depart: 200, announce: 0) {
      ($0.origin, $0.destination) = (Self.at(5000, -4000), Self.at(5000, 6000))
      $0.solo = space.travel(from: $0.origin, to: $0.destination)!
    }
    story.request(from: 1000, to: 5000, at: 50) {
      $0.destination = Self.at(5000, 4000)
      $0.direct = space.travel(from: $0.origin, to: $0.destination)!
    }
    let records = try story.records()
    #expect(records.requests[0].cause == .cancelledAfterMatch)
    #expect(records.transfers?.last?.fate == .cancelledByPassenger)
    #expect(records.cancellations?.first?.plannedPickup == Milliseconds(100_000))
    #expect(records.drivers.map(\.arrive) == [Milliseconds(500_000), Milliseconds(1_200_000)])
  }

  @Test
  func `without a probability nothing is written`() throws {
    var story = Story()
    story.driver()
    story.request(from: 300, to: 5000)
    #expect(try story.records().cancellations == nil)
  }

  private static func at(_ x: Metres, _ y: Metres) -> Place { Place(position: Position(x: x, y: y)) }
}

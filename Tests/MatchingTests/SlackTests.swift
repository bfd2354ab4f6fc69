import Quantities
import Spaces
import TestSupport
import Testing
import Travellers

@testable import Matching

/// By how much later a car may come to each stop, against trying it out.
@Suite struct SlackTests {
  private struct Plan {
    var driver: Driver
    var itinerary: Itinerary
    var terms = Terms()

    init(_ random: inout SplitMix64) {
      let space = OpenSpace(geometry: .plane, speed: 10)
      func anywhere(_ random: inout SplitMix64) -> Place {
        place(random.uniform(0...3000), random.uniform(0...3000))
      }
      let (origin, destination) = (anywhere(&random), anywhere(&random))
      let depart = Milliseconds(Int64(random.whole(0...100_000)))
      driver = Driver(
        id: 1, origin: origin, destination: destination, depart: depart,
        solo: space.travel(from: origin, to: destination)!)
      terms.stopDuration = random.pick([.zero, Milliseconds(30_000)])
      itinerary = Itinerary(from: origin, to: destination, depart: depart, space: space)
      var stops: [PlannedStop] = []
      for request in (0..<random.whole(0...4)).map({ RequestIndex($0) }) {
        for isPickup in [true, false] {
          let earliest = isPickup && random.chance(0.5) ? Int64(random.whole(0...1_500_000)) : 0
          stops.append(
            PlannedStop(
              request: request, isPickup: isPickup, partySize: 1, luggage: 0, place: anywhere(&random),
              earliest: Milliseconds(earliest), latest: .never, maxRide: .never))
        }
      }
      let start = itinerary.track.diversion(at: .zero, geometry: space.geometry)
      itinerary.replan(stops, from: start, now: .zero, terms: terms, space: space)
      for index in itinerary.stops.indices where random.chance(0.3) {
        itinerary.stops[index].latest =
          itinerary.stops[index].arrive + Milliseconds(Int64(random.whole(-5000...400_000)))
      }
      let total = itinerary.arrival - depart - driver.solo.duration
      if random.chance(0.4) {
        driver.maxDetour = max(.zero, total + Milliseconds(Int64(random.whole(-5000...400_000))))
      }
      if random.chance(0.3) {
        let ratio = Double(total.rawValue) / Double(driver.solo.duration.rawValue)
        driver.maxDetourRatio = ratio + random.pick([0, 1e-9, random.uniform(0...1), 1e7])
      }
      if random.chance(0.3) {
        driver.latestArrival = itinerary.arrival + Milliseconds(Int64(random.whole(0...400_000)))
      }
    }

    /// Whether every limit holds if the car comes `delay` later to stop `position`, or to the destination.
    func holds(_ delay: Milliseconds, at position: Int) -> Bool {
      let stops = itinerary.stops
      var time = (position < stops.count ? stops[position].arrive : itinerary.arrival) + delay
      for index in position..<max(position, stops.count) {
        if time > stops[index].latest { return false }
        let next = index + 1 < stops.count ? stops[index + 1].arrive : itinerary.arrival
        time = max(time, stops[index].earliest) + terms.stopDuration + (next - stops[index].leave)
      }
      let total = time - driver.depart - driver.solo.duration
      return total <= driver.maxDetour && time <= driver.latestArrival
        && Double(total.rawValue) / Double(driver.solo.duration.rawValue) <= driver.maxDetourRatio
    }
  }

  @Test func slackIsTheLongestDelayThatKeepsEveryLimit() {
    var (bounded, endless, broken) = (0, 0, 0)
    forAll(seeds: 0..<2000) { seed in
      var random = SplitMix64(seed: seed)
      let plan = Plan(&random)
      var slacks: [Milliseconds] = []
      plan.itinerary.slacks(of: plan.driver, into: &slacks)
      guard slacks.count == plan.itinerary.stops.count + 1 else { return "\(slacks.count) entries" }
      for (position, slack) in slacks.enumerated() {
        let isRight: Bool
        if !plan.holds(.zero, at: position) {
          // Where a passenger has left, a plan may miss a limit by milliseconds: no delay fits in, whatever
          // slack is said to be there.
          broken += 1
          isRight = true
        } else if slack == .never {
          endless += 1
          isRight = plan.holds(Milliseconds(1 << 40), at: position)
        } else {
          bounded += 1
          isRight =
            slack >= .zero && plan.holds(slack, at: position)
            && !plan.holds(slack + Milliseconds(1), at: position)
        }
        if !isRight { return "stop \(position): \(slack) in \(plan)" }
      }
      return nil
    }
    #expect(bounded > 500 && endless > 500 && broken > 20, "\(bounded), \(endless), \(broken)")
  }

  /// The ratio is a quotient of `Double`s: the latest arrival is the last millisecond that passes that test.
  @Test func theRatioBindsToTheMillisecond() {
    forAll(seeds: 0..<500) { seed in
      var random = SplitMix64(seed: seed)
      let solo = Milliseconds(Int64(random.whole(1...10_000_000)))
      let nowhere = place(0, 0)
      var driver = Driver(id: 1, origin: nowhere, destination: nowhere, depart: Milliseconds(77))
      driver.solo.duration = solo
      driver.maxDetourRatio = random.pick([0, 0.1, 1 / 3, 0.5, random.uniform(0...9)])
      let total = driver.latestArrivalWithinLimits(leaving: driver.depart) - driver.depart - solo
      func keeps(_ total: Int64) -> Bool { Double(total) / Double(solo.rawValue) <= driver.maxDetourRatio }
      return keeps(total.rawValue) && !keeps(total.rawValue + 1) ? nil : "\(total) of \(solo)"
    }
  }
}

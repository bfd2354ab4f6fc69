import Foundation
import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import Synthesis
import TestSupport
import Testing
import Travellers

/// Cars of people who may drive or ride, from the files of a scenario to their departures, against whole seconds tried one by one.
///
/// Everybody stands on one road, at multiples of ten metres, and drives 10 m/s: all times are whole seconds.
struct OwnCarDeparturesTests {
  /// A person on the road; all times in seconds, places in metres.
  private struct Walk {
    var origin: Int
    var destination: Int
    var earliest: Int
    var latest: Int
    var mayDrive: Bool
    var solo: Int { abs(destination - origin) / 10 }
  }

  private static let window = 60
  private static let stop = 30

  /// A day on which all are announced at 0, before the first may leave, at 300 s.
  private struct Day {
    let people: [Walk]
    let maxDetour: Int

    init(seed: UInt64) {
      var random = SplitMix64(seed: seed)
      people = (0..<random.whole(5...9)).map { _ in
        let origin = 10 * random.whole(0...800)
        var destination = 10 * random.whole(0...800)
        if destination == origin { destination += 500 }
        let earliest = random.whole(300...1200)
        let solo = abs(destination - origin) / 10
        return Walk(
          origin: origin, destination: destination, earliest: earliest,
          latest: earliest + solo + random.whole(Int(0)...900), mayDrive: random.chance(0.7))
      }
      maxDetour = random.pick([100, 300, 900])
    }

    /// Whether `driver` could take `rider` along who leaves at second `departure`.
    func works(_ driver: Walk, _ rider: Walk, leaving departure: Int) -> Bool {
      let pickup = max(departure + abs(rider.origin - driver.origin) / 10, rider.earliest)
      let dropoff = pickup + OwnCarDeparturesTests.stop + rider.solo
      let arrival =
        dropoff + OwnCarDeparturesTests.stop + abs(driver.destination - rider.destination) / 10
      return dropoff <= rider.latest && arrival <= driver.latest
        && arrival - departure - driver.solo <= maxDetour
    }

    /// The latest second at which `driver` could leave with `rider`; nil where there is none.
    func latestDeparture(_ driver: Int, with rider: Int) -> Int? {
      guard driver != rider, people[driver].mayDrive else { return nil }
      return (people[driver].earliest...people[driver].latest).last {
        works(people[driver], people[rider], leaving: $0)
      }
    }

    /// The most pairs in which nobody is twice, over all of them.
    func mostPairs() -> Int {
      func most(_ remaining: [Int]) -> Int {
        guard let person = remaining.first else { return 0 }
        let others = Array(remaining.dropFirst())
        return others.reduce(most(others)) { best, other in
          guard latestDeparture(person, with: other) ?? latestDeparture(other, with: person) != nil else {
            return best
          }
          return max(best, 1 + most(others.filter { $0 != other }))
        }
      }
      return most(Array(people.indices))
    }

    var rows: String {
      people.enumerated().reduce(
        "request_id,submit_s,earliest_pickup_s,latest_dropoff_s,origin_x,origin_y,destination_x,destination_y,role\n"
      ) { text, person in
        let (id, walk) = (person.offset + 1, person.element)
        return text + "\(id),0,\(walk.earliest),\(walk.latest),\(walk.origin),0,\(walk.destination),0,"
          + (walk.mayDrive ? "either\n" : "rider\n")
      }
    }
  }

  private static func scenario(_ day: Day) -> String {
    """
    {
      space: {kind: "plane", width_m: 10000, height_m: 10, speed_kmh: 36, circuity: 1}, time: {duration_s: null},
      supply: {kind: "none"}, demand: {kind: "recorded", file: "people.csv"},
      matching: {
        policy: "batch", radius_m: 100000, spacing_m: 0,
        limits: {max_detour_s: \(day.maxDetour), max_detour_ratio: null, max_wait_s: null},
        batch: {window_s: \(window), commit: "latest", riders: "one"},
      },
      behaviour: {patience_s: null, answer_delay_s: 0, decline_probability: 0, stop_duration_s: \(stop)},
    }
    """
  }

  @Test
  func `own cars in windows leave as late as their promises allow, and as many are served as can be`() throws
  {
    var (drove, later) = (0, 0)
    for seed in 0..<40 as Range<UInt64> {
      let day = Day(seed: seed)
      let input = try withScratchFolder { folder in
        try day.rows.write(toFile: folder + "/people.csv", atomically: false, encoding: .utf8)
        try Self.scenario(day).write(toFile: folder + "/day.json5", atomically: false, encoding: .utf8)
        return try CarpoolInput(contentsOf: folder + "/day.json5")
      }
      let records = try SimulationSetup(
        input.scenario, drivers: input.population.drivers, requests: input.population.requests,
        spaces: input.spaces, policy: Batch()
      ).records()
      #expect(records.requests.count { $0.outcome == .served } == day.mostPairs(), "seed \(seed)")
      for (place, request) in records.requests.enumerated() where request.outcome == .served {
        let match = try #require(request.match)
        let owner = Int(try #require(input.population.drivers[Int(match.driver)].ownRequest)) - 1
        let departed = try #require(records.drivers[Int(match.driver)].departed)
        let latest = try #require(day.latestDeparture(owner, with: place), "seed \(seed)")
        #expect(departed == Milliseconds(seconds: Double(latest)), "seed \(seed), driver \(owner + 1)")
        drove += 1
        if departed > match.time { later += 1 }
      }
    }
    #expect(drove > 40 && later > 20, "\(drove) \(later)")
  }
}

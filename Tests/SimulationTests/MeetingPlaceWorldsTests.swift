import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

/// Passengers who are met at listed places, and cars that wait for passengers who walk: every decision compared with that of every
/// pair of places and stops by hand.
@Suite struct MeetingPlaceWorldsTests {
  @Test(arguments: Ground.allCases, [false, true])
  func `every decision is that of brute force`(_ ground: Ground, _ isShared: Bool) throws {
    var tally = InsertionWitness.Tally()
    var circles = TwoCirclesTests.Tally()
    var walks = 0
    forAll(seeds: 0..<(isFullValidation ? 60 : 2)) { seed in
      var world = World(ground, spacing: 40, seed: 1000 + seed)
      world.terms.insertion.objective = Objective.allCases[Int(seed) % 3]
      if seed % 3 != 0 { world.letCarsWait(share: 0.7, seed: seed) }
      if isShared { world.shareStops(seed: seed) }
      world.listMeetingPlaces(door: seed % 2 == 0, seed: seed)
      let (records, fault) = try InsertionTests.run(world, &tally)
      walks += records.meetings?.count { $0.walk > .zero } ?? 0
      return try fault ?? TwoCirclesTests.fault(in: world, &circles) ?? Self.fault(in: records, world)
    }
    #expect(tally.attempts > 40 && tally.chosen > 10 && tally.several > 5, "\(tally)")
    #expect(circles.attempts > 40 && circles.chosen > 3, "\(circles)")
    #expect(walks > 5, "\(walks) walks")
  }

  /// The first meeting that is at no listed place, as a sentence.
  private static func fault(in records: RunRecords, _ world: World) -> String? {
    guard let listed = world.meetingPlaces else { return "no places" }
    for attempt in records.attempts where attempt.meeting >= 0 {
      guard let meeting = records.meetings?[Int(attempt.meeting)] else { return "no meeting" }
      let request = world.requests[Int(attempt.request)]
      for (point, end) in [(meeting.pickup, request.origin), (meeting.dropoff, request.destination)] {
        let isListed = listed.places.contains(point.place) && point.metres <= world.terms.walking.reach
        if !isListed, !listed.includesDoor || point.place != end { return "\(point) is not listed" }
      }
    }
    return nil
  }

  /// The grid as before, with cars that wait.
  @Test(arguments: Ground.allCases, Objective.allCases)
  func `cars that wait meet passengers as brute force says`(_ ground: Ground, _ objective: Objective) throws {
    var tally = InsertionWitness.Tally()
    forAll(seeds: 0..<(isFullValidation ? 60 : 2)) { seed in
      var world = World(ground, spacing: 40, seed: 1100 + seed)
      world.terms.insertion.objective = objective
      world.terms.walking.reach = min(world.terms.radius, 260)
      world.terms.walking.grid = 180
      world.terms.walking.speed = seed % 2 == 0 ? 1.3 : 5
      world.letCarsWait(share: 0.8, seed: seed)
      return try InsertionTests.run(world, &tally).fault
    }
    #expect(tally.attempts > 40 && tally.chosen > 20, "\(tally)")
  }

  @Test(arguments: Ground.allCases)
  func `places in reach are those at most that far away`(_ ground: Ground) {
    forAll(seeds: 0..<10) { seed in
      var world = World(ground, spacing: 40, seed: 1200 + seed)
      world.listMeetingPlaces(door: false, seed: seed)
      guard let listed = world.meetingPlaces else { return "no places" }
      let geometry = world.plainSpace.geometry
      for request in world.requests {
        for reach in [0, 100, 350, 5000.0] {
          let near = listed.places.filter { geometry.distance(request.origin.position, $0.position) <= reach }
          if listed.around(request.origin, within: reach) != near { return "\(reach) m around \(request.id)" }
        }
      }
      return nil
    }
  }
}

extension World {
  /// Lets passengers walk to some of the ends of all trips, and to their own if `door` is true.
  mutating func listMeetingPlaces(door: Bool, seed: UInt64) {
    var random = SplitMix64(seed: seed &+ 0x91ACE)
    let ends = (drivers.map(\.origin) + requests.flatMap { [$0.origin, $0.destination] })
    let places = ends.filter { _ in random.chance(0.7) }
    terms.walking.reach = min(terms.radius, random.pick([300, 450]))
    terms.walking.speed = random.pick([1.3, 5])
    meetingPlaces = MeetingPlaces(places, includesDoor: door, geometry: plainSpace.geometry)
  }
}

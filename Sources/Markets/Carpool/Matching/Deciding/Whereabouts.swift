import Quantities
import Spaces
import Travellers

/// The places of drivers at one moment, and from where they go on: worked out once for each, since requests that are decided together
/// look at the same drivers.
///
/// It holds for one moment, and until a plan changes.
struct Whereabouts {
  /// The whereabouts of one driver.
  struct Sight {
    let reported: Position
    var start: Start
  }

  private let time: Milliseconds
  /// The place in `sights` of each driver; -1 for who has not been looked for.
  private var places: [Int32]
  private var sights: [Sight] = []

  /// Of drivers of `fleet`, who are not looked for yet, at `time`.
  init(at time: Milliseconds, in fleet: Fleet) {
    self.time = time
    places = Array(repeating: -1, count: fleet.drivers.count)
  }

  /// Returns the whereabouts of `driver` of `fleet`.
  mutating func sight(of driver: DriverIndex, in fleet: Fleet) -> Sight {
    let place = places[Int(driver)]
    if place >= 0 { return sights[Int(place)] }
    let sight = fleet.sight(of: driver, at: time)
    places[Int(driver)] = Int32(sights.count)
    sights.append(sight)
    return sight
  }
}

extension Array where Element == Attempt {
  /// The candidates of each of these attempts, which are gathered for one moment: as if each were alone. Fills in their
  /// funnels.
  package mutating func candidates() -> [[Candidate]] {
    guard let first, count > 1, allSatisfy({ $0.time == first.time && $0.fleet === first.fleet }) else {
      return indices.map { self[$0].candidates() }
    }
    let fleet = first.fleet
    var lists = [[Candidate]](repeating: [], count: count)
    // Requests of one corner look at the same drivers and streets, which are then at hand in the processor's cache.
    let pickups = map(\.request.origin.position)
    let frame = IndexFrame(around: pickups, geometry: fleet.geometry)
    let order = frame.neighbourly([RequestIndex](0..<RequestIndex(count)), { pickups[Int($0)] })
    fleet.knownPairs.beginWindow()
    if let team = fleet.team {
      var whereabouts = Whereabouts(at: first.time, in: fleet)
      let searches = team.search(order) { GatheredSearch(self[Int($0)], &whereabouts, in: fleet) }
      for (place, search) in zip(order, searches) {
        lists[Int(place)] = search.candidates()
        self[Int(place)] = search.attempt
      }
    } else {
      var whereabouts: Whereabouts? = Whereabouts(at: first.time, in: fleet)
      for place in order { lists[Int(place)] = self[Int(place)].candidates(&whereabouts) }
    }
    fleet.knownPairs.endWindow()
    return lists
  }
}

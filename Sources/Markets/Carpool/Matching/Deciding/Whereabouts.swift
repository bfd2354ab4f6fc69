import Quantities
import Spaces
import Travellers

/// The positions and starts of drivers at one time. Requests decided together consider the same drivers, so each is
/// computed only once.
///
/// Valid for that time only, and until a plan changes.
struct Whereabouts {
  /// The position and start of one driver.
  struct Sight {
    let reported: Position
    var start: Start
  }

  private let time: Milliseconds
  /// Each driver's index in `sights`; -1 if not yet computed.
  private var places: [Int32]
  private var sights: [Sight] = []

  /// Creates empty whereabouts for the drivers of `fleet` at `time`.
  init(at time: Milliseconds, in fleet: Fleet) {
    self.time = time
    places = Array(repeating: -1, count: fleet.drivers.count)
  }

  /// Returns the position and start of `driver` of `fleet`, computing them if necessary.
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
  /// Returns the candidates of each of these attempts, which are all decided at the same time, as if each were decided
  /// alone. Fills in their funnels.
  package mutating func candidates() -> [[Candidate]] {
    guard let first, count > 1, allSatisfy({ $0.time == first.time && $0.fleet === first.fleet }) else {
      return indices.map { self[$0].candidates() }
    }
    let fleet = first.fleet
    var lists = [[Candidate]](repeating: [], count: count)
    // Nearby requests consider the same drivers and streets, which are then in the processor's cache.
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

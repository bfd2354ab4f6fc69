import Quantities
import Spaces
import Travellers

/// The last known positions of cars, and their starts from there: valid until the next report is due, or the plan
/// changes.
///
/// On busy streets a car is considered dozens of times between two reports, and computing a report needs a route
/// lookup.
struct KnownSights: ~Copyable {
  private struct Known {
    /// The time of the next report, which identifies the current report; `nobody` if the sight has been discarded.
    var until: Milliseconds
    var sight: Whereabouts.Sight
    /// The car can continue at the query time plus `rest`, or at `begin` plus `rest` if `begin` is later.
    var begin: Milliseconds
    var rest: Milliseconds
  }

  /// The time stored for a discarded sight; no report is ever due then.
  private static let nobody = Milliseconds(.min)

  /// Each driver's index in `known`, from 1; 0 for drivers never seen.
  private var places: [Int32]
  private var known: [Known] = []
  /// The indices freed by drivers who have arrived.
  private var free: [Int32] = []

  /// Whether no driver has ever been stored; off networks, hardly any driver ever is.
  var isEmpty: Bool { known.isEmpty }

  init(drivers: Int) { places = Array(repeating: 0, count: drivers) }

  /// Returns the sight at `time` of `driver`, whose next report is due at `until`; nil if none is stored.
  func sight(of driver: DriverIndex, until: Milliseconds, at time: Milliseconds) -> Whereabouts.Sight? {
    let place = Int(places[Int(driver)])
    guard place > 0, known[place - 1].until == until else { return nil }
    var sight = known[place - 1].sight
    sight.start.diversion.time = max(time, known[place - 1].begin) + known[place - 1].rest
    return sight
  }

  /// Returns the start of `driver` when last seen; nil if the driver has not been seen since the plan changed.
  @inline(__always)
  func lastStart(of driver: DriverIndex) -> Start? {
    let place = Int(places[Int(driver)])
    return place > 0 && known[place - 1].until != Self.nobody ? known[place - 1].sight.start : nil
  }

  /// Stores the sight at `time` of `driver`, whose next report is due at `until`, on a track that begins at `begin`.
  mutating func add(
    _ sight: Whereabouts.Sight, of driver: DriverIndex, until: Milliseconds, at time: Milliseconds,
    begin: Milliseconds
  ) {
    let rest = sight.start.diversion.time - max(time, begin)
    let entry = Known(until: until, sight: sight, begin: begin, rest: rest)
    let place = Int(places[Int(driver)])
    if place > 0 {
      known[place - 1] = entry
    } else if let room = free.popLast() {
      places[Int(driver)] = room
      known[Int(room) - 1] = entry
    } else {
      known.append(entry)
      places[Int(driver)] = Int32(known.count)
    }
  }

  /// Discards the sight of `driver`; called if the plan changes.
  mutating func forget(_ driver: DriverIndex) {
    let place = Int(places[Int(driver)])
    if place > 0 { known[place - 1].until = Self.nobody }
  }

  /// Removes `driver`, who has arrived.
  mutating func remove(_ driver: DriverIndex) {
    let place = places[Int(driver)]
    guard place > 0 else { return }
    known[Int(place) - 1].until = Self.nobody
    free.append(place)
    places[Int(driver)] = 0
  }

  /// Prefetches the sight of `driver`; called shortly before its use.
  @inline(__always)
  func fetch(_ driver: DriverIndex) {
    let place = Int(places[Int(driver)])
    if place > 0 { Memory.fetch(known, at: place - 1) }
  }

  /// Returns the place from which `driver` started when last seen, as a guess at the next start.
  @inline(__always)
  func guess(_ driver: DriverIndex) -> Place? {
    let place = Int(places[Int(driver)])
    return place > 0 ? known[place - 1].sight.start.diversion.place : nil
  }
}

extension Fleet {
  /// Returns the reported position of `driver` at `time`, and the start based on it.
  func sight(of driver: DriverIndex, at time: Milliseconds) -> Whereabouts.Sight {
    if let start = freeStart(of: driver, at: time, from: .reported) {
      return Whereabouts.Sight(reported: start.diversion.place.position, start: start)
    }
    guard let until = finder.nextReport(of: driver, at: time) else {
      return sight(of: driver, at: time, after: report(of: driver, at: time))
    }
    if let known = inserter.sights.sight(of: driver, until: until, at: time) { return known }
    // The schedule's result depends on the number of the report only; the track's may depend on the time too.
    guard let report = finder.report(of: driver, itineraries, at: time) else {
      return sight(of: driver, at: time, after: report(of: driver, at: time))
    }
    let sight = sight(of: driver, at: time, after: report)
    inserter.sights.add(
      sight, of: driver, until: until, at: time, begin: itineraries[driver].track.beginning)
    return sight
  }

  private func sight(of driver: DriverIndex, at time: Milliseconds, after report: Report) -> Whereabouts.Sight
  {
    Whereabouts.Sight(reported: report.position, start: start(of: driver, at: time, after: report))
  }

  /// Prefetches the sights of the drivers a few places after `place` in `list`, then the data for travel times from
  /// these positions and to the drivers' destinations. Off networks the index holds the positions.
  func fetchSights(_ list: [DriverIndex], behind place: Int, dismisses: Bool) {
    guard !inserter.sights.isEmpty else { return finder.index.fetch(list, behind: place) }
    if place + 6 < list.count { inserter.sights.fetch(list[place + 6]) }
    guard place + 2 < list.count else { return }
    let driver = list[place + 2]
    let space = space(of: driver)
    if dismisses {
      // For most of them nothing else is needed.
      let leastTimes = space.leastTimes
      if let start = inserter.sights.guess(driver) { leastTimes.expect(start) }
      return leastTimes.expect(drivers[driver].destination)
    }
    if let start = inserter.sights.guess(driver) { space.expect(start, hub: .destination) }
    space.expect(drivers[driver].destination, hub: .origin)
  }
}

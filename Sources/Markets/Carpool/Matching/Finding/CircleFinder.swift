import CKernels
import Lifecycle
package import Quantities
import Spaces
public import Travellers

/// The drivers within both circles of a request. Computed before the policy is called, and usually sufficient on their
/// own: nine attempts in ten find no driver and end here.
///
/// The view of an attempt is created only for the others, which saves a quarter of the instructions per decision.
@usableFromInline
package struct Circles {
  /// The number of available drivers with a reported position within r of the pickup.
  @usableFromInline package let inRadius: Int32
  /// The drivers among them with a route point ahead within r of the drop-off, in ascending order of id if requested.
  @usableFromInline package let drivers: [DriverIndex]
}

extension Fleet {
  /// Returns the drivers within both circles at `time` for request `index`, stored in `requests`.
  package func circles(
    of index: RequestIndex, among requests: borrowing [Request], at time: Milliseconds,
    excluded: borrowing [DriverIndex]
  ) -> Circles {
    let request = requests.address(of: index)
    return finder.circles(
      around: request.pointee.origin.position, request.pointee.destination.position, at: time,
      excluded: excluded, in: self)
  }
}

/// Finds the drivers who pass the first two stages: they have a reported position within r of a pickup and a route
/// point ahead within r of the drop-off.
///
/// An index holds the reports of the available drivers; borderline cases are decided from the plans.
struct CircleFinder: ~Copyable {
  var index: CandidateIndex
  private let radius: Metres
  /// The ids of all drivers in a compact list; empty if driver indices are already in ascending order of id.
  private let ids: [Int64]
  /// Whether any queries are expected; if not, the index is not maintained.
  private var isInUse: Bool
  /// The available drivers checked one by one: waiting cars, and the few drivers whose phones are offline.
  private var unindexed: [Unindexed] = []
  /// The undecided entries of the current scan; stored to reuse the memory.
  private var open: [Sighting] = []

  private struct Unindexed {
    let driver: DriverIndex
    /// The last reported position of an offline phone, once computed; valid until the phone is online again.
    var reported: Position?
  }

  /// - Parameter questions: the expected number of queries per second of simulated time.
  init(drivers: [Driver], terms: Terms, vantage: Vantage, geometry: Geometry, questions: Double) {
    radius = terms.radius
    let isById = zip(drivers, drivers.dropFirst()).allSatisfy { $0.id < $1.id }
    ids = isById ? [] : drivers.map(\.id)
    isInUse = vantage == .reported
    index = CandidateIndex(
      drivers, radius: terms.radius, spacing: vantage == .actual ? 0 : terms.spacing, geometry: geometry,
      questions: questions)
  }

  /// The number of index entries compared with a circle so far: a measure of work.
  private(set) var probes = 0

  /// Discards the cached route of `driver`, who must be shown again if available.
  mutating func forgetWay(of driver: DriverIndex) {
    if isInUse { index.forgetWay(of: driver) }
  }

  /// Discards the data of `driver`, who is hidden and will not return.
  mutating func forget(_ driver: DriverIndex) { index.forget(driver) }

  /// Shows the hidden `driver`, who has become available, to queries from `time` on.
  mutating func show(
    _ driver: DriverIndex, _ itineraries: borrowing FixedList<Itinerary>, at time: Milliseconds
  ) {
    if isInUse { index.insert(driver, itineraries, at: time) }
  }

  /// Shows a driver who has no route to index, or of whom only the last position is known.
  mutating func show(unindexed driver: DriverIndex) { unindexed.append(Unindexed(driver: driver)) }

  /// Hides `driver` from queries.
  mutating func hide(_ driver: DriverIndex) {
    index.remove(driver)
    if let place = unindexed.firstIndex(where: { $0.driver == driver }) { unindexed.remove(at: place) }
  }

  /// Returns the report of `driver`, whose phone is online, at `time`; nil if it cannot be computed from cached data.
  @inline(__always)  // A call would copy the index.
  func report(
    of driver: DriverIndex, _ itineraries: borrowing FixedList<Itinerary>, at time: Milliseconds
  ) -> Report? {
    isInUse ? index.report(of: driver, itineraries, at: time) : nil
  }

  /// Returns the earliest diversion of `driver` at `time`; nil without a list of the route's corners.
  func diversion(of driver: DriverIndex, at time: Milliseconds) -> Diversion? {
    index.holdings.address(of: driver).pointee.corners.diversion(at: time, geometry: index.frame.geometry)
  }

  /// Returns the diversion of `driver` from `report` at `time`; nil without a list of the route's corners.
  func diversion(of driver: DriverIndex, from report: Report, at time: Milliseconds) -> Diversion? {
    index.holdings.address(of: driver).pointee.corners.diversion(from: report, at: time)
  }

  /// Returns the route vertex that `driver` passes at `time`; nil if there is none, or without a list of the route's
  /// corners.
  func vertex(of driver: DriverIndex, at time: Milliseconds) -> Track.Vertex? {
    let holding = index.holdings.address(of: driver)
    guard !holding.pointee.corners.isEmpty else { return nil }
    let vertex = holding.pointee.corners.vertex(holding.pointee.corners.vertex(at: time))
    return vertex.time == time ? vertex : nil
  }

  /// Returns the time of the report of the available `driver` that follows the current one at `time`; nil without a
  /// schedule.
  @inline(__always)  // Likewise.
  func nextReport(of driver: DriverIndex, at time: Milliseconds) -> Milliseconds? {
    index.nextReport(of: driver, at: time)
  }

  /// Prepares the index for queries at `time`.
  mutating func begin(at time: Milliseconds, in fleet: Fleet) {
    if !isInUse {
      isInUse = true
      for driver in fleet.active where fleet.isIndexed(driver) {
        index.insert(driver, fleet.itineraries, at: time)
      }
    }
    index.advance(to: time, fleet.itineraries)
  }

  /// Finds the drivers of `fleet` available at `time` for a trip from `pickup` to `dropoff`, except those `excluded`.
  ///
  /// - Parameters:
  ///   - window: drivers not yet departed and unchanged since that window are counted near the pickup, but not
  ///     returned.
  ///   - isInOrder: whether the result must be in ascending order of id.
  mutating func circles(
    around pickup: Position, _ dropoff: Position, at time: Milliseconds, excluded: borrowing [DriverIndex],
    in fleet: Fleet, changedSince window: Int32 = .min, isInOrder: Bool = true
  ) -> Circles {
    begin(at: time, in: fleet)
    var found: [DriverIndex] = []
    // Emptying an empty list would check its uniqueness.
    if !open.isEmpty { open.removeAll(keepingCapacity: true) }
    let counts = index.scan(at: time, pickup: pickup, dropoff: dropoff, sure: &found, open: &open)
    if window > .min { found.removeAll { fleet.knownPairs.isUnchanged($0, since: window) } }
    var borderline = 0
    // Most queries leave nothing undecided.
    if !open.isEmpty {
      lookAtSketches(near: dropoff, at: time, in: fleet, changedSince: window, &found)
      borderline = lookAtWays(around: pickup, dropoff, at: time, in: fleet, changedSince: window, &found)
    }
    if !unindexed.isEmpty {
      borderline += lookAtUnindexed(around: pickup, dropoff, at: time, excluded: excluded, in: fleet, &found)
    }
    if !excluded.isEmpty {
      borderline -= leaveOut(excluded, around: pickup, at: time, in: fleet, &found)
    }
    if isInOrder, found.count > 1 { putInOrder(&found) }
    probes += Int(counts.looked_at)
    return Circles(inRadius: Int32(Int(counts.in_radius) + borderline), drivers: found)
  }

  /// Decides the undecided drivers with sketches: adds to `found` those who pass the drop-off, and retains those for
  /// whom the sketch is inconclusive.
  private mutating func lookAtSketches(
    near dropoff: Position, at time: Milliseconds, in fleet: Fleet, changedSince window: Int32,
    _ found: inout [DriverIndex]
  ) {
    // The polyline query is only created for cars that follow links.
    var target: CandidateIndex.Target?
    var kept = 0
    for place in open.indices {
      // Prefetch the data of drivers whose routes are examined soon.
      if place + 12 < open.count { index.fetch(open[place + 12].driver) }
      if place + 6 < open.count { index.fetchWay(of: open[place + 6].driver) }
      let sighting = open[place]
      let driver = sighting.driver
      if sighting.isSurelyInRadius {
        if window > .min, fleet.knownPairs.isUnchanged(driver, since: window) { continue }
        if index.hasSketch(driver) {
          let here = target ?? index.target(at: dropoff)
          target = here
          if index.deservesSchedule(driver) {
            index.completeSchedule(of: driver, fleet.itineraries[driver], at: time)
          }
          switch index.passes(driver, near: here, at: time, isOpen: true) {
          case .no: continue
          case .yes:
            found.append(driver)
            continue
          case .maybe: break
          }
        }
      }
      open[kept] = sighting
      kept += 1
    }
    open.removeLast(open.count - kept)
  }

  /// Decides the undecided drivers by their routes, and adds those within both circles to `found`.
  ///
  /// - Returns: the number of borderline drivers who are within the radius.
  private mutating func lookAtWays(
    around pickup: Position, _ dropoff: Position, at time: Milliseconds, in fleet: Fleet,
    changedSince window: Int32, _ found: inout [DriverIndex]
  ) -> Int {
    let ahead = index.followsLinks ? open.map(\.driver) : []
    var borderline = 0
    for place in open.indices {
      if !ahead.isEmpty { fleet.fetch(ahead, behind: place) }
      let sighting = open[place]
      let driver = sighting.driver
      let sight = index.sight(of: driver, at: time)
      let report = sight == nil ? fleet.searchedReport(of: driver, at: time) : nil
      if !sighting.isSurelyInRadius {
        guard let position = sight?.position ?? report?.position,
          fleet.geometry.isWithin(radius, pickup, position)
        else { continue }
        borderline += 1
      }
      guard sighting.mayPass else { continue }
      if window > .min, fleet.knownPairs.isUnchanged(driver, since: window) { continue }
      let passes =
        if sighting.surelyPasses {
          true
        } else if let sight {
          index.passes(driver, fleet.secondCircle(around: dropoff), after: sight)
        } else if let report {
          fleet.passes(driver, near: dropoff, after: report)
        } else {
          false
        }
      if passes { found.append(driver) }
    }
    return borderline
  }

  /// Checks the drivers without an entry one by one, and adds those within both circles to `found`.
  ///
  /// - Returns: the number of these drivers who are within the radius.
  private mutating func lookAtUnindexed(
    around pickup: Position, _ dropoff: Position, at time: Milliseconds, excluded: borrowing [DriverIndex],
    in fleet: Fleet, _ found: inout [DriverIndex]
  ) -> Int {
    let excluded = copy excluded
    var within = 0
    for place in unindexed.indices where !excluded.contains(unindexed[place].driver) {
      let driver = unindexed[place].driver
      let reported = unindexed[place].reported ?? fleet.searchedReport(of: driver, at: time).position
      if !fleet.drivers[driver].waits { unindexed[place].reported = reported }
      guard fleet.geometry.isWithin(radius, pickup, reported) else { continue }
      within += 1
      let report = fleet.searchedReport(of: driver, at: time)
      if fleet.passes(driver, near: dropoff, after: report) { found.append(driver) }
    }
    return within
  }

  /// Removes the `excluded` drivers, who have been counted like all others, from `found`.
  ///
  /// - Returns: the number of excluded drivers within the radius.
  private func leaveOut(
    _ excluded: borrowing [DriverIndex], around pickup: Position, at time: Milliseconds, in fleet: Fleet,
    _ found: inout [DriverIndex]
  ) -> Int {
    var within = 0
    for driver in copy excluded where index.holds(driver) {
      found.removeAll { $0 == driver }
      let report = fleet.searchedReport(of: driver, at: time)
      if fleet.geometry.isWithin(radius, pickup, report.position) { within += 1 }
    }
    return within
  }

  /// Sorts `drivers` by id.
  @inline(__always)  // A call would copy the finder.
  private func putInOrder(_ drivers: inout [DriverIndex]) {
    let ids = ids
    if ids.isEmpty { drivers.sort() } else { drivers.sort { ids[Int($0)] < ids[Int($1)] } }
  }
}

/// An entry found by a scan.
struct Sighting {
  /// The driver's index, shifted left, and the flags.
  private let word: UInt32

  init(_ word: UInt32) { self.word = word }

  var driver: DriverIndex { DriverIndex(rawValue: Int32(word >> UInt32(DETOUR_FOUND_SHIFT))) }
  /// Whether the report certainly lies within the radius; if so, the scan has already counted it.
  var isSurelyInRadius: Bool { word & UInt32(DETOUR_SURELY_IN_RADIUS) != 0 }
  /// Whether the route may pass near the drop-off.
  var mayPass: Bool { word & UInt32(DETOUR_MAY_PASS) != 0 }
  /// Whether the route certainly passes near the drop-off.
  var surelyPasses: Bool { word & UInt32(DETOUR_SURELY_PASSES) != 0 }
}

import CKernels
import Quantities
import Spaces
import Travellers

/// Finds the drivers of the first two stages: who report a position within r of a pickup, and have a route point
/// ahead within r of the drop-off.
///
/// An index knows what all who can be asked report; whom it cannot tell by a hair is decided from the plan.
struct Finder: ~Copyable {
  var index: CandidateIndex
  private let radius: Metres
  /// The ids of all drivers, close together; empty where the order of indexes is that of ids.
  private let ids: [Int64]
  /// True if there are any questions: until then nothing is kept.
  private var isInUse: Bool
  /// The drivers who can be asked and are looked at one by one: those whose phones are offline, who are few, and cars that wait.
  private var unindexed: [Unindexed] = []
  /// The entries that the scan under way has left open; kept for its memory.
  private var open: [Sighting] = []

  private struct Unindexed {
    let driver: DriverIndex
    /// The position that was reported last by a phone that is offline, once it was asked for: it stays as it is until that is online.
    var reported: Position?
  }

  /// - Parameter questions: how many are expected a second.
  init(drivers: [Driver], terms: Terms, vantage: Vantage, geometry: Geometry, questions: Double) {
    radius = terms.radius
    let isById = zip(drivers, drivers.dropFirst()).allSatisfy { $0.id < $1.id }
    ids = isById ? [] : drivers.map(\.id)
    isInUse = vantage == .reported
    index = CandidateIndex(
      drivers, radius: terms.radius, spacing: vantage == .actual ? 0 : terms.spacing, geometry: geometry,
      questions: questions)
  }

  /// The number of entries of the index that were compared with a circle so far: a measure of work.
  private(set) var probes = 0

  /// Takes note that `driver` has another way, or none: who can be asked is shown again.
  mutating func forgetWay(of driver: DriverIndex) {
    if isInUse { index.forgetWay(of: driver) }
  }

  /// Forgets `driver`, who is hidden and comes no more.
  mutating func forget(_ driver: DriverIndex) { index.forget(driver) }

  /// Lets `driver`, who can be asked and was hidden, be found from `time` on.
  mutating func show(
    _ driver: DriverIndex, _ itineraries: borrowing FixedList<Itinerary>, at time: Milliseconds
  ) {
    if isInUse { index.insert(driver, itineraries, at: time) }
  }

  /// Shows a driver likewise who has no way to index, or of whom the service knows only the last position.
  mutating func show(unindexed driver: DriverIndex) { unindexed.append(Unindexed(driver: driver)) }

  /// Hides `driver` from questions.
  mutating func hide(_ driver: DriverIndex) {
    index.remove(driver)
    if let place = unindexed.firstIndex(where: { $0.driver == driver }) { unindexed.remove(at: place) }
  }

  /// Returns what `driver`, whose phone is online, reports at `time`; nil where nothing is kept of it.
  @inline(__always)  // A call would copy the index.
  func report(
    of driver: DriverIndex, _ itineraries: borrowing FixedList<Itinerary>, at time: Milliseconds
  ) -> Report? {
    isInUse ? index.report(of: driver, itineraries, at: time) : nil
  }

  /// Returns the place where `driver` can turn at `time`; nil where the way was not written out.
  func diversion(of driver: DriverIndex, at time: Milliseconds) -> Diversion? {
    index.holdings.address(of: driver).pointee.corners.diversion(at: time, geometry: index.frame.geometry)
  }

  /// Returns the place where `driver`, who stands at `report` at `time`, can turn, likewise.
  func diversion(of driver: DriverIndex, from report: Report, at time: Milliseconds) -> Diversion? {
    index.holdings.address(of: driver).pointee.corners.diversion(from: report, at: time)
  }

  /// Returns the vertex of the way of `driver` that the car passes at `time`; nil where it passes none, or the way was not written out.
  func vertex(of driver: DriverIndex, at time: Milliseconds) -> Track.Vertex? {
    let holding = index.holdings.address(of: driver)
    guard !holding.pointee.corners.isEmpty else { return nil }
    let vertex = holding.pointee.corners.vertex(holding.pointee.corners.vertex(at: time))
    return vertex.time == time ? vertex : nil
  }

  /// Returns the time at which `driver`, who can be asked, sends the next report after the one of `time`, as the schedule says; nil where
  /// it does not.
  @inline(__always)  // Likewise.
  func nextReport(of driver: DriverIndex, at time: Milliseconds) -> Milliseconds? {
    index.nextReport(of: driver, at: time)
  }

  /// Makes the index ready for questions at `time`.
  mutating func begin(at time: Milliseconds, in fleet: Fleet) {
    if !isInUse {
      isInUse = true
      for driver in fleet.active where fleet.isIndexed(driver) {
        index.insert(driver, fleet.itineraries, at: time)
      }
    }
    index.advance(to: time, fleet.itineraries)
  }

  /// Finds the drivers of `fleet` who may be asked at `time` to drive from `pickup` to `dropoff`, all but those `excluded`.
  ///
  /// - Parameters:
  ///   - window: drivers who have not left and are as that window found them are counted near the pickup, and no more.
  ///   - isInOrder: whether those found are wanted in ascending order of id.
  mutating func circles(
    around pickup: Position, _ dropoff: Position, at time: Milliseconds, excluded: borrowing [DriverIndex],
    in fleet: Fleet, changedSince window: Int32 = .min, isInOrder: Bool = true
  ) -> Circles {
    begin(at: time, in: fleet)
    var found: [DriverIndex] = []
    // To empty an empty list asks whether somebody else has it.
    if !open.isEmpty { open.removeAll(keepingCapacity: true) }
    let counts = index.scan(at: time, pickup: pickup, dropoff: dropoff, sure: &found, open: &open)
    if window > .min { found.removeAll { fleet.knownPairs.isUnchanged($0, since: window) } }
    var borderline = 0
    // Most questions leave nothing open.
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

  /// Tells of those left open whose ways have sketches whether these pass the drop-off: adds to `found` those who do, and keeps those of
  /// whom the sketch does not tell.
  private mutating func lookAtSketches(
    near dropoff: Position, at time: Milliseconds, in fleet: Fleet, changedSince window: Int32,
    _ found: inout [DriverIndex]
  ) {
    // The question to the ways is only asked of cars that follow links.
    var target: CandidateIndex.Target?
    var kept = 0
    for place in open.indices {
      // Their ways are looked at: what these are told from comes from memory meanwhile.
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

  /// Decides from their ways whether those left open are candidates, and adds to `found` those who are.
  ///
  /// - Returns: how many of those who lay by a hair within the radius or without lie within it.
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

  /// Looks one by one at the drivers whom no entry stands for, and adds to `found` those who are candidates.
  ///
  /// - Returns: how many of them lie within the radius.
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

  /// Takes the `excluded` drivers, who were counted like all others, out of `found`.
  ///
  /// - Returns: how many of them lie within the radius.
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

  /// Puts `drivers` in ascending order of id.
  @inline(__always)  // A call would copy the finder.
  private func putInOrder(_ drivers: inout [DriverIndex]) {
    let ids = ids
    if ids.isEmpty { drivers.sort() } else { drivers.sort { ids[Int($0)] < ids[Int($1)] } }
  }
}

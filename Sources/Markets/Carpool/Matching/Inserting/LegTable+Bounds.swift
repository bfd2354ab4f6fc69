import CKernels
import Quantities
import RoadNetwork
import Spaces
import Travellers

extension LegTable {
  /// Returns the table query for the request of `inquiry`; `meeting` holds the passenger's meeting points.
  mutating func query(
    _ inquiry: Inquiry, meeting: MeetingChoice, terms: Terms, objective: Objective
  ) -> LegQuery {
    let (request, promise, time) = (inquiry.request, inquiry.promise, inquiry.time)
    approach(time)
    standIdle(at: time)
    let pickup = point(of: request.origin)
    let dropoff = point(of: request.destination)
    widen(pickup)
    widen(dropoff)
    let direct = meeting.direct
    let (pickupReach, dropoffReach) = reaches(of: meeting, around: pickup, dropoff)
    let boarding = request.boarding ?? terms.stopDuration
    var latest = promise.latestPickup
    // Without a route between any meeting points, pickup and drop-off may still lie on different legs.
    if promise.latestDropoff != .never, meeting.table == nil || direct != .never {
      latest = min(latest, promise.latestDropoff - direct - boarding)
    }
    let side: Float = if case .torus(let side) = frame.geometry { Float(side) } else { .infinity }
    // No bound of either stop may be above it: one that is shared may take no time, and delay no arrival at it.
    let stop =
      terms.sharesStops ? 0 : Float(min(boarding, request.alighting ?? terms.stopDuration).rawValue)
    let opening = terms.sharesStops ? time : max(time, request.earliestPickup)
    let earliest = Self.below((opening - epoch).rawValue)
    let tolerance = tolerance + 5e-7 * abs(earliest)
    let kernel = detour_leg_query(
      pickup_x: pickup.x, pickup_y: pickup.y, dropoff_x: dropoff.x, dropoff_y: dropoff.y, side: side,
      pace: Float(pace).nextDown,
      direct: Self.below(direct.rawValue),
      earliest_boarding: earliest,
      latest_boarding: latest == .never ? .infinity : Self.above((latest - epoch).rawValue) + tolerance,
      stop: stop, tolerance: tolerance, pickup_reach: pickupReach, dropoff_reach: dropoffReach)
    return LegQuery(
      kernel: kernel, objective: objective, weights: terms.weights, stop: stop,
      now: Float((time - epoch).rawValue), pickup: request.origin, dropoff: request.destination,
      bounds: meeting.table.map {
        LegQuery.Bounds(
          table: $0, pickup: leastTimes.bounds(of: $0.origins),
          dropoff: leastTimes.bounds(of: $0.destinations))
      })
  }

  /// Returns upper bounds, in milliseconds, on the straight-line time from the origin and from the destination to any
  /// of their meeting points.
  private mutating func reaches(
    of meeting: MeetingChoice, around pickup: SIMD2<Float>, _ dropoff: SIMD2<Float>
  ) -> (pickup: Float, dropoff: Float) {
    guard let table = meeting.table else { return (0, 0) }
    func reach(_ points: [MeetingPoint], _ centre: SIMD2<Float>) -> Float {
      var farthest: Float = 0
      for point in points {
        let there = self.point(of: point.place)
        widen(there)
        var apart = there - centre
        if case .torus(let side) = frame.geometry {
          apart -= Float(side) * (apart / Float(side)).rounded(.toNearestOrAwayFromZero)
        }
        farthest = max(farthest, (apart * apart).sum().squareRoot())
      }
      // The rounding error is covered by the table's tolerance.
      return Float(pace).nextUp * farthest
    }
    return (reach(table.pickups, pickup), reach(table.dropoffs, dropoff))
  }

  /// Returns the legs of part `number` of `parts`; the parts are of nearly equal size, without splitting a driver's
  /// legs.
  func part(_ number: Int, of parts: Int) -> Range<Int> {
    func begin(_ number: Int) -> Int {
      var leg = number * legs.count / parts
      while leg > 0, leg < legs.count, owners[leg] != .none, owners[leg].driver == owners[leg - 1].driver {
        leg += 1
      }
      return leg
    }
    return begin(number)..<begin(number + 1)
  }

  /// Adds the drivers of the legs in `found` to `bounds`, with straight-line lower bounds on the cost.
  func append(_ found: inout FoundLegs, _ query: LegQuery, to bounds: inout BoundQueue) {
    let terms = query.boundTerms
    found.addSingle(owners, query, to: &bounds)
    forEachOther(of: found) { driver in
      let bound = straightValue(of: driver, query, terms)
      if bound < .infinity { bounds.append(bound, driver) }
    }
  }

  /// Adds the drivers with several legs, some of them in `found`, to `bounds`, with lower bounds from `sweep`. Single legs
  /// get straight-line bounds, and remain pending.
  func append(
    _ found: inout FoundLegs, _ query: LegQuery, _ sweep: LegSweep, to bounds: inout BoundQueue
  ) {
    let times = SweptLegTimes(
      times: sweep.times, targets: targets,
      refined: RefinedLegTimes(leastTimes: leastTimes, places: places, query: query))
    found.boundSingle(owners, query)
    forEachOther(of: found) { driver in
      let bound = leastValue(of: driver, query, times)
      if bound < .infinity { bounds.appendRefined(bound, driver) }
    }
  }

  /// Adds to `queue` the drivers of the single legs in `found` whose straight-line bounds lie in `range`, with bounds
  /// from `sweep`.
  func refine(
    _ found: inout FoundLegs, _ range: ClosedRange<UInt32>, _ query: LegQuery, _ sweep: LegSweep,
    into queue: inout BoundQueue
  ) {
    found.refine(range, owners, targets, query, sweep.times, into: &queue)
  }

  /// Calls `body` once for each driver with several legs, some of them in `found`.
  @inline(__always)
  private func forEachOther(of found: borrowing FoundLegs, _ body: (DriverIndex) -> Void) {
    owners.withUnsafeBufferPointer { owners in
      var last = DriverIndex.none
      for place in 0..<found.otherCount {
        let driver = owners[found.other(place)].driver
        guard driver != last else { continue }
        last = driver
        body(driver)
      }
    }
  }

  /// Adds `drivers` to `bounds` with straight-line lower bounds on their costs.
  func addBounds(of drivers: [DriverIndex], _ query: LegQuery, to bounds: inout BoundQueue) {
    let terms = query.boundTerms
    for (place, driver) in drivers.enumerated() {
      fetch(drivers, behind: place)
      let bound = straightValue(of: driver, query, terms)
      if bound < .infinity { bounds.append(bound, driver) }
    }
  }

  /// Reinserts `drivers` into `bounds` with bounds from the space's least times.
  ///
  /// Called for several drivers at a time, so that their memory accesses overlap.
  func refineBounds(of drivers: [DriverIndex], _ query: LegQuery, in bounds: inout BoundQueue) {
    let times = RefinedLegTimes(leastTimes: leastTimes, places: places, query: query)
    for driver in drivers {
      for leg in rows[driver].legs {
        leastTimes.expect(places[leg].begin)
        leastTimes.expect(places[leg].end)
      }
    }
    for driver in drivers {
      let bound = leastValue(of: driver, query, times)
      if bound < .infinity { bounds.putBack(bound, driver) }
    }
  }

  /// Returns `leastValue` with straight-line times; `terms` are those of `query`.
  @inline(__always)
  private func straightValue(
    of driver: DriverIndex, _ query: borrowing LegQuery, _ terms: borrowing detour_bound_terms
  ) -> Float {
    let row = rows[driver]
    guard row.count > 0 else { return .infinity }
    let extra = query.objective == .addedDriving ? terms.extra : taken(by: row, query)
    return legs.leastValue(row.legs, query.kernel, terms, extra: extra, waits: row.waits)
  }

  /// Returns a lower bound on the time that a passenger's stops take in the plan of a driver with `row`.
  @inline(__always)
  private func taken(by row: Row, _ query: borrowing LegQuery) -> Float {
    row.waits ? -query.kernel.tolerance : 2 * query.stop - row.waiting - query.kernel.tolerance
  }

  /// Returns a lower bound on the cost of the best pair of stops of `driver`; infinity if every pair violates a limit.
  @inline(__always)
  private func leastValue<Times: LegTimes>(
    of driver: DriverIndex, _ query: borrowing LegQuery, _ times: Times
  ) -> Float {
    let kernel = query.kernel
    let row = rows[driver]
    let taken = taken(by: row, query)
    // The least driving added by a drop-off on a later leg.
    var rest = Float.infinity
    var least = Float.infinity
    for leg in row.legs.reversed() {
      let base = legs[.base, leg]
      let slack = legs[.slack, leg] + kernel.tolerance
      let there = times.toPickup(leg)
      let boarding = legs[.leave, leg] + there
      let boards = boarding <= kernel.latest_boarding
      let begun = max(there, kernel.earliest_boarding - legs[.leave, leg]) + query.stop - base
      let ridden = begun + query.stop + kernel.direct
      // A passenger who alights on the first leg has boarded on it.
      let toDropoff = leg == row.legs.lowerBound ? Float.infinity : times.toDropoff(leg)
      let mayAlight = toDropoff - base + query.stop <= slack && toDropoff < .infinity
      // Most queries are unnecessary: no time is below zero.
      let isBack = row.waits && leg == row.legs.upperBound - 1
      let on =
        isBack ? 0 : mayAlight || (boards && ridden <= slack) ? times.fromDropoff(leg) : .infinity
      if boards {
        var added = Float.infinity
        if ridden + on <= slack { added = there + kernel.direct + on - base }
        if rest < .infinity, begun <= slack {
          let past = times.fromPickup(leg)
          if begun + past <= slack { added = min(added, there + past - base + rest) }
        }
        if added < .infinity { least = min(least, value(boarding, added, taken, query)) }
      }
      if mayAlight {
        let around = toDropoff + on - base
        if around + query.stop <= slack { rest = min(rest, around) }
      }
    }
    return least
  }

  @inline(__always)
  private func value(_ boarding: Float, _ added: Float, _ taken: Float, _ query: borrowing LegQuery) -> Float
  {
    let tolerance = query.kernel.tolerance
    return query.objective.bound(
      timeToPickup: max(0, boarding - query.now - tolerance),
      ride: query.kernel.direct + query.stop - tolerance, addedDriving: added - tolerance,
      detour: added + taken, weights: query.weights)
  }
}

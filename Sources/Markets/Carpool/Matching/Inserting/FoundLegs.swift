import CKernels
import Quantities
import RoadNetwork
import Travellers

/// The legs found by a scan, in ascending order, stored as columns.
///
/// Most drivers have a single leg. Two sweeps give its exact times, but reading them takes a cache line or two, and few
/// drivers are ever evaluated. So straight lines order these drivers, and times are read only for the first of them.
struct FoundLegs: ~Copyable {
  private var lists = Self.lists(of: 0)
  private(set) var count = 0
  /// The leg relative to which the legs in the lists are numbered.
  private var first = 0
  private var room = 0
  /// The legs of drivers with several legs.
  private var others = UnsafeMutablePointer<UInt32>.allocate(capacity: 0)
  private(set) var otherCount = 0
  /// The bounds of single legs, as in the words of a `BoundQueue`; the greatest number for other legs.
  private var bounds = UnsafeMutablePointer<UInt32>.allocate(capacity: 0)
  /// The single legs being refined, and their swept times, in milliseconds.
  private var picked = Self.lists(of: 0)
  private var toPickup = UnsafeMutablePointer<Float>.allocate(capacity: 0)
  private var fromDropoff = UnsafeMutablePointer<Float>.allocate(capacity: 0)
  private var pickedRoom = 0

  init() {}

  deinit {
    Self.deallocate(lists)
    Self.deallocate(picked)
    others.deallocate()
    bounds.deallocate()
    toPickup.deallocate()
    fromDropoff.deallocate()
  }

  /// Replaces the contents by the legs in `range` that `scan` writes to the lists, and whose number it returns.
  mutating func fill(from range: Range<Int>, _ scan: (inout detour_found_legs) -> Int) {
    makeRoom(for: range.count)
    first = range.lowerBound
    count = scan(&lists)
  }

  /// Reserves room for `legs` legs and for the padding that a scan writes after them; reallocation discards existing
  /// results.
  private mutating func makeRoom(for legs: Int) {
    guard legs + LegColumns.lanes > room else { return }
    Self.deallocate(lists)
    others.deallocate()
    bounds.deallocate()
    room = legs + legs / 2 + LegColumns.lanes
    lists = Self.lists(of: room)
    others = .allocate(capacity: room)
    bounds = .allocate(capacity: room)
  }

  private mutating func makeRoom(toPick legs: Int) {
    guard legs > pickedRoom else { return }
    Self.deallocate(picked)
    toPickup.deallocate()
    fromDropoff.deallocate()
    pickedRoom = 2 * legs
    picked = Self.lists(of: pickedRoom)
    toPickup = .allocate(capacity: pickedRoom)
    fromDropoff = .allocate(capacity: pickedRoom)
  }

  private static func lists(of room: Int) -> detour_found_legs {
    detour_found_legs(
      leg: .allocate(capacity: room), boarding: .allocate(capacity: room), added: .allocate(capacity: room),
      leave: .allocate(capacity: room), base: .allocate(capacity: room), slack: .allocate(capacity: room))
  }

  private static func deallocate(_ lists: detour_found_legs) {
    lists.leg.deallocate()
    lists.boarding.deallocate()
    lists.added.deallocate()
    lists.leave.deallocate()
    lists.base.deallocate()
    lists.slack.deallocate()
  }

  /// Returns the index in the table of the leg at `place` in `others`.
  @inline(__always)
  func other(_ place: Int) -> Int { first &+ Int(others[place]) }

  // MARK: - Drivers with a single leg

  /// Adds the drivers with a single leg to `queue`, with straight-line lower bounds on the cost.
  mutating func addSingle(_ owners: [LegOwner], _ query: borrowing LegQuery, to queue: inout BoundQueue) {
    boundSingle(owners, query, query.boundTerms)
    queue.append(upTo: count) { words in
      owners.withUnsafeBufferPointer { owners in
        Int(
          detour_pack_single_legs(&lists, Int64(count), Self.words(of: owners, from: first), bounds, words))
      }
    }
  }

  /// Computes straight-line bounds for the single legs, slightly reduced so that none exceeds the bound from sweeps.
  mutating func boundSingle(_ owners: [LegOwner], _ query: borrowing LegQuery) {
    var terms = query.boundTerms
    // Rounding may lift a straight line above a time in whole milliseconds.
    terms.now += 1
    terms.extra -= 1
    boundSingle(owners, query, terms)
  }

  private mutating func boundSingle(
    _ owners: [LegOwner], _ query: borrowing LegQuery, _ terms: detour_bound_terms
  ) {
    var (kernel, terms) = (query.kernel, terms)
    otherCount = owners.withUnsafeBufferPointer { owners in
      Int(
        detour_bound_single_legs(
          &lists, Int64(count), Self.words(of: owners, from: first), &kernel, &terms, bounds, others))
    }
  }

  /// Appends every `step`th bound to `sample`, from `place` on, and moves `place` behind the last leg.
  func appendBounds(every step: Int, from place: inout Int, to sample: inout [UInt32]) {
    while place < count {
      sample.append(bounds[place])
      place += step
    }
    place -= count
  }

  /// Adds to `queue` the drivers of the single legs whose straight-line bounds lie in `range`, with bounds from `sweep`.
  mutating func refine(
    _ range: ClosedRange<UInt32>, _ owners: [LegOwner], _ targets: [LegTargets], _ query: borrowing LegQuery,
    _ sweep: (toPickup: SweepTimes, fromDropoff: SweepTimes), into queue: inout BoundQueue
  ) {
    makeRoom(toPick: count)
    let picks = detour_pick_legs(
      &lists, Int64(count), bounds, Int64(range.lowerBound) - 1, Int64(range.upperBound), &picked)
    targets.withUnsafeBufferPointer { targets in
      guard picks > 0, let targets = targets.baseAddress else { return }
      let numbers = UnsafeBufferPointer(start: picked.leg, count: Int(picks))
      let begin = UnsafeRawPointer(targets + first)
      let stride = MemoryLayout<LegTargets>.stride
      sweep.toPickup.write(numbers, of: begin, stride: stride, to: toPickup)
      sweep.fromDropoff.write(numbers, of: begin + LegTargets.end, stride: stride, to: fromDropoff)
      var (kernel, terms) = (query.kernel, query.boundTerms)
      queue.insert(upTo: Int(picks)) { words in
        owners.withUnsafeBufferPointer { owners in
          Int(
            detour_bound_swept_legs(
              &picked, picks, Self.words(of: owners, from: first), &kernel, &terms, toPickup, fromDropoff,
              words))
        }
      }
    }
  }

  private static func words(
    of owners: UnsafeBufferPointer<LegOwner>, from first: Int
  ) -> UnsafePointer<UInt32>? {
    owners.baseAddress.map { UnsafeRawPointer($0 + first).assumingMemoryBound(to: UInt32.self) }
  }
}

/// The driver of a leg, and whether the leg is single: the only one of a car that drives on to its end.
struct LegOwner: Equatable {
  /// Twice the driver's index, plus 1 for a single leg: a C kernel reads it.
  private let word: UInt32

  /// No driver: the leg is unused.
  static let none = LegOwner(.none, isSingle: false)

  init(_ driver: DriverIndex, isSingle: Bool) {
    word = UInt32(bitPattern: driver.rawValue) << 1 | (isSingle ? 1 : 0)
  }

  var driver: DriverIndex { DriverIndex(rawValue: Int32(bitPattern: word) >> 1) }
}

extension LegQuery {
  /// The coefficients of lower bounds on the values of drivers with a single leg.
  var boundTerms: detour_bound_terms {
    let tolerance = kernel.tolerance
    let taken = 2 * stop - tolerance
    var terms = detour_bound_terms(
      time_weight: 0, driving_weight: 0, extra: taken, constant: 0, now: now, taken: taken)
    switch objective {
    case .addedDriving:
      terms.driving_weight = 1
      terms.extra = -tolerance
    case .cost:
      terms.time_weight = Float(weights.timeToPickup)
      terms.driving_weight = Float(weights.detour)
    case .earliestArrival:
      terms.time_weight = 1
      terms.constant = kernel.direct + stop - tolerance
    }
    return terms
  }
}

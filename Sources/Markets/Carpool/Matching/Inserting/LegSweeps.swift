import CKernels
import RoadNetwork
import Spaces
import Travellers

/// The results of the two sweeps for one request: the times from all nodes to the pickup, and from the drop-off to all
/// nodes.
final class LegSweep {
  private let toPickups: Sweeper
  private let fromDropoffs: Sweeper
  /// Whether one thread may compute the sweep and another read it.
  private let isTwin: Bool
  private var toPickup: SweepTimes?
  private var fromDropoff: SweepTimes?

  /// Prepares sweeps of `space`.
  init(_ space: any Space) {
    toPickups = space.sweeper(.destination)
    fromDropoffs = space.sweeper(.origin)
    isTwin = false
  }

  /// Creates a twin of `other`, which another thread may compute concurrently.
  init(twinOf other: LegSweep) {
    toPickups = Sweeper(twinOf: other.toPickups)
    fromDropoffs = Sweeper(twinOf: other.fromDropoffs)
    isTwin = true
  }

  /// The times to the nearest pickup, and from the nearest drop-off.
  ///
  /// - Precondition: a sweep has been computed.
  var times: (toPickup: SweepTimes, fromDropoff: SweepTimes) {
    guard let toPickup, let fromDropoff else { preconditionFailure("the sweep has been computed") }
    return (toPickup, fromDropoff)
  }

  /// Returns the target of `place`, the beginning of a leg, in the sweeps' times.
  func target(ofBegin place: Place) -> SweepTarget { toPickups.target(of: place) }

  /// Returns the target of `place`, the end of a leg, in the sweeps' times.
  func target(ofEnd place: Place) -> SweepTarget { fromDropoffs.target(of: place) }

  /// Returns the sweeps from the given pickups and drop-offs as shared work; it overwrites earlier results.
  func work(_ pickups: [SweepRoot], _ dropoffs: [SweepRoot]) -> SharedWork {
    SharedWork(pieces: 2) { [self] piece in
      let sweeper = piece == 0 ? toPickups : fromDropoffs
      if isTwin { sweeper.fetch() }
      if piece == 0 {
        toPickup = sweeper.times(around: pickups)
      } else {
        fromDropoff = sweeper.times(around: dropoffs)
      }
    }
  }
}

/// The sweeps for the current search and for some upcoming ones. They do not depend on mutable state, so other threads
/// may compute them in advance.
final class LegSweeps {
  /// The pickups and drop-offs of a request, from which the sweeps start.
  private struct Ends: Equatable {
    let pickups: [SweepRoot]
    let dropoffs: [SweepRoot]
  }

  /// A sweep started for an upcoming request.
  private struct Begun {
    let sweep: LegSweep
    /// The pickups and drop-offs of the request; nil if no request needs the sweep any more.
    var ends: Ends?
    var work: SharedWork
  }

  /// The maximum number of announced requests stored.
  private static let mostExpected = 8

  private let own: LegSweep
  /// The upcoming requests, in order of announcement.
  private var expected: [Ends] = []
  private var begun: [Begun] = []
  /// The sweep for the current search; nil if the search uses none, or `own`.
  private var current: LegSweep?

  init(_ own: LegSweep) { self.own = own }

  /// Announces an upcoming request with the given pickups and drop-offs.
  func expect(_ pickups: [SweepRoot], _ dropoffs: [SweepRoot]) {
    let ends = Ends(pickups: pickups, dropoffs: dropoffs)
    guard !expected.contains(ends) else { return }
    if expected.count == Self.mostExpected { expected.removeFirst() }
    expected.append(ends)
  }

  /// Starts the sweeps for the next few requests on `crew`; only a few, so that the results are still in the cache when
  /// they are read.
  func begin(by crew: Crew) {
    let next = expected.prefix(crew.threads - 1)
    for ends in next where !begun.contains(where: { $0.ends == ends }) {
      let idle = begun.firstIndex { begun in
        begun.sweep !== current && begun.work.isDone && (begun.ends.map { !next.contains($0) } ?? true)
      }
      guard idle != nil || begun.count < 2 * crew.threads else { return }
      let sweep = idle.map { begun.remove(at: $0).sweep } ?? LegSweep(twinOf: own)
      let work = sweep.work(ends.pickups, ends.dropoffs)
      begun.append(Begun(sweep: sweep, ends: ends, work: work))
      crew.expect(work)
    }
  }

  /// Returns the sweeps for `query`, computed with `crew` if necessary; nil unless `isWanted`. Afterwards, the query no
  /// longer counts as upcoming. The result is valid until the next call.
  func sweep(of query: LegQuery, isWanted: Bool, with crew: Crew?) -> LegSweep? {
    let ends = Ends(pickups: query.sweptPickups, dropoffs: query.sweptDropoffs)
    if let place = expected.firstIndex(of: ends) { expected.remove(at: place) }
    let place = begun.firstIndex { $0.ends == ends }
    if let place { begun[place].ends = nil }
    current = nil
    guard isWanted else {
      // Sweeps that will not be read are free for the next request.
      if let place { begun[place].work.giveUp() }
      return nil
    }
    let work = place.map { begun[$0].work } ?? own.work(ends.pickups, ends.dropoffs)
    if let crew { crew.finish(work) } else { work.help() }
    current = place.map { begun[$0].sweep }
    return current ?? own
  }
}

/// A request's query to a `LegTable`.
struct LegQuery {
  let kernel: detour_leg_query
  let objective: Objective
  let weights: Terms.Weights
  let stop: Float
  /// The decision time, relative to the table's epoch.
  let now: Float
  let pickup: Place
  let dropoff: Place
  /// The data for bounds over all meeting points; nil if nobody walks.
  let bounds: Bounds?

  /// The roots of the sweeps for the passenger's pickup and drop-off.
  var sweptPickups: [SweepRoot] { bounds?.table.pickups.map { SweepRoot($0.place) } ?? [SweepRoot(pickup)] }
  var sweptDropoffs: [SweepRoot] {
    bounds.map { bounds in
      zip(bounds.table.dropoffs, bounds.table.delays).map { SweepRoot($0.place, delay: $1) }
    } ?? [SweepRoot(dropoff)]
  }

  /// A class: as a struct, it would make each copy of a query several times as large, even if nobody walks.
  final class Bounds {
    let table: MeetingTable
    let pickup: PlaceBounds
    let dropoff: PlaceBounds

    init(table: MeetingTable, pickup: PlaceBounds, dropoff: PlaceBounds) {
      self.table = table
      self.pickup = pickup
      self.dropoff = dropoff
    }
  }
}

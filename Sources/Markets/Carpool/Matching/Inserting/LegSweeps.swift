import RoadNetwork
import Spaces
import Travellers

/// The times that sweeps find for one request: from all nodes to the pickup, and from the drop-off to all nodes.
final class LegSweep {
  private let toPickups: Sweeper
  private let fromDropoffs: Sweeper
  /// True if it is made by other threads than read it.
  private let isTwin: Bool
  /// The times to the nearest pickup, and from the nearest drop-off.
  private(set) var toPickup = UnsafeBufferPointer<Int32>(start: nil, count: 0)
  private(set) var fromDropoff = UnsafeBufferPointer<Int32>(start: nil, count: 0)

  /// Prepares sweeps of `space`.
  init(_ space: any Space) {
    toPickups = space.sweeper(.destination)
    fromDropoffs = space.sweeper(.origin)
    isTwin = false
  }

  /// Creates another, which another thread may make at the same time.
  init(twinOf other: LegSweep) {
    toPickups = Sweeper(twinOf: other.toPickups)
    fromDropoffs = Sweeper(twinOf: other.fromDropoffs)
    isTwin = true
  }

  /// Returns where sweeps put the time of `place`, where a leg begins.
  func sweepPlace(ofBegin place: Place) -> SweepPlace { toPickups.sweepPlace(of: place) }

  /// Returns where sweeps put the time of `place`, where a leg ends.
  func sweepPlace(ofEnd place: Place) -> SweepPlace { fromDropoffs.sweepPlace(of: place) }

  /// Returns the two sweeps that find the times around other ends: what was found before is lost.
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

/// The sweeps of searches, and of some that come soon: they need nothing that changes, and so others may make them beforehand.
final class LegSweeps {
  /// The ends of a request, where sweeps begin.
  private struct Ends: Equatable {
    let pickups: [SweepRoot]
    let dropoffs: [SweepRoot]
  }

  /// A sweep that was begun for a request that comes soon.
  private struct Begun {
    let sweep: LegSweep
    /// Nil where nobody will ask for it.
    var ends: Ends?
    var work: SharedWork
  }

  /// The number of requests that are remembered.
  private static let mostExpected = 8

  private let own: LegSweep
  /// The requests that come soon, in the order in which that was said.
  private var expected: [Ends] = []
  private var begun: [Begun] = []

  init(_ own: LegSweep) { self.own = own }

  /// Takes note that a request comes soon that is picked up and dropped off there.
  func expect(_ pickups: [SweepRoot], _ dropoffs: [SweepRoot]) {
    let ends = Ends(pickups: pickups, dropoffs: dropoffs)
    guard !expected.contains(ends) else { return }
    if expected.count == Self.mostExpected { expected.removeFirst() }
    expected.append(ends)
  }

  /// Lets `crew` make sweeps of requests that come next: of few, for what they find is soon to be read, and caches are small.
  func begin(by crew: Crew) {
    let next = expected.prefix(crew.threads - 1)
    for ends in next where !begun.contains(where: { $0.ends == ends }) {
      let idle = begun.firstIndex { begun in
        begun.work.isDone && (begun.ends.map { !next.contains($0) } ?? true)
      }
      guard idle != nil || begun.count < 2 * crew.threads else { return }
      let sweep = idle.map { begun.remove(at: $0).sweep } ?? LegSweep(twinOf: own)
      let work = sweep.work(ends.pickups, ends.dropoffs)
      begun.append(Begun(sweep: sweep, ends: ends, work: work))
      crew.expect(work)
    }
  }

  /// Returns the times around the ends of `query`, which is not expected any more, found together with `crew` where nobody has yet; nil
  /// where they are not wanted. They are valid until others are asked for or begun.
  func sweep(of query: LegQuery, isWanted: Bool, with crew: Crew?) -> LegSweep? {
    let ends = Ends(pickups: query.sweptPickups, dropoffs: query.sweptDropoffs)
    if let place = expected.firstIndex(of: ends) { expected.remove(at: place) }
    let place = begun.firstIndex { $0.ends == ends }
    if let place { begun[place].ends = nil }
    guard isWanted else {
      // Sweeps that nobody will read are free for the next request.
      if let place { begun[place].work.giveUp() }
      return nil
    }
    let work = place.map { begun[$0].work } ?? own.work(ends.pickups, ends.dropoffs)
    if let crew { crew.finish(work) } else { work.help() }
    return place.map { begun[$0].sweep } ?? own
  }
}

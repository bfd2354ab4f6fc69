import Spaces
import Travellers

/// A scan of a leg table for the possible drivers of a passenger, divided into parts for several threads.
///
/// The result of a part depends only on the request and on the table, which does not change during the scan. So for any
/// number of threads, the same drivers with the same bounds are combined in the same order.
final class DividedScan {
  /// The approximate number of legs in a part.
  private static let partSize = 2048

  /// The result of one part.
  private final class Part {
    var found = FoundLegs()
    var bounds = BoundQueue()
  }

  private let crew: Crew?
  /// The minimum number of legs for which it pays to use other threads.
  private let repaysHelp: Int
  private var parts = [Part()]
  private var pending: Pending?

  /// A search with pending drivers: drivers with a single leg are added to the queue when needed, in the order of their
  /// straight-line bounds.
  private struct Pending {
    let slice: InsertionBounds.Slice
    let query: LegQuery
    let sweep: LegSweep
    let parts: Int
    /// The lowest possible bound of a pending driver, as an integer in the same order.
    var begin: UInt32 = 0
    /// The rank, in a sample, of the bound up to which drivers are added next.
    var share = 4
  }

  private static let greatest = BoundQueue.order(.infinity)
  private static let samples = 64
  /// The number of drivers up to which all are added at once.
  private static let few = 192

  /// A lower bound on the values of the pending drivers; nil if there are none.
  private(set) var floor: Float?

  /// Creates a scan.
  ///
  /// - Parameters:
  ///   - crew: the helping threads; nil: none.
  ///   - legs: the minimum number of legs for which they help.
  init(_ crew: Crew? = nil, from legs: Int = 0) {
    self.crew = crew
    repaysHelp = legs
  }

  /// Announces an upcoming search for `request` in `slice`.
  func expect(_ request: Request, in slice: InsertionBounds.Slice) {
    guard crew != nil else { return }
    slice.sweeps?.expect([SweepRoot(request.origin)], [SweepRoot(request.destination)])
  }

  /// Removes all pending drivers.
  func begin() {
    pending = nil
    floor = nil
  }

  /// Adds to `queue` every driver with a leg in `slice` into which the pickup of `query` may fit, with a lower bound on
  /// the cost; with sweeps, drivers with a single leg become pending.
  ///
  /// If more than `repaysSweeps` legs pass the straight-line bounds, the final bounds come from two sweeps over the
  /// whole network.
  func collect(_ slice: InsertionBounds.Slice, _ query: LegQuery, into queue: inout BoundQueue) {
    let legs = slice.legs.legs.count
    let repaysSweeps = slice.legs.repaysSweeps
    // Early, so that no single request has to wait for it.
    if legs / 4 > repaysSweeps { prepareSweeps(of: slice) }
    let crew = legs >= repaysHelp ? crew : nil
    let count = crew.map { max($0.threads, legs / Self.partSize) } ?? 1
    while parts.count < count { parts.append(Part()) }
    let parts = parts[..<count]
    share(count, with: crew) {
      slice.legs.legs.scan(query.kernel, slice.legs.part($0, of: count), into: &parts[$0].found)
    }
    let isSwept = parts.reduce(0) { $0 + $1.found.count } > repaysSweeps
    if isSwept { prepareSweeps(of: slice) }
    let sweep = slice.sweeps?.sweep(of: query, isWanted: isSwept, with: crew)
    if let sweep {
      pending = Pending(slice: slice, query: query, sweep: sweep, parts: count)
      floor = -.infinity
      share(count, with: crew) { slice.legs.append(&parts[$0].found, query, sweep, to: &parts[$0].bounds) }
    } else {
      share(count, with: crew) { slice.legs.append(&parts[$0].found, query, to: &parts[$0].bounds) }
    }
    // Only now: before, the other threads help with this search.
    if let crew { slice.sweeps?.begin(by: crew) }
    for part in parts { queue.append(allOf: &part.bounds) }
  }

  /// Adds the pending drivers with the lowest straight-line bounds, up to `most`, to `queue`, with bounds from sweeps.
  func refine(upTo most: Float, into queue: inout BoundQueue) {
    guard let search = pending else { return }
    let parts = parts[..<search.parts]
    let last = max(search.begin, min(pivot(of: parts, search.share), BoundQueue.order(most)))
    for part in parts {
      search.slice.legs.refine(&part.found, search.begin...last, search.query, search.sweep, into: &queue)
    }
    guard last < Self.greatest else { return begin() }
    pending?.share *= 4
    pending?.begin = last + 1
    floor = BoundQueue.bound(last + 1)
  }

  /// Returns the bound of rank `share` in a sample of all bounds, or the greatest if few legs or large shares are left.
  private func pivot(of parts: ArraySlice<Part>, _ share: Int) -> UInt32 {
    let step = parts.reduce(0) { $0 + $1.found.count } / Self.samples
    guard step * Self.samples > Self.few, share < Self.samples else { return Self.greatest }
    var sample: [UInt32] = []
    var place = step / 2
    for part in parts { part.found.appendBounds(every: step, from: &place, to: &sample) }
    sample.sort()
    return min(sample[share - 1], Self.greatest)
  }

  private func prepareSweeps(of slice: InsertionBounds.Slice) {
    guard slice.sweeps == nil else { return }
    slice.legs.prepareSweeps()
    slice.sweeps = slice.legs.sweep.map { LegSweeps($0) }
  }

  private func share(_ count: Int, with crew: Crew?, _ body: @escaping (Int) -> Void) {
    if let crew { crew.finish(SharedWork(pieces: count, body)) } else { body(0) }
  }
}

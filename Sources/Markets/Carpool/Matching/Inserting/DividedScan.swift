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

  /// Adds to `queue` every driver with a leg in `slice` into which the pickup of `query` may fit, with a lower bound on
  /// the cost.
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
      share(count, with: crew) { slice.legs.append(&parts[$0].found, query, sweep, to: &parts[$0].bounds) }
    } else {
      share(count, with: crew) { slice.legs.append(parts[$0].found, query, to: &parts[$0].bounds) }
    }
    // Only now: before, the other threads help with this search.
    if let crew { slice.sweeps?.begin(by: crew) }
    for part in parts { queue.append(allOf: &part.bounds) }
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

import Spaces
import Travellers

/// The scan of a table of legs for all drivers who may take a passenger along, in parts that several threads may look through.
///
/// What a part finds follows from the table, which nobody changes meanwhile, and from the request: on any number of threads the same
/// drivers with the same bounds come together in the same order.
final class DividedScan {
  /// The number of legs of a part, roughly.
  private static let partSize = 2048

  /// What was found in one part.
  private final class Part {
    var found = FoundLegs()
    var bounds = BoundQueue()
  }

  private let crew: Crew?
  /// The number of legs that repay help.
  private let repaysHelp: Int
  private var parts = [Part()]

  /// - Parameters:
  ///   - crew: who helps; nil for nobody.
  ///   - legs: how many there are at the least where it does.
  init(_ crew: Crew? = nil, from legs: Int = 0) {
    self.crew = crew
    repaysHelp = legs
  }

  /// Takes note that `request` is searched for soon in `slice`.
  func expect(_ request: Request, in slice: InsertionBounds.Slice) {
    guard crew != nil else { return }
    slice.sweeps?.expect([SweepRoot(request.origin)], [SweepRoot(request.destination)])
  }

  /// Adds to `queue` every driver of a leg of `slice` that may take the pickup of `query` along, with what that costs at least.
  ///
  /// If the bounds of straight lines leave more legs than `repaysSweeps`, two sweeps over the whole network
  /// take their place.
  func collect(_ slice: InsertionBounds.Slice, _ query: LegQuery, into queue: inout BoundQueue) {
    let legs = slice.legs.legs.count
    let repaysSweeps = slice.legs.repaysSweeps
    // In time, so that no request among many has to wait for it.
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
      share(count, with: crew) { slice.legs.append(parts[$0].found, query, sweep, to: &parts[$0].bounds) }
    } else {
      share(count, with: crew) { slice.legs.append(parts[$0].found, query, to: &parts[$0].bounds) }
    }
    // Not before: until here others help with this search.
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

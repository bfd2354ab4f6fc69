import Foundation

/// The runs still to be carried out, handed out to the workers one by one.
///
/// Results do not depend on the order; runs of one space come together, so that few networks are in memory, and in it those
/// of the same people, so that these are made once.
final class Agenda: @unchecked Sendable {
  /// One run of the study.
  struct Item: Hashable, Sendable {
    /// Index of the point.
    var point: Int
    var replication: Int
    /// True if another process had it in hand when it was asked for.
    var isHeld = false
  }

  /// The progress of the study.
  struct Progress: Sendable {
    /// Runs that are to be there at the end, as far as can be said.
    var total = 0
    /// Runs that were there at the beginning.
    var before = 0
    /// Runs finished since, here or by another process.
    var done = 0
  }

  // Guards all that follows; those who wait are told of every change.
  private let change = NSCondition()
  private let rule: ReplicationRule
  private let shard: Shard
  private let study: Study
  /// Tells whether the study is to stop.
  private let isStopped: @Sendable () -> Bool
  /// The rows by point and replication; none if nobody asks for them.
  private var rows: [[Int: RunRow]]
  private let keepsRows: Bool
  /// The number of replications requested for each point.
  private var asked: [Int]
  private var waiting: [Item] = []
  private var held: [Item] = []
  private var inHand = 0
  private var progress = Progress()
  private var failure: (any Error)?

  /// Creates the agenda of `shard` of `study` under `rule`; `finished` answers the row of a run that is there
  /// already. No run is handed out any more once `isStopped` says so.
  ///
  /// - Parameter keepsRows: whether the rows are asked for at the end; they take a kilobyte each.
  init(
    _ study: Study, _ rule: ReplicationRule, shard: Shard, keepsRows: Bool = true,
    isStopped: @escaping @Sendable () -> Bool = { false },
    finished: (_ id: String) throws -> RunRow?
  ) rethrows {
    self.study = study
    self.isStopped = isStopped
    self.shard = shard
    self.rule = rule
    self.keepsRows = keepsRows || rule.isOpen
    rows = Array(repeating: [:], count: study.points.count)
    asked = Array(repeating: 0, count: study.points.count)
    for point in study.points.indices where owns(point, nil) {
      var present: Set<Int> = []
      var replication = 0
      while replication < rule.demand(rows[point], at: point) {
        if owns(point, replication),
          let row = try finished(study.points[point].runID(replication: replication))
        {
          present.insert(replication)
          if self.keepsRows { rows[point][replication] = row }
          progress.before += 1
        }
        replication += 1
      }
      extend(point, but: present)
    }
    sort()
  }

  /// Tells whether the replication of the point belongs to the shard; for nil, whether any may.
  ///
  /// If the number of replications depends on the results, a point belongs to one shard as a whole.
  private func owns(_ point: Int, _ replication: Int?) -> Bool {
    if rule.isOpen { return shard.holds(point) }
    guard let replication else { return true }
    return shard.holds(point * rule.least + replication)
  }

  /// Puts what the point needs by now on the agenda, but for what is `present`; answers whether that is more than before.
  @discardableResult
  private func extend(_ point: Int, but present: Set<Int> = []) -> Bool {
    let demand = rule.demand(rows[point], at: point)
    guard demand > asked[point] else { return false }
    for replication in asked[point]..<demand where owns(point, replication) {
      progress.total += 1
      if !present.contains(replication) { waiting.append(Item(point: point, replication: replication)) }
    }
    asked[point] = demand
    return true
  }

  /// The next one last.
  private func sort() {
    func key(_ item: Item) -> (Int, Int, Int, Int) {
      (study.points[item.point].space, study.points[item.point].people, item.replication, item.point)
    }
    waiting.sort { key($0) > key($1) }
  }

  /// The next run to be carried out; waits where only the end of others can tell, and is nil at the end.
  ///
  /// - Throws: the failure of another worker, and `StudyInterruption` where the study is to stop before its end.
  func next() throws -> Item? {
    change.lock()
    defer { change.unlock() }
    while true {
      if let failure { throw failure }
      if isStopped(), !(waiting.isEmpty && held.isEmpty) { throw stop() }
      if let item = waiting.popLast() ?? held.popLast() {
        inHand += 1
        return item
      }
      guard inHand > 0, rule.isOpen else { return nil }
      change.wait()
    }
  }

  /// The run `item` is there.
  func finish(_ item: Item, _ row: RunRow) {
    change.withLock {
      inHand -= 1
      progress.done += 1
      if keepsRows { rows[item.point][item.replication] = row }
      // Most runs ask for no further ones, and putting in order what waits takes long where much does.
      if rule.isOpen, extend(item.point) { sort() }
      change.broadcast()
    }
  }

  /// Another process has `item` in hand: it is asked for again when nothing else is left.
  func postpone(_ item: Item) {
    change.withLock {
      inHand -= 1
      held.append(Item(point: item.point, replication: item.replication, isHeld: true))
      change.broadcast()
    }
  }

  /// Ends the study with `error`; runs in hand are still finished.
  func fail(_ error: any Error) {
    change.withLock {
      // What stops the program may have stopped a part of the run as well.
      failure = failure ?? (isStopped() ? stop() : error)
      change.broadcast()
    }
  }

  private func stop() -> StudyInterruption {
    StudyInterruption(finished: progress.before + progress.done, total: progress.total)
  }

  /// The rows that are there, by point and replication.
  var finished: [[Int: RunRow]] { change.withLock { rows } }

  var state: Progress { change.withLock { progress } }
}

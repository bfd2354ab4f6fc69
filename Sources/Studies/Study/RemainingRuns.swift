import Foundation

/// The runs still to be executed, distributed to the workers one by one.
///
/// Results do not depend on the order. Runs with the same space are grouped, so that few networks are in memory;
/// within a group, runs with the same participants are grouped, so that these are created once.
final class RemainingRuns: @unchecked Sendable {
  /// One run of the study.
  struct Item: Hashable, Sendable {
    /// The index of the point.
    var point: Int
    var replication: Int
    /// Whether another process was executing the run when it was first requested.
    var isHeld = false
  }

  /// The progress of the study.
  struct Progress: Sendable {
    /// The expected total number of runs at the end.
    var total = 0
    /// The number of runs finished at the beginning.
    var before = 0
    /// The number of runs finished since the beginning, by this or another process.
    var done = 0
  }

  // Guards everything below; waiting threads are notified of every change.
  private let change = NSCondition()
  private let rule: ReplicationRule
  private let shard: Shard
  private let study: Study
  /// Returns whether the study should stop.
  private let isStopped: @Sendable () -> Bool
  /// The rows by point and replication; empty if not required.
  private var rows: [[Int: RunRow]]
  private let keepsRows: Bool
  /// The number of replications requested for each point.
  private var asked: [Int]
  private var waiting: [Item] = []
  private var held: [Item] = []
  private var inHand = 0
  private var progress = Progress()
  private var failure: (any Error)?

  /// A finished run, with its row if it is required.
  enum Finished {
    case present
    case row(RunRow)
  }

  /// Creates the agenda for `shard` of `study` under `rule`. `finished` returns a run if it is finished, otherwise
  /// nil; the run includes its row if the second argument is true. No more runs are distributed once `isStopped`
  /// returns true.
  ///
  /// - Parameter keepsRows: whether the rows are required at the end; each takes a kilobyte.
  init(
    _ study: Study, _ rule: ReplicationRule, shard: Shard, keepsRows: Bool = true,
    isStopped: @escaping @Sendable () -> Bool = { false },
    finished: (_ id: String, _ withRow: Bool) throws -> Finished?
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
          let run = try finished(study.points[point].runID(replication: replication), self.keepsRows)
        {
          present.insert(replication)
          if case .row(let row) = run, self.keepsRows { rows[point][replication] = row }
          progress.before += 1
        }
        replication += 1
      }
      extend(point, but: present)
    }
    sort()
  }

  /// Returns whether the shard contains `replication` of the point or, if `replication` is nil, any of them.
  ///
  /// If the number of replications depends on the results, all replications of a point belong to one shard.
  private func owns(_ point: Int, _ replication: Int?) -> Bool {
    if rule.isOpen { return shard.holds(point) }
    guard let replication else { return true }
    return shard.holds(point * rule.least + replication)
  }

  /// Adds the runs that the point currently needs, except those `present`; returns whether more are needed than before.
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

  /// Sorts the runs, the next one last.
  private func sort() {
    func key(_ item: Item) -> (Int, Int, Int, Int) {
      (study.points[item.point].space, study.points[item.point].people, item.replication, item.point)
    }
    waiting.sort { key($0) > key($1) }
  }

  /// Returns the next run to be executed, after waiting for running ones on which it depends; nil if there are no
  /// more runs.
  ///
  /// - Throws: the failure of another worker, and `StudyInterruption` if the study stops early.
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

  /// Records that the run `item` is finished.
  func finish(_ item: Item, _ row: RunRow) {
    change.withLock {
      inHand -= 1
      progress.done += 1
      if keepsRows { rows[item.point][item.replication] = row }
      // Most runs require no further ones, and sorting a long agenda takes time.
      if rule.isOpen, extend(item.point) { sort() }
      change.broadcast()
    }
  }

  /// Postpones `item`, which another process is executing, until no other runs remain.
  func postpone(_ item: Item) {
    change.withLock {
      inHand -= 1
      held.append(Item(point: item.point, replication: item.replication, isHeld: true))
      change.broadcast()
    }
  }

  /// Ends the study with `error`; current runs are still completed.
  func fail(_ error: any Error) {
    change.withLock {
      // The stop of the program may have stopped a part of the run as well.
      failure = failure ?? (isStopped() ? stop() : error)
      change.broadcast()
    }
  }

  private func stop() -> StudyInterruption {
    StudyInterruption(finished: progress.before + progress.done, total: progress.total)
  }

  /// The existing rows, by point and replication.
  var finished: [[Int: RunRow]] { change.withLock { rows } }

  var state: Progress { change.withLock { progress } }
}

/// A part of a study's runs: every `count`-th run, starting with number `number`, counted from 1.
public struct Shard: Hashable, Sendable {
  public let number: Int
  public let count: Int

  /// The whole study.
  public static let whole = Shard(number: 1, count: 1)

  /// Creates shard `number` of `count`.
  ///
  /// - Precondition: `number` is in 1 … `count`.
  public init(number: Int, count: Int) {
    precondition(count >= 1 && (1...count).contains(number), "a shard lies in 1 … count")
    self.number = number
    self.count = count
  }

  /// Parses `3/40`; nil if the text has another form, or the number lies outside 1 … count.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1,
      (1...count).contains(number)
    else { return nil }
    self.init(number: number, count: count)
  }

  /// Returns whether the item at `index`, from 0, belongs to the shard.
  func holds(_ index: Int) -> Bool { index % count == number - 1 }
}

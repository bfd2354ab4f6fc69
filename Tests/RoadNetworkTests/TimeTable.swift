import Quantities

@testable import RoadNetwork

/// The times of all trips from some sources to some targets, `Network.horizon` where no route leads: what one
/// method says, to be compared with what another says.
struct TimeTable: Hashable {
  /// A row for each source, in it a time for each target.
  private(set) var rows: [[Int32]]

  /// What a search of sources or targets, one by one, says.
  init(
    _ sources: [NodeIndex], _ targets: [NodeIndex], time: (_ source: NodeIndex, _ target: NodeIndex) -> Int32?
  ) {
    rows = sources.map { source in targets.map { time(source, $0) ?? Network.horizon } }
  }

  /// What `search` says, started at every source (`forward`) or at every target (`backward`).
  init<Search: RootedSearch & ~Copyable>(
    _ sources: [NodeIndex], _ targets: [NodeIndex], _ direction: ArcDirection, _ search: inout Search
  ) {
    let roots = direction == .forward ? sources : targets
    let nodes = direction == .forward ? targets : sources
    var found: [[Int32]] = []
    for root in roots {
      search.start(at: root, direction)
      found.append(nodes.map { search.milliseconds(of: $0) ?? Network.horizon })
    }
    self.init(rows: found, direction)
  }

  /// What sweeps over a selection of the targets (`forward`) or of the sources (`backward`) say.
  init(
    _ sources: [NodeIndex], _ targets: [NodeIndex], sweeping direction: ArcDirection,
    _ hierarchy: ContractionHierarchy
  ) {
    let roots = direction == .forward ? sources : targets
    let nodes = direction == .forward ? targets : sources
    var sweep = SweepSearch(TargetSelection(hierarchy, targets: nodes, direction))
    self.init(rows: roots.map { sweep.times(from: $0) }, direction)
  }

  private init(rows found: [[Int32]], _ direction: ArcDirection) {
    let count = found.first?.count ?? 0
    rows = direction == .forward ? found : (0..<count).map { node in found.map { $0[node] } }
  }

  /// The first trip on which `other` says something else, by place in the lists; nil where all is the same.
  func difference(to other: TimeTable) -> String? {
    guard rows.count == other.rows.count else { return "the number of sources" }
    for (source, (own, others)) in zip(rows, other.rows).enumerated() where own != others {
      let target = zip(own, others).prefix { $0 == $1 }.count
      return "source \(source), target \(target): \(own[target...].prefix(1)), \(others[target...].prefix(1))"
    }
    return nil
  }
}

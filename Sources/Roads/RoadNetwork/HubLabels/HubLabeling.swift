import Quantities

/// Derives hub labels from a hierarchy, the most important node first.
///
/// The candidates of a node are its upward neighbours' hubs, with the arc's time added. A candidate is kept unless a
/// more important hub lies on an equally short path: then that hub covers the same trips.
struct HubLabeling: ~Copyable {
  private let hierarchy: ContractionHierarchy
  private var forward: Side
  private var backward: Side

  init(_ hierarchy: ContractionHierarchy) {
    self.hierarchy = hierarchy
    forward = Side(hierarchy.upward)
    backward = Side(hierarchy.downward)
  }

  /// Labels every node; `progress` is called from time to time with the share done, 0 … 1.
  consuming func run(_ progress: (Double) -> Void = { _ in }) -> (forward: LabelSet, backward: LabelSet) {
    let count = hierarchy.nodes.count
    for rank in (0..<Rank(count)).reversed() {
      if Int(rank) & 0xFF == 0 { progress(Double(count - Int(rank)) / Double(count)) }
      forward.label(rank, against: backward)
      backward.label(rank, against: forward)
    }
    return (forward.byNode(hierarchy.ranks), backward.byNode(hierarchy.ranks))
  }

  /// The labels of one direction under construction, by rank.
  private struct Side: ~Copyable {
    private let climb: Adjacency<Rank>
    private var first: [Int32]
    private var hubs: [HubEntry] = []
    /// The candidates of the current node: the time of every hub, `horizon` if it is not a candidate.
    private let times: RawArray<HubIndex, Int32>
    private var candidates: [HubIndex] = []

    init(_ climb: Adjacency<Rank>) {
      self.climb = climb
      first = Array(repeating: 0, count: climb.first.count - 1)
      times = RawArray(repeating: Network.horizon, count: first.count)
    }

    /// Computes the label of `rank`, once the labels of all higher ranks are known.
    mutating func label(_ rank: Rank, against other: borrowing Side) {
      gatherCandidates(of: rank)
      first[Int(rank)] = Int32(hubs.count)
      for hub in candidates where !isCovered(hub, by: other) {
        hubs.append(HubEntry(hub: hub, milliseconds: times[hub]))
      }
      hubs.append(.end)
      for hub in candidates { times[hub] = Network.horizon }
    }

    private mutating func gatherCandidates(of rank: Rank) {
      let own = hub(of: rank)
      candidates.removeAll(keepingCapacity: true)
      hubs.withUnsafeBufferPointer { hubs in
        for arc in climb.range(of: rank).map({ climb.arcs[$0] }) {
          var index = Int(first[Int(arc.end)])
          while hubs[index] != .end {
            let through = hubs[index].milliseconds &+ arc.milliseconds
            let known = times[hubs[index].hub]
            if known == Network.horizon, through < Network.horizon { candidates.append(hubs[index].hub) }
            if through < known { times[hubs[index].hub] = through }
            index += 1
          }
        }
      }
      candidates.sort()
      candidates.append(own)
      times[own] = 0
    }

    /// Returns whether a more important hub lies on a path to `hub` that is no longer than the candidate's.
    private func isCovered(_ hub: HubIndex, by other: borrowing Side) -> Bool {
      let time = times[hub]
      let rank = self.rank(of: hub)
      guard time > 0 else { return false }
      return other.hubs.withUnsafeBufferPointer { hubs in
        var index = Int(other.first[Int(rank)])
        while hubs[index].hub < hub {
          if times[hubs[index].hub] &+ hubs[index].milliseconds <= time { return true }
          index += 1
        }
        return false
      }
    }

    /// Returns the hub index of `rank`: ranks increase with importance, hub indices decrease.
    private func hub(of rank: Rank) -> HubIndex { HubIndex(rawValue: Int32(first.count) - 1 - rank.rawValue) }
    private func rank(of hub: HubIndex) -> Rank { Rank(rawValue: Int32(first.count) - 1 - hub.rawValue) }

    /// Returns the labels in node order: labels of neighbours, queried one after the other along a path, are then close
    /// in memory. A query reads one label among megabytes, which requires an address translation; with large pages, all
    /// translations stay cached.
    consuming func byNode(_ ranks: [Rank]) -> LabelSet {
      var labels = LabelSet(first: [], hubs: [])
      labels.first.reserveCapacity(ranks.count)
      labels.hubs.reserveLargePages(for: hubs.count)
      for rank in ranks {
        labels.first.append(Int32(labels.hubs.count))
        var index = Int(first[Int(rank)])
        while hubs[index] != .end {
          labels.hubs.append(hubs[index])
          index += 1
        }
        labels.hubs.append(.end)
      }
      return labels
    }
  }
}

/// The position of a hub in the order of importance, 0 being the most important.
struct HubIndex: ListIndex {
  let rawValue: Int32
}

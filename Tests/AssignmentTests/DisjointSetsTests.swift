import Assignment
import Statistics
import TestSupport
import Testing

struct DisjointSetsTests {
  @Test func `sets are what repeated relabelling makes, and the least number stands for each`() {
    forAll(seeds: 0..<50) { seed in
      var draws = KeyedGenerator(seed: seed, replication: 0, purpose: .selfTest)
      let count = 1 + draws.integer(in: 0..<40)
      var sets = DisjointSets(count: count)
      var labels = Array(0..<count)
      for _ in 0..<draws.integer(in: 0..<60) {
        let (a, b) = (draws.integer(in: 0..<count), draws.integer(in: 0..<count))
        sets.join(a, b)
        let (least, other) = (min(labels[a], labels[b]), max(labels[a], labels[b]))
        labels = labels.map { $0 == other ? least : $0 }
      }
      let roots = labels.indices.map { sets.root(of: $0) }
      return roots == labels ? nil : "\(roots) instead of \(labels)"
    }
  }
}

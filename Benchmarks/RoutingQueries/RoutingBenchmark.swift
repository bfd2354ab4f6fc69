import RoadNetwork

@main
struct RoutingBenchmark {
  static func main() {
    let clock = ContinuousClock()
    for size in [100, 316] {
      let network = CityPlan(columns: size, rows: size).network().network
      var hierarchy: ContractionHierarchy?
      print(size, "contract", clock.measure { hierarchy = ContractionHierarchy(network) })
      guard let hierarchy else { return }
      print("arcs", hierarchy.arcCount, network.linkCount)
      var search = HierarchySearch(hierarchy)
      var plain = ResumableSearch(network)
      var seed: UInt64 = 1
      func random() -> Int32 {
        seed = seed &* 6364136223846793005 &+ 1442695040888963407
        return Int32((seed >> 33) % UInt64(network.nodeCount))
      }
      let pairs = (0..<2000).map { _ in (random(), random()) }
      var sum = 0
      let time = clock.measure { for (a, b) in pairs { sum &+= Int(search.milliseconds(from: a, to: b) ?? 0) } }
      print("query", time / pairs.count, sum)
      var sum2 = 0
      let slow = clock.measure {
        for (a, b) in pairs.prefix(200) { plain.start(at: a, .forward); sum2 &+= Int(plain.milliseconds(of: b) ?? 0) }
      }
      print("dijkstra", slow / 200)
      for (a, b) in pairs.prefix(200) {
        plain.start(at: a, .forward)
        precondition(plain.milliseconds(of: b) == search.milliseconds(from: a, to: b))
      }
    }
  }
}

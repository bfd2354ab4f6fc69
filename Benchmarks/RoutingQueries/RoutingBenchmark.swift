import RoadNetwork

@main
struct RoutingBenchmark {
  static func main() throws {
    let clock = ContinuousClock()
    var networks: [(String, Network)] = []
    for name in ["chengdu", "san-francisco"] {
      var network: Network?
      print(
        "read",
        try clock.measure { network = try GMNSReader(folder: "/work/shared/data/" + name).read().network })
      networks.append((name, network!))
    }
    networks.append(("city", CityPlan(columns: 316, rows: 316).network().network))
    for (name, network) in networks {
      var hierarchy: ContractionHierarchy?
      print(name, "contract", clock.measure { hierarchy = ContractionHierarchy(network) })
      guard let hierarchy else { return }
      print("arcs", hierarchy.arcCount, network.linkCount)
      var search = HierarchySearch(hierarchy)
      var plain = ResumableSearch(network)
      var seed: UInt64 = 1
      func random() -> Int32 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int32((seed >> 33) % UInt64(network.nodeCount))
      }
      let pairs = (0..<20000).map { _ in (random(), random()) }
      for _ in 0..<3 {
        var sum = 0
        let time = clock.measure {
          for (a, b) in pairs { sum &+= Int(search.milliseconds(from: a, to: b) ?? 0) }
        }
        print("query", time / pairs.count, sum)
      }
      if name != "city" {
        var labels: HubLabels?
        print("labels", clock.measure { labels = HubLabels(hierarchy) })
        guard let labels else { return }
        print(labels.meanSize, labels.byteCount)
        for _ in 0..<3 {
          var sum = 0
          let time = clock.measure {
            for (a, b) in pairs { sum &+= Int(labels.milliseconds(from: a, to: b) ?? 0) }
          }
          print("hl query", time / pairs.count, sum)
        }
      }
      let targets = (0..<10_000).map { _ in random() }
      for targets in [targets, Array(0..<Int32(network.nodeCount))] {
        var selection: TargetSelection?
        print("select", clock.measure { selection = TargetSelection(hierarchy, targets: targets, .forward) })
        guard let selection else { return }
        print(selection.nodeCount)
        var sweep = SweepSearch(selection)
        var result: [Int32] = []
        for _ in 0..<4 {
          let time = clock.measure { for (a, _) in pairs.prefix(500) { sweep.times(from: a, into: &result) } }
          print("sweep", time / 500)
        }
      }
      var sum2 = 0
      let slow = clock.measure {
        for (a, b) in pairs.prefix(200) {
          plain.start(at: a, .forward)
          sum2 &+= Int(plain.milliseconds(of: b) ?? 0)
        }
      }
      print("dijkstra", slow / 200)
      var settled = 0
      for (a, b) in pairs {
        _ = search.milliseconds(from: a, to: b)
        settled += search.settledCount
      }
      print("settled", Double(settled) / Double(pairs.count))
      for (a, b) in pairs.prefix(200) {
        plain.start(at: a, .forward)
        let (x, y) = (plain.milliseconds(of: b), search.milliseconds(from: a, to: b))
        precondition(x == y)
      }
    }
  }
}

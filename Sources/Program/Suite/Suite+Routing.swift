import Quantities
import RoadNetwork
import Statistics

extension Suite {
  /// The preparation of a network for queries.
  static let contraction = Benchmark(
    "routing/contraction", .micro, "build the contraction hierarchy of a generated town", unit: "crossings",
    sizes: townSizes, small: 900, growth: true
  ) { crossings, _ in
    let network = town(crossings)
    return Work(1, "hierarchy") {
      let hierarchy = ContractionHierarchy(network)
      let index = RoutingIndex(hierarchy, labelBytes: 0)
      var checksum = Checksum()
      var router = Router(index)
      for pair in pairs(network.nodeCount).prefix(20) {
        checksum.add(router.milliseconds(from: pair.from, to: pair.to) ?? -1)
      }
      return Outcome(checksum, ["nodes": network.nodeCount, "links": network.linkCount])
    }
  }

  static let hierarchyRoutes = Benchmark(
    "routing/hierarchy", .micro, "the duration of the fastest route between two junctions, by the hierarchy",
    unit: "crossings", sizes: townSizes, small: 900, growth: true
  ) { crossings, _ in
    let network = town(crossings)
    return routes(RoutingIndex(ContractionHierarchy(network), labelBytes: 0), network)
  }

  static let labelRoutes = Benchmark(
    "routing/labels", .micro, "the same by hub labels", unit: "crossings", sizes: townSizes, small: 900,
    growth: true
  ) { crossings, _ in
    let network = town(crossings)
    let hierarchy = ContractionHierarchy(network)
    return routes(RoutingIndex(hierarchy, labels: HubLabels(hierarchy)), network)
  }

  private static let townSizes = [225, 900, 2_500, 6_400, 14_400]

  private static func town(_ crossings: Int) -> Network {
    let side = Int(Double(crossings).squareRoot())
    return CityPlan(columns: side, rows: side, seed: 7).network().network
  }

  /// Returns fixed pairs of nodes.
  private static func pairs(_ nodes: Int) -> [(from: NodeIndex, to: NodeIndex)] {
    var draws = draws(.places, nodes)
    return (0..<2_000).map { _ in
      (NodeIndex(draws.integer(in: 0..<nodes)), NodeIndex(draws.integer(in: 0..<nodes)))
    }
  }

  private static func routes(_ index: RoutingIndex, _ network: Network) -> Work {
    let pairs = pairs(network.nodeCount)
    return Work.arranged(pairs.count, "question") {
      let asker = Asker(index)
      return {
        var checksum = Checksum()
        for pair in pairs { checksum.add(asker.router.milliseconds(from: pair.from, to: pair.to) ?? -1) }
        return Outcome(checksum, ["distance_evaluations": pairs.count])
      }
    }
  }

  private final class Asker {
    var router: Router
    init(_ index: RoutingIndex) { router = Router(index) }
  }
}
